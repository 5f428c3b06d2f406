"""Several copies rule on the same units at once, some killed: all of them have the one roll."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

from calculator.roll import OrderOfBattle, Roll
from calculator.umpire import Umpire

COPIES = 4
KILLED = 1
ENTRIES = 25

PLAY = textwrap.dedent("""
    import random, sys
    from calculator.errors import ForbiddenError
    from calculator.roll import fill, read_correction
    from calculator.rules.question import Question
    from calculator.umpire import Umpire

    path, number, entries = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    chance = random.Random(number)
    with Umpire.open(path, copy=f"copy-{number}") as umpire:
        print("ready", flush=True)
        for done in range(entries):
            roll = umpire.roll()
            foot = [u for u in roll.units if u.now["arm"] == "infantry" and u.arrived][:20]
            unit = chance.choice(foot)
            if done % 3:
                state = chance.choice(["ok", "disordered", "demoralized"])
                umpire.correct(read_correction(roll, unit.name, {"state": state}), "as it stands")
                continue
            enemies = [other for other in foot if other.side != unit.side]
            units = {"actor": unit, "target": chance.choice(enemies)}
            action = roll.scenario.system.action("deployed-fire")
            answers = {**fill(roll, action, units).answers, "formation": "deployed"}
            question = Question.read(roll.scenario.system.key, action.key, answers)
            try:
                umpire.adjudicate(question, units=units)
            except ForbiddenError:
                umpire.turn(roll.turn + 1)
""")


def test_the_roll_of_every_copy_is_the_roll_computed_afresh(tmp_path: Path) -> None:
    path = tmp_path / "saturday.battle"
    order = OrderOfBattle.of_file("quatre-bras")
    with Umpire.open(path) as watcher:
        watcher.bind(order)
        copies = [
            subprocess.Popen(
                [sys.executable, "-c", PLAY, str(path), str(number), str(ENTRIES)],
                stdout=subprocess.PIPE,
                text=True,
            )
            for number in range(COPIES)
        ]
        for copy in copies:
            assert copy.stdout is not None
            assert copy.stdout.readline() == "ready\n"
        for copy in copies[:KILLED]:
            copy.kill()
        while any(copy.poll() is None for copy in copies):
            assert watcher.roll() is not None
        assert [copy.wait() for copy in copies[KILLED:]] == [0] * (COPIES - KILLED)
        kept = watcher.roll()
        assert kept is not None
        assert kept.last >= ENTRIES * (COPIES - KILLED)
        assert kept.units == Roll.of(watcher.entries(), order.scenario).units
        assert watcher.verify().clean
    for copy in copies:
        assert copy.stdout is not None
        copy.stdout.close()

"""Several copies rule on the same units at once, some killed: all of them have the one roll.

Copies say of each entry that it is written. Two that end the same turn at once end it once.
"""

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
NOT_WRITTEN = {"waits", "two turns have ended since"}

PLAY = textwrap.dedent("""
    import random, sys
    from calculator.errors import FaultsError, ForbiddenError
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
                entry = umpire.correct(read_correction(roll, unit.name, {"state": state}), "seen")
                print(entry.key if entry else "waits", flush=True)
                continue
            enemies = [other for other in foot if other.side != unit.side]
            units = {"actor": unit, "target": chance.choice(enemies)}
            action = roll.scenario.system.action("deployed-fire")
            answers = {**fill(roll, action, units).answers, "formation": "deployed"}
            question = Question.read(roll.scenario.system.key, action.key, answers)
            try:
                entry = umpire.adjudicate(question, units=units).entry
            except ForbiddenError:
                try:
                    entry = umpire.turn(roll.turn + 1)
                except FaultsError:
                    print("two turns have ended since", flush=True)
                    continue
            print(entry.key if entry else "waits", flush=True)
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
        written = [copy.stdout.read().splitlines() for copy in copies if copy.stdout]
        assert [len(keys) for keys in written[KILLED:]] == [ENTRIES] * (COPIES - KILLED)
        while True:  # what waited may still be written, by whoever finds it
            kept, entries = watcher.roll(), list(watcher.entries())
            assert kept is not None
            if kept.last == entries[-1].number:
                break
        assert {key for keys in written for key in keys} - NOT_WRITTEN <= {e.key for e in entries}
        assert kept.units == Roll.of(entries, order.scenario).units
        assert watcher.verify().clean
    for copy in copies:
        assert copy.stdout is not None
        copy.stdout.close()

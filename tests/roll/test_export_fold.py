"""The roll against a fold of our own over what `journal export` writes: units, turn, who has acted.

It knows the record's page and the order of battle's file, and nothing of the program that folds.
"""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

from calculator.errors import CalculatorError
from calculator.umpire import Umpire
from tests.roll.playing import Played

ASKED: Final = {
    "actor": {"state": "actor-state", "bases": "bases", "formation": "formation"},
    "target": {"state": "target-state", "bases": "target-bases", "formation": "target-formation"},
}
"""What a result leaves of a unit of There Stand Empires, and the field that asks how it stood: what
is as it stood is no news."""

Units: TypeAlias = dict[str, dict[str, Any]]


def drawn_up(file: str) -> Units:
    """How units begin, by name, as the order of battle has them."""
    sides = tomllib.loads(file)["sides"]
    formations = (part for side in sides for part in (side, *side.get("formations", ())))
    units = (unit for part in formations for unit in part.get("units", ()))
    return {unit["name"]: {"bases": str(unit["bases"]), "gone": "", "acted": 0} for unit in units}


def folded(lines: Iterable[str]) -> tuple[Units, int]:
    """The units after these entries, and the turn: what rulings leave, but those that are void, and
    each as an answer ended it."""
    entries, turn = [json.loads(line) for line in lines], 1
    units: Units = {}
    void = {e["body"]["entry"] for e in entries if e["kind"] == "void"}
    standing = (e for e in entries if e["kind"] == "answer" and e["number"] not in void)
    answered = {e["body"]["entry"]: e for e in standing}
    for entry in entries:
        body = entry["body"]
        if entry["kind"] == "order-of-battle":
            units = drawn_up(body["content"])
        if entry["kind"] == "turn":
            turn = entry["turn"]
            units = {name: {**unit, "acted": 0} for name, unit in units.items()}
        if entry["kind"] != "ruling" or entry["number"] in void:
            continue
        left = answered.get(entry["number"], entry)["body"].get("aftermath", {})
        for role, of in body["units"].items():
            unit, values = units[of["name"]], left.get(role, {})
            if role == "actor" or left.get("target-spent"):
                unit["acted"] = entry["number"]
            unit["gone"] = left.get(f"{role}-gone", "") if values is None else unit["gone"]
            asked = {key: body["form"].get(field) for key, field in ASKED[role].items()}
            unit |= {k: text for k, text in (values or {}).items() if asked.get(k, text) != text}
    return units, turn


def steps(dice: random.Random, mine: list[str], theirs: list[str]) -> Iterator[tuple[str, Any]]:
    """What is played: actions against the enemy, now and then a turn, an answer, a void."""
    done = ("assault", "assault", "deployed-fire", "regroup", "march", "turn", "answer", "void")
    for _ in range(60):
        own, other = (mine, theirs)[:: dice.choice((1, -1))]
        yield dice.choice(done), {"actor": dice.choice(own), "target": dice.choice(other)}


def test_the_roll_is_what_the_entries_make_of_the_file(tmp_path: Path) -> None:
    dice = random.Random(1815)
    played = Played(Umpire.open(tmp_path / "maida.battle"), "maida")
    umpire, ruled = played.umpire, 0
    units = played.roll.units
    mine, theirs = ([u.name for u in units if u.side == side] for side in ("french", "british"))
    for action, pair in steps(dice, mine, theirs):
        roll = played.roll
        try:
            if action == "turn":
                umpire.turn()
            elif action == "answer":
                for one in roll.open:
                    umpire.answer(one.number, {"distance": str(dice.randint(1, 6))})
            elif action == "void":
                umpire.amend(umpire.voiding(dice.randint(2, roll.last), "a slip"))
            else:
                asked = roll.scenario.system.asked_of("target", roll.scenario.system.action(action))
                roles = pair if asked else {"actor": pair["actor"]}
                played.play(action, roles, seed=f"{dice.getrandbits(32):x}")
                ruled += 1
        except CalculatorError:
            continue
    expected, turn = folded("".join(umpire.export("jsonl")).splitlines())
    assert ruled > 15
    assert played.roll.turn == turn
    for unit in played.roll.units:
        own = expected[unit.name]
        stands = {key: unit.now[key] for key in ASKED["actor"] if key in own}
        assert stands == {key: own[key] for key in stands}, unit.name
        assert (unit.gone, unit.acted_entry) == (own["gone"], own["acted"]), unit.name

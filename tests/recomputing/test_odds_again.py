"""Odds of There Stand Empires computed again, weight by weight, from docs/model.md and the tables.

Random forms are put to the calculator, and to the plain Python that the page specifies: a contest
is 42 tosses less 21, its rung is read off the ladder in tables.toml, and section V has its say.
Nothing of ours takes part on that side.
"""

from __future__ import annotations

import json
import random
import tomllib
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from calculator.errors import FaultsError
from calculator.forms import fields_of, texts
from calculator.kinds import Length, Whole
from calculator.rules.question import Question
from calculator.rules.there_stand_empires import SYSTEM
from tests.pages import ROOT
from tests.recomputing.laws import Drew, Ruling, orders
from tests.recomputing.there_stand_empires import (
    Attack,
    assault,
    contest_points,
    ended_by_orders,
    fire,
    fire_points,
    ladder_of,
    square_points,
)

TABLES = ROOT / "calculator/rules/there_stand_empires/tables.toml"
MARGINS = [((m, 0) if m >= 0 else (0, -m), comb(42, 21 + m)) for m in range(-21, 22)]
FORMS = {"deployed-fire": 350, "advancing-fire": 350, "assault": 1300}
Path = list[tuple[str, Any]]


def values() -> dict[str, Any]:
    """Every value of tables.toml by its dotted key."""
    found: dict[str, Any] = {}

    def gather(tree: dict[str, Any], path: str) -> None:
        for name, node in tree.items():
            key = f"{path}.{name}".lstrip(".")
            if "value" in node:
                found[key] = node["value"]
            else:
                gather(node, key)

    gather(tomllib.loads(TABLES.read_text(encoding="utf-8")), "")
    return found


VALUES = values()


def asked(action: str, drawn: Path, form: dict[str, str]) -> Ruling:
    """A ruling in which so much was drawn."""
    before = [Drew(0, 1, outcome) for _, outcome in drawn]
    asks = [ask for ask, _ in drawn]
    return Ruling("there-stand-empires", action, form, VALUES, asks, before)


def rungs(attack: Attack, ladder: str, points: int) -> Iterator[tuple[Any, Fraction]]:
    """Heads that stand for each rung of a ladder, and the chance of the rung."""
    heads_of: dict[str, Any] = {}
    weights: Counter[str] = Counter()
    for heads, weight in MARGINS:
        rung = attack.rung(ladder, points, heads)
        heads_of.setdefault(rung, heads)
        weights[rung] += weight
    for rung, weight in weights.items():
        yield heads_of[rung], Fraction(weight, 2**42)


def paths(action: str, form: dict[str, str]) -> Iterator[tuple[Path, Fraction]]:
    """Everything that may be drawn, in the order of the page, with its chance."""
    attack = Attack(asked(action, [], form))
    if action == "assault":
        yield from assault_paths(attack)
    elif int(form["range"]) > VALUES[f"fire.reach.{form['actor']}"]:
        yield [], Fraction(1)
    else:
        for heads, chance in rungs(attack, "fire.ladder", fire_points(attack, action)):
            yield [("fire", heads)], chance


def assault_paths(attack: Attack) -> Iterator[tuple[Path, Fraction]]:
    form = attack.form
    breakthrough = attack.cavalry and form["breakthrough"] == "yes"
    arrivals = [(None, Fraction(1))] if breakthrough else orders(asked("assault", [], form))
    sets_off = Fraction(0)
    for arrival, chance in arrivals:
        before: Path = [("orders", arrival)]
        if arrival and ended_by_orders(asked("assault", before, form)) is not None:
            yield before, chance
        else:
            sets_off += chance
    for path, part in charges(attack, [] if breakthrough else [("orders", "received")]):
        yield path, sets_off * part


def charges(attack: Attack, before: Path) -> Iterator[tuple[Path, Fraction]]:
    form = attack.form
    squares = (
        attack.cavalry
        and form["target"] == "infantry"
        and form["target-formation"] != "square"
        and not attack.walls
    )
    key = "assault.emergency-square.ladder"
    drills = rungs(attack, key, square_points(attack)) if squares else [(None, Fraction(1))]
    for drill, chance in drills:
        path = before if drill is None else [*before, ("emergency square", drill)]
        squared = drill is not None and not attack.rung(key, square_points(attack), drill)
        for end, part in received(attack, path, squared):
            yield end, chance * part


def received(attack: Attack, before: Path, squared: bool) -> Iterator[tuple[Path, Fraction]]:
    form = attack.form
    key = "assault.defensive-fire"
    if attack.target_cavalry or form["target-state"] == "demoralized":
        yield from fought(attack, before, squared)
        return
    points = contest_points(attack, key, squared)
    ladder = ladder_of(attack, key, squared)
    for heads, chance in rungs(attack, ladder, points):
        path = [*before, ("defensive fire", heads)]
        if attack.rung(ladder, points, heads) != "goes-home":
            yield path, chance
            continue
        for end, part in fought(attack, path, squared):
            yield end, chance * part


def fought(attack: Attack, before: Path, squared: bool) -> Iterator[tuple[Path, Fraction]]:
    key = "assault.close-combat"
    ladder = ladder_of(attack, key, squared)
    for heads, chance in rungs(attack, ladder, contest_points(attack, key, squared)):
        yield [*before, ("close combat", heads)], chance


def recomputed(action: str, form: dict[str, str]) -> dict[str, Fraction]:
    """The chance of each outcome, by its JSON."""
    law: dict[str, Fraction] = {}
    for drawn, chance in paths(action, form):
        ruling = asked(action, drawn, form)
        outcome = assault(ruling) if action == "assault" else fire(ruling)
        written = json.dumps(outcome, sort_keys=True)
        law[written] = law.get(written, Fraction(0)) + chance
    return law


def answer(kind: Any, chance: random.Random) -> str:
    """A random answer to a field: most units of a few bases."""
    inner = getattr(kind, "kind", kind)
    if kind.choices:
        return str(chance.choice(kind.choices))
    if inner is not kind and chance.random() < 0.5:
        return str(kind.blank)
    if isinstance(inner, Length):
        return str(inner.show(Fraction(chance.randint(int(2 * inner.low), int(2 * inner.high)), 2)))
    assert isinstance(inner, Whole)
    return str(chance.randint(inner.low, min(inner.high, 9)))


def random_questions(action: str, number: int) -> Iterator[Question]:
    """So many questions that the rules allow."""
    chance = random.Random(f"There Stand Empires: {action}")
    declared = fields_of(SYSTEM.action(action).asks)
    while number:
        filled = {f.key: answer(f.kind, chance) for f in declared if chance.random() < 0.6}
        try:
            question = Question.read(SYSTEM.key, action, filled)
        except FaultsError:
            continue
        if not list(question.law.refusals()):
            number -= 1
            yield question


@pytest.mark.parametrize("share", [5, pytest.param(1, marks=pytest.mark.heavy)])
@pytest.mark.parametrize(("action", "number"), FORMS.items())
def test_the_odds_of_two_thousand_forms_computed_again_are_equal_in_every_weight(
    action: str, number: int, share: int
) -> None:
    """All of them among the heavy tests, the first of every five in the fast command."""
    for question in random_questions(action, number // share):
        form = texts(question.form)
        rows = question.odds().as_json()
        total = int(rows["total"])
        ours = {
            json.dumps(row["outcome"], sort_keys=True): Fraction(int(row["weight"]), total)
            for row in rows["outcomes"]
        }
        assert ours == recomputed(action, form), form

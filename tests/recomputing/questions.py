"""Questions of every action that is recorded, and records of them."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, Final

import attrs

from calculator.chance.one_path import OnePath
from calculator.errors import BudgetExceededError, FaultsError, ForbiddenError
from calculator.forms import fields_of
from calculator.kinds import Kind, Optional, Whole
from calculator.rules.catalog import KEYS, find_system
from calculator.rules.question import Question
from calculator.umpire import Umpire

Form = dict[str, str]
SEEDS: Final = ("5eed", "1815", "ffffffffffffffffffffffffffffffff")
MORE_SEEDS: Final = (*SEEDS, *"123456789")

FORMS: Final[dict[tuple[str, str], list[Form]]] = {
    ("there-stand-empires", "deployed-fire"): [
        {},
        {"target-formation": "march-column", "cover": "soft", "bases": "6"},
        {"actor": "heavy-foot-artillery", "range": "9", "target": "heavy-cavalry",
         "target-state": "disordered", "bases": "2"},
        {"quality": "elite", "target-formation": "march-column", "target-state": "demoralized",
         "target-bases": "2", "retreat-blocked": "yes", "target-quality": "poor"},
    ],
    ("there-stand-empires", "advancing-fire"): [
        {},
        {"actor-state": "disordered", "target-formation": "square", "target": "infantry"},
        {"quality": "veteran", "target-formation": "march-column", "target-bases": "3"},
    ],
    ("there-stand-empires", "assault"): [
        {},
        {"quality": "veteran", "bases": "6", "cover": "hard"},
        {"actor": "heavy-cavalry", "general": "yes"},
        {"actor": "heavy-cavalry", "quality": "elite", "target-formation": "march-column",
         "target-bases": "3", "frontal": "no"},
        {"actor": "light-cavalry", "target": "heavy-cavalry", "countercharge": "yes"},
        {"actor": "light-cavalry", "target": "heavy-cavalry", "general": "yes"},
        {"actor": "heavy-cavalry", "breakthrough": "yes", "target-state": "disordered"},
        {"actor": "heavy-cavalry", "cover": "fortification", "quality": "poor"},
        {"target": "light-foot-artillery", "target-formation": "maneuver-column",
         "target-bases": "2", "general": "yes"},
        {"target": "transport", "target-formation": "march-column", "captures-transport": "yes",
         "general": "yes"},
        {"actor-state": "disordered", "target-state": "demoralized", "retreat-blocked": "yes",
         "general": "yes"},
        {"distance": "2", "earlier-assaults": "5", "quality": "poor", "target-quality": "elite"},
    ],
    ("there-stand-empires", "regroup"): [
        {"actor-state": "disordered"},
        {"actor-state": "demoralized", "general": "yes"},
    ],
    ("there-stand-empires", "march"): [{}, {"quality": "poor", "general": "yes"}],
    ("revolutionary-wars", "charge"): [
        {},
        {"edge": "4", "own-edge": "3", "enemy-order": "shaken", "hold": "yes"},
        {"contact": "flank", "enemy-order": "shaken"},
        {"battalion": "line-cavalry", "formation": "line", "enemy": "line", "crossing": "yes",
         "own-edge": "2", "edge": "2"},
    ],
    ("revolutionary-wars", "countercharge"): [
        {},
        {"battalion": "line-cavalry", "formation": "line", "enemy": "light-cavalry",
         "enemy-hold": "yes", "hold": "yes", "edge": "3", "own-edge": "3"},
    ],
    ("revolutionary-wars", "exchange"): [
        {"first": "yes", "reply": "shoot"},
        {"reply": "stand", "hold": "yes", "enemy-order": "shaken"},
        {"reply": "countercharge", "first": "no"},
    ],
    ("revolutionary-wars", "shoot"): [
        {},
        {"order": "shattered", "crossfire": "yes", "enemy-order": "shaken"},
        {"shoots": "twice", "fortified": "yes"},
    ],
    ("revolutionary-wars", "melee"): [
        {},
        {"flank": "yes", "enemy-order": "shattered"},
        {"order": "shaken", "enemy": "mob"},
    ],
    ("revolutionary-wars", "cross"): [
        {"battalion": "line-cavalry", "formation": "line"},
        {"battalion": "light-cavalry", "formation": "line", "order": "shaken"},
    ],
    ("revolutionary-wars", "break-and-run"): [{}, {"edge": "3"}],
    ("revolutionary-wars", "pursue"): [{}, {"edge": "3", "order": "shattered"}],
    ("revolutionary-wars", "reform"): [
        {"order": "shaken"},
        {"near-general": "yes", "order": "shaken"},
    ],
    ("gods-of-war", "close-combat"): [
        {"strength": "1", "target-strength": "1"},
        {"strength": "2", "target-strength": "1"},
        {"strength": "2", "target-strength": "3", "formation": "line", "target-terrain": "hills"},
        {"strength": "3", "target-strength": "2", "target-formation": "line", "struck": "rear"},
    ],
    ("gods-of-war", "ranged-fire"): [
        {"formation": "line", "strength": "3"},
        {"formation": "line", "strength": "2", "split-terrain": "1", "split-units": "1"},
    ],
    ("gods-of-war", "line-of-sight"): [{"split-terrain": "2"}, {"split-units": "1"}],
    ("gods-of-war", "draw-card"): [{}, {"deck": "rout 2, charge 4"}],
    ("gods-of-war", "draw-terrain"): [
        {},
        {"engineers": "yes"},
        {"engineers": "yes", "tiles": "pond 1, open 3, woods 2"},
    ],
    ("gods-of-war", "wanted-cards"): [{}, {"wanted": "charge, rout", "deck": "all, charge 4"}],
    ("morne-plaine", "movement"): [{"path": "clear, marsh, marsh, rough", "allowance": "9"}],
    ("cannonade", "cannonade"): [{}, {"friends": "7"}],
    ("cannonade", "melee"): [{"officer": "yes"}, {"men": "20", "target-men": "6"}],
}  # fmt: skip
"""Forms that bring out what actions ask; an action that is not here is asked at its defaults."""

TYPED: Final = {
    "also-charging": ["french-line attack-column"],
    "also-charged": ["british-line line solid 4", "mob 8"],
    "also-beyond": ["mob line solid by=1"],
    "also-attacking": ["20, 7 officer flag"],
    "path": ["marsh, marsh", "clear, marsh zone"],
    "deck": ["charge 2, rout 1"],
    "tiles": ["open 2, pond 1"],
}
"""Texts for fields with a grammar of their own."""


@attrs.frozen
class Recorded:
    """A ruling as the file has it, the table values it names, and what its draws showed."""

    body: dict[str, Any]
    content: str
    shown: list[Any]


def recorded_actions() -> Iterator[tuple[str, str]]:
    """Every action of every system whose results go into the record."""
    for system in KEYS:
        for action in find_system(system).actions:
            if action.is_recorded:
                yield system, action.key


def forms(system: str, action: str) -> list[Form]:
    """The forms in which an action is asked."""
    return FORMS.get((system, action), [{}])


def record(
    system: str, action: str, folder: Path, seeds: tuple[str, ...] = SEEDS
) -> list[Recorded]:
    """Rulings on every form of an action from every seed, read from the file that they are in."""
    path = folder / "field.battle"
    shown = []
    with Umpire.open(path) as umpire:
        for form in forms(system, action):
            question = Question.read(system, action, form)
            for seed in seeds:
                result = umpire.adjudicate(question, seed).result
                shown.append([_plainly(system, draw.value) for draw in result.draws])
    file = sqlite3.connect(path)
    kept = dict(file.execute("SELECT digest, content FROM rules"))
    told = [
        json.loads(row[0]) for row in file.execute("SELECT content FROM entries ORDER BY number")
    ]
    file.close()
    bodies = [entry["body"] for entry in told]
    return [
        Recorded(body, kept[body["rules"]], values)
        for body, values in zip(bodies, shown, strict=True)
    ]


def _plainly(system: str, value: Any) -> Any:
    """What a draw showed, without any of our types, and without what was needed."""
    if system == "revolutionary-wars":
        return re.sub(r", (?:just passes|(?:passes|fails) by \d+)$", "", str(value))
    if isinstance(value, Enum):
        return value.value
    return attrs.astuple(value) if attrs.has(type(value)) else value


def first_draws(system: str, action: str, seeds: int) -> Iterator[tuple[int, Any]]:
    """What an action draws first at its defaults, from each seed: the number, and what it gave."""
    question = Question.read(system, action, {})
    for seed in range(1, seeds + 1):
        chance = OnePath(f"{seed:x}")
        question.law.procedure().result(chance)
        yield chance.draws[0].number, _plainly(system, chance.draws[0].value)


@cache
def asked(system: str, action: str) -> list[list[str]]:
    """What results of an action ask: every form, and each field of it alone at every value."""
    found = []
    for form in forms(system, action):
        for question in _around(system, action, form):
            for seed in MORE_SEEDS:
                chance = OnePath(seed)
                try:
                    question.law.procedure().result(chance)
                except BudgetExceededError:
                    continue
                found.append([draw.ask for draw in chance.draws])
    return found


def _around(system: str, action: str, form: Form) -> Iterator[Question]:
    """The form, and forms that differ in one field, as far as the rules allow them."""
    fields = fields_of(find_system(system).action(action).asks)
    yield Question.read(system, action, form)
    for field in fields:
        for text in _texts(field.key, field.kind):
            try:
                question = Question.read(system, action, form | {field.key: text})
                question.check()
            except (FaultsError, ForbiddenError):
                continue
            yield question


def _texts(key: str, kind: Kind[Any]) -> list[str]:
    inner = kind.kind if isinstance(kind, Optional) else kind
    if isinstance(inner, Whole):
        return [str(number) for number in (inner.low, inner.low + 1, inner.high)]
    return [*kind.choices, *TYPED.get(key, ["2"])]

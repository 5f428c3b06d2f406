"""Forms of an action filled in at random, and single answers given otherwise."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import attrs
import pytest

from calculator.chance.every_path import Budget
from calculator.errors import BudgetExceededError, FaultsError
from calculator.forms import Field, Form, fields_of
from calculator.kinds import Kind, Length, Optional, Text, Whole
from calculator.rules.action import AnyAction
from calculator.rules.catalog import KEYS, find_system
from calculator.rules.question import Odds, Question
from calculator.rules.system import RuleSystem

SHORT = 300
"""Paths of exact odds that do not take long."""
DRAWN = 20_000
"""Forms drawn in search of those in which the field claims to matter."""

WRITTEN = {
    "leader": ("Perponcher", "Picton"),
    "also-charging": ("none", "austrian-line attack-column solid 5"),
    "also-charged": ("none", "austrian-line line shaken 5"),
    "also-beyond": ("none", "austrian-line line shaken by=2"),
    "obstructions": ("none", "woods at 4 to 6 level 0"),
    "deck": ("all", "charge 2, rout 1"),
    "tiles": ("all", "hills 2, woods 3"),
    "line": ("nothing", "clear", "woods", "woods/clear"),
    "wanted": ("charge", "charge, rout"),
}
"""Answers to the fields that take a text."""
PATHS = {
    "there-stand-empires": ("open 2", "open 2, woods 2"),
    "gods-of-war": ("open", "open, turn, hills"),
    "morne-plaine": ("clear", "road, clear", "woods"),
    "cannonade": ("clear", "clear, covered"),
}
"""Ways to march: each system has its own words for them."""

SLOW = {"exchange"}
"""Actions whose every answer takes long to try: left to the heavy tests."""

QUESTIONS = [
    pytest.param(
        find_system(key),
        action,
        id=f"{key} {action.key}",
        marks=[pytest.mark.heavy] if action.key in SLOW else [],
    )
    for key in KEYS
    for action in find_system(key).actions
]


@attrs.frozen
class Asking:
    """An action asked about in many ways."""

    system: RuleSystem
    action: AnyAction
    dice: random.Random = attrs.field(factory=lambda: random.Random(1805))

    def allows(self, form: Form) -> bool:
        return not any(self.action(form, self.system.tables).refusals())

    def forms(self, holds: Callable[[Form], bool]) -> Iterator[Form]:
        """Forms of which something holds, with from none to all of their fields answered at random.

        They are drawn from the form as it is, and from the last one that the rules allow.
        """
        asked = fields_of(self.action.asks)
        default = allowed = self.action.asks()
        for number in range(DRAWN):
            share = self.dice.random() ** 2
            answered = [field for field in asked if self.dice.random() < share]
            drawn = self.answered(allowed if number % 2 else default, answered)
            if drawn and holds(drawn):
                allowed = drawn if self.allows(drawn) else allowed
                yield drawn

    def answered(self, form: Form, answered: list[Field]) -> Form | None:
        """The form with some fields answered anew, or nothing if that does not fit together."""
        answers = {field.attribute: self._answer(field) for field in answered}
        try:
            return attrs.evolve(form, **answers)  # type: ignore[misc]
        except FaultsError:
            return None

    def _answer(self, field: Field) -> Any:
        kind: Kind[Any] = field.kind
        if isinstance(kind, Optional):
            if self.dice.random() < 1 / 4:
                return None
            kind = kind.kind
        match kind:
            case Whole():
                return min(kind.high, kind.low + int(self.dice.expovariate(1 / 4)))
            case Length():
                return min(kind.high, kind.low + Fraction(int(self.dice.expovariate(1 / 12))))
            case Text():
                written = PATHS[self.system.key] if field.key == "path" else WRITTEN[field.key]
                return kind.parse(self.dice.choice(written))
        return kind.parse(self.dice.choice(kind.choices))

    def question(self, form: Form) -> Question:
        """The question that a form asks."""
        return Question(self.system, self.action, form, self.system.tables)


def odds_of(question: Question) -> Odds:
    """Exact odds, or where they would take long the same few paths for the same question."""
    try:
        return question.odds(Budget(SHORT))
    except BudgetExceededError:
        return question.estimate(30)

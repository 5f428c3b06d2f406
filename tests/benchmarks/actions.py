"""The odds of every kind of action of every system, over forms filled in at random."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any, Final

from calculator.chance.every_path import Budget
from calculator.errors import FaultsError, ForbiddenError
from calculator.forms import fields_of, parse_form
from calculator.kinds import Kind, Length, Optional, Whole
from calculator.rules.action import AnyAction
from calculator.rules.catalog import KEYS, find_system
from calculator.rules.question import Question
from calculator.rules.system import RuleSystem
from tests.benchmarks.measured import Measured, seconds_of

FORMS: Final = 100
"""Forms measured for each action, and twenty times as many tried to find that many allowed."""

BARS: Final = {
    ("there-stand-empires", "assault"): 0.0012,
    ("gods-of-war", "close-combat"): 0.010,
    ("revolutionary-wars", "shoot"): 0.005,
}
SYSTEM_BARS: Final = {"cannonade": 0.002, "morne-plaine": 0.002}

LARGEST: Final = (
    ("revolutionary-wars charge platoons=12 enemy-platoons=12", 0.150),
    ("revolutionary-wars charge platoons=12 enemy-platoons=12 count-platoons=yes", 0.150),
    ("gods-of-war close-combat strength=6 target-strength=6", 0.010),
)
"""The largest questions that a bar is set for, as the command line takes them."""


def lines() -> Iterable[Measured]:
    """Measure."""
    for key in KEYS:
        system = find_system(key)
        for action in system.actions:
            yield odds_of(system, action)
    for line, bar in LARGEST:
        yield odds_of_largest(line, bar)


def odds_of_largest(line: str, bar: float) -> Measured:
    """The odds of one large question, asked again and again."""
    system, action, *fields = line.split()
    question = Question.read(system, action, dict(field.split("=") for field in fields))
    budgets = [Budget() for _ in range(9)]
    return Measured(
        what=line.removeprefix(f"{system} "),
        seconds=tuple(seconds_of(partial(question.odds, budget)) for budget in budgets),
        paths=sum(budget.spent for budget in budgets),
        p95_bar=bar,
    )


def odds_of(system: RuleSystem, action: AnyAction) -> Measured:
    """The odds of one action, each form asked once."""
    asked = list(questions(system, action))
    budgets = [Budget() for _ in asked]
    return Measured(
        what=f"{system.key} {action.key}",
        seconds=tuple(
            seconds_of(partial(question.odds, budget))
            for question, budget in zip(asked, budgets, strict=True)
        ),
        paths=sum(budget.spent for budget in budgets),
        p95_bar=BARS.get((system.key, action.key), SYSTEM_BARS.get(system.key)),
    )


def questions(system: RuleSystem, action: AnyAction) -> Iterator[Question]:
    """Questions that the rules allow: the defaults, then forms filled in at random."""
    random = Random(1815)
    found = 0
    for attempt in range(20 * FORMS):
        texts = {
            field.key: any_text(field.kind, field.default, random)
            for field in fields_of(action.asks)
            if attempt
        }
        try:
            question = Question(system, action, parse_form(action.asks, texts), system.tables)
            question.check()
        except (FaultsError, ForbiddenError):
            continue
        yield question
        found += 1
        if found == FORMS:
            return


def any_text(kind: Kind[Any], default: Any, random: Random) -> str:
    """A value of a field, as it would be typed."""
    if kind.choices:
        return random.choice(kind.choices)
    match kind:
        case Optional():
            return any_text(kind.kind, default, random) if random.random() < 0.5 else kind.blank
        case Whole():
            return str(random.randint(kind.low, kind.high))
        case Length():
            halves = random.randint(int(2 * kind.low), int(2 * kind.high))
            return kind.show(Fraction(halves, 2))
    return kind.show(default)

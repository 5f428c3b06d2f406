"""Why odds are what they are: what each thing that counts does here, and all of them together.

Points add up; what they do does not. So each modifier is left out in turn, and then all of them,
and the odds are worked out again: what changes nothing is marked, and the sum is told apart from
what all do together.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from typing import Any, Final, NamedTuple

from calculator.chance.distribution import Distribution
from calculator.chance.every_path import Budget
from calculator.errors import BudgetExceededError, CalculatorError
from calculator.figures import points
from calculator.rules.action import Action
from calculator.rules.modifiers import Factor, Modifier
from calculator.rules.tables import Tables

PATHS: Final = 3_000
"""Paths that odds may take to be worked out again for each modifier: two tenths of a second in all
for a countercharge, a few thousandths for most questions."""
AT_ONCE: Final = 100
"""The same where others wait for the same processor: about 15 ms in all."""

IDLE: Final = "changes nothing here"
"""How a factor is marked without which the odds would be the same."""


class Reason(NamedTuple):
    """One factor and what it does here.

    `idle` says that the odds would be the same without it; `worth` is what it adds to the chance of
    the action's first measure, -1 to 1, beside all the others. Both are None where that cannot be
    asked: of what is given, such as men, and of odds that take long or are sampled.
    """

    factor: Factor
    idle: bool | None = None
    worth: Fraction | None = None

    def as_json(self) -> dict[str, Any]:
        """The factor as the command line prints it for machines, with what it does."""
        return {
            **self.factor.as_json(),
            "idle": self.idle,
            "worth": None if self.worth is None else float(self.worth),
        }


class Why(NamedTuple):
    """All that counts, and what it comes to: `together` is what all of it adds to the chance of the
    action's first measure; None where that is not known."""

    reasons: tuple[Reason, ...]
    together: Fraction | None = None

    def told_apart(self, measure: str) -> str:
        """That points add up and what they do does not; nothing where that is not known."""
        if self.together is None or sum(bool(one.worth) for one in self.reasons) < 2:
            return ""
        together = points(float(self.together))
        return (
            f'Points add up, chances do not: together they move "{measure}" by {together} points.'
        )


def in_all(factors: Iterable[Factor]) -> str:
    """What the numbers of one stage add up to, in words; nothing where it is one or none."""
    numbers = [factor for factor in factors if not factor.effect and factor.points]
    sides = dict.fromkeys(factor.side for factor in numbers)
    if len(numbers) < 2 or len(sides) > 2:
        return ""
    sums = {side: sum(f.points for f in numbers if f.side == side) for side in sides}
    return ", ".join(f"{side} {total:+d}" for side, total in sums.items())


def why(law: Action[Any, Any], odds: Distribution[Any] | None, paths: int) -> Why:
    """What counts in a question, each with what it does where that takes no more than `paths`.

    `odds` are its exact odds; None where they are only sampled.
    """
    pulled = [(one.modifier, one.factor.grounded(law.tables)) for one in law.pulls()]
    modifiers = list(dict.fromkeys(modifier for modifier, _ in pulled))
    reasons = {modifier: _alone(law, odds, modifier, paths) for modifier in modifiers}
    counting = [modifier for modifier in modifiers if not modifier.given]
    without = _without(law, counting, paths) if odds and counting else None
    return Why(
        tuple(Reason(factor, *reasons[modifier]) for modifier, factor in pulled),
        _added(law, odds, without) if odds and without else None,
    )


def _alone(
    law: Action[Any, Any], odds: Distribution[Any] | None, modifier: Modifier[Any], paths: int
) -> tuple[bool | None, Fraction | None]:
    """Whether a modifier changes nothing, and what it adds to the first measure."""
    without = None if modifier.given or odds is None else _without(law, [modifier], paths)
    if odds is None or without is None:
        return None, None
    return without == odds, _added(law, odds, without)


def _added(
    law: Action[Any, Any], odds: Distribution[Any], without: Distribution[Any]
) -> Fraction | None:
    measure = next(iter(law.measures), None)
    return measure and odds.share(measure.holds) - without.share(measure.holds)


def _without(
    law: Action[Any, Any], modifiers: Iterable[Modifier[Any]], paths: int
) -> Distribution[Any] | None:
    """The odds if some modifiers did not count; None where that takes long, or cannot be."""
    tables = reduce(Tables.without, modifiers, law.tables)
    try:
        return type(law)(law.form, tables).procedure().odds(Budget(paths))
    except (BudgetExceededError, CalculatorError):
        return None

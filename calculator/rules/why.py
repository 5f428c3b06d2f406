"""Why odds are what they are: what each thing that counts does here, and all of them together.

Points add up; what they do does not. So each modifier is left out in turn, and then all of them,
and the odds are worked out again: what changes nothing is marked, and the sum is told apart from
what all do together.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from calculator.chance.every_path import Budget
from calculator.errors import BudgetExceededError, CalculatorError
from calculator.figures import points
from calculator.rules.modifiers import Factor, Modifier
from calculator.rules.tables import Tables

if TYPE_CHECKING:
    from calculator.chance.distribution import Distribution
    from calculator.rules.question import Odds, Question

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


def why(odds: Odds, paths: int = PATHS) -> Why:
    """What counts in some odds, each with what it does where that takes no more than `paths`."""
    question = odds.question
    pulled = [(one.modifier, one.factor.grounded(question.tables)) for one in question.law.pulls()]
    reasons = {modifier: _alone(odds, modifier, paths) for modifier, _ in pulled}
    return Why(
        tuple(Reason(factor, *reasons[modifier]) for modifier, factor in pulled),
        _together(odds, [modifier for modifier in reasons if not modifier.given], paths),
    )


def _alone(odds: Odds, modifier: Modifier[Any], paths: int) -> tuple[bool | None, Fraction | None]:
    """Whether a modifier changes nothing, and what it adds to the first measure."""
    if modifier.given or not odds.is_exact:
        return None, None
    without = _without(odds.question, [modifier], paths)
    if without is None:
        return None, None
    return without == odds.distribution, _added(odds, without)


def _together(odds: Odds, modifiers: list[Modifier[Any]], paths: int) -> Fraction | None:
    if not modifiers or not odds.is_exact:
        return None
    without = _without(odds.question, modifiers, paths)
    return None if without is None else _added(odds, without)


def _added(odds: Odds, without: Distribution[Any]) -> Fraction | None:
    measure = next(iter(odds.question.action.measures), None)
    if measure is None:
        return None
    return odds.distribution.share(measure.holds) - without.share(measure.holds)


def _without(
    question: Question, modifiers: Iterable[Modifier[Any]], paths: int
) -> Distribution[Any] | None:
    """The odds if some modifiers did not count; None where that takes long, or cannot be."""
    tables = reduce(Tables.without, modifiers, question.tables)
    try:
        return question.action(question.form, tables).procedure().odds(Budget(paths))
    except (BudgetExceededError, CalculatorError):
        return None

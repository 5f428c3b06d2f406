"""What odds consist of: every outcome with its weight, and why they are what they are."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final, NamedTuple

from calculator.chance.distribution import Distribution
from calculator.chance.every_path import Budget
from calculator.errors import CalculatorError
from calculator.figures import decimal, points
from calculator.rules.action import Action
from calculator.rules.modifiers import Factor, Modifier
from calculator.rules.outcome_json import outcome_json

IN_DEPTH: Final = 3_000
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
        worth = None if self.worth is None else float(self.worth)
        return {**self.factor.as_json(), "idle": self.idle, "worth": worth}


class Why(NamedTuple):
    """All that counts, and what it comes to: `together` is what all of it adds to the chance of the
    action's first measure; None where that is not known."""

    reasons: tuple[Reason, ...]
    together: Fraction | None = None

    def told_apart(self, measure: str) -> str:
        """That points add up and what they do does not; nothing where that is not known."""
        if self.together is None or sum(bool(one.worth) for one in self.reasons) < 2:
            return ""
        moved = f'they move "{measure}" by {points(float(self.together))} points'
        return f"Points add up, chances do not: together {moved}."


class Row(NamedTuple):
    """One outcome of a question and how likely it is.

    `weight` is of the total of the distribution or, of sampled odds, of all paths; `probability`
    the same as a number from 0 to 1, and `standard_error` by how much that may be off (0 if exact).
    """

    outcome: Any
    weight: int
    probability: float
    standard_error: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """The row as the command line prints it for machines."""
        return {
            "outcome": outcome_json(self.outcome),
            "label": self.outcome.label,
            "weight": decimal(self.weight),
            "probability": self.probability,
        }


def weighed(law: Action[Any, Any], odds: Distribution[Any] | None, paths: int) -> Why:
    """What counts by a law, and what it does in its `odds`, as far as working them out again takes
    no more than so many paths for each. Of sampled odds, which are None, nothing is worked out.

    Points add up; what they do does not. So each modifier is left out in turn, and then all."""
    measure, pulls = next(iter(law.measures), None), list(law.pulls())

    def without(*modifiers: Modifier[Any]) -> Distribution[Any] | None:
        """The odds if some modifiers did not count; None where that takes long, or cannot be."""
        tables = law.tables.without(*modifiers)
        try:
            wanted = odds is not None and modifiers
            return type(law)(law.form, tables).procedure().odds(Budget(paths)) if wanted else None
        except CalculatorError:
            return None

    def added(others: Distribution[Any] | None) -> Fraction | None:
        """What the first measure has beyond its share in other odds."""
        if odds is None or others is None or measure is None:
            return None
        return odds.share(measure.holds) - others.share(measure.holds)

    counting = [one for one in dict.fromkeys(pull.modifier for pull in pulls) if not one.given]
    others = {one: without(one) for one in counting}
    reasons = []
    for modifier, factor in pulls:
        rest = others.get(modifier)
        idle = None if rest is None else rest == odds
        reasons.append(Reason(factor.grounded(law.tables), idle, added(rest)))
    return Why(tuple(reasons), added(without(*counting)))

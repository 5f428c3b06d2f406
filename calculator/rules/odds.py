"""The odds of a question: every outcome with its weight, and why they are what they are.

Points add up; what they do does not. So each modifier is left out in turn, and then all of them,
and the odds are worked out again: what changes nothing is marked, and the sum is told apart from
what all do together.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import attrs

from calculator.chance.distribution import Distribution
from calculator.chance.every_path import Budget
from calculator.chance.sampled import Sample
from calculator.errors import CalculatorError
from calculator.figures import decimal, give_or_take, points
from calculator.forms import plain
from calculator.rules.action import Beneficiary, Decision, Outcome
from calculator.rules.modifiers import Factor, Modifier
from calculator.rules.outcome_json import outcome_json
from calculator.rules.tables import Tables

if TYPE_CHECKING:
    from calculator.rules.question import Question


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


@attrs.frozen(repr=False, slots=False)
class Odds:
    """The odds of every outcome, in the action's order of severity, and the factors behind them.

    They are exact unless there is a `sample`: then they are the shares of so many drawn paths.
    Iterating gives a `Row` for each outcome.
    """

    question: Question
    distribution: Distribution[Any]
    sample: Sample[Any] | None = None
    _losses: Mapping[str, Fraction] | None = attrs.field(default=None, eq=False)

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """The choices of both sides beside one another, where the action leaves them open."""
        question = self.question
        return tuple(question.law.decisions())

    @cached_property
    def losses(self) -> Mapping[str, Fraction]:
        """What each of several units loses on average, where the action says."""
        question = self.question
        if self._losses is not None:
            return self._losses
        return question.law.losses(self.is_exact)

    @cached_property
    def factors(self) -> tuple[Factor, ...]:
        """What counts, with what each rests on."""
        tables = self.question.tables
        return tuple(factor.grounded(tables) for factor in self.question.law.factors())

    @cached_property
    def why(self) -> Why:
        """What counts, each with what it does here, and what all of it does together."""
        return self.weighed()

    def weighed(self, paths: int = PATHS) -> Why:
        """The same, as far as working it out takes no more than so many paths for each."""
        pulls = list(self.question.law.pulls())
        counting = [one for one in dict.fromkeys(p.modifier for p in pulls) if not one.given]
        without = {one: self._without([one], paths) for one in counting}
        reasons = []
        for modifier, factor in pulls:
            others = without.get(modifier)
            idle = None if others is None else others == self.distribution
            grounded = factor.grounded(self.question.tables)
            reasons.append(Reason(grounded, idle, self._added(others)))
        return Why(tuple(reasons), self._added(self._without(counting, paths)))

    def _without(
        self, modifiers: Collection[Modifier[Any]], paths: int
    ) -> Distribution[Any] | None:
        """The odds if some modifiers did not count; None where that takes long, or cannot be."""
        if not (self.is_exact and modifiers):
            return None
        question = self.question
        tables = reduce(Tables.without, modifiers, question.tables)
        try:
            return question.action(question.form, tables).procedure().odds(Budget(paths))
        except CalculatorError:
            return None

    def _added(self, without: Distribution[Any] | None) -> Fraction | None:
        """What the first measure has beyond its share in other odds."""
        measure = next(iter(self.question.action.measures), None)
        if measure is None or without is None:
            return None
        return self.distribution.share(measure.holds) - without.share(measure.holds)

    @property
    def without_factors(self) -> str:
        """Why nothing pulls these odds either way, where nothing does; else nothing."""
        if not all(factor.effect for factor in self.factors):
            return ""
        if len(self.distribution) == 1:
            return "It is certain: the rules leave nothing to chance here."
        return "" if self.factors else "Nothing pulls these odds either way."

    @property
    def is_exact(self) -> bool:
        """Whether every path was counted, and none drawn."""
        return self.sample is None

    def rows(self) -> list[Row]:
        """Every outcome that can happen (or, if sampled, did), in order of severity."""
        total = self.total
        scale = total // self.distribution.total
        ordered = sorted(
            self.distribution.items(), key=lambda item: self.question.action.severity(item[0])
        )
        return [self._row(outcome, weight * scale, total) for outcome, weight in ordered]

    def _row(self, outcome: Any, weight: int, total: int) -> Row:
        return Row(outcome, weight, weight / total, self.standard_error(Fraction(weight, total)))

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows())

    @property
    def total(self) -> int:
        """What all weights add up to; the number of paths where they were sampled."""
        return self.sample.paths if self.sample else self.distribution.total

    def standard_error(self, share: Fraction | float) -> float:
        """By how much a chance read off these odds may be off, as a probability; 0 if exact."""
        return self.sample.standard_error(share) if self.sample else 0.0

    def is_like(self, other: Odds) -> bool:
        """Whether both have outcomes of one kind, so that they can be compared.

        An assault's and a march's have nothing to do with one another, even where two sound alike.
        """
        mine, theirs = (next(iter(odds.distribution)) for odds in (self, other))
        return type(mine) is type(theirs)

    @property
    def caveat(self) -> str:
        """What must be said of odds that are not exact, in a few words; nothing of exact ones."""
        if self.sample is None:
            return ""
        error = self.standard_error(Fraction(1, 2))
        return f"sampled along {self.sample.paths:,} paths, {give_or_take(error)} at most"

    def probability(self, outcome: Outcome) -> Fraction:
        """The chance of one outcome; 0 for one that cannot happen, or was not met on any path."""
        return self.distribution.probability(outcome)

    def measure(self, key: str) -> Fraction:
        """The chance that one of the action's measures holds."""
        return self.distribution.share(self.question.action.measure(key).holds)

    def expect(self, value: Callable[[Any], int | Fraction]) -> Fraction:
        """What `value` of the outcome comes to on average, e.g. ``lambda o: o.bases_lost``."""
        return self.distribution.mean(value)

    def at_least(self, outcome: Outcome) -> Fraction:
        """The chance of an outcome or a better one, for whom the action's severity names.

        Raises `CalculatorError` where no outcome is better than another for anybody.
        """
        action = self.question.action
        if action.severity.good_for is Beneficiary.NOBODY:
            raise CalculatorError(
                f"{action.label}: no outcome is better than another for anybody, so there are no "
                "odds of one or a better one"
            )
        return self.distribution.at_least(action.severity(outcome), action.severity)

    def refined(self, paths: int, workers: int | None = 1) -> Odds:
        """These odds from as many paths more; exact ones as they are. See `Question.estimate`."""
        if self.sample is None:
            return self
        return self.question.estimate(paths, workers=workers, after=self.sample)

    def as_json(self) -> dict[str, Any]:
        """The odds as the command line prints them for machines.

        Sampled odds say so under "sampled", and have a "standard-error" for each outcome.
        """
        sample = self.sample
        return {
            "system": self.question.system.key,
            "action": self.question.action.key,
            "form": plain(self.question.form),
            **({"sampled": {"paths": sample.paths, "seed": sample.seed}} if sample else {}),
            "total": decimal(self.total),
            "outcomes": [
                row.as_json() | ({"standard-error": row.standard_error} if sample else {})
                for row in self
            ],
            "factors": [reason.as_json() for reason in self.why.reasons],
            "together": None if self.why.together is None else float(self.why.together),
            **({"decisions": [one.as_json() for one in self.decisions]} if self.decisions else {}),
        }

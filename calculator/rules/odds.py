"""The odds of a question: every outcome with its weight, and what counts for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from calculator.chance.distribution import Distribution
from calculator.chance.sampled import Sample
from calculator.errors import CalculatorError
from calculator.figures import decimal, give_or_take
from calculator.forms import plain
from calculator.rules.action import Beneficiary, Outcome, Severity
from calculator.rules.modifiers import Factor
from calculator.rules.outcome_json import outcome_json

if TYPE_CHECKING:
    from calculator.rules.action import Decision
    from calculator.rules.question import Question
    from calculator.rules.why import Why


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

    def weighed(self, paths: int | None = None) -> Why:
        """The same, as far as working it out takes no more than so many paths for each."""
        from calculator.rules.why import PATHS, why  # not asked for in a first picture

        exact = self.distribution if self.is_exact else None
        return why(self.question.law, exact, paths or PATHS)

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
        severity = self._judged()
        return self.distribution.at_least(severity(outcome), severity)

    def _judged(self) -> Severity[Any]:
        severity = self.question.action.severity
        if severity.good_for is Beneficiary.NOBODY:
            raise CalculatorError(
                f"{self.question.action.label}: no outcome is better than another for anybody, "
                "so there are no odds of one or a better one"
            )
        return severity

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

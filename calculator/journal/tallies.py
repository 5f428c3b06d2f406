"""Drawn rulings against the exact odds of each: scores, and how often each outcome came up."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import attrs

from calculator.journal.recompute import Asked
from calculator.journal.statistics import ChiSquare, Scores, mahalanobis
from calculator.rules.system import Beneficiary

LEAST_EXPECTED: Final = 5
"""A count is tested where at least so many are expected (Cochran's rule)."""


@attrs.frozen
class Drawn:
    """A ruling with its question, its outcome, and a number from 0 to 1 as good as at random."""

    number: int
    side: str
    asked: Asked
    outcome: Any
    part: float

    @property
    def position(self) -> float:
        """The randomised transform: even from 0 to 1 if the draws are fair."""
        below, level = self._rung
        return below + self.part * level

    @property
    def favours(self) -> Beneficiary:
        """For whom an outcome is the better the higher it stands."""
        return self.asked.question.action.severity.good_for

    @property
    def score(self) -> float:
        """How well the side that asked fared: the chance of worse and half that of as good.

        Of no meaning where no outcome is better for anybody.
        """
        return self._score(*self._rung)

    @property
    def scores(self) -> Scores:
        """Every score that there could have been, with its chance."""
        return [(self._score(*rung), rung[1]) for rung in set(self.asked.ladder.values())]

    def _score(self, below: float, level: float) -> float:
        middle = below + level / 2
        return 1 - middle if self.favours is Beneficiary.TARGET else middle

    @property
    def _rung(self) -> tuple[float, float]:
        return self.asked.ladder[self.outcome]


@attrs.frozen
class Count:
    """How often an outcome of an action was drawn, and how often its odds made expect."""

    system: str
    action: str
    label: str
    drawn: int
    expected: float


def counts(drawn: Iterable[Drawn]) -> Iterator[Count]:
    """The counts of every outcome there could have been, by action and mildest first."""
    for (system, action), tally in _tallies(drawn):
        for outcome in tally.outcomes:
            expected = tally.expected[outcome]
            yield Count(system, action, outcome.label, tally.drawn[outcome], expected)


def outcome_test(drawn: Iterable[Drawn]) -> ChiSquare | None:
    """Chi-square of drawn against expected, actions added up; None where too few are expected."""
    tests = [tally.test() for _, tally in _tallies(drawn)]
    value, degrees = sum(value for value, _ in tests), sum(rank for _, rank in tests)
    return ChiSquare(value, degrees) if degrees else None


class _Tally:
    """All rulings of one action."""

    def __init__(self, rulings: Sequence[Drawn]) -> None:
        self.drawn: Counter[Any] = Counter(one.outcome for one in rulings)
        self.asked = Counter(one.asked for one in rulings)
        self.expected: defaultdict[Any, float] = defaultdict(float)
        for asked, times in self.asked.items():
            for outcome, weight in asked.odds.items():
                self.expected[outcome] += times * weight / asked.odds.total
        self.outcomes = sorted(self.expected, key=rulings[0].asked.severity)

    def test(self) -> tuple[float, int]:
        """The statistic and its degrees of freedom, neighbouring rare outcomes taken together."""
        cell_of = self._cells()
        size = len(set(cell_of.values()))
        gaps = [0.0] * size
        covariance = [[0.0] * size for _ in range(size)]
        for outcome, cell in cell_of.items():
            gaps[cell] += self.drawn[outcome] - self.expected[outcome]
        for asked, times in self.asked.items():
            shares = [0.0] * size
            for outcome, weight in asked.odds.items():
                shares[cell_of[outcome]] += weight / asked.odds.total
            for row, share in enumerate(shares):
                covariance[row][row] += times * share
                for column, other in enumerate(shares):
                    covariance[row][column] -= times * share * other
        return mahalanobis(gaps, covariance)

    def _cells(self) -> dict[Any, int]:
        """Which cell each outcome is counted in: enough is expected of every cell."""
        cells: list[list[Any]] = [[]]
        gathered, left = 0.0, sum(self.expected.values())
        for outcome in self.outcomes:
            if gathered >= LEAST_EXPECTED and left >= LEAST_EXPECTED:
                cells.append([])
                gathered = 0.0
            cells[-1].append(outcome)
            gathered += self.expected[outcome]
            left -= self.expected[outcome]
        return {outcome: place for place, cell in enumerate(cells) for outcome in cell}


def _tallies(drawn: Iterable[Drawn]) -> Iterator[tuple[tuple[str, str], _Tally]]:
    by_action: defaultdict[tuple[str, str], list[Drawn]] = defaultdict(list)
    for one in drawn:
        question = one.asked.question
        by_action[question.system.key, question.action.key].append(one)
    for action in sorted(by_action):
        yield action, _Tally(by_action[action])

"""The few distributions that an audit needs: chi-square, the normal, and sums of unlike scores."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

import attrs

Scores: TypeAlias = Sequence[tuple[float, float]]
"""Possible scores from 0 to 1 with their probabilities."""

MOST_CONVOLVED: Final = 40
"""Up to so many scores their sum is worked out by convolution, beyond by its moments."""

_NOTHING: Final = 1e-9


@attrs.frozen
class ChiSquare:
    """The outcome of a chi-square test: the statistic and its degrees of freedom, 1 or more."""

    value: float
    degrees: int

    @property
    def p_value(self) -> float:
        """The chance that fair draws give this much or more.

        Closed forms: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.4.4 and 26.4.5.
        """
        half = max(0.0, self.value) / 2
        if self.degrees % 2 == 0:
            tail, term, step = 0.0, math.exp(-half), 1.0
        else:
            tail, step = math.erfc(math.sqrt(half)), 1.5
            term = math.exp(-half) * math.sqrt(half / math.pi) * 2
        for _ in range(self.degrees // 2):
            tail += term
            term *= half / step
            step += 1
        return min(1.0, tail)


def mahalanobis(
    difference: Sequence[float], covariance: Sequence[Sequence[float]]
) -> tuple[float, int]:
    """d' C+ d and the rank of C, for a covariance C that may be singular, by elimination."""
    rows = [[*row, gap] for row, gap in zip(covariance, difference, strict=True)]
    least = _NOTHING * max((row[place] for place, row in enumerate(rows)), default=0.0)
    distance, rank = 0.0, 0
    for place, row in enumerate(rows):
        if (pivot := row[place]) <= least:
            continue
        distance += row[-1] ** 2 / pivot
        rank += 1
        for below in rows[place + 1 :]:
            factor = below[place] / pivot
            for column in range(place, len(row)):
                below[column] -= factor * row[column]
    return distance, rank


UNLIKELY: Final = 0.05
"""The p-value below which a test is said to find something."""

_UNLIKELY_IN_DEVIATIONS: Final = 1.6448536269514722


def share_as_kind(observed: Sequence[float], scores: Sequence[Scores]) -> float:
    """The chance that fair draws favour as much as the `observed` scores do.

    The sum of the logarithms of twice the scores: where the better of two draws is kept, an outcome
    comes up as many times more often than its chance as twice its score says, so by Neyman and
    Pearson's lemma no other test finds more who do that.
    """
    return Moments.of(_weighed(scores, fair=True)).share_above(sum(map(_weight, observed)))


def share_found(scores: Sequence[Scores]) -> float:
    """How often that test finds who kept the better of two draws in each of such rulings.

    The chance that it then comes out below `UNLIKELY`. It is small where most outcomes are all but
    certain: the second draw is then the first.
    """
    bound = Moments.of(_weighed(scores, fair=True)).upper_quantile
    return Moments.of(_weighed(scores, fair=False)).share_above(bound)


def _weight(score: float) -> float:
    return math.log(2 * max(score, _NOTHING))


def _weighed(scores: Sequence[Scores], *, fair: bool) -> Iterator[Scores]:
    """The weight of every score with its chance, of one fair draw or of the better of two."""
    for possible in scores:
        yield [
            (_weight(value), chance if fair else 2 * value * chance) for value, chance in possible
        ]


def share_above(observed: Sequence[float], scores: Sequence[Scores]) -> float:
    """The chance that the sum of independent `scores` is above that of the `observed` ones.

    Equal sums count half. Up to `MOST_CONVOLVED` scores are convolved on a grid of 1/128 or finer;
    the sum of more is nearly normal, and is taken so with a term for its skewness (Edgeworth).
    Either is right to about half a percent.
    """
    if len(scores) > MOST_CONVOLVED:
        return Moments.of(scores).share_above(sum(observed))
    steps = max(128, 65_536 // max(1, len(scores)) ** 2)
    chances = {0: 1.0}
    for score in scores:
        grown: dict[int, float] = {}
        for reached, chance in chances.items():
            for value, probability in score:
                step = reached + round(value * steps)
                grown[step] = grown.get(step, 0.0) + chance * probability
        chances = grown
    bound = sum(round(value * steps) for value in observed)
    above = sum(chance for step, chance in chances.items() if step > bound)
    return above + chances.get(bound, 0.0) / 2


@attrs.frozen
class Moments:
    """Mean, variance and third central moment of a sum of independent scores, taken as normal.

    With a term for its skewness: of Edgeworth for shares, of Cornish and Fisher for bounds.
    """

    mean: float
    variance: float
    third: float

    @classmethod
    def of(cls, scores: Iterable[Scores]) -> Moments:
        """Those of the sum of `scores`."""
        mean = variance = third = 0.0
        for score in scores:
            middle = sum(value * probability for value, probability in score)
            mean += middle
            variance += sum((value - middle) ** 2 * probability for value, probability in score)
            third += sum((value - middle) ** 3 * probability for value, probability in score)
        return cls(mean, variance, third)

    @property
    def _skewness(self) -> float:
        return self.third / (self.variance * math.sqrt(self.variance))

    def share_above(self, total: float) -> float:
        """The chance that the sum is above `total`; half where it can be but one."""
        if self.variance <= 0:
            return 0.5
        z = (total - self.mean) / math.sqrt(self.variance)
        density = math.exp(-z * z / 2) / math.sqrt(2 * math.pi)
        share = math.erfc(z / math.sqrt(2)) / 2 + density * self._skewness * (z * z - 1) / 6
        return min(1.0, max(0.0, share))

    @property
    def upper_quantile(self) -> float:
        """The total that the sum exceeds with the chance `UNLIKELY`."""
        z = _UNLIKELY_IN_DEVIATIONS
        skewness = self._skewness if self.variance > 0 else 0.0
        return self.mean + math.sqrt(self.variance) * (z + skewness * (z * z - 1) / 6)

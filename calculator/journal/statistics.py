"""The few distributions that an audit needs: chi-square, the normal, and sums of unlike scores."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, TypeAlias

import attrs

Scores: TypeAlias = Sequence[tuple[float, float]]
"""Possible scores from 0 to 1 with their probabilities."""

FEW: Final = 40
"""Up to so many scores their sum is worked out by convolution, beyond by its moments."""

_NOTHING: Final = 1e-9


@attrs.frozen
class ChiSquare:
    """The outcome of a chi-square test: the statistic and its degrees of freedom."""

    value: float
    degrees: int

    @property
    def p_value(self) -> float:
        """The chance that fair draws give this much or more."""
        return chi_square_tail(self.value, self.degrees)


def chi_square_tail(value: float, degrees: int) -> float:
    """The chance that chi-square with `degrees` (1 or more) degrees of freedom is `value` or more.

    Closed forms: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.4.4 and 26.4.5.
    """
    half = max(0.0, value) / 2
    if degrees % 2 == 0:
        tail, term, step = 0.0, math.exp(-half), 1.0
    else:
        tail, step = math.erfc(math.sqrt(half)), 1.5
        term = math.exp(-half) * math.sqrt(half / math.pi) * 2
    for _ in range(degrees // 2):
        tail += term
        term *= half / step
        step += 1
    return min(1.0, tail)


def normal_tail(value: float) -> float:
    """The chance that a standard normal is `value` or more."""
    return math.erfc(value / math.sqrt(2)) / 2


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


def share_as_kind(observed: Sequence[float], scores: Sequence[Scores]) -> float:
    """The chance that fair draws favour as much as the `observed` scores do.

    The sum of the logarithms of twice the scores: where the better of two draws is kept, an outcome
    comes up as many times more often than its chance as twice its score says, so by Neyman and
    Pearson's lemma no other test finds more who do that.
    """

    def weighed(score: float) -> float:
        return math.log(2 * max(score, _NOTHING))

    logs = [[(weighed(value), chance) for value, chance in score] for score in scores]
    return share_by_moments(sum(map(weighed, observed)), logs)


def share_above(observed: Sequence[float], scores: Sequence[Scores]) -> float:
    """The chance that the sum of independent `scores` is above that of the `observed` ones.

    Equal sums count half. Up to `FEW` scores are convolved on a grid of 1/128 or finer; the sum of
    more is nearly normal, and is taken so with a term for its skewness (Edgeworth). Either is right
    to about half a percent.
    """
    if len(scores) > FEW:
        return share_by_moments(sum(observed), scores)
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


def share_by_moments(total: float, scores: Sequence[Scores]) -> float:
    """The chance that the sum of independent `scores` is above `total`, as nearly normal."""
    mean = variance = third = 0.0
    for score in scores:
        middle = sum(value * probability for value, probability in score)
        mean += middle
        variance += sum((value - middle) ** 2 * probability for value, probability in score)
        third += sum((value - middle) ** 3 * probability for value, probability in score)
    if variance <= 0:
        return 0.5
    z = (total - mean) / math.sqrt(variance)
    density = math.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    skewness = third / (variance * math.sqrt(variance))
    share = normal_tail(z) + density * skewness * (z * z - 1) / 6
    return min(1.0, max(0.0, share))

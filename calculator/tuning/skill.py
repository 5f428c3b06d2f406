"""How good forecasts were: scores of chances against what happened, and how sure a score is.

The ranked probability score of three outcomes in their order (won, drawn, lost) is half the sum of
the squared distances of both cumulated chances from what happened; of battles that nobody drew and
forecasts that give no draw it is Brier's score.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import correlation, fmean
from typing import Final, NamedTuple

from calculator.chance.one_path import Stream
from calculator.errors import CalculatorError, how_to_add

SAMPLES: Final = 1000
"""Samples of the battles, drawn with replacement, by which an interval is found."""

Outcome = tuple[float, float, float]
"""The chances that the attacker won, that nobody did, that the defender did."""

OUTCOMES: Final[dict[str, Outcome]] = {
    "attacker": (1.0, 0.0, 0.0),
    "drawn": (0.0, 1.0, 0.0),
    "defender": (0.0, 0.0, 1.0),
}

_RIDGE: Final = 1e-6
"""Keeps a regression finite where the battles at hand fall apart cleanly."""

_STEPS: Final = 50
"""Of Newton's method, many more than it takes."""


class Interval(NamedTuple):
    """A mean, and where it lies in 95 samples of a hundred; None of a single battle."""

    mean: float
    low: float | None = None
    high: float | None = None


def ranked_score(forecast: Outcome, happened: Outcome) -> float:
    """The ranked probability score of one battle: 0 of who is sure and right, 1 sure and wrong."""
    first = forecast[0] - happened[0]
    second = forecast[0] + forecast[1] - happened[0] - happened[1]
    return (first**2 + second**2) / 2


def paired_bootstrap(differences: Sequence[float], seed: str) -> Interval:
    """The mean of differences battle by battle, with its interval by samples of the battles."""
    stream, count = Stream(seed), len(differences)
    if count < 2:
        return Interval(fmean(differences))
    means = sorted(
        fmean(differences[stream.below(count)] for _ in range(count)) for _ in range(SAMPLES)
    )
    low, high = means[int(0.025 * SAMPLES)], means[int(0.975 * SAMPLES) - 1]
    return Interval(fmean(differences), low, high)


def area_under_curve(chances: Sequence[float], won: Sequence[bool]) -> float | None:
    """How often a battle that was won had the greater chance than one that was lost."""
    yes = [chance for chance, did in zip(chances, won, strict=True) if did]
    no = [chance for chance, did in zip(chances, won, strict=True) if not did]
    if not (yes and no):
        return None
    return fmean((a > b) + (a == b) / 2 for a in yes for b in no)


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Spearman's: 1 where both rise together, 0 where the one says nothing of the other."""
    if len(first) < 3 or len(set(first)) == 1 or len(set(second)) == 1:
        return None
    return correlation(_ranks(first), _ranks(second))


def _ranks(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) + 1) / 2 for value in values]


def left_out_means(values: Sequence[float]) -> list[float]:
    """For each value the mean of all others: what a constant would have said of it."""
    total = sum(values)
    return [(total - value) / (len(values) - 1) for value in values]


def regression(rows: Sequence[Sequence[float]], won: Sequence[bool]) -> list[float]:
    """The weights of a logistic regression, by Newton's method. Raises `CalculatorError` without
    numpy, which the extra `charts` brings."""
    try:
        import numpy as np
    except ImportError:
        raise CalculatorError(f"regressions need numpy: {how_to_add('charts')}") from None
    known, happened = np.array(rows, dtype=float), np.array(won, dtype=float)
    weights = np.zeros(known.shape[1])
    for _ in range(_STEPS):
        chances = 1 / (1 + np.exp(-np.clip(known @ weights, -500, 500)))
        bends = known.T @ (known * (chances * (1 - chances))[:, None])
        bends += _RIDGE * np.eye(len(weights))
        step = np.linalg.solve(bends, known.T @ (happened - chances))
        weights = np.clip(weights + step, -50, 50)
    return [float(weight) for weight in weights]

"""A forecast in a few figures, each with its number of runs and its interval.

Intervals are of 95% confidence: Wilson's for shares, order statistics for medians. They say how far
more runs could move a figure, not how far the model is from history.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, floor, lgamma, log, sqrt
from typing import Final

import attrs

from calculator.tuning.battle import Run

Z: Final = 1.959964
"""The standard normal deviate of a two-sided 95% interval."""

CONFIDENCE: Final = 0.95
"""How often an interval is to hold the figure that endless runs would give."""


@attrs.frozen
class Estimate:
    """A simulated figure, its interval, and the number of runs that it is of."""

    value: float
    low: float
    high: float
    n: int


ESTIMATE: Final = tuple(field.name for field in attrs.fields(Estimate))
"""What an estimate holds, by name."""


TURNS: Final = "turns until an army gives up, median"


@attrs.frozen
class Summary:
    """What the runs came to: the figures by name, and how often each side won by its key.

    Medians are None of fewer than six runs, which say too little.
    """

    runs: int
    decided: int
    wins: dict[str, Estimate]
    figures: dict[str, Estimate | None]


def summarize(runs: Sequence[Run], sides: Sequence[str]) -> Summary:
    """The figures of all runs; `sides` are the keys of both sides in the order of the losses."""
    decided = [run for run in runs if len(run.broken) == 1]
    lost = [_side(run, sides, loser=True) for run in decided]
    won = [_side(run, sides, loser=False) for run in decided]
    wins = {
        side: share(sum(side not in run.broken for run in decided), len(runs)) for side in sides
    }
    figures = {
        **{f"{side} wins": estimate for side, estimate in wins.items()},
        "undecided": share(len(runs) - len(decided), len(runs)),
        TURNS: median([run.turns for run in decided]),
        **{
            f"{side} loss an hour, median": median([run.losses[place] / run.turns for run in runs])
            for place, side in enumerate(sides)
        },
        "losers' loss, median": median([loss for loss, _ in lost]),
        "winners' loss, median": median([loss for loss, _ in won]),
        "losers' loss an hour, median": median([loss / turns for loss, turns in lost]),
        "winners' loss an hour, median": median([loss / turns for loss, turns in won]),
    }
    return Summary(len(runs), len(decided), wins, figures)


def share(count: int, of: int) -> Estimate:
    """A share of runs with Wilson's interval."""
    observed = count / of
    spread = Z * sqrt(observed * (1 - observed) / of + Z**2 / (4 * of**2))
    middle, scale = observed + Z**2 / (2 * of), 1 + Z**2 / of
    low, high = (middle - spread) / scale, (middle + spread) / scale
    return Estimate(observed, low if count else 0.0, high if count < of else 1.0, of)


def median(values: Sequence[float]) -> Estimate | None:
    """The median with the interval between two order statistics; None of fewer than six values."""
    ordered, count = sorted(values), len(values)
    rank = median_rank(count)
    if not rank:
        return None
    middle = (ordered[(count - 1) // 2] + ordered[count // 2]) / 2
    return Estimate(middle, ordered[rank - 1], ordered[-rank], count)


@lru_cache(maxsize=64)
def median_rank(count: int) -> int:
    """Which lowest and highest of so many values enclose the median with 95% confidence.

    The innermost that do: the number of values below the median is binomial with chance 1/2. 0
    where not even the lowest and the highest do, of fewer than six values. What lies more than ten
    standard deviations below the middle is too little to add up.
    """
    rank, tail = max(0, floor(count / 2 - 5 * sqrt(count))), 0.0
    while True:
        ways = lgamma(count + 1) - lgamma(rank + 1) - lgamma(count - rank + 1)
        tail += exp(ways - count * log(2))
        if 2 * tail > 1 - CONFIDENCE:
            return rank
        rank += 1


def _side(run: Run, sides: Sequence[str], *, loser: bool) -> tuple[float, int]:
    place = next(n for n, side in enumerate(sides) if (side in run.broken) is loser)
    return run.losses[place], run.turns

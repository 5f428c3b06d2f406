"""Two versions of a battle fought from the same seeds: what the one adds to the other.

Each run of the one is set against the run of the other that is drawn from the same seed, so that
what both owe to their commanders' day cancels out. Intervals are of 95%, by the differences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final

import attrs

from calculator.errors import CalculatorError, Fault, FaultsError
from calculator.scenarios.model import Scenario
from calculator.tuning.battle import Run
from calculator.tuning.summary import Z

LEAST_DECIDED: Final = 30
"""Decided runs of each version below which nothing is said of who does better."""


@attrs.frozen
class PairedFigure:
    """A figure in both versions, and the difference with its interval.

    `unit` is "share", of 0 to 1, or "turns".
    """

    name: str
    unit: str
    before: float
    after: float
    low: float
    high: float

    @property
    def difference(self) -> float:
        """By how much the second version is above the first."""
        return self.after - self.before


def check_comparable(first: Scenario, second: Scenario) -> None:
    """Raise `CalculatorError` unless both are of one system, and `FaultsError` unless of the same
    sides."""
    if first.system.key != second.system.key:
        raise CalculatorError(
            f"{first.title} is played by {first.system.title}, {second.title} by "
            f"{second.system.title}: they cannot be compared"
        )
    keys, others = ([side.key for side in one.sides] for one in (first, second))
    if keys != others:
        problem = f"has the sides {', '.join(others)}"
        raise FaultsError([Fault("--against", problem, ", ".join(keys))])


def score(run: Run, side: str) -> float:
    """1 for a side that won a run, 0 for one that lost, 1/2 where nobody did or both broke."""
    if len(run.broken) != 1:
        return 0.5
    return float(side not in run.broken)


def paired_figures(
    sides: Sequence[str], before: Sequence[Run], after: Sequence[Run]
) -> Iterator[PairedFigure]:
    """Each side's score and loss, and the turns fought, of runs in the same order."""

    def figure(name: str, unit: str, value: Callable[[Run], float]) -> PairedFigure:
        was, now = [value(run) for run in before], [value(run) for run in after]
        differences = [new - old for old, new in zip(was, now, strict=True)]
        middle = fmean(differences)
        reach = Z * stdev(differences) / sqrt(len(differences)) if len(differences) > 1 else 1.0
        return PairedFigure(name, unit, fmean(was), fmean(now), middle - reach, middle + reach)

    for side in sides:
        yield figure(f"{side} score", "share", lambda run, side=side: score(run, side))  # type: ignore[misc]
    for place, side in enumerate(sides):
        yield figure(f"{side} loss", "share", lambda run, at=place: run.losses[at])  # type: ignore[misc]
    yield figure("turns", "turns", lambda run: run.turns)


def verdict(name: str, figure: PairedFigure, before: Sequence[Run], after: Sequence[Run]) -> str:
    """What the comparison says of a side's score, or that it cannot say it."""
    fewest = min(sum(len(run.broken) == 1 for run in runs) for runs in (before, after))
    if fewest < LEAST_DECIDED:
        return (
            f"Only {fewest} of {len(before)} runs were decided: too few to say who does better; "
            f"{LEAST_DECIDED} of each version are the least (--runs, --turns)."
        )
    if figure.low <= 0 <= figure.high:
        return f"So many runs show no difference in how {name} fares."
    worse = "worse" if figure.difference < 0 else "better"
    return f"{name} fares {worse} by {100 * abs(figure.difference):.0f} points in a hundred."

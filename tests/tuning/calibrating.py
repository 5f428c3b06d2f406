"""The free numbers of the forecast, found on history by a search that anyone can repeat.

The search tries the first points of a Halton sequence over a box of the free numbers. Each point is
scored by its Brier score, freed of what so few runs add to it, to which a quartile of losses or
hours that is off by as much as the bar (4 points, 2 hours) adds 1/5. The best point on all battles
is what the tables hold; each battle's own score is that of the point that is best on all the
others; and how far the choice depends on the battles at hand is said by choosing again on many
samples of them, drawn with replacement. `python -m tests.tuning.calibrating` does it all.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice
from statistics import fmean
from typing import Final, TypeAlias

import attrs

from calculator.chance.one_path import Stream
from calculator.cores import spread
from calculator.rules.armies import PastBattle
from calculator.tuning.battle import Battlefield
from calculator.tuning.history import Spread, forecast_spread, known_spread, quartiles
from calculator.tuning.refighting import SEED, Refought, fight_often, read_plain_battle, shipped
from calculator.tuning.variations import with_tables

BOUNDS: Final = {
    "forecast.tempo": (0.07, 0.11),
    "forecast.leadership": (3.2, 4.8),
    "forecast.resolve": (0.22, 0.28),
    "forecast.resolve-spread": (0.18, 0.26),
    "forecast.pursuit": (0.002, 0.018),
}
"""The free numbers, and between what they are looked for: where a wider search with fewer runs came
near history, and three of five battles of equals are decided within 16 turns."""

Supposed: TypeAlias = tuple[tuple[str, object], ...]
"""Other values of the tables under `forecast`, by key."""

POINTS: Final = 40
RUNS: Final = 24
"""Runs of each battle at each point."""
SAMPLES: Final = 400
"""Samples of the battles on which the choice is made again."""

_BARS: Final = {"losers": 0.04, "winners": 0.04, "hours": 2.0}
_WEIGHT: Final = 1 / 5
_BASES: Final = (2, 3, 5, 7, 11)


@attrs.frozen
class Found:
    """A free number: its value, and the interval that holds 95% of the choices on samples."""

    key: str
    value: float
    low: float
    high: float


@attrs.frozen
class Calibration:
    """What the search found: the numbers, the score on the battles they were found on, and the
    score with each battle left out of the search that found its numbers.
    """

    found: tuple[Found, ...]
    brier: float
    left_out: float


def points() -> list[Supposed]:
    """The points that are tried, in thousandths."""
    return [
        tuple(
            (key, str(Fraction(round(1000 * (low + part * (high - low))), 1000)))
            for (key, (low, high)), part in zip(BOUNDS.items(), place, strict=True)
        )
        for place in islice(_halton_points(), POINTS)
    ]


def _halton_points() -> Iterator[tuple[float, ...]]:
    number = 1
    while True:
        yield tuple(_radical_inverse(number, base) for base in _BASES)
        number += 1


def _radical_inverse(number: int, base: int) -> float:
    """The digits of a number mirrored at the point."""
    mirrored, scale = 0.0, 1.0
    while number:
        number, digit = divmod(number, base)
        scale /= base
        mirrored += digit * scale
    return mirrored


Trial = tuple[Refought, ...]
"""One battle, refought at every point."""


def trials(battles: Sequence[PastBattle], seed: str, workers: int | None = None) -> Iterator[Trial]:
    """Every battle refought at every point."""
    return spread(partial(_tried, seed=seed), iter(battles), 1, workers)


def _tried(past: PastBattle, seed: str) -> Trial:
    field = Battlefield(read_plain_battle(past))
    trial = []
    for point in points():
        field.suppose(with_tables(field.scenario, dict(point), "supposed").tables)
        trial.append(Refought(past, fight_often(field, past.name, range(RUNS), seed)))
    return tuple(trial)


def calibrate(tried: Sequence[Trial], seed: str) -> Calibration:
    """What the trials come to; drawn battles teach nothing of who wins and are passed over."""
    tried = [trial for trial in tried if trial[0].past.winner != "drawn"]
    everything = range(len(tried))
    best = _best(tried, everything)
    errors = [
        fair_error(tried[index][_best(tried, [n for n in everything if n != index])])
        for index in everything
    ]
    stream = Stream(seed)
    chosen = [_best(tried, [stream.below(len(tried)) for _ in everything]) for _ in range(SAMPLES)]
    tables = [{key: float(Fraction(str(value))) for key, value in point} for point in points()]
    found = []
    for key in BOUNDS:
        values = sorted(tables[number][key] for number in chosen)
        low, high = values[int(0.025 * SAMPLES)], values[int(0.975 * SAMPLES) - 1]
        found.append(Found(key, tables[best][key], low, high))
    brier = fmean(fair_error(trial[best]) for trial in tried)
    return Calibration(tuple(found), brier, fmean(errors))


def fair_error(one: Refought) -> float:
    """What the Brier score of a battle would be of endless runs, as far as these tell.

    A share of few runs lies off the chance that it stands for, and its square adds to the score
    p(1 - p) / (n - 1) on average.
    """
    return one.error - one.chance * (1 - one.chance) / max(1, len(one.runs) - 1)


def _best(tried: Sequence[Trial], battles: Sequence[int]) -> int:
    """The point that does best on some of the battles, by number."""
    known = known_spread([tried[index][0].past for index in battles])
    marks = []
    for number in range(len(tried[0])):
        refought = [tried[index][number] for index in battles]
        brier = fmean(map(fair_error, refought))
        marks.append(brier + _WEIGHT * _distance(forecast_spread(refought), known))
    return marks.index(min(marks))


def _distance(ours: Spread, known: Spread) -> float:
    """The mean square of how far quartiles are off, in units of their bars."""
    parts = []
    for name, bar in _BARS.items():
        mine, theirs = quartiles(ours[name]), quartiles(known[name])
        if mine and theirs:
            parts += [((a - b) / bar) ** 2 for a, b in zip(mine, theirs, strict=True)]
    return fmean(parts) if parts else 0.0


def main() -> None:
    """Search on the battles that come with the package, and print what is found."""
    found = calibrate(list(trials(shipped(), SEED)), SEED)
    for one in found.found:
        sys.stdout.write(f"{one.key} {one.value:.3f} ({one.low:.3f} to {one.high:.3f})\n")
    sys.stdout.write(f"Brier score {found.brier:.3f}; each left out {found.left_out:.3f}\n")


if __name__ == "__main__":
    main()

"""Forecasts held against history: battles refought as plain armies, and scored.

The score of a winner is Brier's: the squared distance between the chance that the forecast gave the
attacker and what happened, an undecided run counting half. Beside it stand the scores of a coin, of
the ratio of forces alone, and of ratio and prepared defence, both by logistic regression with each
battle left out in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from hashlib import sha256
from math import exp, log, sqrt
from pathlib import Path
from statistics import fmean, quantiles, stdev
from typing import Final, TypeAlias

import attrs

from calculator.chance.one_path import SEED_BYTES, Stream, seed_digits
from calculator.cores import spread
from calculator.errors import CalculatorError, how_to_add
from calculator.rules.forecast_plan import SIDES, PastBattle
from calculator.scenarios.loading import read_scenario
from calculator.scenarios.model import Scenario
from calculator.scenarios.source import Source
from calculator.tuning.battle import Battlefield, planned_systems
from calculator.tuning.drafts import with_tables
from calculator.tuning.fighting import Run, RunInProgress
from calculator.tuning.forecast import run_seed

FEWEST: Final = 6
"""Decided runs below which no median or quartile is shown."""

COVERED: Final = (0.1, 0.9)
"""The part of the runs within which the true loss should lie 80 times in a hundred."""

_RIDGE: Final = 1e-6
"""Keeps a regression finite where the battles at hand fall apart cleanly."""

_STEPS: Final = 50
"""Of Newton's method, many more than it takes."""


@attrs.frozen
class Refought:
    """A battle of history with the runs of its forecast."""

    past: PastBattle
    runs: tuple[Run, ...]

    @property
    def chance(self) -> float:
        """The share of runs that the attacker won, undecided ones counted half."""
        won = sum(run.broken == ("defender",) for run in self.runs)
        lost = sum(run.broken == ("attacker",) for run in self.runs)
        return (won + (len(self.runs) - won - lost) / 2) / len(self.runs)

    @property
    def decided(self) -> list[Run]:
        """The runs in which one side alone gave up."""
        return [run for run in self.runs if len(run.broken) == 1]

    @property
    def losses(self) -> tuple[float, float]:
        """What the attacker lost and what the defender did, the mean of all runs."""
        first, second = (fmean(run.losses[place] for run in self.runs) for place in (0, 1))
        return first, second

    @property
    def turns(self) -> float:
        """How many turns were fought, the mean of all runs."""
        return fmean(run.turns for run in self.runs)

    @property
    def error(self) -> float:
        """The Brier score of this battle."""
        return (self.chance - (self.past.winner == "attacker")) ** 2

    @property
    def fair_error(self) -> float:
        """What the Brier score would be of endless runs, as far as these tell.

        A share of few runs lies off the chance that it stands for, and its square adds to the
        score p(1 - p) / (n - 1) on average.
        """
        return self.error - self.chance * (1 - self.chance) / max(1, len(self.runs) - 1)

    def covered(self) -> list[bool]:
        """For each army whether its true loss lies within the middle 80% of the forecast's."""
        found = []
        for place, force in enumerate(self.past.forces):
            losses = sorted(run.losses[place] for run in self.runs)
            low, high = (losses[min(len(losses) - 1, int(p * len(losses)))] for p in COVERED)
            found.append(low <= force.lost <= high)
        return found


@attrs.frozen
class Score:
    """How a forecast of many battles did: a Brier score, and how far it is from this one's.

    `difference` is that score less the forecast's, battle by battle, with its interval of 95%.
    """

    name: str
    brier: float | None
    difference: float | None = None
    low: float | None = None
    high: float | None = None


def refight(
    battles: Sequence[PastBattle], runs: int, seed: str, workers: int | None = None
) -> Iterator[Refought]:
    """Each battle fought `runs` times, the same whoever works it out."""
    return spread(partial(_refought, runs=runs, seed=seed), iter(battles), 1, workers)


def _refought(past: PastBattle, runs: int, seed: str) -> Refought:
    return Refought(past, fight_often(past, range(runs), seed, {}))


def fight_often(
    past: PastBattle, numbers: Sequence[int], seed: str, supposed: Mapping[str, object]
) -> tuple[Run, ...]:
    """Some runs of a battle of history, by number.

    Each battle has a seed of its own: with one for all, an army better led in a run of one battle
    would be better led in that run of every battle, and a score would tell of little but the seed.
    """
    field = _field(past)
    scenario = field.scenario
    tables = with_tables(scenario, supposed, "supposed").tables if supposed else scenario.tables
    field.suppose(tables)
    own = sha256(f"{seed_digits(seed)} {past.name}".encode()).hexdigest()[: 2 * SEED_BYTES]
    return tuple(RunInProgress(field, Stream(run_seed(own, number))).run() for number in numbers)


@lru_cache(maxsize=64)
def _field(past: PastBattle) -> Battlefield:
    return Battlefield(read_plain_battle(past))


def read_plain_battle(past: PastBattle) -> Scenario:
    """Two plain armies, as the first system has them that has a plan for forecasts."""
    plan = next(planned_systems()).forecast
    assert plan is not None, "a system with a plan"
    return read_scenario(Source(Path("plain.toml"), "", plan.plain_battle(past)))


_FEATURES: Final[Mapping[str, Callable[[PastBattle], list[float]]]] = {
    "ratio": lambda past: [1.0, log(past.ratio)],
    "ratio and defence": lambda past: [
        1.0,
        log(past.ratio),
        float(past.defence in {"prepared", "fortified"}),
    ],
}
"""What others have forecast battles by."""


def scores(refought: Sequence[Refought]) -> list[Score]:
    """The forecast's score, and what a coin, the ratio, and ratio and defence would have got.

    Drawn battles are left out. None where there are too few battles for it.
    """
    decided = [one for one in refought if one.past.winner != "drawn"]
    errors = [one.error for one in decided]
    if not errors:
        return [Score("forecast", None)]
    results = [Score("forecast", fmean(errors)), _beside("coin", [0.25] * len(errors), errors)]
    for name, feature in _FEATURES.items():
        others = _left_out([one.past for one in decided], feature)
        results.append(_beside(name, others, errors) if others else Score(name, None))
    return results


def _beside(name: str, others: Sequence[float], errors: Sequence[float]) -> Score:
    differences = [other - own for other, own in zip(others, errors, strict=True)]
    middle = fmean(differences)
    if len(differences) < 2:
        return Score(name, fmean(others), middle)
    reach = 1.96 * stdev(differences) / sqrt(len(differences))
    return Score(name, fmean(others), middle, middle - reach, middle + reach)


def _left_out(
    battles: Sequence[PastBattle], feature: Callable[[PastBattle], list[float]]
) -> list[float]:
    """The squared error of a logistic regression on each battle, made of all others."""
    rows = [feature(past) for past in battles]
    won = [past.winner == "attacker" for past in battles]
    if len(rows) <= len(rows[0]) + 1:
        return []
    errors = []
    for index, row in enumerate(rows):
        weights = regression(rows[:index] + rows[index + 1 :], won[:index] + won[index + 1 :])
        errors.append((_logistic(weights, row) - won[index]) ** 2)
    return errors


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


def _logistic(weights: Sequence[float], row: Sequence[float]) -> float:
    power = sum(weight * value for weight, value in zip(weights, row, strict=True))
    return 1 / (1 + exp(-max(-500.0, min(500.0, power))))


Spread: TypeAlias = Mapping[str, list[float]]
"""What losers lost and what winners did, and how long it was fought: all values by name."""


def forecast_spread(refought: Sequence[Refought]) -> Spread:
    """Of all decided runs of all battles; a turn is an hour."""
    runs = [run for one in refought for run in one.decided]
    beaten = [SIDES.index(run.broken[0]) for run in runs]
    return {
        "losers": [run.losses[place] for run, place in zip(runs, beaten, strict=True)],
        "winners": [run.losses[1 - place] for run, place in zip(runs, beaten, strict=True)],
        "hours": [float(run.turns) for run in runs],
    }


def known_spread(battles: Sequence[PastBattle]) -> Spread:
    """Of history: of all battles that were decided, and hours where they are known."""
    decided = [past.lost for past in battles if past.winner != "drawn"]
    return {
        "losers": [loser for loser, _ in decided],
        "winners": [winner for _, winner in decided],
        "hours": [past.hours for past in battles if past.hours is not None],
    }


def quartiles(values: Sequence[float]) -> list[float] | None:
    """The quartiles; None of too few values."""
    return quantiles(values, n=4) if len(values) >= FEWEST else None


def covered(refought: Sequence[Refought]) -> float:
    """How often the true loss of an army lies within the forecast's 80%."""
    return fmean(inside for one in refought for inside in one.covered())

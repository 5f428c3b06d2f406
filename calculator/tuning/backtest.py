"""Forecasts held against history: battles refought as plain armies, and scored.

The score of a winner is Brier's: the squared distance between the chance that the forecast gave the
attacker and what happened, an undecided run counting half. Beside it stand the scores of a coin, of
the ratio of forces alone, and of ratio and prepared defence, both by logistic regression with each
battle left out in turn; beside losses and hours, what a constant would have said of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from hashlib import sha256
from itertools import pairwise
from math import log
from pathlib import Path
from statistics import fmean, quantiles
from typing import Final, TypeAlias

import attrs

from calculator.chance.one_path import SEED_BYTES, Stream, seed_digits
from calculator.cores import spread
from calculator.rules.forecast_plan import SIDES, PastBattle
from calculator.scenarios.loading import read_scenario
from calculator.scenarios.model import Scenario
from calculator.scenarios.source import Source
from calculator.tuning.battle import Battlefield, Run, planned_systems
from calculator.tuning.drafts import with_tables
from calculator.tuning.fighting import RunInProgress
from calculator.tuning.forecast import run_seed
from calculator.tuning.past import SEED
from calculator.tuning.skill import (
    OUTCOMES,
    Outcome,
    area_under_curve,
    left_out_means,
    logistic,
    paired_bootstrap,
    rank_correlation,
    ranked_score,
    regression,
    spread_by_runs,
)

FEWEST: Final = 6
"""Decided runs below which no median or quartile is shown."""

COVERED: Final = (0.1, 0.9)
"""The part of the runs within which the true loss should lie 80 times in a hundred."""

MARGIN: Final = 0.05
"""By how much of its men one army must have lost more than the other, where nobody gave up, for the
other to be the one that stands higher; by designer's judgement, for a base is a fifth of a brigade.
"""

_PARTS: Final = 8
"""Parts of the runs, each left out in turn to see how far another seed would move a score."""

_BINS: Final = 4
"""Groups of as many battles, by what was forecast, whose mean is set beside what happened."""


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
    def three_ways(self) -> Outcome:
        """The shares of runs that the attacker won, that nobody did, that the defender did.

        Where nobody gave up, who lost less of his men by more than the margin stands higher.
        """
        ahead = [run.losses[1] - run.losses[0] for run in self.runs if not run.broken]
        won = sum(run.broken == ("defender",) for run in self.runs)
        lost = sum(run.broken == ("attacker",) for run in self.runs)
        won += sum(by > MARGIN for by in ahead)
        lost += sum(by < -MARGIN for by in ahead)
        count = len(self.runs)
        return won / count, (count - won - lost) / count, lost / count

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
        others = left_out_errors([one.past for one in decided], feature)
        results.append(_beside(name, others, errors) if others else Score(name, None))
    return results


def _beside(name: str, others: Sequence[float], errors: Sequence[float]) -> Score:
    differences = [other - own for other, own in zip(others, errors, strict=True)]
    if len(differences) < 2:
        return Score(name, fmean(others), fmean(differences))
    return Score(name, fmean(others), *attrs.astuple(paired_bootstrap(differences, SEED)))


@attrs.frozen
class BesideConstant:
    """How far a forecast of a number is off on average, and how far a constant; and whether the
    forecast rises with what happened (Spearman's rank correlation)."""

    name: str
    error: float
    constant: float
    correlation: float | None


@attrs.frozen
class Skill:
    """What else a score does not say: how well chances are told apart and borne out.

    `area` is how often a won battle had the greater chance than a lost one; `slope` 1 where
    log-odds are borne out, less where the forecast is too sure; `bins` the mean forecast of groups
    of battles beside the share won; `seed` how far another seed would move the Brier score.
    `ranked` is the ranked probability score of three outcomes, `constant` what each battle would
    have had by the shares of the others.
    """

    area: float | None
    slope: float | None
    bins: tuple[tuple[float, float, int], ...]
    seed: float | None
    ranked: float
    constant: float | None
    numbers: tuple[BesideConstant, ...]


def skill(refought: Sequence[Refought]) -> Skill:
    """What the scores of a winner do not say."""
    decided = [one for one in refought if one.past.winner != "drawn"]
    chances = [one.chance for one in decided]
    won = [one.past.winner == "attacker" for one in decided]
    return Skill(
        area=area_under_curve(chances, won),
        slope=_slope(decided, won),
        bins=tuple(_bins(chances, won)),
        seed=_spread_by_seed(decided),
        ranked=fmean(ranked_score(one.three_ways, OUTCOMES[one.past.winner]) for one in refought),
        constant=_ranked_constant([OUTCOMES[one.past.winner] for one in refought]),
        numbers=tuple(_beside_constants(refought)),
    )


def _slope(decided: Sequence[Refought], won: Sequence[bool]) -> float | None:
    """Of a logistic regression of what happened on the forecast's log-odds, shares of no and of all
    runs taken as half a run off."""
    if len(decided) < FEWEST or len(set(won)) == 1:
        return None
    rows = []
    for one in decided:
        edge = 1 / (2 * len(one.runs))
        chance = min(max(one.chance, edge), 1 - edge)
        rows.append([1.0, log(chance / (1 - chance))])
    return regression(rows, won)[1]


def _bins(chances: Sequence[float], won: Sequence[bool]) -> Iterator[tuple[float, float, int]]:
    ordered = sorted(zip(chances, won, strict=True))
    ends = [len(ordered) * number // _BINS for number in range(_BINS + 1)]
    for first, last in pairwise(ends):
        if group := ordered[first:last]:
            yield fmean(chance for chance, _ in group), fmean(did for _, did in group), len(group)


def _spread_by_seed(decided: Sequence[Refought]) -> float | None:
    if not decided or len(decided[0].runs) < 2 * _PARTS:
        return None
    return spread_by_runs(
        [
            fmean(
                attrs.evolve(
                    one, runs=tuple(r for n, r in enumerate(one.runs) if n % _PARTS != part)
                ).error
                for one in decided
            )
            for part in range(_PARTS)
        ]
    )


def _ranked_constant(happened: Sequence[Outcome]) -> float | None:
    if len(happened) < 2:
        return None
    shares = zip(*map(left_out_means, zip(*happened, strict=True)), strict=True)
    return fmean(
        ranked_score((won, drawn, lost), real)
        for (won, drawn, lost), real in zip(shares, happened, strict=True)
    )


def _beside_constants(refought: Sequence[Refought]) -> Iterator[BesideConstant]:
    """Losses of each side, and hours where they are known."""
    for place, side in enumerate(SIDES):
        known = [one.past.forces[place].lost for one in refought]
        yield from _beside_constant(f"{side}'s loss", [o.losses[place] for o in refought], known)
    timed = [(one.turns, one.past.hours) for one in refought if one.past.hours is not None]
    yield from _beside_constant("hours", [turns for turns, _ in timed], [h for _, h in timed])


def _beside_constant(
    name: str, forecast: Sequence[float], known: Sequence[float]
) -> Iterator[BesideConstant]:
    if len(known) > 1:
        constant = left_out_means(known)
        yield BesideConstant(
            name,
            fmean(abs(a - b) for a, b in zip(forecast, known, strict=True)),
            fmean(abs(a - b) for a, b in zip(constant, known, strict=True)),
            rank_correlation(forecast, known),
        )


def left_out_errors(
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
        errors.append((logistic(weights, row) - won[index]) ** 2)
    return errors


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

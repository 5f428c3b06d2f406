"""Forecasts: a battle fought thousands of times, on all cores or a cluster, in a few figures.

A forecast is simulated, so it is never called odds, and every figure comes with its interval of 95%
confidence: Wilson's for shares, order statistics for medians. They say how far more runs could move
a figure, not how far the model is from history. Run number n of a forecast is drawn from SHA-256 of
the seed and n, whoever draws it: the figures are the same to the last digit however the work is
shared out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from math import exp, floor, lgamma, log, sqrt
from pathlib import Path
from typing import Final

import attrs

from calculator.chance.one_path import SEED_BYTES, Stream, fresh_seed, seed_bytes, seed_digits
from calculator.cores import spread, spread_on
from calculator.errors import CalculatorError, every
from calculator.rules.system import RuleSystem
from calculator.scenarios.loading import read_scenario
from calculator.scenarios.model import Role
from calculator.scenarios.places import find_scenario
from calculator.scenarios.source import open_source, parse_source
from calculator.tuning.acting import read_policy
from calculator.tuning.battle import Battlefield, Run
from calculator.tuning.fighting import RunInProgress
from calculator.tuning.story import RunStory

CHUNK: Final = 25
"""Runs that a worker is handed at once."""

MOST_RUNS: Final = 1_000_000

MOST_TURNS: Final = 99
"""Turns at most, as a scenario file may name."""


def check_runs(runs: int, most: int) -> None:
    """Raise `CalculatorError` unless it is a whole number of runs, up to so many."""
    if type(runs) is not int or not 1 <= runs <= most:
        raise CalculatorError(f"a forecast has 1 to {most:,} runs, not {runs}")


def _seed(typed: str | None) -> str:
    """A seed as it is typed, or a fresh one."""
    return fresh_seed() if typed is None else seed_digits(typed)


@attrs.frozen
class Forecast:
    """What is fought: a scenario by name or path, how often, from what seed.

    `text` is the text of the scenario's file, which workers elsewhere read in place of the file;
    `orders` are policies by role, in place of the plan's.
    """

    scenario: str
    runs: int
    seed: str = attrs.field(converter=_seed)
    turns: int | None = None
    text: str = ""
    orders: tuple[tuple[Role, str], ...] = ()

    def __attrs_post_init__(self) -> None:
        check_runs(self.runs, MOST_RUNS)
        if self.turns is not None and not 1 <= self.turns <= MOST_TURNS:
            raise CalculatorError(f"a forecast lasts 1 to {MOST_TURNS} turns, not {self.turns}")


def forecast(
    asked: Forecast, workers: int | None = None, scheduler: str = "", patience: float = 10
) -> Iterator[Run]:
    """All runs in order, each portion as soon as it and those before it are done.

    `workers` processes share the work, by default one for each core; or a Dask cluster by the
    address of its `scheduler`, e.g. "tcp://10.0.0.1:8786", to which the scenario goes. Raises
    `CalculatorError` for a scenario that cannot be fought, and as `spread_on` does.
    """
    field_of(asked)
    if not scheduler:
        return spread(partial(fight, asked), iter(range(asked.runs)), CHUNK, workers)
    asked = attrs.evolve(asked, text=asked.text or open_source(find_scenario(asked.scenario)).text)
    return spread_on(scheduler, partial(fight, asked), range(asked.runs), CHUNK, patience)


def fight(asked: Forecast, number: int) -> Run:
    """One run of a forecast."""
    return RunInProgress(field_of(asked), Stream(run_seed(asked.seed, number))).run()


@lru_cache(maxsize=4)
def field_of(asked: Forecast) -> Battlefield:
    """The scenario of a forecast made ready. Raises `CalculatorError` if it cannot be."""
    source = open_source(find_scenario(asked.scenario)) if not asked.text else None
    scenario = read_scenario(source or parse_source(Path(asked.scenario), asked.text))
    turns = scenario.turns if asked.turns is None else asked.turns
    return Battlefield(attrs.evolve(scenario, turns=turns), dict(asked.orders))


def tell(asked: Forecast, number: int = 0) -> RunStory:
    """One run of a forecast as a story, a line for each thing that came of something."""
    field = field_of(asked)
    story = RunStory(field)
    RunInProgress(field, Stream(run_seed(asked.seed, number)), story).run()
    return story


def read_orders(system: RuleSystem, policy: str, reply: str) -> tuple[tuple[Role, str], ...]:
    """What both armies are ordered to do, if anything. Raises `FaultsError` with every fault."""
    orders = ((Role.ATTACKER, "--policy", policy), (Role.DEFENDER, "--reply", reply))
    ordered = [order for order in orders if order[2]]
    every(*(partial(read_policy, text, system, option) for _, option, text in ordered))
    return tuple((role, text) for role, _, text in ordered)


def run_seed(seed: str, number: int) -> str:
    """The seed of run `number`: SHA-256 of the 16 bytes of the seed and 8 of the number, cut."""
    digest = hashlib.sha256(seed_bytes(seed) + number.to_bytes(8, "big")).digest()
    return digest[:SEED_BYTES].hex()


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
    lost = [run.lost_by(sides) for run in decided]
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
        **{
            f"{whose} loss{of}, median": median(
                [
                    both[place] / (run.turns if of else 1)
                    for both, run in zip(lost, decided, strict=True)
                ]
            )
            for of in ("", " an hour")
            for place, whose in enumerate(("losers'", "winners'"))
        },
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

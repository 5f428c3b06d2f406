"""Forecasts: a battle fought thousands of times from seeds, on all cores or a cluster.

A forecast is simulated, so it is never called odds, and every figure comes with its interval. Run
number n of a forecast is drawn from SHA-256 of the seed and n, whoever draws it: the figures are
the same to the last digit however the work is shared out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

import attrs

from calculator.chance.one_path import SEED_BYTES, Stream, fresh_seed, seed_bytes, seed_digits
from calculator.cores import each, spread
from calculator.errors import CalculatorError, every, how_to_add
from calculator.rules.system import RuleSystem
from calculator.scenarios.loading import read_scenario
from calculator.scenarios.model import Role, Scenario
from calculator.scenarios.places import find_scenario
from calculator.scenarios.source import open_source, parse_source
from calculator.tuning.battle import Battlefield, Run
from calculator.tuning.drafts import with_tables
from calculator.tuning.fighting import RunInProgress
from calculator.tuning.policy import read_policy
from calculator.tuning.story import RunStory

CHUNK: Final = 25
"""Runs that a worker is handed at once."""

MOST_RUNS: Final = 1_000_000

MOST_TURNS: Final = 99
"""Turns at most, as a scenario file may name."""


def _seed(typed: str | None) -> str:
    """A seed as it is typed, or a fresh one."""
    return fresh_seed() if typed is None else seed_digits(typed)


@attrs.frozen
class Forecast:
    """What is fought: a scenario by name or path, other table values, how often, from what seed.

    `text` is the text of the scenario's file, which workers elsewhere read in place of the file;
    `orders` are policies by role, in place of the plan's.
    """

    scenario: str
    runs: int
    seed: str = attrs.field(converter=_seed)
    tables: tuple[tuple[str, object], ...] = ()
    turns: int | None = None
    text: str = ""
    orders: tuple[tuple[Role, str], ...] = ()

    def __attrs_post_init__(self) -> None:
        if not 1 <= self.runs <= MOST_RUNS:
            raise CalculatorError(f"a forecast has 1 to {MOST_RUNS:,} runs, not {self.runs:,}")
        if self.turns is not None and not 1 <= self.turns <= MOST_TURNS:
            raise CalculatorError(f"a forecast lasts 1 to {MOST_TURNS} turns, not {self.turns}")

    def chunks(self) -> list[range]:
        """The runs by number, in the portions that workers are handed."""
        return [range(first, min(first + CHUNK, self.runs)) for first in range(0, self.runs, CHUNK)]


def forecast(asked: Forecast, workers: int | None = None) -> Iterator[Run]:
    """All runs in order, each portion as soon as it and those before it are done.

    `workers` processes share the work, by default one for each core.
    """
    field_of(asked)
    return spread(partial(fight, asked), iter(range(asked.runs)), CHUNK, workers)


def forecast_on(scheduler: str, asked: Forecast, patience: float = 10) -> Iterator[Run]:
    """The same runs on a Dask cluster, e.g. "tcp://10.0.0.1:8786".

    `patience` is how many seconds to wait for the scheduler. Its workers need the calculator
    installed, of the same version; the scenario goes to them. Raises `CalculatorError` for a
    scenario that cannot be fought, where Dask is not installed, or the scheduler does not answer.
    """
    field_of(asked)
    client = _client(scheduler, patience)
    asked = attrs.evolve(asked, text=asked.text or open_source(find_scenario(asked.scenario)).text)
    with client:
        work = partial(each, partial(fight, asked))
        futures: list[Any] = client.map(work, asked.chunks(), pure=False)
        for future in futures:
            yield from future.result()


def _client(scheduler: str, patience: float) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise CalculatorError(f"--scheduler needs Dask: {how_to_add('cluster')}") from None
    try:
        return Client(scheduler, timeout=patience)  # type: ignore[no-untyped-call]
    except (OSError, TimeoutError, ValueError) as fault:
        raise CalculatorError(f"no Dask scheduler answers at {scheduler}: {fault}") from None


def fight(asked: Forecast, number: int) -> Run:
    """One run of a forecast."""
    return RunInProgress(field_of(asked), Stream(run_seed(asked.seed, number))).run()


@lru_cache(maxsize=4)
def field_of(asked: Forecast) -> Battlefield:
    """The scenario of a forecast made ready. Raises `CalculatorError` if it cannot be."""
    return Battlefield(scenario_of(asked), dict(asked.orders))


@lru_cache(maxsize=4)
def scenario_of(asked: Forecast) -> Scenario:
    """What a forecast fights, with its table values and turns. Raises `FaultsError`."""
    source = open_source(find_scenario(asked.scenario)) if not asked.text else None
    scenario = read_scenario(source or parse_source(Path(asked.scenario), asked.text))
    if asked.tables:
        values: Mapping[str, object] = dict(asked.tables)
        scenario = with_tables(scenario, values, "forecast")
    if asked.turns is not None:
        scenario = attrs.evolve(scenario, turns=asked.turns)
    return scenario


def tell(asked: Forecast, number: int = 0) -> list[str]:
    """One run of a forecast as a story, a line for each thing that came of something."""
    field = field_of(asked)
    story = RunStory(field)
    RunInProgress(field, Stream(run_seed(asked.seed, number)), story).run()
    return story.lines


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

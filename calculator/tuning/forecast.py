"""Forecasts: a battle fought thousands of times from seeds, on all cores or a cluster.

A forecast is simulated, so it is never called odds, and every figure comes with its interval. Run
number n of a forecast is drawn from SHA-256 of the seed and n, whoever draws it: the figures are
the same to the last digit however the work is shared out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final

import attrs

from calculator.chance.one_path import SEED_BYTES, seed_bytes, seed_digits
from calculator.errors import CalculatorError
from calculator.scenarios import load
from calculator.tuning.battle import Battlefield, Run
from calculator.tuning.cores import spread
from calculator.tuning.drafts import with_tables

CHUNK: Final = 25
"""Runs that a worker is handed at once."""

MOST_RUNS: Final = 1_000_000

MOST_TURNS: Final = 99
"""Turns at most, as a scenario file may name."""


@attrs.frozen
class Forecast:
    """What is fought: a scenario by name or path, other table values, how often, from what seed."""

    scenario: str
    runs: int
    seed: str = attrs.field(converter=seed_digits)
    tables: tuple[tuple[str, object], ...] = ()
    turns: int | None = None

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


def forecast_on(scheduler: str, asked: Forecast) -> Iterator[Run]:
    """The same runs on a Dask cluster, e.g. "tcp://10.0.0.1:8786".

    Its workers need the calculator and the scenario file installed. Raises `CalculatorError` where
    Dask is not installed or the scheduler does not answer.
    """
    try:
        from distributed import Client
    except ImportError:
        raise CalculatorError("--scheduler needs Dask: pip install 'empires[cluster]'") from None
    try:
        client = Client(scheduler, timeout="10s")  # type: ignore[no-untyped-call]
    except (OSError, TimeoutError, ValueError) as fault:
        raise CalculatorError(f"no Dask scheduler answers at {scheduler}: {fault}") from None
    with client:
        chunks = asked.chunks()
        futures: list[Any] = client.map(fight, [asked] * len(chunks), chunks, pure=False)
        for future in futures:
            yield from future.result()


def fight(asked: Forecast, chunk: Sequence[int]) -> list[Run]:
    """Some runs of a forecast: what one worker is given to do."""
    field = field_of(asked)
    return [field.fight(run_seed(asked.seed, number)) for number in chunk]


@lru_cache(maxsize=4)
def field_of(asked: Forecast) -> Battlefield:
    """The scenario of a forecast made ready. Raises `CalculatorError` if it cannot be."""
    scenario = load(asked.scenario)
    if asked.tables:
        values: Mapping[str, object] = dict(asked.tables)
        scenario = with_tables(scenario, values, "forecast")
    if asked.turns is not None:
        scenario = attrs.evolve(scenario, turns=asked.turns)
    return Battlefield(scenario)


def run_seed(seed: str, number: int) -> str:
    """The seed of run `number`: SHA-256 of the 16 bytes of the seed and 8 of the number, cut."""
    digest = hashlib.sha256(seed_bytes(seed) + number.to_bytes(8, "big")).digest()
    return digest[:SEED_BYTES].hex()

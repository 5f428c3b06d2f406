"""The reckoning of the benchmarks; the times themselves are for people to read."""

from importlib import import_module

import pytest

from tests.benchmarks.__main__ import SUBJECTS
from tests.benchmarks.measured import Measured, quantile


def test_quantiles() -> None:
    values = [float(n) for n in range(100, 0, -1)]
    assert quantile(values, 0.5) == 50
    assert quantile(values, 0.95) == 95
    assert quantile([7.0], 0.95) == 7


def test_a_line_against_its_baseline_and_bars() -> None:
    line = Measured(
        what="odds",
        seconds=(0.001, 0.002, 0.003),
        paths=60,
        against="icepool",
        baseline=(0.004, 0.004, 0.004),
        p95_bar=0.003,
        ratio_bar=0.5,
    )
    assert line.as_json() == {
        "what": "odds",
        "runs": 3,
        "median-ms": 2,
        "p95-ms": 3,
        "paths-per-second": pytest.approx(10_000),
        "against": "icepool",
        "ratio": 0.5,
        "meets-its-bars": True,
    }


@pytest.mark.parametrize(
    ("p95_bar", "ratio_bar", "met"),
    [(None, None, None), (0.002, None, False), (0.003, 0.4, False), (None, 0.5, True)],
)
def test_bars(p95_bar: float | None, ratio_bar: float | None, met: bool | None) -> None:
    line = Measured(
        what="odds",
        seconds=(0.002, 0.002, 0.003),
        baseline=(0.004,),
        p95_bar=p95_bar,
        ratio_bar=ratio_bar,
    )
    assert line.meets_its_bars is met


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_subject_can_be_asked_for_lines(subject: str) -> None:
    assert callable(import_module(f"tests.benchmarks.{subject}").lines)


def test_a_ratio_may_be_of_another_quantile_and_in_another_unit() -> None:
    slow = Measured(what="keys", seconds=(1.0, 2.0), baseline=(1.0, 1.0), compared=0.95)
    assert slow.ratio == 2
    held = Measured(what="memory", seconds=(40.0,), baseline=(32.0,), unit="MiB")
    assert held.as_json()["median-mib"] == 40
    assert held.ratio == 1.25

"""What all tests share: bytecode is kept, and property tests judge the code, not how busy the
machine is, nor luck.

Tests start Python a hundred times. Where a machine keeps no bytecode (PYTHONDONTWRITEBYTECODE),
each start would compile the calculator anew, and each run all tests.

How many random questions the rules forbid is chance, so that it may not fail a run; a test that
finds none they allow still fails. A property is tried with fifteen examples, and with a hundred
among the heavy tests, where every property stands too.
"""

import os
import sys
from itertools import count

import pytest
from hypothesis import HealthCheck, settings

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

settings.register_profile(
    "thorough",
    deadline=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.register_profile("quick", settings.get_profile("thorough"), max_examples=15)
settings.load_profile("quick")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Heavy tests try properties thoroughly; `--hypothesis-profile` still has the last word."""
    if _is_heavy(config):
        settings.load_profile("thorough")


def pytest_itemcollected(item: pytest.Item) -> None:
    """A property is a heavy test as well, where heavy tests are asked for."""
    is_property = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
    if is_property and _is_heavy(item.config):
        item.add_marker("heavy")


def _is_heavy(config: pytest.Config) -> bool:
    return bool(config.getoption("markexpr") == "heavy")


@pytest.fixture
def same_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn is the same in every run of a test: 1, 2 and so on are its seeds."""
    seeds = count(1)
    monkeypatch.setattr("calculator.chance.one_path.fresh_seed", lambda: f"{next(seeds):x}")

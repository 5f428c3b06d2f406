"""A shipped battle to tune."""

import pytest

from calculator.scenarios import Scenario, load


@pytest.fixture(scope="session")
def battle() -> Scenario:
    return load("quatre-bras")

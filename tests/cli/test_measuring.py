"""`empires result` of a measuring aid: it draws nothing, so nothing is recorded."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from calculator.rules.catalog import KEYS, find_system

Run = Callable[..., Any]

AID = ("result", "there-stand-empires", "movement-allowance", "path=open 2, woods 2")
SAID = "The infantry arrives after 4 inches, 0 left."


def test_a_measuring_aid_is_told_and_leaves_nothing_in_the_record(run: Run, home: Path) -> None:
    ran = run(*AID, "--battle", "hill")
    assert ran.code == 0
    assert ran.out.startswith(SAID)
    assert ran.out.endswith("A measurement only: nothing is drawn or recorded.\n")
    for told in ("odds", "Entry", "Seed"):
        assert told not in ran.out
    assert not list(home.rglob("*.battle"))


def test_as_json_it_has_no_entry_and_no_seed(run: Run) -> None:
    told = json.loads(run(*AID, "--battle", "hill", "--json").out)
    assert told["headline"] == SAID
    assert told["draws"] == []
    assert (told["seed"], told["battle"], told["entry"], told["warning"]) == (None, None, None, "")


@pytest.mark.parametrize("key", KEYS)
def test_what_is_not_recorded_draws_nothing(key: str) -> None:
    """A draw that leaves no trace could be made again until it pleases."""
    system = find_system(key)
    for action in system.actions:
        if not action.is_recorded:
            assert action(action.asks(), system.tables).procedure().odds().is_certain, action.key


def test_nothing_is_at_least_as_good_where_nothing_is_better(run: Run) -> None:
    ran = run("odds", "there-stand-empires", "initiative", "--at-least")
    assert ran.code == 2
    assert "Initiative: no outcome is better than another for anybody" in ran.err

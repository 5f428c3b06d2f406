"""`empires tune` as a designer types it; the pages of docs hold what it prints."""

import json

import pytest

from calculator.rules import catalog
from calculator.scenarios import load
from calculator.tuning.matchups import first_situation
from tests.cli.conftest import Run

BATTLES = {
    "there-stand-empires": "maida",
    "revolutionary-wars": "waterloo-picton",
    "gods-of-war": "farm-below-the-ridge",
    "morne-plaine": "waterloo-charges",
    "cannonade": "cannonade-farm",
}


@pytest.mark.parametrize("system", catalog.KEYS)
def test_without_a_situation_the_sides_close_with_each_other(run: Run, system: str) -> None:
    battle = BATTLES[system]
    told = run("tune", "map", battle, "--json")
    assert told.code == 0
    closing = first_situation(load(battle).system)
    asked = run("tune", "map", battle, "--situation", closing.action, "--json")
    assert json.loads(told.out) == json.loads(asked.out)
    assert any(row["chance"] for row in json.loads(told.out)["rows"])


def test_the_sensitivity_of_a_pairing_is_told_widest_first(run: Run) -> None:
    pairing = ("--actor", "1st Light", "--against", "Cole's brigade")
    told = run("tune", "sensitivity", "maida", *pairing, "--json")
    assert told.code == 0
    rows = json.loads(told.out)["rows"]
    swings = [abs(row["at_high"] - row["at_low"]) for row in rows]
    assert swings == sorted(swings, reverse=True)
    assert rows[0]["step"] == "1st Light: quality"

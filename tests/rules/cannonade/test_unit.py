"""Orders of battle for Cannonade: formations, and armies of 100 points."""

from __future__ import annotations

import pytest

from calculator.errors import FaultsError
from calculator.forms import field_of
from calculator.rules.cannonade import SYSTEM
from calculator.rules.cannonade.army import (
    Arm,
    ArmyPoints,
    Beside,
    Formation,
    army_doubts,
    counted_up,
)
from calculator.scenarios.loading import load
from calculator.tuning.matchups import Situation, matrix

BATTALION = Formation(officer=True, flag=True)
HUSSARS = Formation(arm=Arm.CAVALRY, men=12)
BATTERY = Formation(men=6, holds=Beside.CANNON)
WAGONS = Formation(men=4, holds=Beside.BAGGAGE)


def test_an_army_is_counted_up() -> None:
    """20 + 3, 12 at 1 1/2, 6 + 10, 4 + 2."""
    army_form = counted_up([BATTALION, HUSSARS, BATTERY, WAGONS])
    assert ArmyPoints(army_form, SYSTEM.tables).resolve().points == 23 + 18 + 16 + 6


def test_an_army_that_costs_too_much_or_too_little_is_doubtful() -> None:
    (little,) = army_doubts([BATTALION, HUSSARS, BATTERY, WAGONS], SYSTEM.tables)
    assert little.reason == "the army costs 63 points, 37 to spare"
    (much,) = army_doubts([BATTALION] * 5, SYSTEM.tables)
    assert much.reason == "the army costs 115 points, 15 too many"


def test_what_a_formation_may_hold_is_listed_once() -> None:
    assert field_of(Formation, "holds").kind.choices == ("nothing", "cannon", "baggage")


def test_a_battle_may_be_of_another_size() -> None:
    tables = SYSTEM.tables.override({"cost.army": 115.0}, "a larger battle")
    assert not list(army_doubts([BATTALION] * 5, tables))


@pytest.mark.parametrize("holds", [Beside.CANNON, Beside.BAGGAGE])
def test_ten_men_at_most_stand_beside_a_cannon_or_baggage(holds: Beside) -> None:
    with pytest.raises(FaultsError, match=f"men: 11 are too many beside {holds}"):
        Formation(men=11, holds=holds)


def test_the_shipped_armies_cost_100_points() -> None:
    scenario = load("cannonade-farm")
    assert scenario.system is SYSTEM
    assert not scenario.doubts
    for side in scenario.sides:
        forms = [unit.form for unit in side.units if isinstance(unit.form, Formation)]
        assert len(forms) == len(side.units)
        assert ArmyPoints(counted_up(forms), scenario.tables).resolve().points == 100


def test_units_fill_in_both_roles() -> None:
    scenario = load("cannonade-farm")
    filled = scenario.fill("actor", "Foot Battery") | scenario.fill("target", "Grenadiers")
    assert filled == {
        "mover": "infantry",
        "men": "6",
        "crew": "6",
        "officer": "yes",
        "holds": "cannon",
        "flag": "no",
        "target-men": "20",
        "target-officer": "yes",
        "target-holds": "nothing",
        "target-flag": "yes",
        "victory-points": "0",
        "target-victory-points": "0",
    }


def test_only_formations_with_a_cannon_fire_it() -> None:
    """Everybody else, hussars and wagons alike, has a row of nothing in the heat map."""
    scenario = load("cannonade-farm")
    blue, white = scenario.sides
    for side, enemy in ((blue, white), (white, blue)):
        found = matrix(scenario, Situation("cannonade", "kills"), side.units, enemy.units)
        for unit, row in zip(found.actors, found.chances, strict=True):
            assert isinstance(unit.form, Formation)
            fires = unit.form.holds is Beside.CANNON
            assert all((chance is not None) is fires for chance in row), unit.name


def test_a_rally_asks_nothing_of_an_enemy() -> None:
    scenario = load("cannonade-farm")
    rally = Situation("rally", "rallies", {"routing-men": "6"})
    own, enemy = (side.units for side in scenario.sides)
    for row in matrix(scenario, rally, own, enemy).chances:
        assert len(set(row)) == 1

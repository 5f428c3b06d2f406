"""The hex games, turn by turn: actions that run out, phases that do not come back."""

from __future__ import annotations

from pathlib import Path

import pytest

from calculator.forms import texts
from calculator.umpire import Umpire
from tests.roll.playing import Played

GUNS = {"actor": "The Great Battery", "target": "Red 1st Infantry"}


@pytest.fixture
def battle(tmp_path: Path) -> Path:
    return tmp_path / "field.battle"


def test_a_turn_of_six_actions_has_no_seventh_but_what_cards_give(battle: Path) -> None:
    farm = Played(Umpire.open(battle), "farm-below-the-ridge")
    for number in range(6):
        farm.play("move", {"actor": ("Hussars", "Cuirassiers")[number % 2]}, path="open")
    at = {"actor": "Hussars"}
    assert farm.held("move", at) == ["no action of 6 is left this turn [Overview; Bonus cards]"]
    assert not farm.held("play-card", {}, "blue", card="swift-march", hand=1)
    farm.play("play-card", {}, "blue", card="swift-march", hand=1)
    farm.play("ranged-fire", GUNS, bearing="ahead")
    assert farm.held("move", at), "the card has paid for one of the six moves"
    farm.umpire.turn()
    assert farm.roll.player == "red", "each side has turns of its own"
    assert not farm.held("move", {"actor": "Red 1st Infantry"})


def test_a_barrage_fires_every_gun_for_nothing_and_no_infantry(battle: Path) -> None:
    farm = Played(Umpire.open(battle), "farm-below-the-ridge")
    farm.play("play-card", {}, "blue", card="artillery-barrage", hand=1)
    assert texts(farm.question("ranged-fire", GUNS).form)["free-shot"] == "yes"
    farm.play("ranged-fire", GUNS, bearing="ahead")
    assert farm.roll.ledger("blue")[0] == "6 of 6 actions left."
    farm.umpire.turn()
    farm.umpire.turn()
    assert texts(farm.question("ranged-fire", GUNS).form)["free-shot"] == "no"


def test_a_phase_that_is_over_does_not_come_back(battle: Path) -> None:
    field = Played(Umpire.open(battle), "waterloo-charges")
    field.play("movement", {"actor": "Brunswick Infantry"}, path="clear")
    (held,) = field.held("bombardment", {"actor": "Mercer's Troop"})
    assert held.startswith("the movement phase has begun (entry 2): the bombardment phase is over")
    field.umpire.turn()
    field.umpire.turn()
    assert not field.held("bombardment", {"actor": "Mercer's Troop"})


def test_routers_rally_by_name(battle: Path) -> None:
    farm = Played(Umpire.open(battle), "cannonade-farm")
    by_name = {"actor": "Hussars", "friend": "Light Company"}
    assert "Light Company is not routing [Rally Table]" in farm.held("rally", by_name)
    attack = {"actor": "Light Company", "target": "Dragoons"}
    farm.play("melee", attack, seed="13")
    routing = farm.roll.unit("Light Company")
    assert (routing.gone, farm.roll.side("blue").now["routing"]) == ("routing", routing.now["men"])
    asked = texts(farm.question("rally", by_name).form)
    assert asked["routing-men"] == routing.now["men"]
    farm.play("rally", by_name, seed="2", officer="no")
    assert farm.roll.unit("Light Company").gone == "routing", "it flees on"
    farm.play("rally", by_name, seed="1", officer="yes")
    assert not farm.roll.unit("Light Company").gone
    assert farm.roll.side("blue").now["routing"] == "0"


def test_nobody_rallies_who_does_not_rout(battle: Path) -> None:
    farm = Played(Umpire.open(battle), "cannonade-farm")
    assert farm.held("rally", {"actor": "Hussars"}, routing_men=20) == [
        "no men of this side rout [Rally Table]"
    ]

"""Before a void or an override: all that it changes, and whatever was built on that since."""

from pathlib import Path

import pytest

from calculator.roll import read_correction
from calculator.roll.foresight import Foresight
from calculator.umpire import Umpire
from tests.roll.playing import Played

HUSSON, BYLANDT = "Husson's brigade", "Bylandt's brigade"
DEFENDED = {"actor": "Red 1st Infantry"}


@pytest.fixture
def bras(tmp_path: Path) -> Played:
    return Played(Umpire.open(tmp_path / "bras.battle"), "quatre-bras")


@pytest.fixture
def farm(tmp_path: Path) -> Played:
    return Played(Umpire.open(tmp_path / "farm.battle"), "farm-below-the-ridge")


def voided(battle: Played, number: int) -> Foresight:
    umpire = battle.umpire
    foresight = umpire.foresee(umpire.voiding(number, "foreseen"))
    assert foresight
    return foresight


def stand(battle: Played, place: str) -> int:
    entry = battle.umpire.correct(read_correction(battle.roll, BYLANDT, {"at": place}))
    assert entry
    return entry.number


def test_who_was_fired_at_where_it_would_not_have_stood_is_told(bras: Played) -> None:
    stand(bras, "Gemioncourt farm")
    wood = stand(bras, "Bossu wood")
    bras.play("deployed-fire", {"actor": HUSSON, "target": BYLANDT})
    foresight = voided(bras, wood)
    assert foresight.lines[-1] == (
        f"#4 was asked with {BYLANDT} at Bossu wood, not at Gemioncourt farm; its result stands."
    )
    (change,) = foresight.changes
    assert change.values["at"] == ("Bossu wood", "Gemioncourt farm")
    assert change.now.endswith("at Bossu wood")


def test_ground_that_a_player_said_again_is_corrected_with_it(bras: Played) -> None:
    hamlet = stand(bras, "Piraumont hamlet")
    bras.play("deployed-fire", {"actor": HUSSON, "target": BYLANDT}, cover="soft")
    assert "cover soft" in voided(bras, 3).changes[-1].now
    bras.umpire.amend(bras.umpire.voiding(3, "it stood in the hamlet"))
    bras.play("deployed-fire", {"actor": HUSSON, "target": BYLANDT}, cover="hard")
    foresight = voided(bras, hamlet)
    said = f"#5 said {BYLANDT} at Piraumont hamlet, not at no terrain: correct that too?"
    assert foresight.lines[-1] == said
    never = bras.umpire.voiding(hamlet, "it never got there")
    bras.umpire.amend(never, foresight.corrections)
    assert bras.question("deployed-fire", {"actor": HUSSON, "target": BYLANDT}).form == (
        bras.question("deployed-fire", {"actor": HUSSON, "target": BYLANDT}, cover="open").form
    )


def test_cards_that_stay_in_play_and_that_a_later_action_used_are_told(farm: Played) -> None:
    farm.play("play-card", {}, "blue", card="rout", hand=2)
    farm.play("play-card", {}, "blue", card="charge", hand=1)
    assert voided(farm, 3).changes[-1].values["charge"] == ("yes", "no")
    assault = {"actor": "Blue 1st Infantry", "target": "Red 1st Infantry"}
    farm.play("close-combat", assault, strength=1)
    said = "#4 was asked with blue rout yes, not rout no; its result stands."
    assert said in voided(farm, 2).lines


def test_what_a_side_has_left_of_its_turn_is_told(farm: Played) -> None:
    farm.play("play-card", {}, "blue", card="fog-of-war", hand=1)
    red = voided(farm, 2).changes[-1]
    assert "5 of 5 actions left" in red.now
    assert "6 of 6 actions left" in red.after


def test_of_several_copies_of_a_card_it_is_told_how_many(farm: Played) -> None:
    for hand in (2, 1):
        farm.play("play-card", DEFENDED, card="heroic-defence", hand=hand)
    (defended,) = (one for one in voided(farm, 3).changes if one.name)
    assert defended.values["heroic-defence"] == ("2 times", "yes")
    assert "heroic defence 2 times" in defended.now

"""What holds for a turn, and what follows from the turn so far: three battles on their rolls."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from calculator.errors import ForbiddenError
from calculator.forms import texts
from calculator.roll import objections, read_correction
from calculator.rules.question import Question
from calculator.umpire import Umpire
from tests.roll.playing import Played


@pytest.fixture
def battle(tmp_path: Path) -> Path:
    return tmp_path / "field.battle"


GUNS = {"actor": "The Great Battery", "target": "Red 1st Infantry"}


def test_cards_are_drawn_from_the_deck_that_the_last_draw_left(battle: Path) -> None:
    farm = Played(Umpire.open(battle), "farm-below-the-ridge")
    farm.play("draw-card", {}, "blue")
    side = farm.roll.side("blue").now
    assert side["drew-before"] == "yes"
    assert "0" in side["deck"]
    assert farm.roll.side("red").now["deck"] == "all"
    with pytest.raises(ForbiddenError, match="no two bonus cards"):
        farm.question("draw-card", {}, "blue").check()
    farm.question("draw-card", {}, "red").check()
    farm.play("ranged-fire", GUNS, bearing="ahead")
    again = farm.question("draw-card", {}, "blue")
    again.check()
    assert texts(again.form)["deck"] == side["deck"]


def test_no_unit_acts_twice_in_a_row_and_the_ledger_says_who_acted(battle: Path) -> None:
    farm = Played(Umpire.open(battle), "farm-below-the-ridge")
    farm.play("ranged-fire", GUNS, bearing="ahead")
    with pytest.raises(ForbiddenError, match="never acts twice in a row"):
        farm.question("ranged-fire", GUNS).check()
    assert farm.roll.ledger("blue")[0] == "5 of 6 actions left."
    assert farm.roll.ledger("blue")[1].startswith("The Great Battery acted last")
    assert farm.roll.ledger("red") == ("6 of 6 actions left.",)
    farm.play("move", {"actor": "Hussars"})
    farm.question("ranged-fire", GUNS).check()
    farm.umpire.turn(2)
    farm.question("move", {"actor": "Hussars"}).check()
    assert farm.roll.ledger("blue") == ("6 of 6 actions left.",)


def test_fog_of_war_holds_for_the_enemy_s_next_turn_and_no_longer(battle: Path) -> None:
    farm = Played(Umpire.open(battle), "farm-below-the-ridge")
    farm.play("play-card", {}, "blue", card="fog-of-war", hand=1)
    assert farm.roll.ledger("red")[0] == "5 of 5 actions left."
    farm.umpire.turn(2)
    assert farm.roll.ledger("red")[0] == "5 of 5 actions left."
    farm.play("move", {"actor": "Red 1st Infantry"})
    assert farm.roll.ledger("red")[0] == "4 of 5 actions left."
    assert farm.roll.ledger("blue")[0] == "6 of 6 actions left."
    farm.umpire.turn(3)
    assert farm.roll.ledger("red")[0] == "6 of 6 actions left."


def test_a_card_counts_that_was_played_before_an_order_of_battle_was_named(battle: Path) -> None:
    """The very first entry of a battle is as much of its first turn as any other."""
    umpire = Umpire.open(battle)
    fog = Question.read("gods-of-war", "play-card", {"card": "fog-of-war", "hand": "1"})
    umpire.adjudicate(fog, side="Blue")
    farm = Played(umpire, "farm-below-the-ridge")
    assert farm.roll.ledger("red")[0] == "5 of 5 actions left."


def test_a_card_in_play_serves_its_turn_and_a_guard_waits_for_its_attack(battle: Path) -> None:
    farm = Played(Umpire.open(battle), "farm-below-the-ridge")
    farm.play("play-card", {"actor": "Red 1st Infantry"}, card="heroic-defence", hand=1)
    farm.umpire.turn()
    farm.play("play-card", {}, "blue", card="charge", hand=2)
    charge = {"actor": "Hussars", "target": "Red 1st Infantry"}
    answers = texts(farm.question("close-combat", charge).form)
    assert (answers["charge"], answers["heroic-defence"]) == ("yes", "yes")
    assert farm.roll.side("blue").now["hand"] == "1"
    farm.umpire.turn()
    answers = texts(farm.question("close-combat", charge).form)
    assert (answers["charge"], answers["heroic-defence"]) == ("no", "no"), "both turns are over"


def in_play(farm: Played, side: str) -> list[str]:
    """What the roll says is in play on a side and on guard over its units."""
    stands = " in play.", " on guard over "
    return [line for line in farm.roll.ledger(side) if any(one in line for one in stands)]


def test_each_copy_of_a_card_serves_once(battle: Path) -> None:
    """Two Rout! played: the first combat spends one, the second the other, the third has none."""
    farm = Played(Umpire.open(battle), "farm-below-the-ridge")
    for hand in (2, 1):
        farm.play("play-card", {}, "blue", card="rout", hand=hand)
    assert in_play(farm, "blue") == ["Rout! (2 copies) in play."]
    horse = [{"actor": unit, "target": "Red 1st Infantry"} for unit in ("Hussars", "Cuirassiers")]
    for charge, left in zip(horse, (["Rout! in play."], []), strict=True):
        assert texts(farm.play("close-combat", charge, strength=1).form)["rout"] == "yes"
        assert in_play(farm, "blue") == left
    assert texts(farm.question("close-combat", horse[0]).form)["rout"] == "no"
    farm.umpire.amend(farm.umpire.voiding(3, "played out of turn"))
    assert in_play(farm, "blue") == [], "a card that was never played cannot be left over"
    farm.umpire.turn(2)
    assert in_play(farm, "blue") == []


def test_each_copy_of_a_guard_serves_once_and_ends_with_the_enemy_s_turn(battle: Path) -> None:
    farm = Played(Umpire.open(battle), "farm-below-the-ridge")
    guarded = {"actor": "Red 1st Infantry"}
    for hand in (4, 3):
        farm.play("play-card", guarded, card="heroic-defence", hand=hand)
    farm.play("play-card", {}, "red", card="skirmisher-screen", hand=2)
    farm.play("play-card", {}, "red", card="reserve-fire", hand=1)
    guards = "Heroic Defence (2 copies) on guard over Red 1st Infantry."
    assert in_play(farm, "red") == ["Skirmisher Screen in play.", guards]
    farm.umpire.turn(2)
    assert len(in_play(farm, "red")) == 2, "the enemy's turn may be the next"
    shot = texts(farm.play("ranged-fire", GUNS, bearing="ahead").form)
    assert (shot["skirmisher-screen"], shot["heroic-defence"]) == ("yes", "yes")
    assert in_play(farm, "red") == [guards]
    farm.play("move", {"actor": "Hussars"}, path="open")
    farm.play("ranged-fire", {"actor": "Red Light Artillery"}, free_shot="yes")
    assert in_play(farm, "red") == [guards], "a shot in answer is no turn"
    farm.umpire.turn()
    farm.play("draw-card", {}, "red")
    assert in_play(farm, "red") == [], "the red side's own turn has come: its guards are over"
    answers = texts(farm.question("ranged-fire", GUNS, acted_before="no").form)
    assert answers["heroic-defence"] == "no"


def test_a_card_in_play_is_corrected_by_what_stands_on_the_table(battle: Path) -> None:
    farm = Played(Umpire.open(battle), "farm-below-the-ridge")
    farm.play("play-card", {"actor": "Red 1st Infantry"}, card="entrench", hand=1)
    said = read_correction(farm.roll, "Red 1st Infantry", {"entrench": "no"})
    farm.umpire.correct(said, "it had retreated")
    assert in_play(farm, "red") == []
    assert farm.roll.unit("Red 1st Infantry").now["entrench"] == "no"


def test_a_unit_that_moves_in_two_goes_has_no_road_hex_free_twice(battle: Path) -> None:
    """The text: from road hex to road hex 0, then 1; two goes cost what one path of both does."""
    field = Played(Umpire.open(battle), "waterloo-charges")
    infantry = {"actor": "Brunswick Infantry"}
    before = int(field.roll.unit("Brunswick Infantry").now["allowance"])
    for left in (before, before - 1, before - 1):
        field.play("movement", infantry, path="road")
        assert field.roll.unit("Brunswick Infantry").now["allowance"] == str(left)
    field.play("movement", infantry, path="clear zone")
    with pytest.raises(ForbiddenError, match="movement is over"):
        field.question("movement", infantry, path="road").check()
    field.umpire.turn(2)
    field.question("movement", infantry, path="road").check()


@pytest.mark.parametrize("mounted", ["no", "yes"])
def test_who_has_bombarded_moves_no_more(battle: Path, mounted: str) -> None:
    field = Played(Umpire.open(battle), "waterloo-charges")
    guns = {"actor": "Mercer's Troop"}
    field.play("bombardment", guns, mounted_guns=mounted)
    road = field.question("movement", guns, path="road")
    assert list(road.law.refusals())


def test_movement_points_last_the_turn_and_morale_the_battle(battle: Path) -> None:
    field = Played(Umpire.open(battle), "waterloo-charges")
    horse = {"actor": "Wathier's Cuirassiers", "target": "Colin Halkett's Brigade"}
    whole = field.roll.unit(horse["actor"]).now["allowance"]
    field.play("charge", horse)
    left = field.roll.unit(horse["actor"]).now["allowance"]
    assert int(left) < int(whole)
    assert texts(field.question("movement", horse).form)["allowance"] == left
    morale = field.roll.unit(horse["target"]).now["morale"]
    field.umpire.turn(2)
    assert texts(field.question("movement", horse).form)["allowance"] == whole
    assert field.roll.unit(horse["target"]).now["morale"] == morale


def test_who_fired_may_march_again_in_the_next_turn(battle: Path) -> None:
    field = Played(Umpire.open(battle), "cannonade-farm")
    guns = {"actor": "Foot Battery", "target": "Grenadiers"}
    before = int(field.roll.unit("Grenadiers").now["men"])
    field.play("cannonade", guns, range=1)
    left = int(field.roll.unit("Grenadiers").now["men"])
    assert left < before
    side = field.roll.unit("Foot Battery").side
    assert field.roll.side(side).now["victory-points"] == str(before - left)
    with pytest.raises(ForbiddenError, match="nor its crew may move"):
        field.question("march", {"actor": "Foot Battery"}).check()
    field.umpire.turn(2)
    field.question("march", {"actor": "Foot Battery"}).check()


def test_the_phases_of_cannonade_are_gone_through_once_in_a_turn(battle: Path) -> None:
    """A cannon fires once; cavalry may ride its two hexes one by one, to capture in both."""
    field = Played(Umpire.open(battle), "cannonade-farm")

    def refused(action: str, **names: str) -> list[str]:
        roll = field.roll
        units = {role: roll.unit(name) for role, name in names.items()}
        found = objections(roll, roll.scenario.system.action(action), units)
        return [objection.text for objection in found if objection.refused]

    guns = {"actor": "Foot Battery", "target": "Grenadiers"}
    assert not refused("cannonade", **guns)
    field.play("cannonade", guns, range=1)
    may = "rally routers, if any are next to it"
    again = [f"Foot Battery has acted this turn (entry 2); it may still: {may}"]
    assert refused("cannonade", **guns) == refused("march", actor="Foot Battery") == again
    field.play("march", {"actor": "Hussars"}, path="clear", found_routers=2)
    assert not refused("march", actor="Hussars")
    assert refused("cannonade", actor="Hussars", target="Grenadiers")
    field.umpire.turn()
    field.umpire.turn()
    assert not refused("cannonade", **guns)


def test_men_who_change_hands_are_running_totals_on_the_roll(battle: Path) -> None:
    """Two melees: who surrenders is held, who routs is counted; a voided one is as if never."""
    farm = Played(Umpire.open(battle), "cannonade-farm")
    keys = ("victory-points", "prisoners-held", "unarmed", "routing")

    def totals(side: str) -> tuple[int, ...]:
        return tuple(int(farm.roll.side(side).now[key]) for key in keys)

    assert totals("blue") == totals("white") == (0, 0, 0, 0)
    strong: dict[str, Any] = {"target_men": 4, "target_officer": "no", "target_holds": "nothing"}
    first = {"actor": "1st Battalion", "target": "Jägers"}
    farm.play("melee", first, seed=seed_of(farm.question("melee", first, **strong), "surrender"),
              **strong)  # fmt: skip
    assert totals("blue") == (2 + 2 * 2, 2, 0, 0)
    second = {"actor": "2nd Battalion", "target": "Grenadiers"}
    strong |= {"target_prisoners": 1}
    seed = seed_of(farm.question("melee", second, **strong), "rout")
    farm.play("melee", second, seed=seed, **strong)
    assert totals("blue")[1:] == (2, 1, 0)
    assert totals("white")[1:] == (0, 0, 2)
    farm.umpire.turn()
    farm.umpire.turn()
    farm.play("march", {"actor": "Hussars"}, found_routers=2, path="clear")
    assert totals("blue")[1:] == (4, 1, 0)
    assert totals("white")[1:] == (0, 0, 0)
    before = totals("blue")
    farm.umpire.amend(farm.umpire.voiding(2, "they were not adjacent"))
    assert totals("blue") == (before[0] - 2 - 2 * 2, 2, 1, 0)


def seed_of(question: Question, fate: str) -> str:
    """A seed by which the attackers win without loss, and that becomes of the losers."""
    seeds = (f"{number:x}" for number in range(1, 500))
    return next(
        seed
        for seed in seeds
        if (won := question.result(seed).outcome).label.startswith(f"attackers win by {fate}")
        and not won.attackers_killed
    )

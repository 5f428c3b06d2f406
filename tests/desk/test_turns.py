"""The turn as every front end shows it, and what may follow of what was done in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from calculator.desk.asking import Asking
from calculator.desk.turns import (
    dead_end,
    follow_ups,
    may_still,
    no_place,
    spent,
    to_act,
    turn_to_open,
    turn_view,
    what_begins,
)
from calculator.roll import read_correction
from calculator.umpire import Umpire
from tests.roll.playing import Played

COLE, GUNS = "Cole's brigade", "French horse artillery"


@pytest.fixture
def maida(tmp_path: Path) -> Played:
    return Played(Umpire.open(tmp_path / "maida.battle"), "maida")


def test_a_turn_is_told_by_its_number_and_by_the_army_that_has_the_initiative(
    maida: Played,
) -> None:
    assert turn_view(maida.roll).line == "turn 1"
    maida.play("initiative", {}, seed="0")
    assert turn_view(maida.roll).line == "turn 1, initiative: British"


def test_who_has_yet_to_act_stands_by_formation(maida: Played) -> None:
    first = turn_view(maida.roll)
    assert first.still_to_act == "yet to act: French 7, British 6", "the 20th Foot is still at sea"
    maida.play("deploy", {"actor": COLE}, seed="0")
    waiting = [str(one) for one in turn_view(maida.roll).waiting]
    assert "Digonnet's brigade, 2 of 2 still to act: 23rd Light, 9th Chasseurs" in waiting
    assert to_act(maida.roll, "british") == "5 of 6 still to act"
    assert to_act(maida.roll, "british", brief=True) == "5 to act"
    assert not any(COLE in line for line in waiting)


def test_to_a_side_its_own_formations_come_first_and_of_others_the_number(maida: Played) -> None:
    view = turn_view(maida.roll)
    assert view.yet_to_act("British").startswith("yet to act: British: Advanced Brigade 1 of 1, ")
    assert view.yet_to_act("British").endswith("; French: 7")
    assert "French: Compère's brigade 2 of 2" in view.yet_to_act()


def test_a_brigade_s_check_is_no_battalion_s_action_and_in_the_enemy_s_turn_nobody_waits(
    tmp_path: Path,
) -> None:
    """Turn Sequence: brigade morale comes before battalions are activated; then it is the opposing
    player's turn."""
    ridge = Played(Umpire.open(tmp_path / "ridge.battle"), "waterloo-picton")
    ridge.umpire.turn(player="french")
    ridge.play("brigade-morale", {"actor": "1st/13th Light"})
    assert to_act(ridge.roll, "french") == "21 of 21 still to act"
    assert to_act(ridge.roll, "allied") == ""
    assert turn_view(ridge.roll).next == "Begin turn 3 (Allied): 21 still to act"


def test_who_has_nothing_left_says_why_and_cards_are_no_action_of_a_unit(tmp_path: Path) -> None:
    """Actions: "never twice in a row - you must use a different unit or take a non-unit action"."""
    farm = Played(Umpire.open(tmp_path / "farm.battle"), "farm-below-the-ridge")
    battery, hussars, system = "The Great Battery", "Hussars", farm.roll.scenario.system
    assert spent(farm.roll, farm.roll.unit(hussars)) == "Hussars: nothing done yet this turn"
    farm.play("move", {"actor": battery}, path="open")
    assert not may_still(farm.roll, farm.roll.unit(battery))
    assert spent(farm.roll, farm.roll.unit(battery)) == (
        "The Great Battery can do nothing more now: a unit never acts twice in a row: use another "
        "unit or take another action between"
    )
    drawing = Asking(system, system.action("draw-card"), roll=farm.roll)
    drawing.take("actor", battery)
    assert drawing.objections() == ()
    farm.play("draw-card", {"actor": battery})
    again = [one.action for one in may_still(farm.roll, farm.roll.unit(battery))]
    assert again == ["ranged-fire", "move", "pivot"]


def test_where_units_do_not_act_in_turn_the_actions_are_counted(tmp_path: Path) -> None:
    """Overview of Gods of War: "Alternate turns spending 6 actions per turn"."""
    farm = Played(Umpire.open(tmp_path / "farm.battle"), "farm-below-the-ridge")
    assert to_act(farm.roll, "blue") == "6 of 6 actions left"
    farm.play("move", {"actor": "Hussars"}, path="open")
    assert to_act(farm.roll, "blue") == "5 of 6 actions left"
    view = turn_view(farm.roll)
    assert view.next == "Begin turn 2 (Red): 5 of 6 actions left"
    assert view.yet_to_act() == "5 of 6 actions left"
    assert to_act(farm.roll, "red") == ""


def test_a_turn_that_begins_says_who_comes_and_what_the_last_ended_in(maida: Played) -> None:
    maida.play("form-square", {"actor": COLE}, seed="5")
    before = maida.roll
    maida.umpire.turn()
    assert what_begins(before, maida.roll) == (
        f"{COLE}: formation square.",
        "The 20th Foot comes on.",
    )


def test_what_may_follow_a_ruling_stands_with_its_numbers(maida: Played) -> None:
    at = {"actor": "9th Chasseurs", "target": COLE}
    maida.play("assault", at, seed="0", target_formation="march-column", distance=5)
    (one,) = follow_ups(maida.roll, 2)
    assert one == ("9th Chasseurs", "assault", "breakthrough charge: up to 7 inches", True, 2, None)
    assert follow_ups(maida.roll, 1) == ()


@pytest.mark.parametrize(
    ("action", "name", "reason"),
    [
        ("assault", GUNS, "Only infantry and cavalry assault"),
        ("deployed-fire", "9th Chasseurs", "Cavalry does not fire"),
        ("deploy", "20th Foot", "The 20th Foot: not on the table yet, comes on in turn 2"),
        ("regroup", COLE, "A unit that is OK has nothing to regroup from"),
        ("deploy", COLE, ""),
    ],
)
def test_a_dead_end_says_why(maida: Played, action: str, name: str, reason: str) -> None:
    system = maida.roll.scenario.system
    assert dead_end(maida.roll, system.action(action), maida.roll.unit(name)) == reason


def test_a_unit_that_no_action_can_be_aimed_at_says_why(maida: Played) -> None:
    roll, assault = maida.roll, maida.roll.scenario.system.action("assault")
    actor = roll.unit("9th Chasseurs")
    assert no_place(roll, assault, actor, roll.unit(COLE), "target") == ""
    assert "not on the table yet" in no_place(
        roll, assault, actor, roll.unit("20th Foot"), "target"
    )
    assert "on the same side" in no_place(roll, assault, actor, roll.unit(GUNS), "target")


def test_the_coin_falls_before_anything_else_and_the_strip_says_who_goes_first(
    tmp_path: Path,
) -> None:
    farm = Played(Umpire.open(tmp_path / "farm.battle"), "cannonade-farm")
    blue, red = farm.roll.sides
    farm.play("turn-order", {}, side=blue.key, seed="0", call="heads")
    (ruled,) = (entry for entry in farm.umpire.recent(0) if entry.is_ruling)
    first = blue if ruled.body["outcome"]["callers"] else red
    assert turn_view(farm.roll).initiative == farm.roll.scenario.side(first.key).called
    assert farm.roll.next_player == ({blue.key, red.key} - {first.key}).pop()
    assert "the coin was flipped" in farm.held("turn-order", {}, side=red.key)[0]


def test_no_coin_is_flipped_once_somebody_has_fired(tmp_path: Path) -> None:
    farm = Played(Umpire.open(tmp_path / "farm.battle"), "cannonade-farm")
    side = farm.roll.sides[0].key
    mover = next(unit.name for unit in farm.roll.units if unit.side == side)
    farm.play("march", {"actor": mover}, seed="0")
    assert "the turn has begun" in farm.held("turn-order", {}, side=side)[0]


def test_guns_are_offered_to_be_spiked_only_once_some_are_overrun(tmp_path: Path) -> None:
    """An Overrun Artillery Platoon is what a Spike Guns Action is about (Spike Guns)."""
    picton = Played(Umpire.open(tmp_path / "picton.battle"), "waterloo-picton")
    picton.play("reform", {"actor": "1st/13th Light"}, seed="0", order="shaken")
    offered = [one.action for one in follow_ups(picton.roll, 2)]
    assert "charge" in offered
    assert "spike-guns" not in offered


def test_what_only_some_targets_forbid_is_no_dead_end(tmp_path: Path) -> None:
    """Countercharge Reaction: infantry cannot countercharge cavalry, and cavalry can."""
    picton = Played(Umpire.open(tmp_path / "picton.battle"), "waterloo-picton")
    countercharge = picton.roll.scenario.system.action("countercharge")
    assert dead_end(picton.roll, countercharge, picton.roll.unit("3rd Lancers")) == ""
    guns = picton.roll.unit("Rogers's battery")
    assert dead_end(picton.roll, countercharge, guns) != ""


def test_guns_take_no_part_in_a_charge_beside_others(tmp_path: Path) -> None:
    """Charge Action: guns have no Charge Move."""
    picton = Played(Umpire.open(tmp_path / "picton.battle"), "waterloo-picton")
    charge, roll = picton.roll.scenario.system.action("charge"), picton.roll
    foot, beside = roll.unit("1st/45th Line"), "also-charging#1"
    why = no_place(roll, charge, foot, roll.unit("Marcognet's foot battery"), beside)
    assert why == "only infantry and cavalry charge, not artillery"
    assert no_place(roll, charge, foot, roll.unit("2nd/45th Line"), beside) == ""
    assert no_place(roll, charge, foot, roll.unit("Rogers's battery"), "also-charged#1") == ""


def test_guns_that_are_recovered_have_yet_to_act(tmp_path: Path) -> None:
    """Recovering Overrun Artillery: "Once recovered, the Artillery Platoon can function as
    normal": it is the friends who activate."""
    picton = Played(Umpire.open(tmp_path / "picton.battle"), "waterloo-picton")
    lost = read_correction(picton.roll, "Rogers's battery", {"gone": "overrun"})
    picton.umpire.correct(lost, "ridden over")
    picton.umpire.turn(player="allied")
    picton.play("recover-guns", {"actor": "Rogers's battery"})
    assert not picton.roll.unit("Rogers's battery").acted
    assert to_act(picton.roll, "allied") == "18 of 18 still to act"


def test_a_turn_of_one_side_is_told_with_its_army(tmp_path: Path) -> None:
    farm = Played(Umpire.open(tmp_path / "farm.battle"), "farm-below-the-ridge")
    farm.umpire.turn(player="blue")
    told = [entry.summary for entry in farm.umpire.shown(farm.umpire.entries())]
    assert told[-1] == "Turn 2 (Blue) begins"


def test_a_unit_that_cannot_take_the_action_turns_to_one_it_can_unless_somebody_chose_it(
    maida: Played,
) -> None:
    asking = Asking(maida.roll.scenario.system, roll=maida.roll)
    assert asking.action.key == "deployed-fire"
    asking.take("actor", "9th Chasseurs")
    turn_to_open(asking)
    assert asking.action.key == "assault", "cavalry does not fire"
    asking.choose(asking.system.action("regroup"))
    asking.take("actor", COLE)
    turn_to_open(asking)
    assert asking.action.key == "regroup", "it says why it cannot"
    turn_to_open(asking, "target")
    assert asking.action.key == "deployed-fire", "who picks a target wants an action that has one"
    turn_to_open(asking, "target")
    assert asking.action.key == "deployed-fire"
    asking.choose(asking.system.action("regroup"))
    asking.take("actor", "9th Chasseurs")
    turn_to_open(asking, "target")
    assert asking.action.key == "assault", "cavalry does not fire"

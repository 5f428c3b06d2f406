"""The turn as every front end shows it, and what may follow of what was done in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from calculator.desk.turns import dead_end, follow_ups, no_place, to_act, turn_view, what_begins
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
    assert not any(COLE in line for line in waiting)


def test_a_turn_that_begins_says_who_comes_and_what_the_last_ended_in(maida: Played) -> None:
    maida.play("form-square", {"actor": COLE}, seed="5")
    before = maida.roll
    maida.umpire.turn()
    assert what_begins(before, maida.roll) == (
        f"{COLE}: formation square.",
        "20th Foot comes on.",
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
        ("deploy", "20th Foot", "20th Foot is not on the table yet: it comes on in turn 2"),
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

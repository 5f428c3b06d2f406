"""Revolutionary Wars, turn by turn: two Actions, Reactions, a platoon that is rolled for once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from calculator.forms import texts
from calculator.umpire import Umpire
from tests.roll.playing import Played

LINE, SECOND, OTHER = "1st/45th Line", "2nd/45th Line", "1st/25th Line"
MILITIA, FOOT, SCOTS = "7th Militia", "28th Foot", "92nd Highlanders"


@pytest.fixture
def ridge(tmp_path: Path) -> Played:
    return Played(Umpire.open(tmp_path / "ridge.battle"), "waterloo-picton")


def at(actor: str, target: str) -> dict[str, str]:
    return {"actor": actor, "target": target}


def test_a_platoon_is_rolled_for_once_in_a_player_s_turn(ridge: Played) -> None:
    ridge.play("shoot", at(LINE, MILITIA), seed="1", formation="line", range=3, swept=6)
    (held,) = ridge.held("shoot", at(OTHER, MILITIA), formation="line", range=3, swept=1)
    assert held.startswith(f"6 of the 6 platoons of {MILITIA} have been rolled for this turn")
    assert held.endswith("(entry 2) [Multiple Shoot Actions]")
    assert not ridge.held("shoot", at(LINE, MILITIA), range=3, swept=6), "its second in a row"
    assert not ridge.held("shoot", at(OTHER, FOOT), range=3)
    ridge.umpire.turn(player="french")
    assert not ridge.held("shoot", at(OTHER, MILITIA), range=3)


def test_of_those_that_one_battalion_left_out_another_rolls_for_the_rest(ridge: Played) -> None:
    ridge.play("shoot", at(LINE, MILITIA), seed="1", formation="line", range=3, swept=4)
    assert "swept at most 2" in ridge.held("shoot", at(OTHER, MILITIA), range=3, swept=3)[0]
    assert not ridge.held("shoot", at(OTHER, MILITIA), range=3, swept=2)


def test_a_battalion_takes_two_actions_and_no_third(ridge: Played) -> None:
    ridge.play("shoot", at(LINE, MILITIA), seed="1", formation="line", range=3)
    assert set(ridge.may(LINE)) == {"charge", "shoot", "reform", "spike-guns"}
    ridge.play("shoot", at(LINE, MILITIA), seed="1", range=3)
    assert ridge.may(LINE) == []
    (held,) = ridge.held("shoot", at(LINE, MILITIA), range=3)
    assert (
        held
        == f"{LINE} has taken 2 Actions this turn (entry 2 and entry 3) [Activating Battalions]"
    )
    ridge.umpire.turn()
    ridge.umpire.turn()
    assert not ridge.held("shoot", at(LINE, MILITIA), range=3)
    assert ridge.held("shoot", at(LINE, MILITIA), range=3, shoots="twice") == []


def test_fire_in_reaction_counts_in_the_enemy_s_turn_alone(ridge: Played) -> None:
    ridge.umpire.turn(player="french")
    ridge.play("shoot", at(SCOTS, LINE), seed="4", formation="line", range=3)
    hits = texts(ridge.question("shoot", at(FOOT, LINE)).form)["hits-before"]
    assert int(hits) > 0
    assert ridge.held("charge", at(FOOT, LINE)) == [
        "it is the enemy's turn: battalions only react [Reactions]"
    ]
    begun = ridge.umpire.turn()
    assert begun
    assert begun.body["player"] == "allied"
    asked = texts(ridge.question("shoot", at(FOOT, LINE)).form)
    assert (asked["hits-before"], asked["start-platoons"]) == ("0", "as-now")


def test_hits_and_platoons_count_from_where_the_turn_began_through_exchanges(ridge: Played) -> None:
    exchange = {"formation": "line", "first": "yes", "reply": "stand", "range": 3}
    ridge.play("exchange", at(LINE, FOOT), seed="4", **exchange)  # type: ignore[arg-type]
    asked = texts(ridge.question("shoot", at(SECOND, FOOT)).form)
    assert (asked["hits-before"], asked["start-platoons"]) == ("1", "6")
    assert asked["enemy-platoons"] == "5"


def test_fire_in_reply_to_an_exchange_counts_too(ridge: Played) -> None:
    """A platoon is rolled for once in any player's turn, and hits count since it began."""
    exchange: dict[str, Any] = {"first": "no", "reply": "shoot", "range": 3}
    ridge.umpire.turn(player="french")
    ridge.play("exchange", at(LINE, FOOT), seed="1", formation="line", **exchange)
    (told,) = (one for one in ridge.umpire.entry(3).body["how"] if "shoots, " in one)
    asked = texts(ridge.question("shoot", at(SCOTS, LINE)).form)
    assert f": {asked['hits-before']} hit, " in told
    assert asked["hits-before"] != "0"
    (held,) = ridge.held("shoot", at(SCOTS, LINE), range=3, swept=5)
    assert "have been rolled for this turn (entry 3)" in held


def test_an_exchange_does_not_begin_with_fire_on_who_was_shot_at(ridge: Played) -> None:
    ridge.play("shoot", at(LINE, FOOT), seed="1", formation="line", range=3)
    exchange: dict[str, Any] = {"formation": "line", "reply": "stand", "range": 3}
    (held,) = ridge.held("exchange", at(OTHER, FOOT), first="yes", **exchange)
    assert "have been rolled for this turn (entry 2)" in held
    assert not ridge.held("exchange", at(OTHER, FOOT), first="no", **exchange)


def test_the_morale_of_each_brigade_is_checked_once_as_its_turn_starts(ridge: Played) -> None:
    there = [one for one in ridge.roll.units if one.side == "french" and one.arrived]
    for _ in {unit.division for unit in there}:
        assert not ridge.held("brigade-morale", {}, "french")
        ridge.play("brigade-morale", {}, "french")
    (held,) = ridge.held("brigade-morale", {}, "french")
    assert held.startswith("the morale of each brigade was checked this turn (entry ")
    ridge.umpire.turn(player="allied")
    ridge.umpire.turn(player="french")
    assert not ridge.held("brigade-morale", {}, "french")

"""Revolutionary Wars, turn by turn: two Actions, Reactions, a platoon that is rolled for once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from calculator.forms import texts
from calculator.roll import read_correction
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
    assert ridge.may(LINE) == [  # of the card: charge move 6, muskets 6, move in the open 8
        "charge: up to 6 inches",
        "shoot: up to 6 inches",
        "move: up to 8 inches in the open, with its general near",
    ], "it is Solid, and no guns are overrun"
    ridge.play("shoot", at(LINE, MILITIA), seed="1", range=3)
    assert ridge.may(LINE) == []
    (held,) = ridge.held("shoot", at(LINE, MILITIA), range=3)
    assert (
        held
        == f"The {LINE} has taken 2 Actions this turn (entry 2 and entry 3) [Activating Battalions]"
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
        "the French army has the turn: battalions only react [Reactions]"
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


def test_blows_of_a_melee_that_ends_an_exchange_are_no_fire(ridge: Played) -> None:
    exchange: dict[str, Any] = {"first": "no", "reply": "square", "range": 3}
    ridge.umpire.turn(player="french")
    ridge.play("exchange", at(LINE, FOOT), seed="2", formation="line", **exchange)
    assert any(" in the melee, " in one for one in ridge.umpire.entry(3).body["how"])
    assert texts(ridge.question("shoot", at(SCOTS, LINE)).form)["hits-before"] == "0"


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


def test_no_brigade_is_tested_twice_whoever_of_it_is_named(ridge: Played) -> None:
    """Check Brigade Morale: "Any Brigade that is reduced to a single Battalion [...] breaks"."""
    told = "the morale of Schmitz's brigade was checked this turn (entry 3)"
    ridge.umpire.turn(player="french")
    ridge.play("brigade-morale", {"actor": "1st/13th Light"})
    assert ridge.held("brigade-morale", {"actor": "2nd/17th Line"})[0].startswith(told)
    assert ridge.held("brigade-morale", {}, "french", leader="schmitz")[0].startswith(told)
    assert not ridge.held("brigade-morale", {"actor": "1st/19th Line"})
    ridge.play("brigade-morale", {}, "french", leader="Aulard")
    (held,) = ridge.held("brigade-morale", {"actor": "1st/51st Line"})
    assert held.startswith("the morale of Aulard's brigade was checked this turn (entry 4)")
    ridge.umpire.amend(ridge.umpire.voiding(3, "by a slip"))
    assert not ridge.held("brigade-morale", {"actor": "1st/13th Light"})


def test_brigades_are_tested_as_their_own_turn_starts(ridge: Played) -> None:
    """Turn Sequence: A. Start of Turn, 1. Check Brigade Morale; B. Select a Brigade to Activate."""
    ridge.umpire.turn(player="french")
    (held,) = ridge.held("brigade-morale", {"actor": FOOT})
    assert held.startswith("the French army has the turn: a brigade is checked as its own starts")
    ridge.play("shoot", at(LINE, MILITIA), seed="1", formation="line", range=3)
    (held,) = ridge.held("brigade-morale", {"actor": LINE})
    assert held.startswith("battalions have begun to act (entry 3): morale is checked before that")


def test_what_may_follow_has_the_inches_of_the_card(ridge: Played) -> None:
    """Move, Charge and Shoot Actions by the numbers of the battalion card; a Shattered battalion
    may only take Shoot and Reform Actions (Permitted Actions while Shattered)."""
    horse = "1st Royal Dragoons"
    ridge.play("reform", {"actor": horse}, order="shattered", seed="1")
    assert ridge.roll.unit(horse).now["order"] == "shaken"
    assert ridge.may(horse) == [
        "charge: up to 14 inches",
        "second reform, which succeeds by itself",
        "move: up to 12 inches in the open, with its general near",
    ], "sabres do not shoot"
    far = ridge.question("charge", at(horse, LINE), range=15)
    assert "charges 14 inches" in next(iter(far.law.refusals())).reason
    assert not list(ridge.question("charge", at(horse, LINE), range=14).law.refusals())
    guns = {"actor": "Rogers's battery", "target": LINE}
    ridge.play("shoot", guns, range=3, fire_as="howitzers", swept=1)
    shot, *moves = ridge.may("Rogers's battery")
    assert shot.endswith("inches as howitzers")
    assert moves == ["move: up to 4 inches in the open, with its general near"]
    ridge.umpire.turn()
    ridge.play("reform", {"actor": LINE}, order="shattered", seed="9")
    assert ridge.roll.unit(LINE).now["order"] == "shattered"
    assert ridge.may(LINE) == [
        "shoot: up to 6 inches",
        "second reform, which succeeds by itself",
    ]


def test_guns_are_spiked_only_where_some_are_overrun(ridge: Played) -> None:
    """Spike Guns Action: "enemy Artillery Batteries that they have overrun"."""
    ridge.play("shoot", at(LINE, MILITIA), seed="1", formation="line", range=3)
    assert not any("spike" in one for one in ridge.may(LINE))
    (held,) = ridge.held("spike-guns", {"actor": SECOND})
    assert held == "no enemy guns are overrun, by the record [Spike Guns Action]"
    lost = read_correction(ridge.roll, "Rogers's battery", {"gone": "overrun"})
    ridge.umpire.correct(lost, "ridden over")
    assert "spike guns within 2 inches" in ridge.may(LINE)
    ridge.umpire.correct(read_correction(ridge.roll, "Rogers's battery", {"gone": "no"}), "a slip")
    assert not any("spike" in one for one in ridge.may(LINE))


def test_a_battalion_rolls_for_its_pursuit_once_in_an_action(ridge: Played) -> None:
    """Only Pursue Once: "A Battalion may only pursue once in an Action"."""
    ridge.play("pursue", {"actor": LINE}, hold="yes")
    (held,) = ridge.held("pursue", {"actor": LINE})
    assert held.startswith(f"The {LINE} has rolled for its pursuit (entry 2): once in an Action")
    ridge.play("charge", at(LINE, FOOT), seed="3")
    assert not ridge.held("pursue", {"actor": LINE})


def test_a_battalion_reacts_once_to_an_enemy_s_second_action(ridge: Played) -> None:
    """When You Can React: "when the opposing player declares a second Action for an enemy
    Battalion", "During your opponent's turn"."""
    ridge.umpire.turn(player="french")
    ridge.play("react", {"actor": FOOT}, seed="1")
    (held,) = ridge.held("react", {"actor": FOOT})
    assert held.startswith(f"The {FOOT} has reacted (entry 3): once to an enemy's second Action")
    assert held.endswith("or name another [Reactions, When You Can React]")
    assert not ridge.held("react", at(FOOT, OTHER)), "nobody records what the table holds"
    assert not ridge.held("react", {"actor": SCOTS})
    ridge.play("shoot", at(LINE, MILITIA), range=3)
    assert not ridge.held("react", at(FOOT, OTHER)), "that may be to another"
    ridge.play("react", at(FOOT, OTHER), seed="1")
    ridge.play("shoot", at(SECOND, SCOTS), range=3)
    assert "has reacted (entry 5)" in ridge.held("react", at(FOOT, OTHER))[0]
    assert not ridge.held("react", at(FOOT, SECOND))
    ridge.umpire.turn()
    (held,) = ridge.held("react", {"actor": FOOT})
    assert held.startswith("the Allied army has the turn: battalions react in the enemy's")


def test_a_battalion_tests_to_stand_once_before_the_fight_goes_on(ridge: Played) -> None:
    """Charge Action: the enemy tests to stand, then the chargers, then the melee; "5. Repeat"."""
    ridge.umpire.turn(player="french")
    ridge.play("stand", at(FOOT, LINE), order="shattered", seed="1")
    ridge.play("stand", at(SCOTS, LINE), seed="2")
    (held,) = ridge.held("stand", at(SCOTS, LINE))
    assert held.startswith(
        f"The {SCOTS} have tested to stand (entry 4): once before the fight goes on"
    )
    assert not ridge.held("stand", at(SCOTS, SECOND)), "another may charge it"
    ridge.play("stand", at(LINE, SCOTS), testing="charging", seed="2")
    assert not ridge.held("stand", at(SCOTS, LINE))


def test_overrun_guns_are_recovered_as_their_friends_activate(ridge: Played) -> None:
    """Recovering Overrun Artillery: "when it Activates", which it does in its own turn."""
    guns = {"actor": "Rogers's battery"}
    lost = read_correction(ridge.roll, "Rogers's battery", {"gone": "overrun"})
    ridge.umpire.correct(lost, "ridden over")
    ridge.umpire.turn(player="french")
    assert "battalions only react" in ridge.held("recover-guns", guns)[0]
    ridge.umpire.turn()
    assert not ridge.held("recover-guns", guns)


def test_of_two_reforms_the_second_alone_succeeds_by_itself(ridge: Played) -> None:
    """Reform Action: "two successive Reform Actions, the second automatically succeeds"."""
    unit = {"actor": LINE}
    (held,) = ridge.held("reform", unit, order="shaken", attempt="second")
    assert held.startswith(f"The {LINE} has taken no Reform Action just before this one")
    ridge.play("reform", unit, order="shattered", attempt="first")
    assert texts(ridge.question("reform", unit).form)["attempt"] == "second"
    assert "the second succeeds by itself" in ridge.held("reform", unit, attempt="first")[0]
    ridge.umpire.turn()
    ridge.umpire.turn()
    ridge.play("reform", unit, order="shattered", attempt="both")
    assert "has taken 2 Actions" in ridge.held("shoot", at(LINE, MILITIA), range=3)[0]


def test_a_charge_after_fire_is_the_second_action_to_which_the_enemy_reacts(
    ridge: Played,
) -> None:
    """When You Can React: "the opposing player declares a second Action"."""
    ridge.play("shoot", at(LINE, MILITIA), seed="1", formation="line", range=3)
    exchange: dict[str, Any] = {"range": 3, "reply": "stand"}
    assert (
        "the enemy can react"
        in ridge.held("exchange", at(LINE, FOOT), first="at-once", **exchange)[0]
    )
    assert not ridge.held("exchange", at(LINE, FOOT), first="no", **exchange)
    ridge.play("exchange", at(LINE, FOOT), first="no", **exchange)
    assert "has taken 2 Actions" in ridge.held("shoot", at(LINE, MILITIA), range=3)[0]


def test_a_battery_fires_as_cannon_or_as_howitzers_one_or_the_other_each_turn(
    ridge: Played,
) -> None:
    """Shoot Action: "as one or the other each turn"."""
    guns = {"actor": "Rogers's battery", "target": "1st/45th Line"}
    ridge.umpire.turn(2, "allied")
    ridge.play("shoot", guns, range=3, fire_as="cannon", swept=1)
    (held,) = ridge.held("shoot", guns, range=3, fire_as="howitzers", swept=1)
    assert held.startswith("Rogers's battery fires as cannon this turn (entry 3)")
    assert not ridge.held("shoot", guns, range=3, fire_as="cannon", swept=1)
    ridge.umpire.turn()
    assert not ridge.held("shoot", guns, range=3, fire_as="howitzers", swept=1)


def test_the_shattered_do_not_react(ridge: Played) -> None:
    """Reactions: a battalion cannot react if it is Shattered, though it may shoot in its turn."""
    roll = ridge.roll
    shattered = read_correction(roll, "french: 1st/25th Line", {"order": "shattered"})
    ridge.umpire.correct(shattered, "as it stands")
    fire = {"actor": "1st/25th Line", "target": "7th Militia"}
    ridge.umpire.turn(2, "allied")
    assert "1st/25th Line is Shattered and cannot react" in ridge.held("shoot", fire, range=3)[0]
    ridge.umpire.turn()
    assert not ridge.held("shoot", fire, range=3)

"""Fire, regroup and the buttons: odds by hand, and what it means on the table."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from calculator.errors import FaultsError
from calculator.rules.armies import ArmyCount
from calculator.rules.question import Question
from calculator.rules.there_stand_empires import SYSTEM
from calculator.rules.there_stand_empires.contest import BANDS, band, performances
from calculator.rules.there_stand_empires.officers import Side
from calculator.rules.there_stand_empires.status import Removal
from calculator.rules.there_stand_empires.terms import State
from tests.rules.asking import ask, law
from tests.scripted import Answers

KEY = SYSTEM.key


def margin(points: int, floor: int) -> Fraction:
    """The chance that `points` and the difference of heads make `floor` or more."""
    return Fraction(sum(comb(42, k) for k in range(21 + floor - points, 43)), 2**42)


def narrated(question: Question, *answers: object) -> Any:
    """The words for given draws."""
    outcome = question.law.procedure().result(Answers(*answers))
    return question.law.narrate(outcome, [])


def test_an_army_counted_for_the_first_time_has_neither_passed_nor_been_checked() -> None:
    """X: the count alone says how many units there were, are gone and are demoralized."""
    assert SYSTEM.army_morale is not None
    assert SYSTEM.army_morale.answers(ArmyCount(12, 4, 2)) == {
        "units": "12",
        "broken": "4",
        "demoralized": "2",
        "passed-before": "no",
        "loss-this-turn": "no",
        "checked-this-turn": "no",
    }


FIRES = [
    ("deployed-fire", {}, 0),
    ("deployed-fire", {"quality": "elite", "target_quality": "poor"}, 3),
    ("deployed-fire", {"target_formation": "square"}, 2),
    ("deployed-fire", {"cover": "soft"}, -2),
    ("deployed-fire", {"cover": "fortification"}, -6),
    ("deployed-fire", {"target_state": "disordered"}, 2),
    ("deployed-fire", {"actor_state": "disordered"}, -2),
    ("deployed-fire", {"bases": 3}, -1),
    ("deployed-fire", {"bases": 5}, 0),
    ("deployed-fire", {"actor": "heavy-foot-artillery"}, 0),
    ("deployed-fire", {"actor": "heavy-foot-artillery", "range": 9}, -3),
    ("deployed-fire", {"actor": "horse-artillery", "range": 6, "bases": 2}, -3),
    ("deployed-fire", {"target": "light-cavalry"}, 1),
    ("deployed-fire", {"target": "horse-artillery", "target_bases": 2}, 1),
    ("advancing-fire", {}, -3),
    ("advancing-fire", {"actor": "light-foot-artillery"}, -4),
    ("advancing-fire", {"actor": "horse-artillery"}, -2),
    ("advancing-fire", {"target_formation": "march-column", "formation": "square"}, 2),
]


@pytest.mark.parametrize(("action", "fields", "points"), FIRES)
def test_fire_by_hand(action: str, fields: dict[str, object], points: int) -> None:
    odds = ask(KEY, action, **fields).odds()
    assert odds.measure("any-effect") == margin(points, 3)
    assert odds.measure("falls-back") == margin(points, 6)


def test_the_example_of_the_text() -> None:
    question = ask(KEY, "deployed-fire", actor="light-foot-artillery", range=3)
    words = narrated(question, (15, 5))
    assert words.headline == "The fire tells on the target: falls back 6 inches, demoralized."
    assert "go back 6 inches" in words.on_table[0]
    assert "demoralization marker" in words.on_table[1]


def test_a_second_disorder_replaces_the_marker() -> None:
    words = narrated(ask(KEY, "deployed-fire", target_state="disordered"), (12, 10))
    assert words.headline == "The fire tells on the target: demoralized."
    assert "replace the disorder marker with a demoralization marker" in words.on_table[0]


def test_fire_on_a_unit_that_cannot_retreat() -> None:
    question = ask(KEY, "deployed-fire", retreat_blocked="yes")
    outcome = question.law.procedure().result(Answers((14, 8)))
    assert outcome.target.removal is Removal.SURRENDERED
    assert narrated(question, (14, 8)).headline.endswith(": surrendered.")


def test_out_of_range_spends_the_action() -> None:
    words = narrated(ask(KEY, "deployed-fire", range=6))
    assert words.headline == "Out of range - nothing comes of the fire."
    assert words.on_table == ("This was the action of the firing unit alone.",)


@pytest.mark.parametrize(
    ("fields", "points"),
    [
        ({}, 1),
        ({"quality": "elite"}, 3),
        ({"quality": "poor"}, 0),
        ({"actor": "horse-artillery"}, 1),
        ({"actor": "transport"}, 0),
        ({"general": "yes"}, 3),
        ({"actor_state": "demoralized"}, -1),
        ({"actor_state": "demoralized", "general": "yes", "quality": "veteran"}, 2),
    ],
)
def test_regroup_by_hand(fields: dict[str, str], points: int) -> None:
    odds = ask(KEY, "regroup", **fields).odds()
    assert odds.measure("improves") == margin(points, 0)
    if "actor_state" in fields:
        assert odds.measure("recovers") == margin(points, 4)
    else:
        assert odds.measure("recovers") == margin(points, 0)


def test_a_demoralized_unit_may_rise_one_level_or_two() -> None:
    outcomes = {o.state: o.label for o in law(ask(KEY, "regroup", actor_state="demoralized"))}
    assert outcomes == {
        State.DEMORALIZED: "is still demoralized",
        State.DISORDERED: "rallies in part: disordered",
        State.OK: "regroups: OK",
    }


def test_the_initiative_is_an_even_chance() -> None:
    assert {o.side: p for o, p in law(ask(KEY, "initiative")).items()} == {
        Side.ATTACKER: Fraction(1, 2),
        Side.DEFENDER: Fraction(1, 2),
    }


@pytest.mark.parametrize("variant", ["alternate", "random-each-division", "unit-by-unit"])
def test_the_side_that_is_left_has_the_rest(variant: str) -> None:
    words = narrated(ask(KEY, "initiative", variant=variant), Side.DEFENDER)
    assert words.headline == "The defender has the initiative."
    assert "has all the initiatives left" in words.on_table[-1]


def test_a_general_overrun() -> None:
    odds = ask(KEY, "leader-overrun").odds()
    assert odds.measure("escapes") == margin(0, -1)
    assert odds.measure("killed") == 1 - margin(0, -3)


@pytest.mark.parametrize(
    ("units", "gone", "points"),
    [(20, 10, 2), (50, 27, 2), (55, 30, 2), (20, 11, 1), (21, 11, 2), (20, 12, 0), (20, 15, -3)],
)
def test_army_morale_by_hand(units: int, gone: int, points: int) -> None:
    question = ask(KEY, "army-morale", units=units, broken=gone - 4, demoralized=4)
    assert question.odds().measure("stands") == margin(points, 1)
    assert sum(factor.points for factor in question.odds().factors) == points


@pytest.mark.parametrize(
    ("fields", "label"),
    [
        ({"broken": 2}, "no check: below half"),
        ({"checked_this_turn": "yes"}, "no check: already checked this turn"),
        ({"passed_before": "yes"}, "no check: nothing lost this turn"),
    ],
)
def test_when_an_army_is_not_checked(fields: dict[str, object], label: str) -> None:
    question = ask(KEY, "army-morale", **{"units": 12, "broken": 3, "demoralized": 3, **fields})
    assert [outcome.label for outcome in law(question)] == [label]
    assert narrated(question).headline == "No check is needed."


def test_an_army_without_a_unit_left_is_gone_whatever_it_has_passed() -> None:
    """A full half and more of it is broken and removed from play (X), and nobody fights on."""
    gone = {"units": 4, "broken": 4, "demoralized": 0}
    for before in ({}, {"checked_this_turn": "yes"}, {"passed_before": "yes"}):
        assert ask(KEY, "army-morale", **gone, **before).odds().measure("breaks") == 1


def test_an_army_that_passed_before_is_checked_when_it_loses_again() -> None:
    question = ask(KEY, "army-morale", passed_before="yes", loss_this_turn="yes")
    assert question.odds().measure("no-check") == 0


def test_more_units_gone_than_there_are() -> None:
    with pytest.raises(FaultsError, match="8 broken and 5 demoralized are more than the army's 12"):
        ask(KEY, "army-morale", units=12, broken=8, demoralized=5)


def test_bands_of_performances() -> None:
    bands = [band(SYSTEM.tables, heads) for heads in range(22)]
    assert [bands.count(one) for one in BANDS] == [7, 2, 2, 2, 2, 7]
    assert bands == sorted(bands, key=BANDS.index)


def test_performances_are_independent_tosses() -> None:
    pairs = performances(3)
    assert pairs.total == 64
    assert pairs.weight((3, 0)) == 1
    assert pairs.weight((1, 2)) == 9


@pytest.mark.parametrize(
    ("ahead", "told"),
    [
        (2, "+2: nothing (+3 disordered)"),
        (5, "+5: disordered (+6 falls back, below +3 nothing)"),
        (21, "+21: broken (below +21 loses two bases)"),
    ],
)
def test_a_margin_is_told_with_the_nearest_that_bring_something_else(ahead: int, told: str) -> None:
    """The ladder of fire at equal points: 3, 6, 9, 15, 18, 21."""
    fire: Any = ask(KEY, "deployed-fire").law
    assert fire.bout.told(ahead) == told

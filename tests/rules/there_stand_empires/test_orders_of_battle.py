"""What is doubtful in an army of There Stand Empires."""

from __future__ import annotations

import pytest

from calculator.roll import Roll, fill
from calculator.rules.question import Question
from calculator.rules.there_stand_empires import SYSTEM
from calculator.rules.there_stand_empires.orders_of_battle import army_doubts
from calculator.rules.there_stand_empires.terms import Arm, BrigadeForm, Quality
from calculator.scenarios import load


def test_an_order_of_battle_names_the_general_who_is_overrun() -> None:
    """That of the division whose unit is ridden over, by the file and by the roll."""
    battle = load("quatre-bras")
    by_file = battle.fill("target", "Husson's brigade")
    roll = Roll(battle)
    action = SYSTEM.action("leader-overrun")
    by_roll = fill(roll, action, {"target": roll.unit("Husson's brigade")}).answers
    for answers in (by_file, by_roll):
        result = Question.read(SYSTEM.key, action.key, answers).result("1")
        assert result.narration.headline.startswith("Bachelu")


def test_steep_slopes_cover_from_assault_and_not_from_fire() -> None:
    """VIII: slopes and banks may give no cover from fire, and soft or hard cover from assault."""
    heights = "Plateau of Hassenhausen, Ranzenhügel, Sonnenberg"
    place = next(one.form for one in load("auerstedt").terrain if one.name == heights)
    assert place
    covers = [SYSTEM.protection(place, action)["cover"] for action in ("assault", "deployed-fire")]
    assert covers == ["soft", "open"]


def doubts(*units: BrigadeForm) -> list[str]:
    return [doubt.reason for doubt in army_doubts(units, SYSTEM.tables)]


def foot(bases: int, quality: Quality = Quality.AVERAGE) -> BrigadeForm:
    return BrigadeForm(arm=Arm.INFANTRY, quality=quality, bases=bases)


@pytest.mark.parametrize(("elite", "doubtful"), [(3, False), (4, True)])
def test_more_than_15_percent_elite_is_doubtful(elite: int, doubtful: bool) -> None:
    """Of 20 bases 3 are 15% and 4 are 20%; guns do not count."""
    others = [foot(10), foot(10 - elite), BrigadeForm(arm=Arm.HORSE_ARTILLERY, bases=1)]
    assert bool(doubts(foot(elite, Quality.ELITE), *others)) is doubtful


@pytest.mark.parametrize(
    ("arm", "most"),
    [(Arm.INFANTRY, 10), (Arm.HEAVY_CAVALRY, 8), (Arm.LIGHT_CAVALRY, 8), (Arm.HORSE_ARTILLERY, 2)],
)
def test_units_larger_than_section_2_has_them_are_doubtful(arm: Arm, most: int) -> None:
    assert doubts(BrigadeForm(arm=arm, bases=most)) == []
    (doubt,) = doubts(BrigadeForm(arm=arm, bases=most + 1))
    assert doubt.startswith(f"1 unit has more than {most} bases of ")
    (both,) = doubts(*[BrigadeForm(arm=arm, bases=most + 1)] * 2)
    assert both.startswith("2 units have")


@pytest.mark.parametrize("arm", [Arm.INFANTRY, Arm.HEAVY_CAVALRY, Arm.LIGHT_CAVALRY])
def test_single_bases_of_foot_and_horse_are_doubtful(arm: Arm) -> None:
    assert doubts(BrigadeForm(arm=arm, bases=2)) == []
    (doubt,) = doubts(*[BrigadeForm(arm=arm, bases=1)] * 2)
    assert doubt.startswith("2 units have fewer than 2 bases of ")
    assert doubts(BrigadeForm(arm=Arm.HORSE_ARTILLERY, bases=1)) == []

"""Cannonade's measuring aids: certain answers, from the text's own limits and prices."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.errors import FaultsError, ForbiddenError
from calculator.rules.cannonade import SYSTEM
from calculator.rules.cannonade.army import AmmunitionForm, ArmyForm, StackingForm, VictoryForm
from calculator.rules.cannonade.march import MarchForm, Stop
from calculator.rules.cannonade.terms import Terrain
from calculator.rules.cannonade.turn import TurnOrderForm
from calculator.rules.question import Question
from tests.rules.asking import ask, check_promises, forms, law

terrains = st.lists(st.sampled_from(list(Terrain)), max_size=4).map(tuple)


def certain(action: str, **values: object) -> Any:
    (outcome,) = law(ask("cannonade", action, **values))
    return outcome


@pytest.mark.parametrize(
    ("mover", "path", "entered", "left", "stop"),
    [
        ("infantry", "clear", 1, 0, Stop.ARRIVES),
        ("infantry", "fortified", 1, 0, Stop.ARRIVES),
        ("infantry", "clear, clear", 1, 0, Stop.SPENT),
        ("cavalry", "clear clear", 2, 0, Stop.ARRIVES),
        ("cavalry", "clear", 1, 1, Stop.ARRIVES),
        ("cavalry", "covered", 1, 0, Stop.ARRIVES),
        ("cavalry", "clear, covered", 1, 1, Stop.ENTIRE_MOVE),
        ("cavalry", "fortified, clear", 1, 0, Stop.SPENT),
        ("officer", "clear, covered", 2, 0, Stop.ARRIVES),
        ("officer", "impassable", 0, 2, Stop.IMPASSABLE),
        ("flag", "clear clear clear", 2, 0, Stop.SPENT),
        ("prisoners", "clear", 1, 0, Stop.ARRIVES),
        ("routers", "clear, clear", 1, 0, Stop.SPENT),
    ],
)
def test_march(mover: str, path: str, entered: int, left: int, stop: Stop) -> None:
    outcome = certain("march", mover=mover, path=path)
    assert (outcome.entered, outcome.left, outcome.stop) == (entered, left, stop)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"mover": "cannon", "crew": 3}, "4 men must be present"),
        ({"mover": "cannon", "fired": "yes"}, "fired"),
        ({"fired": "yes"}, "nor its crew"),
    ],
)
def test_who_may_not_march(values: dict[str, object], reason: str) -> None:
    with pytest.raises(ForbiddenError, match=reason):
        ask("cannonade", "march", **values).check()


@pytest.mark.parametrize("mover", ["routers", "prisoners", "baggage", "flag", "officer"])
def test_only_a_cannon_and_men_under_arms_are_held_by_having_fired(mover: str) -> None:
    ask("cannonade", "march", mover=mover, fired="yes").check()


def test_a_misspelt_hex_is_told_with_the_nearest_word() -> None:
    with pytest.raises(FaultsError, match=r"path: 'coverd' is not .*did you mean 'covered'"):
        ask("cannonade", "march", path="clear, coverd")
    with pytest.raises(FaultsError, match=r"'cler' .* 'clear'\?\); 'imposible' .* 'impassable'"):
        ask("cannonade", "march", path="cler, imposible")


@pytest.mark.parametrize(
    ("mover", "left"), [("cavalry", "1 hex left to move."), ("infantry", "No hexes left to move.")]
)
def test_what_is_left_of_a_march_is_told(mover: str, left: str) -> None:
    assert ask("cannonade", "march", mover=mover).result("1").narration.on_table == (left,)


@given(forms(MarchForm, path=terrains, crew=st.just(4), fired=st.just(False)))
def test_march_keeps_its_promises(form: MarchForm) -> None:
    check_promises(Question(SYSTEM, SYSTEM.action("march"), form, SYSTEM.tables))


@pytest.mark.parametrize("form", [AmmunitionForm, ArmyForm, StackingForm, TurnOrderForm])
@given(data=st.data())
def test_the_others_keep_their_promises(form: type[Any], data: st.DataObject) -> None:
    action = next(action for action in SYSTEM.actions if action.asks is form)
    check_promises(Question(SYSTEM, action, data.draw(forms(form)), SYSTEM.tables))


@pytest.mark.parametrize(
    ("values", "label"),
    [
        ({"men": 20, "officers": 5}, "may stand there"),
        ({"men": 10, "cannon": 1}, "may stand there"),
        ({"men": 10, "baggage": 1}, "may stand there"),
        ({"men": 21}, "21 men are too many: a hex may contain 20"),
        ({"men": 11, "baggage": 1}, "11 men are too many: a hex with baggage may contain 10"),
        ({"men": 4, "cannon": 1, "baggage": 1}, "a hex may contain one cannon or one baggage unit"),
        ({"men": 4, "cannon": 2}, "a hex may contain one cannon or one baggage unit"),
        ({"terrain": "impassable"}, "units may not enter impassable terrain"),
    ],
)
def test_stacking(values: dict[str, object], label: str) -> None:
    assert certain("stacking", **values).label == label


@pytest.mark.parametrize(
    ("distance", "turns", "left"),
    [(0, 0, None), (4, 7, None), (5, 0, 3), (5, 2, 1), (5, 3, 0), (9, 8, 0)],
)
def test_ammunition(distance: int, turns: int, left: int | None) -> None:
    assert certain("ammunition", baggage_distance=distance, turns_beyond=turns).turns == left


@pytest.mark.parametrize(
    ("distance", "where"), [(0, "in the same hex"), (1, "1 hex away"), (5, "5 hexes away")]
)
def test_where_baggage_is_told(distance: int, where: str) -> None:
    (how,) = ask("cannonade", "ammunition", baggage_distance=distance).result("1").narration.how
    assert how == f"Baggage is {where}: beyond 4 a cannon runs out in 3 turns."


@pytest.mark.parametrize(
    ("units", "points", "label"),
    [
        ({"infantry": 100, "cavalry": 0}, 100, "100 points, 0 to spare"),
        ({"infantry": 40, "cavalry": 20, "cannon": 2}, 90 + 11, "101 points, 1 too many"),
        ({"infantry": 0, "cavalry": 7}, Fraction(21, 2), "10 1/2 points, 89 1/2 to spare"),
        ({"infantry": 62, "cavalry": 10, "flags": 3}, 77, "77 points, 23 to spare"),
        ({"infantry": 1, "cavalry": 0}, 1, "1 point, 99 to spare"),
    ],
)
def test_army_points(units: dict[str, int], points: Fraction, label: str) -> None:
    nothing = dict.fromkeys(("cannon", "officers", "baggage", "flags"), 0)
    extra = 11 if units.get("cannon") == 2 else 0
    outcome = certain("army-points", **{**nothing, **units, "infantry": units["infantry"] + extra})
    assert (outcome.points, outcome.label) == (points, label)


def test_an_army_too_small_for_its_cannon_is_told() -> None:
    words = ask("cannonade", "army-points", infantry=3, cavalry=0, cannon=2).result("1").narration
    assert words.on_table == ("Its cannon need 8 men, and it has 3.",)
    assert words.how[:2] == ("Infantry: 3 at 1 = 3", "Cannon: 2 at 10 = 20")


@given(forms(VictoryForm))
def test_victory_points(form: VictoryForm) -> None:
    earned = (
        form.man_killed
        + 2 * form.man_captured
        + 3 * form.officer_killed
        + 5 * form.officer_captured
        + 10 * form.cannon_captured
        + 5 * form.baggage_captured
        + 20 * form.flag_captured
    )
    question = Question(SYSTEM, SYSTEM.action("victory-points"), form, SYSTEM.tables)
    (outcome,) = law(question)
    assert outcome.points == earned
    check_promises(question)


@pytest.mark.parametrize(
    ("killed", "label"), [(0, "no victory points"), (1, "1 victory point"), (2, "2 victory points")]
)
def test_victory_points_are_counted_in_english(killed: int, label: str) -> None:
    assert certain("victory-points", man_killed=killed).label == label


def test_turn_order_is_a_fair_coin() -> None:
    assert [row.probability for row in ask("cannonade", "turn-order").odds()] == [0.5, 0.5]

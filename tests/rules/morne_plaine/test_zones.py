"""Zones of control: who exerts them where, and who may leave them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.rules.morne_plaine import SYSTEM
from calculator.rules.morne_plaine.movement import MarshForm
from calculator.rules.morne_plaine.zones import LeavingForm, ZoneForm
from calculator.rules.question import Question
from tests.rules.asking import ask, check_promises, forms, law


def certain(action: str, **values: object) -> Any:
    (outcome,) = law(ask("morne-plaine", action, **values))
    return outcome


@pytest.mark.parametrize(
    ("values", "label"),
    [
        ({}, "controlled"),
        ({"enemy": "leader", "enemy_morale": 0}, "controlled"),
        ({"enemy": "cavalry", "hexside": "slope"}, "controlled"),
        ({"enemy_terrain": "rough", "hex_terrain": "marsh"}, "controlled"),
        ({"enemy": "artillery"}, "artillery exerts no zone of control"),
        ({"enemy_morale": 0}, "demoralised units exert no zone of control"),
        ({"enemy_terrain": "woods"}, "a unit in woods controls no adjacent hex"),
        ({"enemy_terrain": "village"}, "a unit in a village controls no adjacent hex"),
        ({"hex_terrain": "woods"}, "a woods hex cannot be controlled"),
        ({"hex_terrain": "village"}, "a village hex cannot be controlled"),
        ({"hexside": "stream"}, "control does not reach across a stream or river"),
        ({"hexside": "river"}, "control does not reach across a stream or river"),
        ({"hexside": "bridge"}, "control does not reach across a stream or river"),
        ({"hexside": "double-slope"}, "control does not reach across a double slope"),
        ({"hexside": "triple-slope"}, "control does not reach across a triple slope"),
    ],
)
def test_who_controls_what(values: dict[str, object], label: str) -> None:
    assert certain("zone-of-control", **values).label == label


@pytest.mark.parametrize(
    ("unit", "held", "ahead", "points"),
    [
        ("infantry", "infantry", "no", 1),
        ("infantry", "mounted", "yes", None),
        ("artillery", "infantry", "yes", None),
        ("cavalry", "infantry", "yes", 0),
        ("leader", "infantry", "no", 0),
        ("cavalry", "mounted", "no", 1),
        ("leader", "mounted", "yes", None),
        ("infantry", "nobody", "yes", 0),
    ],
)
def test_who_may_leave(unit: str, held: str, ahead: str, points: int | None) -> None:
    outcome = certain("leave-zone", unit=unit, in_zone_of=held, zone_ahead=ahead)
    assert outcome.points == points


def test_who_is_in_nobodys_zone_is_told_so() -> None:
    words = ask("morne-plaine", "leave-zone", unit="infantry").result("1").narration
    assert (words.headline, words.on_table, words.how) == (
        "The infantry is in no enemy zone of control.",
        ("It moves freely.",),
        (),
    )


@pytest.mark.parametrize("form", [ZoneForm, LeavingForm, MarshForm])
@given(data=st.data())
def test_the_questions_keep_their_promises(form: type[Any], data: st.DataObject) -> None:
    action = next(action for action in SYSTEM.actions if action.asks is form)
    check_promises(Question(SYSTEM, action, data.draw(forms(form)), SYSTEM.tables))

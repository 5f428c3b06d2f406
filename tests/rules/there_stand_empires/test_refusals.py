"""What the rules forbid, with the section cited."""

from __future__ import annotations

import pytest

from calculator.errors import ForbiddenError
from tests.rules.asking import ask

KEY = "there-stand-empires"

FORBIDDEN = [
    ("deployed-fire actor=heavy-cavalry", "Cavalry does not fire [VI: rule]"),
    ("advancing-fire actor=light-cavalry", "Cavalry does not fire [VI: rule]"),
    ("deployed-fire actor=transport", "Transport does not fire [VI: rule]"),
    ("deployed-fire formation=maneuver-column", "Deployed fire is for units that began"),
    ("deployed-fire formation=square", "Deployed fire is for units that began"),
    ("deployed-fire formation=march-column", "Deployed fire is for units that began"),
    (
        "advancing-fire formation=march-column",
        "Units in march column may never fire [III.B, VI: rule]",
    ),
    (
        "advancing-fire actor=horse-artillery formation=square",
        "Only infantry forms square, not horse artillery",
    ),
    (
        "deployed-fire target=transport target-formation=square",
        "Only infantry forms square, not transport",
    ),
    ("assault actor=heavy-foot-artillery", "Only infantry and cavalry assault [III.B, VII: rule]"),
    ("assault actor=transport", "Only infantry and cavalry assault [III.B, VII: rule]"),
    ("assault formation=square", "Assaults start from maneuver column [III.B, VII: rule]"),
    ("assault formation=march-column", "Assaults start from maneuver column [III.B, VII: rule]"),
    ("assault formation=deployed", "Only units trained in linear tactics assault deployed"),
    (
        "assault formation=deployed columns-may-assault=no",
        "This army's infantry does not assault in maneuver column",
    ),
    (
        "assault actor=heavy-cavalry formation=deployed linear-tactics=yes",
        "Cavalry never assaults deployed",
    ),
    ("assault columns-may-assault=no", "does not assault in maneuver column [VII: rule]"),
    ("assault distance=6.5", "this unit assaults over 6 at most [VII: rule]"),
    (
        "assault formation=deployed linear-tactics=yes distance=3",
        "this unit assaults over 2 at most [VII: rule]",
    ),
    (
        "assault target=horse-artillery infantry-support=yes",
        "assault the infantry [III.B, VII: rule]",
    ),
    (
        "assault target=heavy-cavalry target-formation=square",
        "Only infantry forms square, not heavy",
    ),
    *(
        (f"assault actor=heavy-cavalry target=light-cavalry countercharge=yes {field}", reason)
        for field, reason in (
            ("target-state=disordered", "A disordered unit does not countercharge [VII: rule]"),
            ("target-state=demoralized", "A demoralized unit does not countercharge [VII: rule]"),
            ("frontal=no", "assaulted frontally countercharges [VII: rule]"),
            ("cover=soft", "countercharges in the open only, not from cover [VII: rule]"),
            ("breakthrough=yes", "A breakthrough charge is not countercharged [VII: rule]"),
        )
    ),
    ("leader-overrun attached=yes", "attached to a unit cannot be overrun [III.A: rule]"),
    ("regroup actor-state=ok", "A unit that is OK has nothing to regroup from [III.B, V: rule]"),
    ("form-square actor=light-cavalry", "Only infantry forms square, not light cavalry [III"),
    ("form-square actor=horse-artillery", "Only infantry forms square, not horse artillery"),
    *(
        (f"{action} actor-state=demoralized", "may do nothing but regroup [III.B, V: rule]")
        for action in (
            "deployed-fire",
            "advancing-fire",
            "assault",
            "deploy",
            "maneuver-in-column",
            "form-square",
            "march",
        )
    ),
]


def check(asked: str) -> None:
    action, *fields = asked.split()
    ask(KEY, action, **dict(field.split("=") for field in fields)).check()


@pytest.mark.parametrize(("asked", "reason"), FORBIDDEN)
def test_forbidden(asked: str, reason: str) -> None:
    with pytest.raises(ForbiddenError) as raised:
        check(asked)
    assert reason in str(raised.value)


ALLOWED = [
    "regroup actor-state=demoralized",
    "advancing-fire formation=square",
    "advancing-fire formation=deployed",
    "advancing-fire actor=heavy-foot-artillery",
    "assault actor-state=disordered",
    "assault formation=deployed linear-tactics=yes distance=2",
    "assault formation=deployed linear-tactics=yes columns-may-assault=no",
    "assault actor=light-cavalry columns-may-assault=no distance=12",
    "assault target=infantry infantry-support=yes",
    "assault actor=heavy-cavalry breakthrough=yes distance=12",
    "assault actor=heavy-cavalry target=light-cavalry countercharge=yes",
    "assault actor=heavy-cavalry countercharge=yes cover=hard",
    "deploy actor=transport",
    "deploy actor=heavy-cavalry",
    "march actor=heavy-foot-artillery actor-state=disordered",
]


@pytest.mark.parametrize("asked", ALLOWED)
def test_allowed(asked: str) -> None:
    check(asked)


def test_every_reason_is_given() -> None:
    with pytest.raises(ForbiddenError) as raised:
        check("deployed-fire actor=heavy-cavalry actor-state=demoralized formation=square")
    assert len(raised.value.refusals) == 4

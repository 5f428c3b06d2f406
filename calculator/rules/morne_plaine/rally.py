"""The Rally phase: a unit regains morale near its leader, or at rest in command."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from calculator.chance.procedure import Procedure, settled
from calculator.errors import Refusal
from calculator.forms import Form, whole, yes_no
from calculator.rules.action import Draws, Measure, Narration, Severity
from calculator.rules.aftermath import Aftermath
from calculator.rules.declared import declared
from calculator.rules.modifiers import Factor
from calculator.rules.morne_plaine.moving_on import asked_unit
from calculator.rules.morne_plaine.terms import UnitType
from calculator.rules.phrases import counted
from calculator.rules.tables import Tables

SOURCE: Final = "Rally phase"


@attrs.frozen(kw_only=True)
class RallyForm(Form):
    """A unit that has lost morale, and what may give it heart."""

    unit: UnitType = asked_unit(
        help="Infantry, cavalry or artillery; leaders have no morale to regain.",
        source=SOURCE,
        group="",
    )
    morale: int = whole(
        0,
        9,
        "Morale value",
        default=3,
        unit="points",
        mnemonic="m",
        source=SOURCE,
        help="Current morale value (MV), below the one it began with; 0 if demoralised.",
    )
    starting_morale: int = whole(
        0,
        9,
        "Morale at the start",
        default=4,
        unit="points",
        mnemonic="s",
        source=SOURCE,
        help="The morale value that the unit began with: it regains no more than that.",
    )
    in_command: bool = yes_no(
        "In command",
        default=True,
        mnemonic="c",
        source=SOURCE,
        help="Within the command radius of its leader. In command, unmoved this turn and outside "
        "enemy zones of control it regains 1.",
    )
    moved: bool = yes_no(
        "Moved this turn",
        mnemonic="o",
        source=SOURCE,
        help="The unit has moved this turn, or retreated or advanced after combat.",
    )
    in_enemy_zone: bool = yes_no(
        "In an enemy zone",
        mnemonic="k",
        source=SOURCE,
        help="The unit stands in the zone of control of some enemy unit.",
    )
    next_to_leader: bool = yes_no(
        "Next to its leader",
        mnemonic="l",
        source=SOURCE,
        help="Its leader stands in an adjacent hex, with no stream, river or double slope between: "
        "it regains 1.",
    )


@attrs.frozen
class MoraleRegained:
    """Points regained, and the morale value now."""

    regained: int
    morale: int

    @property
    def label(self) -> str:
        return f"regains {self.regained or 'nothing'}, morale {self.morale}"


def refusals(form: RallyForm, _: Tables) -> Iterator[Refusal]:
    """Who has no morale to regain."""
    if form.unit is UnitType.LEADER:
        yield Refusal("leaders have no morale value", "Leaders and the morale tests")
    elif form.morale >= form.starting_morale:
        yield Refusal(f"its morale of {form.morale} is what it began with", SOURCE)


def factors(form: RallyForm, tables: Tables) -> Iterator[Factor]:
    """What gives it heart, in points of morale.

    Where the later page is played by, a demoralised unit has but the second.
    """
    alone = tables.points("rally.demoralised-by-leader-alone") and not form.morale
    at_rest = form.in_command and not form.moved and not form.in_enemy_zone
    reasons = {
        "rally.at-rest": ("in command, unmoved, in no enemy zone", at_rest and not alone),
        "rally.next-to-leader": ("next to its leader", form.next_to_leader),
    }
    for key, (name, holds) in reasons.items():
        if holds:
            yield Factor.worth(tables, "rally", name, "unit", key)


def procedure(form: RallyForm, tables: Tables) -> Procedure[Any, MoraleRegained]:
    """As many points as it has reasons for, up to what it began with."""
    found = sum(factor.points for factor in factors(form, tables))
    morale = min(form.morale + found, max(form.starting_morale, form.morale))
    return settled(MoraleRegained(morale - form.morale, morale))


def narrate(form: RallyForm, outcome: MoraleRegained, _: Draws, tables: Tables) -> Narration:
    """What it regains, and why."""
    how = tuple(f"{f.name.capitalize()}: {f.points}." for f in factors(form, tables))
    if not outcome.regained:
        nothing = "It must be next to its leader, or in command, unmoved and in no enemy zone."
        return Narration(f"The {form.unit} regains no morale.", (), how or (nothing,))
    controls = form.morale == 0 and form.unit is not UnitType.ARTILLERY
    again = ("It exerts a zone of control again.",) if controls else ()
    points = counted(outcome.regained, "morale point")
    steps = (f"Its morale value rises from {form.morale} to {outcome.morale}.", *again)
    return Narration(f"The {form.unit} regains {points}.", steps, how)


RALLY: Final = declared(
    key="rally",
    label="Rally",
    help="Morale that a unit regains in the rally phase, in command and at rest or by its leader.",
    source=SOURCE,
    form=RallyForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(lambda outcome: outcome.regained, "the unit that rallies"),
    factors=factors,
    refusals=refusals,
    measures=(Measure("rallies", "morale is regained", lambda outcome: outcome.regained > 0),),
    aftermath=lambda _, outcome: Aftermath(actor={"morale": str(outcome.morale)}),
    mnemonic="y",
)

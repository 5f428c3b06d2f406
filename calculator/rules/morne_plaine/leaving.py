"""Leaving an enemy zone of control, which a unit may do only as it begins to move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import attrs

from calculator.chance.interface import Draw
from calculator.chance.procedure import Procedure, settled
from calculator.forms import Form, choice, yes_no
from calculator.kinds import Word
from calculator.rules.morne_plaine.terms import UnitType
from calculator.rules.phrases import counted
from calculator.rules.system import Action, Beneficiary, Narration, Place, Severity
from calculator.rules.tables import Tables

SOURCE: Final = "Leaving an enemy ZoC"


class HeldBy(Word):
    """Whose zone of control a unit stands in; by both kinds, the mounted unit's rule holds."""

    NOBODY = "nobody"
    INFANTRY = "infantry"
    MOUNTED = "mounted"


def points_to_leave(unit: UnitType, held: HeldBy, zone_ahead: bool, tables: Tables) -> int | None:
    """Movement points added by leaving; None if it may not leave for the hex ahead."""
    if held is HeldBy.NOBODY or (unit.mounted and held is HeldBy.INFANTRY):
        return 0
    return None if zone_ahead else tables.points("cost.leave-zone")


IN_ZONE_OF: Final[dict[str, Any]] = {
    "label": "Begins in the zone of",
    "default": HeldBy.NOBODY,
    "group": "Moving unit",
    "mnemonic": "o",
    "source": SOURCE,
    "help": "Whose zone of control the unit stands in as it begins to move. Mounted units leave "
    "infantry's freely; otherwise it costs 1 point, and never into another zone.",
}
"""How every form asks whose zone of control a unit begins in."""


@attrs.frozen(kw_only=True)
class LeavingForm(Form):
    """A unit in an enemy zone of control and the hex it would leave for."""

    unit: UnitType = choice(
        UnitType,
        "Unit",
        default=UnitType.CAVALRY,
        group="Moving unit",
        mnemonic="u",
        source=SOURCE,
        help="Cavalry and leaders are mounted.",
    )
    in_zone_of: HeldBy = choice(HeldBy, **IN_ZONE_OF)
    zone_ahead: bool = yes_no(
        "Zone ahead",
        default=False,
        group="Hex ahead",
        mnemonic="h",
        source=SOURCE,
        help="The hex it would enter is itself in the zone of control of some enemy unit.",
    )


@attrs.frozen
class CostToLeave:
    """Movement points added, or None: it may not leave for that hex."""

    points: int | None

    @property
    def label(self) -> str:
        if self.points is None:
            return "may not leave for that hex"
        return (
            f"may leave, {counted(self.points, 'point')} more" if self.points else "leaves freely"
        )


def procedure(form: LeavingForm, tables: Tables) -> Procedure[Any, CostToLeave]:
    """What the unit's type, the enemy's and the hex ahead say."""
    return settled(
        CostToLeave(points_to_leave(form.unit, form.in_zone_of, form.zone_ahead, tables))
    )


def narrate(
    form: LeavingForm, outcome: CostToLeave, _: Sequence[Draw], tables: Tables
) -> Narration:
    """Whether it may go, and the rule that says so."""
    rule = (
        "Mounted units leave infantry's zones freely, mounted units' zones for 1 point and not "
        "into another zone."
        if form.unit.mounted
        else "Infantry and artillery leave any zone for 1 point, and not into another zone."
    )
    entering = (
        ("Its movement ends as soon as it enters the zone ahead.",) if form.zone_ahead else ()
    )
    if form.in_zone_of is HeldBy.NOBODY:
        nobodys = f"The {form.unit} is in no enemy zone of control."
        return Narration(nobodys, ("It moves freely.", *entering))
    if outcome.points is None:
        return Narration(f"The {form.unit} may not leave for that hex.", (), (rule,))
    if not outcome.points:
        return Narration(f"The {form.unit} leaves freely.", entering, (rule,))
    price = f"Add {counted(outcome.points, 'movement point')} to the cost of the hex."
    return Narration(f"The {form.unit} may leave.", (price, *entering), (rule,))


LEAVING: Final = Action(
    key="leave-zone",
    label="Leave a zone of control",
    help="Whether a unit may leave an enemy zone of control for the hex ahead, and at what cost.",
    source=SOURCE,
    form=LeavingForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(
        lambda outcome: -1_000 if outcome.points is None else -outcome.points,
        Beneficiary.ACTOR,
        "the unit that leaves",
    ),
    place=Place.AID,
    mnemonic="l",
)

"""Zones of control: which hexes around it a unit controls, and leaving an enemy's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from calculator.chance.procedure import settled
from calculator.forms import Form, choice, whole, yes_no
from calculator.kinds import Word
from calculator.rules.action import Beneficiary, Draws, Narration, Place, Severity
from calculator.rules.declared import declared
from calculator.rules.morne_plaine.moving_on import asked_unit
from calculator.rules.morne_plaine.terms import Hexside, Terrain, UnitType
from calculator.rules.phrases import counted
from calculator.rules.tables import Tables

SOURCE: Final = "Zones of control"
LEAVING_SOURCE: Final = "Leaving an enemy ZoC"


@attrs.frozen(kw_only=True)
class ZoneForm(Form):
    """A unit and one of the six hexes around it."""

    enemy: UnitType = choice(
        UnitType,
        "Unit",
        default=UnitType.INFANTRY,
        group="Controlling unit",
        mnemonic="u",
        source=SOURCE,
        help="The unit that may control the hex. Artillery never does.",
    )
    enemy_morale: int = whole(
        0,
        9,
        "Morale value",
        default=4,
        group="Controlling unit",
        mnemonic="m",
        source="Outcome for the unit charged",
        matters=lambda form: form.enemy is not UnitType.LEADER,
        help="Its current morale value; at 0 it is demoralised and controls nothing.",
    )
    enemy_terrain: Terrain = choice(
        Terrain,
        "Its terrain",
        default=Terrain.CLEAR,
        group="Controlling unit",
        mnemonic="e",
        source=SOURCE,
        help="Units in woods or a village control no adjacent hex.",
    )
    hex_terrain: Terrain = choice(
        Terrain,
        "Terrain of the hex",
        default=Terrain.CLEAR,
        group="Adjacent hex",
        mnemonic="h",
        source=SOURCE,
        help="Woods and village hexes cannot be controlled.",
    )
    hexside: Hexside = choice(
        Hexside,
        "Hexside between",
        default=Hexside.OPEN,
        group="Adjacent hex",
        mnemonic="w",
        source=SOURCE,
        help="Control does not reach across a stream, a river, or a double slope or more.",
    )


@attrs.frozen
class ZoneControl:
    """Why the hex is not controlled; nothing if it is."""

    exceptions: tuple[str, ...]

    @property
    def label(self) -> str:
        return "; ".join(self.exceptions) or "controlled"


def exceptions(form: ZoneForm) -> Iterator[str]:
    """Every exception of the text that applies."""
    if form.enemy is UnitType.ARTILLERY:
        yield "artillery exerts no zone of control"
    elif form.enemy is not UnitType.LEADER and form.enemy_morale == 0:
        yield "demoralised units exert no zone of control"
    if form.enemy_terrain.shelters:
        yield f"a unit in {form.enemy_terrain.place} controls no adjacent hex"
    if form.hex_terrain.shelters:
        yield f"a {form.hex_terrain} hex cannot be controlled"
    if form.hexside in {Hexside.STREAM, Hexside.FORD, Hexside.BRIDGE, Hexside.RIVER}:
        yield "control does not reach across a stream or river"
    if form.hexside.symbols > 1:
        yield f"control does not reach across a {form.hexside}"


def narrate_zone(form: ZoneForm, outcome: ZoneControl, _: Draws, __: Tables) -> Narration:
    """Whether the hex is controlled, and what that does to the enemy."""
    why = tuple(f"{reason.capitalize()}." for reason in outcome.exceptions)
    if why:
        return Narration(f"The {form.enemy} does not control that hex.", (), why)
    return Narration(
        f"The {form.enemy} controls that hex.",
        ("An opposing unit that enters it stops there at once, at no additional cost.",),
        ("The six hexes around a unit are its zone of control; no exception applies.",),
    )


ZONE: Final = declared(
    key="zone-of-control",
    label="Zone of control",
    help="Whether a unit controls one of the six hexes around it.",
    source=SOURCE,
    form=ZoneForm,
    procedure=lambda form, _: settled(ZoneControl(tuple(exceptions(form)))),
    narration=narrate_zone,
    severity=Severity(lambda o: -len(o.exceptions), "the controlling unit", Beneficiary.TARGET),
    place=Place.AID,
    mnemonic="k",
)


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
    "source": LEAVING_SOURCE,
    "help": "Whose zone of control the unit stands in as it begins to move. Mounted units leave "
    "infantry's freely; otherwise it costs 1 point, and never into another zone.",
}
"""How every form asks whose zone of control a unit begins in."""


@attrs.frozen(kw_only=True)
class LeavingForm(Form):
    """A unit in an enemy zone of control and the hex it would leave for."""

    unit: UnitType = asked_unit(
        help="Cavalry and leaders are mounted.", default=UnitType.CAVALRY, source=LEAVING_SOURCE
    )
    in_zone_of: HeldBy = choice(HeldBy, **IN_ZONE_OF)
    zone_ahead: bool = yes_no(
        "Zone ahead",
        group="Hex ahead",
        mnemonic="h",
        source=LEAVING_SOURCE,
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
        more = counted(self.points, "point")
        return f"may leave, {more} more" if self.points else "leaves freely"


def narrate_leaving(form: LeavingForm, outcome: CostToLeave, _: Draws, tables: Tables) -> Narration:
    """Whether it may go, and the rule that says so."""
    rule = (
        "Mounted units leave infantry's zones freely, mounted units' zones for 1 point and not "
        "into another zone."
        if form.unit.mounted
        else "Infantry and artillery leave any zone for 1 point, and not into another zone."
    )
    ends = "Its movement ends as soon as it enters the zone ahead."
    entering = (ends,) if form.zone_ahead else ()
    if form.in_zone_of is HeldBy.NOBODY:
        free = f"The {form.unit} is in no enemy zone of control."
        return Narration(free, ("It moves freely.", *entering))
    if outcome.points is None:
        return Narration(f"The {form.unit} may not leave for that hex.", (), (rule,))
    if not outcome.points:
        return Narration(f"The {form.unit} leaves freely.", entering, (rule,))
    price = f"Add {counted(outcome.points, 'movement point')} to the cost of the hex."
    return Narration(f"The {form.unit} may leave.", (price, *entering), (rule,))


LEAVING: Final = declared(
    key="leave-zone",
    label="Leave a zone of control",
    help="Whether a unit may leave an enemy zone of control for the hex ahead, and at what cost.",
    source=LEAVING_SOURCE,
    form=LeavingForm,
    procedure=lambda form, tables: settled(
        CostToLeave(points_to_leave(form.unit, form.in_zone_of, form.zone_ahead, tables))
    ),
    narration=narrate_leaving,
    severity=Severity(
        lambda outcome: -1_000 if outcome.points is None else -outcome.points,
        "the unit that leaves",
    ),
    place=Place.AID,
    mnemonic="l",
)

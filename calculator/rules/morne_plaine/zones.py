"""Zones of control: which hexes around it a unit controls, and leaving an enemy's."""

from __future__ import annotations

from functools import partial
from typing import Final

from calculator import forms, kinds
from calculator.chance.interface import Chance
from calculator.conditions import where
from calculator.rules.action import Action, Draws, Narration, Outcome, Place, Severity
from calculator.rules.modifiers import Stage, answers
from calculator.rules.morne_plaine import terms
from calculator.rules.morne_plaine.terms import Hexside, Terrain, UnitType
from calculator.rules.phrases import counted
from calculator.rules.tables import Tables

SOURCE: Final = "Zones of control"
LEAVING_SOURCE: Final = "Leaving an enemy ZoC"

DEMORALISED: Final = where("enemy", UnitType.INFANTRY, UnitType.CAVALRY) & where("enemy_morale", 0)
SHELTERED: Final = where("enemy_terrain", *terms.SHELTER)
WATER: Final = where("hexside", Hexside.STREAM, Hexside.FORD, Hexside.BRIDGE, Hexside.RIVER)
CONTROLLING: Final = forms.Heading("Controlling unit", SOURCE)
ADJACENT: Final = forms.Heading("Adjacent hex", SOURCE)


class ZoneForm(forms.Form):
    """A unit and one of the six hexes around it."""

    enemy: UnitType = CONTROLLING.choice(UnitType, "Unit", default=UnitType.INFANTRY)
    """The unit that may control the hex. Artillery never does."""
    enemy_morale: int = terms.asked_morale(
        group=CONTROLLING.group,
        source="Outcome for the unit charged",
        matters=~where("enemy", UnitType.LEADER),
    )
    """Its current morale value; at 0 it is demoralised and controls nothing."""
    enemy_terrain: Terrain = CONTROLLING.choice(Terrain, "Its terrain")
    """Units in woods or a village control no adjacent hex."""
    hex_terrain: Terrain = ADJACENT.choice(Terrain, "Terrain of the hex")
    """Woods and village hexes cannot be controlled."""
    hexside: Hexside = ADJACENT.choice(Hexside, "Hexside between")
    """Control does not reach across a stream, a river, or a double slope or more."""


class ZoneControl(Outcome):
    """Why the hex is not controlled; nothing if it is."""

    exceptions: tuple[str, ...]

    @property
    def label(self) -> str:
        return "; ".join(self.exceptions) or "controlled"


EXCEPTIONS: Final = tuple(
    Stage("exceptions", SOURCE, "opposing unit").modifier(name, when)
    for name, when in (
        ("artillery exerts no zone of control", where("enemy", UnitType.ARTILLERY)),
        ("demoralised units exert no zone of control", DEMORALISED),
        ("a unit in {enemy_terrain.place} controls no adjacent hex", SHELTERED),
        ("a {hex_terrain} hex cannot be controlled", where("hex_terrain", *terms.SHELTER)),
        ("control does not reach across a stream or river", WATER),
        ("control does not reach across a {hexside}", where("hexside.symbols", at_least=2)),
    )
)


class Zone(Action[ZoneForm, ZoneControl]):
    """Whether a unit controls one of the six hexes around it."""

    key = "zone-of-control"
    source = SOURCE
    severity = Severity[ZoneControl](
        lambda o: -len(o.exceptions), "the controlling unit", of_target=True
    )
    modifiers = EXCEPTIONS
    place = Place.AID
    speaks_of = {"target": ("the {form.enemy}",)}

    def resolve(self, chance: Chance) -> ZoneControl:
        return ZoneControl(tuple(exception.name for exception in self.factors()))

    def narrate(self, drawn: ZoneControl, draws: Draws) -> Narration:
        why = tuple(f"{reason.capitalize()}." for reason in drawn.exceptions)
        if why:
            return Narration(f"The {self.form.enemy} does not control that hex.", (), why)
        return Narration(
            f"The {self.form.enemy} controls that hex.",
            ("An opposing unit that enters it stops there at once, at no additional cost.",),
            ("The six hexes around a unit are its zone of control; no exception applies.",),
        )


class HeldBy(kinds.Word):
    """Whose zone of control a unit stands in; by both kinds, the mounted unit's rule holds."""

    NOBODY = "nobody"
    INFANTRY = "infantry"
    MOUNTED = "mounted"


LEAVES: Final = Stage("movement", LEAVING_SOURCE, "opposing unit").modifier(
    "to leave the zone of control costs movement, and bars the way into another",
    where("in_zone_of", HeldBy.MOUNTED)
    | where("in_zone_of", HeldBy.INFANTRY) & ~where("unit", *terms.MOUNTED),
)


def points_to_leave(held: bool, zone_ahead: bool, tables: Tables) -> int | None:
    """Movement points added for one that is `held`; None if it may not leave for the hex ahead."""
    if not held:
        return 0
    return None if zone_ahead else tables.points("cost.leave-zone")


asked_zone: Final = partial(
    terms.MOVING.choice,
    HeldBy,
    "Begins in the zone of",
    source=LEAVING_SOURCE,
    help="Whose zone of control the unit stands in as it begins to move. Mounted units leave an "
    "infantry zone freely. Otherwise leaving costs 1 point and cannot lead into another zone.",
)


class LeavingForm(forms.Form):
    """A unit in an enemy zone of control and the hex it would leave for."""

    unit: UnitType = terms.asked_unit(default=UnitType.CAVALRY, source=LEAVING_SOURCE)
    """Cavalry and leaders are mounted."""
    in_zone_of: HeldBy = asked_zone()
    zone_ahead: bool = forms.yes_no(group="Hex ahead", source=LEAVING_SOURCE)
    """The hex it would enter is itself in the zone of control of some enemy unit."""


class CostToLeave(Outcome):
    """Movement points added, or None: it may not leave for that hex."""

    points: int | None

    @property
    def label(self) -> str:
        if self.points is None:
            return "may not leave for that hex"
        more = counted(self.points, "point")
        return f"may leave, {more} more" if self.points else "leaves freely"


class Leaving(Action[LeavingForm, CostToLeave]):
    """Whether a unit may leave an enemy zone of control for the hex ahead, and at what cost."""

    key = "leave-zone"
    label = "Leave a zone of control"
    source = LEAVING_SOURCE
    severity = Severity[CostToLeave](
        lambda o: -1_000 if o.points is None else -o.points, "the unit that leaves"
    )
    modifiers = (*answers(LeavingForm), LEAVES)
    place = Place.AID
    speaks_of = {"actor": ("the {form.unit}",)}

    def resolve(self, chance: Chance) -> CostToLeave:
        held = self.holds(LEAVES)
        return CostToLeave(points_to_leave(held, self.form.zone_ahead, self.tables))

    def narrate(self, drawn: CostToLeave, draws: Draws) -> Narration:
        form = self.form
        rule = "Infantry and artillery leave any zone for 1 point, and not into another zone."
        if form.unit in terms.MOUNTED:
            freely = "Mounted units leave infantry's zones freely"
            rule = f"{freely}, mounted units' zones for 1 point and not into another zone."
        ends = "Its movement ends as soon as it enters the zone ahead."
        entering = (ends,) if form.zone_ahead else ()
        if form.in_zone_of is HeldBy.NOBODY:
            free = f"The {form.unit} is in no enemy zone of control."
            return Narration(free, ("It moves freely.", *entering))
        if drawn.points is None:
            return Narration(f"The {form.unit} may not leave for that hex.", (), (rule,))
        if not drawn.points:
            return Narration(f"The {form.unit} leaves freely.", entering, (rule,))
        price = f"Add {counted(drawn.points, 'movement point')} to the cost of the hex."
        return Narration(f"The {form.unit} may leave.", (price, *entering), (rule,))

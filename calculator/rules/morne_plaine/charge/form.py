"""What is asked about a charging action."""

from __future__ import annotations

from typing import Final

import attrs

from calculator.conditions import where
from calculator.forms import Form, Heading
from calculator.kinds import Whole, Word
from calculator.rules.morne_plaine import terms
from calculator.rules.morne_plaine.terms import CHART, Terrain, UnitType
from calculator.rules.morne_plaine.turn import ALLOWANCE, MOVEMENT_OVER, MOVING
from calculator.rules.morne_plaine.zones import HeldBy, asked_zone

VALID: Final = "Cavalry charges"
OUTCOME: Final = "Outcome for the unit charged"

LEADER: Final = where("target", UnitType.LEADER)
ARTILLERY: Final = where("target", UnitType.ARTILLERY)
GIVES_WAY: Final = where("can_retreat") & ~ARTILLERY
"""It retreats if it fails its test."""
LOSES_MORALE: Final = GIVES_WAY & ~LEADER

CHARGED: Final = Heading("Unit charged", "Effect of a charge")
RETREAT: Final = Heading("Retreat", OUTCOME)
ACTION: Final = Heading("Charging action", VALID)


class Barrier(Word):
    """What on a hexside keeps a charging unit from crossing it."""

    NOTHING = "nothing"
    RIVER = "river"
    DOUBLE_SLOPE = "double-slope"


@attrs.frozen(kw_only=True)
class ChargeForm(Form):
    """The charging unit, the two hexes it crosses, the unit charged and where that can retreat."""

    unit: UnitType = MOVING.choice(
        UnitType,
        "Charging unit",
        default=UnitType.CAVALRY,
        source=VALID,
        help="Only mounted units can charge: cavalry and leaders.",
    )
    strength: int = terms.EFFECT.entry(
        Whole(0, 30, "points"),
        "Combat strength",
        default=5,
        group=MOVING.group,
        help="Current combat strength (CS) of the charging unit.",
    )
    allowance: int = ALLOWANCE
    in_zone_of: HeldBy = asked_zone()
    movement_over: bool = MOVEMENT_OVER
    target: UnitType = CHARGED.choice(
        UnitType,
        "Unit charged",
        default=UnitType.INFANTRY,
        help="If the charge succeeds, artillery is eliminated and all others retreat.",
    )
    target_strength: int = CHARGED.entry(
        Whole(0, 30, "points"),
        "Its combat strength",
        default=5,
        help="Current combat strength (CS). The difference is added to the random number or taken "
        "off it.",
    )
    target_morale: int = terms.asked_morale(
        group=CHARGED.group,
        matters=~LEADER,
        help="Current morale value (MV); 0 if demoralised. The test fails above it.",
    )
    command_radius: int = terms.asked_radius(
        default=2,
        group=CHARGED.group,
        matters=LEADER,
        help="Stripes of a leader. With his combat strength they stand for a morale value.",
    )
    target_terrain: Terrain = CHARGED.choice(
        Terrain,
        "Its terrain",
        source=VALID,
        help="Units in woods or villages cannot be charged; other terrain makes no difference.",
    )
    can_retreat: bool = RETREAT.yes_no(
        default=True,
        matters=~ARTILLERY,
        help="Other units, an impassable limit or the map edge may leave it no hex to retreat to; "
        "then it is eliminated.",
    )
    zones_entered: int = RETREAT.entry(
        Whole(0, 6, "zones"),
        "Other zones entered",
        matters=LOSES_MORALE,
        help="Zones of control of enemy units other than the charging one that its retreat enters: "
        "1 more morale point each.",
    )
    retreats_out_of_reach: bool = RETREAT.yes_no(
        source="Zones of control",
        matters=GIVES_WAY,
        help="It would retreat into woods, a village or across a stream, from where its zone of "
        "control does not reach the hex it has left.",
    )
    first_hex: Terrain = ACTION.choice(
        Terrain, help="The first hex it crosses must be clear; roads and tracks have no effect."
    )
    second_hex: Terrain = ACTION.choice(
        Terrain, help="The second hex, adjacent to the target, must be clear too."
    )
    streams: int = ACTION.entry(
        Whole(0, 2),
        "Streams crossed",
        source=CHART,
        help="Streams or fords on the hexsides into those two hexes: 1 movement point each.",
    )
    barrier: Barrier = ACTION.choice(
        Barrier,
        "Barred by",
        source=CHART,
        help="What lies on one of the hexsides crossed, up to the hex of the unit charged: a "
        "major river, or a double slope or more.",
    )
    occupied: bool = ACTION.yes_no(
        "A hex occupied",
        source="Movement phase",
        help="Another unit stands in one of the two hexes crossed, friend or enemy.",
    )
    in_line: bool = ACTION.yes_no(
        default=True, help="Both hexes and the target lie in one straight line."
    )
    zone_on_the_way: bool = ACTION.yes_no(
        "Zone in the first hex",
        source="Entering an enemy ZoC",
        help="The first hex is in an enemy zone of control, where movement ends at once.",
    )
    other_zone: bool = ACTION.yes_no(
        "Zone of another",
        source="Entering an enemy ZoC",
        help="The hex next to the unit charged, or that unit's own, lies in the zone of control of "
        "another enemy unit: the charging unit's movement ends there.",
    )
    stream_between: bool = ACTION.yes_no(
        "Stream before it",
        source="Zones of control",
        help="A stream lies between the second hex and the unit charged: its zone of control does "
        "not reach across, so that the charging unit may move on.",
    )

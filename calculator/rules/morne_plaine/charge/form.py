"""What is asked about a charging action."""

from __future__ import annotations

from typing import Final

import attrs

from calculator.forms import Form, choice, whole, yes_no
from calculator.kinds import Word
from calculator.rules.morne_plaine.moving_on import ALLOWANCE, MOVEMENT_OVER
from calculator.rules.morne_plaine.terms import Terrain, UnitType
from calculator.rules.morne_plaine.zones import IN_ZONE_OF, HeldBy

VALID: Final = "Cavalry charges"
OUTCOME: Final = "Outcome for the unit charged"


class Barrier(Word):
    """What on a hexside keeps a charging unit from crossing it."""

    NOTHING = "nothing"
    RIVER = "river"
    DOUBLE_SLOPE = "double-slope"


@attrs.frozen(kw_only=True)
class ChargeForm(Form):
    """The charging unit, the two hexes it crosses, the unit charged and where that can retreat."""

    unit: UnitType = choice(
        UnitType,
        "Charging unit",
        default=UnitType.CAVALRY,
        group="Moving unit",
        mnemonic="u",
        source=VALID,
        help="Only mounted units can charge: cavalry and leaders.",
    )
    strength: int = whole(
        0,
        30,
        "Combat strength",
        default=5,
        unit="points",
        group="Moving unit",
        mnemonic="s",
        source="Effect of a charge",
        help="Current combat strength (CS) of the charging unit.",
    )
    allowance: int = ALLOWANCE
    in_zone_of: HeldBy = choice(HeldBy, **IN_ZONE_OF)
    movement_over: bool = MOVEMENT_OVER
    target: UnitType = choice(
        UnitType,
        "Unit charged",
        default=UnitType.INFANTRY,
        group="Unit charged",
        mnemonic="g",
        source="Effect of a charge",
        help="If the charge succeeds, artillery is eliminated and all others retreat.",
    )
    target_strength: int = whole(
        0,
        30,
        "Its combat strength",
        default=5,
        unit="points",
        group="Unit charged",
        mnemonic="h",
        source="Effect of a charge",
        help="Current combat strength (CS). The difference is added to the random number or taken "
        "off it.",
    )
    target_morale: int = whole(
        0,
        9,
        "Morale value",
        default=4,
        unit="points",
        group="Unit charged",
        mnemonic="m",
        source="Effect of a charge",
        matters=lambda form: form.target is not UnitType.LEADER,
        help="Current morale value (MV); 0 if demoralised. The test fails above it.",
    )
    command_radius: int = whole(
        0,
        9,
        "Command radius",
        default=2,
        unit="stripes",
        group="Unit charged",
        mnemonic="d",
        source="Leaders and the morale tests",
        matters=lambda form: form.target is UnitType.LEADER,
        help="Stripes of a leader. With his combat strength they stand for a morale value.",
    )
    target_terrain: Terrain = choice(
        Terrain,
        "Its terrain",
        default=Terrain.CLEAR,
        group="Unit charged",
        mnemonic="e",
        source=VALID,
        help="Units in woods or villages cannot be charged; other terrain makes no difference.",
    )
    can_retreat: bool = yes_no(
        "Can retreat",
        default=True,
        group="Retreat",
        mnemonic="b",
        source=OUTCOME,
        matters=lambda form: form.target is not UnitType.ARTILLERY,
        help="Other units, an impassable limit or the map edge may leave it no hex to retreat to; "
        "then it is eliminated.",
    )
    zones_entered: int = whole(
        0,
        6,
        "Other zones entered",
        default=0,
        unit="zones",
        group="Retreat",
        mnemonic="w",
        source=OUTCOME,
        matters=lambda form: (
            form.can_retreat and form.target in {UnitType.INFANTRY, UnitType.CAVALRY}
        ),
        help="Zones of control of enemy units other than the charging one that its retreat enters: "
        "1 more morale point each.",
    )
    retreats_out_of_reach: bool = yes_no(
        "Retreats out of reach",
        group="Retreat",
        source="Zones of control",
        matters=lambda form: form.can_retreat and form.target is not UnitType.ARTILLERY,
        help="It would retreat into woods, a village or across a stream, from where its zone of "
        "control does not reach the hex it has left.",
    )
    first_hex: Terrain = choice(
        Terrain,
        "First hex",
        default=Terrain.CLEAR,
        group="Charging action",
        mnemonic="f",
        source=VALID,
        help="The first hex it crosses must be clear; roads and tracks have no effect.",
    )
    second_hex: Terrain = choice(
        Terrain,
        "Second hex",
        default=Terrain.CLEAR,
        group="Charging action",
        mnemonic="c",
        source=VALID,
        help="The second hex, adjacent to the target, must be clear too.",
    )
    streams: int = whole(
        0,
        2,
        "Streams crossed",
        default=0,
        group="Charging action",
        mnemonic="j",
        source="Movement Cost Chart",
        help="Streams or fords on the hexsides into those two hexes: 1 movement point each.",
    )
    barrier: Barrier = choice(
        Barrier,
        "Barred by",
        default=Barrier.NOTHING,
        group="Charging action",
        source="Movement Cost Chart",
        help="What lies on one of the hexsides crossed, the one before the unit charged included, "
        "whose place the charging unit takes: a major river, or a double slope or more.",
    )
    occupied: bool = yes_no(
        "A hex occupied",
        group="Charging action",
        mnemonic="y",
        source="Movement phase",
        help="Another unit stands in one of the two hexes crossed, friend or enemy.",
    )
    in_line: bool = yes_no(
        "In line",
        default=True,
        group="Charging action",
        mnemonic="i",
        source=VALID,
        help="Both hexes and the target lie in one straight line.",
    )
    zone_on_the_way: bool = yes_no(
        "Zone in the first hex",
        group="Charging action",
        mnemonic="k",
        source="Entering an enemy ZoC",
        help="The first hex is in an enemy zone of control, where movement ends at once.",
    )
    other_zone: bool = yes_no(
        "Zone of another",
        group="Charging action",
        source="Entering an enemy ZoC",
        help="The hex next to the unit charged, or that unit's own, lies in the zone of control of "
        "another enemy unit: the charging unit's movement ends there.",
    )
    stream_between: bool = yes_no(
        "Stream before it",
        group="Charging action",
        source="Zones of control",
        help="A stream lies between the second hex and the unit charged: its zone of control does "
        "not reach across, so that the charging unit may move on.",
    )

    @property
    def morale(self) -> int:
        """The morale value tested; a leader's is simulated."""
        if self.target is UnitType.LEADER:
            return self.target_strength + self.command_radius
        return self.target_morale

"""A cavalry charge: what is asked about it, what becomes of the unit charged, and what counts."""

from __future__ import annotations

from functools import partial
from typing import Final

from calculator import forms, kinds
from calculator.conditions import where
from calculator.rules import action, modifiers
from calculator.rules.morne_plaine import terms, zones
from calculator.rules.morne_plaine.terms import CHART, Effect, Terrain, UnitType

VALID: Final = "Cavalry charges"
EFFECT: Final = "Effect of a charge"
OUTCOME: Final = "Outcome for the unit charged"

LEADER: Final = where("target", UnitType.LEADER)
ARTILLERY: Final = where("target", UnitType.ARTILLERY)
GIVES_WAY: Final = where("can_retreat") & ~ARTILLERY
"""It retreats if it fails its test."""
LOSES_MORALE: Final = GIVES_WAY & ~LEADER

CHARGED: Final = forms.Heading("Unit charged", EFFECT)
RETREAT: Final = forms.Heading("Retreat", OUTCOME)
ACTION: Final = forms.Heading("Charging action", VALID)


class Barrier(kinds.Word):
    """What on a hexside keeps a charging unit from crossing it."""

    NOTHING = "nothing"
    RIVER = "river"
    DOUBLE_SLOPE = "double-slope"


class ChargeForm(forms.Form):
    """The charging unit, the two hexes it crosses, the unit charged and where that can retreat."""

    unit: UnitType = terms.MOVING.choice(
        UnitType, "Charging unit", default=UnitType.CAVALRY, source=VALID
    )
    """Only mounted units can charge: cavalry and leaders."""
    strength: int = terms.EFFECT.entry(
        kinds.Whole(0, 30, "points"), "Combat strength", default=5, group=terms.MOVING.group
    )
    """Current combat strength (CS) of the charging unit."""
    allowance: int = terms.ALLOWANCE
    in_zone_of: zones.HeldBy = zones.asked_zone()
    movement_over: bool = terms.MOVEMENT_OVER
    target: UnitType = CHARGED.choice(UnitType, "Unit charged", default=UnitType.INFANTRY)
    """If the charge succeeds, artillery is eliminated and all others retreat."""
    target_strength: int = CHARGED.entry(
        kinds.Whole(0, 30, "points"), "Its combat strength", default=5
    )
    """Current combat strength (CS). The difference is added to the random number or taken off
    it."""
    target_morale: int = terms.asked_morale(group=CHARGED.group, matters=~LEADER)
    """Current morale value (MV); 0 if demoralised. The test fails above it."""
    command_radius: int = terms.asked_radius(default=2, group=CHARGED.group, matters=LEADER)
    """Stripes of a leader. With his combat strength they stand for a morale value."""
    target_terrain: Terrain = CHARGED.choice(Terrain, "Its terrain", source=VALID)
    """Units in woods or villages cannot be charged; other terrain makes no difference."""
    can_retreat: bool = RETREAT.yes_no(default=True, matters=~ARTILLERY)
    """Other units, an impassable limit or the map edge may leave it no hex to retreat to; then it
    is eliminated."""
    zones_entered: int = RETREAT.entry(
        kinds.Whole(0, 6, "zones"), "Other zones entered", matters=LOSES_MORALE
    )
    """Zones of control of enemy units other than the charging one that its retreat enters: 1 more
    morale point each."""
    retreats_out_of_reach: bool = RETREAT.yes_no(source="Zones of control", matters=GIVES_WAY)
    """It would retreat into woods, a village or across a stream, from where its zone of control
    does not reach the hex it has left."""
    first_hex: Terrain = ACTION.choice(Terrain)
    """The first hex it crosses must be clear; roads and tracks have no effect."""
    second_hex: Terrain = ACTION.choice(Terrain)
    """The second hex, adjacent to the target, must be clear too."""
    streams: int = ACTION.entry(kinds.Whole(0, 2), "Streams crossed", source=CHART)
    """Streams or fords on the hexsides into those two hexes: 1 movement point each."""
    barrier: Barrier = ACTION.choice(Barrier, "Barred by", source=CHART)
    """What lies on one of the hexsides crossed, up to the hex of the unit charged: a major river,
    or a double slope or more."""
    occupied: bool = ACTION.yes_no("A hex occupied", source="Movement phase")
    """Another unit stands in one of the two hexes crossed, friend or enemy."""
    in_line: bool = ACTION.yes_no(default=True)
    """Both hexes and the target lie in one straight line."""
    zone_on_the_way: bool = ACTION.yes_no("Zone in the first hex", source="Entering an enemy ZoC")
    """The first hex is in an enemy zone of control, where movement ends at once."""
    other_zone: bool = ACTION.yes_no("Zone of another", source="Entering an enemy ZoC")
    """The hex next to the unit charged, or that unit's own, lies in the zone of control of another
    enemy unit: the charging unit's movement ends there."""
    stream_between: bool = ACTION.yes_no("Stream before it", source="Zones of control")
    """A stream lies between the second hex and the unit charged: its zone of control does not reach
    across, so that the charging unit may move on."""

    @property
    def charging(self) -> str:
        """The charging unit, told apart where both are of the same type."""
        return f"charging {self.unit}" if self.unit is self.target else f"{self.unit}"

    @property
    def charged(self) -> str:
        """The unit charged, told apart where both are of the same type."""
        return f"charged {self.target}" if self.unit is self.target else f"{self.target}"


REACH: Final = "Zones of control"
ENTERING: Final = "Entering an enemy ZoC"

CHARGE: Final = "charge"
TARGET: Final = "unit charged"


class Charged(action.Outcome):
    """What became of the unit charged; its morale value (None for a leader) and combat strength
    afterwards; the charging unit's combat strength in an attack on it in this turn, its movement
    points left, and whether it may move on with them."""

    effect: Effect
    morale: int | None
    strength: int
    attack: int
    left: int
    moves_on: bool

    @property
    def label(self) -> str:
        if self.effect is not Effect.RETREATS:
            return self.effect.label
        morale = "" if self.morale is None else f", morale {self.morale}, strength {self.strength}"
        return f"retreats{morale}"


TESTS: Final = modifiers.Stage("charge", EFFECT, TARGET)
DIFFERENCE: Final = TESTS.modifier(
    "difference of combat strengths",
    side=CHARGE,
    number=lambda form, _: form.strength - form.target_strength,
    also_reads=("strength", "target_strength"),
)
_morale: Final = partial(TESTS.modifier, given=True)
_simulated: Final = partial(_morale, when=LEADER, source="Leaders and the morale tests")
MORALE: Final = (
    _morale("morale value", ~LEADER, number="target_morale"),
    _simulated("combat strength", number="target_strength"),
    _simulated("command radius", number="command_radius"),
)
"""What the random number must not exceed."""

FAILS: Final = modifiers.Stage("if it fails its test", OUTCOME, CHARGE)
GUNS: Final = FAILS.modifier("artillery is eliminated at once", ARTILLERY)
CORNERED: Final = FAILS.modifier("it cannot retreat and is eliminated", ~(ARTILLERY | GIVES_WAY))
NO_MORALE: Final = FAILS.modifier("a leader has no morale to lose", GIVES_WAY & LEADER, side=TARGET)
ZONES: Final = FAILS.modifier(
    "other zones entered: {zones_entered}, a morale point each",
    LOSES_MORALE & where("zones_entered", at_least=1),
)
IF_IT_FAILS: Final = (GUNS, CORNERED, NO_MORALE, ZONES)
"""What decides how the unit charged gives way."""

MOVES: Final = modifiers.Stage("movement", REACH, CHARGE)
STREAMS: Final = MOVES.modifier(
    "streams on the way: {streams}, a movement point each",
    where("streams", at_least=1),
    side=TARGET,
    source=CHART,
)
OUT_OF_REACH: Final = MOVES.modifier(
    "it retreats out of reach of the hex that it leaves", GIVES_WAY & where("retreats_out_of_reach")
)
STREAM_BETWEEN: Final = MOVES.modifier(
    "it controls no hex across the stream", where("stream_between")
)
OTHER_ZONE: Final = MOVES.modifier(
    "another enemy's zone of control ends the movement",
    where("other_zone"),
    side=TARGET,
    source=ENTERING,
)
ON_THE_WAY: Final = (STREAMS, OUT_OF_REACH, STREAM_BETWEEN, OTHER_ZONE)
"""What counts for the movement of the charging unit."""

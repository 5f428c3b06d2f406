"""Cavalry charges: what they ask, what counts, the test of the unit charged, and what follows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from typing import Final

from calculator import forms, kinds
from calculator.chance import dice, interface
from calculator.conditions import where
from calculator.errors import Refusal
from calculator.rules import action
from calculator.rules.action import MOVED, Action, Aftermath, Draws, Measure, Narration, Severity
from calculator.rules.modifiers import Stage, answers
from calculator.rules.morne_plaine import terms, zones
from calculator.rules.morne_plaine.terms import CHART, Effect, Terrain, UnitType
from calculator.rules.phrases import counted, shown

VALID: Final = "Cavalry charges"
EFFECT: Final = "Effect of a charge"
OUTCOME: Final = "Outcome for the unit charged"
ENTERING: Final = "Entering an enemy ZoC"

CHARGE: Final = "charge"
TARGET: Final = "unit charged"
TEST: Final = "morale test"

LEADER: Final = where("target", UnitType.LEADER)
ARTILLERY: Final = where("target", UnitType.ARTILLERY)
GIVES_WAY: Final = where("can_retreat") & ~ARTILLERY
"""It retreats if it fails its test."""
LOSES_MORALE: Final = GIVES_WAY & ~LEADER

CHARGED: Final = forms.Heading("Unit charged", EFFECT)
RETREAT: Final = forms.Heading("Retreat", OUTCOME)
ACTION: Final = forms.Heading("Charging action", VALID)


class Barrier(kinds.Word):
    """What on a hexside keeps a charging unit from crossing it, and why."""

    NOTHING = "nothing"
    RIVER = "river", "a major river on the way is impassable but at a bridge or ford"
    DOUBLE_SLOPE = "double-slope", "a double slope on the way is impassable but along a track"


class ChargeForm(forms.Form):
    """The charging unit, the two hexes it crosses, the unit charged and where that can retreat."""

    unit: UnitType = terms.MOVING.choice(
        UnitType, "Charging unit", default=UnitType.CAVALRY, source=VALID
    )
    """Only mounted units can charge: cavalry and leaders."""
    strength: int = terms.asked_strength(group=terms.MOVING.group)
    """Current combat strength (CS) of the charging unit."""
    allowance: int = terms.ALLOWANCE
    in_zone_of: zones.HeldBy = zones.asked_zone()
    movement_over: bool = terms.MOVEMENT_OVER
    target: UnitType = CHARGED.choice(UnitType, "Unit charged", default=UnitType.INFANTRY)
    """If the charge succeeds, artillery is eliminated and all others retreat."""
    target_strength: int = terms.asked_strength(label="Its combat strength", group=CHARGED.group)
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
    retreats_out_of_reach: bool = RETREAT.yes_no(source=zones.SOURCE, matters=GIVES_WAY)
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
    zone_on_the_way: bool = ACTION.yes_no("Zone in the first hex", source=ENTERING)
    """The first hex is in an enemy zone of control, where movement ends at once."""
    other_zone: bool = ACTION.yes_no("Zone of another", source=ENTERING)
    """The hex next to the unit charged, or that unit's own, lies in the zone of control of another
    enemy unit: the charging unit's movement ends there."""
    stream_between: bool = ACTION.yes_no("Stream before it", source=zones.SOURCE)
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


TESTS: Final = Stage("charge", EFFECT, TARGET)
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

FAILS: Final = Stage("if it fails its test", OUTCOME, CHARGE)
GUNS: Final = FAILS.modifier("artillery is eliminated at once", ARTILLERY)
CORNERED: Final = FAILS.modifier("it cannot retreat and is eliminated", ~(ARTILLERY | GIVES_WAY))
NO_MORALE: Final = FAILS.modifier("a leader has no morale to lose", GIVES_WAY & LEADER, side=TARGET)
ZONES: Final = FAILS.modifier(
    "other zones entered: {zones_entered}, a morale point each",
    LOSES_MORALE & where("zones_entered", at_least=1),
)

MOVES: Final = Stage("movement", zones.SOURCE, CHARGE)
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


class Charge(Action[ChargeForm, Charged]):
    """A mounted unit charges across two clear hexes in line. The unit charged tests its morale: a
    random number from 1 to 9 and the difference of combat strengths against its morale value."""

    key = "charge"
    label = "Cavalry charge"
    source = VALID
    severity = Severity[Charged](lambda o: o.effect.rank, "the charging unit")
    measures = (
        Measure("succeeds", "the charge succeeds", lambda o: o.effect is not Effect.STANDS),
        Measure("eliminates", "the target is eliminated", lambda o: o.effect is Effect.ELIMINATED),
    )
    modifiers = (
        DIFFERENCE,
        *MORALE,
        *(GUNS, CORNERED, NO_MORALE, ZONES),
        *answers(ChargeForm, "allowance", stage="movement"),
        zones.LEAVES,
        *(STREAMS, OUT_OF_REACH, STREAM_BETWEEN, OTHER_ZONE),
    )
    speaks_of = {"actor": ("the {form.charging}",), "target": ("the {form.charged}", "the target")}

    def refusals(self) -> Iterator[Refusal]:
        form = self.form
        if form.unit not in terms.MOUNTED:
            yield Refusal(f"only mounted units can charge, not {form.unit}", VALID)
        for place, terrain in (("first", form.first_hex), ("second", form.second_hex)):
            if terrain is not Terrain.CLEAR:
                yield Refusal(f"the {place} hex crossed must be clear, not {terrain}", VALID)
        if not form.in_line:
            yield Refusal("the target must be in line with the two hexes crossed", VALID)
        if form.target_terrain in terms.SHELTER:
            yield Refusal(f"a unit in {form.target_terrain.place} cannot be charged", VALID)
        for unit, strength in (("charging unit", form.strength), ("target", form.target_strength)):
            if not strength:
                yield Refusal(f"the {unit} has no combat strength left: it is eliminated", OUTCOME)
        if form.occupied:
            through = "no unit may enter or pass through a hex where another stands"
            yield Refusal(through, "Movement phase")
        yield from self._movement_refusals()

    def _movement_refusals(self) -> Iterator[Refusal]:
        """What on its way would bar any unit or end its movement, and points that it has not."""
        form = self.form
        if form.barrier is not Barrier.NOTHING:
            yield Refusal(form.barrier.meaning, CHART)
        if form.zone_on_the_way:
            ends = "movement ends in the first hex, which is in an enemy zone of control"
            yield Refusal(ends, ENTERING)
        yield from terms.ended(form.movement_over)
        if self._leaving is None:
            stays = "it may not leave a zone of control for a hex in another"
            yield Refusal(stays, zones.LEAVES.source)
        if form.allowance < self.cost:
            takes = f"the charging action takes {self.cost} movement points, not {form.allowance}"
            yield Refusal(takes, VALID)

    @property
    def _leaving(self) -> int | None:
        held = self.holds(zones.LEAVES)
        return zones.points_to_leave(held, self.form.zone_on_the_way, self.tables)

    @cached_property
    def cost(self) -> int:
        """Movement points of the charging action: its hexes, streams, and leaving a zone."""
        points = self.tables.points
        each = terms.points_to_enter(Terrain.CLEAR, self.form.unit, self.tables)
        streams = self.form.streams * points("cost.stream") if self.holds(STREAMS) else 0
        return points("charge.hexes") * each + streams + (self._leaving or 0)

    @cached_property
    def difference(self) -> int:
        """What is added to the random number: the charging unit's strength less the other's."""
        return int(self.total(DIFFERENCE))

    @cached_property
    def morale(self) -> int:
        """The morale value tested; a leader's is simulated."""
        return int(self.total(*MORALE))

    def resolve(self, chance: interface.Chance) -> Charged:
        number = chance.draw(dice.die(self.tables.points("charge.faces")), TEST) + self.difference
        if number > self.morale:
            return self.after_failed_test()
        morale = None if self.form.target is UnitType.LEADER else self.form.target_morale
        return self._charged(Effect.STANDS, morale, self.form.target_strength)

    def after_failed_test(self) -> Charged:
        """Both units after the unit charged has failed its test."""
        gone = self._charged(Effect.ELIMINATED, None, 0)
        if self.holds(GUNS) or self.holds(CORNERED):
            return gone
        had, strength = self.form.target_morale, self.form.target_strength
        if self.holds(NO_MORALE):
            return self._charged(Effect.RETREATS, None, strength)
        strength -= max(self.points_lost - had, 0)
        morale = max(had - self.points_lost, 0)
        return self._charged(Effect.RETREATS, morale, strength) if strength > 0 else gone

    @property
    def points_lost(self) -> int:
        """Morale points that a retreat costs; more than the unit has come off its strength."""
        zones = self.form.zones_entered if self.holds(ZONES) else 0
        return self.tables.points("charge.retreat") + zones * self.tables.points("charge.zone")

    def _charged(self, effect: Effect, morale: int | None, strength: int) -> Charged:
        """Who retreats is attacked with more strength; who still controls stops movement.

        The unit charged controls the hex next to it, or the hex it has left, unless it is one that
        exerts no zone of control or its zone does not reach so far.
        """
        target, retreats = self.form.target, effect is Effect.RETREATS
        bonus = self.tables.fraction("charge.bonus") if retreats else 1
        exerts = target is UnitType.LEADER or (target is not UnitType.ARTILLERY and morale)
        out_of_reach = self.holds(OUT_OF_REACH if retreats else STREAM_BETWEEN)
        held = effect is not Effect.ELIMINATED and exerts and not out_of_reach
        return Charged(
            effect,
            morale,
            strength,
            attack=int(self.form.strength * bonus),
            left=self.form.allowance - self.cost,
            moves_on=not (held or self.holds(OTHER_ZONE)),
        )

    def after(self, drawn: Charged) -> Aftermath:
        gone = drawn.effect is Effect.ELIMINATED
        morale = {} if drawn.morale is None else {"morale": str(drawn.morale)}
        retreated = MOVED if drawn.effect is Effect.RETREATS else {}
        return Aftermath(
            actor=terms.moved(drawn.left, drawn.moves_on),
            target=None if gone else {"strength": str(drawn.strength)} | morale | retreated,
            target_gone=Effect.ELIMINATED.value if gone else "",
            may=terms.may(self.form.unit, drawn.moves_on),
        )

    def narrate(self, drawn: Charged, draws: Draws) -> Narration:
        charged = self.form.charged
        headline = f"The charge succeeds: the {charged} {drawn.effect.meaning}."
        if drawn.effect is Effect.STANDS:
            headline = f"The {charged} faces up to the charge, which has no effect."
        how = (self._test(shown(draws, TEST)), *self._why(drawn))
        return Narration(headline, self._on_table(drawn), how)

    def _on_table(self, outcome: Charged) -> Iterator[str]:
        unit, charged = self.form.charging, self.form.charged
        advance = f"Move the {unit} into the hex that the {charged} has left."
        if outcome.effect is Effect.STANDS:
            yield f"The {unit} stays in the hex next to the {charged}."
            if self.form.target is UnitType.ARTILLERY:
                yield "The artillery may fire in reaction."
        elif outcome.effect is Effect.ELIMINATED:
            yield f"Remove the {charged}."
            yield advance
        else:
            yield f"Retreat the {charged} one hex."
            had, strength = self.form.target_morale, self.form.target_strength
            if outcome.morale is not None and outcome.morale < had:
                yield f"Its morale value falls from {had} to {outcome.morale}."
            if outcome.strength < strength:
                yield f"Its combat strength falls from {strength} to {outcome.strength}."
            if outcome.morale == 0:
                yield "It is demoralised and exerts no zone of control."
            yield advance
            attacks = f"the {unit} attacks the {charged} in the combat phase"
            yield f"If {attacks}, its combat strength is {outcome.attack}."
        points, held = counted(outcome.left, "movement point"), "is in a zone of control"
        on, ends = f"may move on: {points} left", f"{held}: no further movement, {points} unspent"
        yield f"The {unit} {on if outcome.moves_on else ends}."

    def _test(self, roll: int) -> str:
        form, number = self.form, roll + self.difference
        morale = f"morale value {self.morale}"
        if form.target is UnitType.LEADER:
            morale = f"{self.morale}, the leader's combat strength of {form.target_strength} and"
            morale += f" command radius of {form.command_radius}"
        against = f"for combat strength {form.strength} against {form.target_strength}"
        above = number - self.morale
        verdict = f"{above} above" if above > 0 else f"{-above} below" if above else "no more than"
        rolled = f"Random number {roll}, {self.difference:+d} {against}: {number}"
        return f"{rolled}, {verdict} {morale}."

    def _why(self, outcome: Charged) -> Iterator[str]:
        if outcome.effect is Effect.STANDS:
            return
        if self.holds(GUNS):
            yield "Artillery never retreats after a charge: it is eliminated."
        elif self.holds(CORNERED):
            yield "It cannot retreat, and so is eliminated."
        elif not self.holds(NO_MORALE):
            kinds = ("other zone of control", "other zones of control")
            zones = counted(self.form.zones_entered, *kinds)
            entered = f", {zones} entered" if self.holds(ZONES) else ""
            yield f"Retreat{entered}: {counted(self.points_lost, 'morale point')} lost."
            if (over := self.points_lost - self.form.target_morale) > 0:
                come = "comes" if over == 1 else "come"
                yield f"With its morale at 0, {over} of them {come} off its combat strength."
            if outcome.effect is Effect.ELIMINATED:
                yield "No combat strength is left, and so it is eliminated."

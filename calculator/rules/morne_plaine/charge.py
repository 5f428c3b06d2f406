"""Cavalry charges: a straight movement of two clear hexes that ends adjacent to an enemy unit.

The unit charged tests its morale; if it fails, it gives way or is eliminated.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from calculator.chance import dice, interface
from calculator.errors import Refusal
from calculator.rules.action import MOVED, Action, Aftermath, Draws, Measure, Narration, Severity
from calculator.rules.modifiers import answers
from calculator.rules.morne_plaine import charging, terms
from calculator.rules.morne_plaine.charging import OUTCOME, VALID, Charged, ChargeForm
from calculator.rules.morne_plaine.terms import CHART, Effect, Terrain, UnitType
from calculator.rules.morne_plaine.zones import LEAVES, points_to_leave
from calculator.rules.phrases import counted, shown, signed

TEST: Final = "morale test"


class Charge(Action[ChargeForm, Charged]):
    """A mounted unit charges across two clear hexes in line. The unit charged tests its morale: a
    random number from 1 to 9 and the difference of combat strengths against its morale value."""

    key = "charge"
    label = "Cavalry charge"
    source = VALID
    severity = Severity[Charged](lambda o: list(Effect).index(o.effect), "the charging unit")
    measures = (
        Measure("succeeds", "the charge succeeds", lambda o: o.effect is not Effect.STANDS),
        Measure("eliminates", "the unit is eliminated", lambda o: o.effect is Effect.ELIMINATED),
    )
    modifiers = (
        charging.DIFFERENCE,
        *charging.MORALE,
        *charging.IF_IT_FAILS,
        *answers(ChargeForm, "allowance", stage="movement"),
        LEAVES,
        *charging.ON_THE_WAY,
    )
    mnemonic = "c"
    speaks_of = {"actor": ("the {form.charging}",), "target": ("the {form.charged}",)}

    def refusals(self) -> Iterator[Refusal]:
        """Everything that makes the charging action impossible."""
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
        if form.barrier is charging.Barrier.RIVER:
            yield Refusal("a major river on the way is impassable but at a bridge or ford", CHART)
        if form.barrier is charging.Barrier.DOUBLE_SLOPE:
            yield Refusal("a double slope on the way is impassable but along a track", CHART)
        if form.zone_on_the_way:
            ends = "movement ends in the first hex, which is in an enemy zone of control"
            yield Refusal(ends, charging.ENTERING)
        yield from terms.ended(form.movement_over)
        if self._leaving is None:
            yield Refusal("it may not leave a zone of control for a hex in another", LEAVES.source)
        if form.allowance < self.cost:
            takes = f"the charging action takes {self.cost} movement points, not {form.allowance}"
            yield Refusal(takes, VALID)

    @property
    def _leaving(self) -> int | None:
        return points_to_leave(self.holds(LEAVES), self.form.zone_on_the_way, self.tables)

    @cached_property
    def cost(self) -> int:
        """Movement points of the charging action: its hexes, streams, and leaving a zone."""
        points = self.tables.points
        each = terms.points_to_enter(Terrain.CLEAR, self.form.unit, self.tables)
        streams = self.form.streams * points("cost.stream") if self.holds(charging.STREAMS) else 0
        return points("charge.hexes") * each + streams + (self._leaving or 0)

    @cached_property
    def difference(self) -> int:
        """What is added to the random number: the charging unit's strength less the other's."""
        return int(self.total(charging.DIFFERENCE))

    @cached_property
    def morale(self) -> int:
        """The morale value tested; a leader's is simulated."""
        return int(self.total(*charging.MORALE))

    def resolve(self, chance: interface.Chance) -> Charged:
        """A random number and the difference of strengths, against the current morale value."""
        number = chance.draw(dice.die(self.tables.points("charge.faces")), TEST) + self.difference
        if number > self.morale:
            return self.after_failed_test()
        morale = None if self.form.target is UnitType.LEADER else self.form.target_morale
        return self._charged(Effect.STANDS, morale, self.form.target_strength)

    def after_failed_test(self) -> Charged:
        """Both units after the unit charged has failed its test."""
        gone = self._charged(Effect.ELIMINATED, None, 0)
        if self.holds(charging.GUNS) or self.holds(charging.CORNERED):
            return gone
        had, strength = self.form.target_morale, self.form.target_strength
        if self.holds(charging.NO_MORALE):
            return self._charged(Effect.RETREATS, None, strength)
        strength -= max(self.points_lost - had, 0)
        morale = max(had - self.points_lost, 0)
        return self._charged(Effect.RETREATS, morale, strength) if strength > 0 else gone

    @property
    def points_lost(self) -> int:
        """Morale points that a retreat costs; more than the unit has come off its strength."""
        zones = self.form.zones_entered if self.holds(charging.ZONES) else 0
        return self.tables.points("charge.retreat") + zones * self.tables.points("charge.zone")

    def _charged(self, effect: Effect, morale: int | None, strength: int) -> Charged:
        """Who retreats is attacked with more strength; who still controls stops movement.

        The unit charged controls the hex next to it, or the hex it has left, unless it is one that
        exerts no zone of control or its zone does not reach so far.
        """
        target, retreats = self.form.target, effect is Effect.RETREATS
        bonus = self.tables.fraction("charge.bonus") if retreats else 1
        exerts = target is UnitType.LEADER or (target is not UnitType.ARTILLERY and morale)
        out_of_reach = self.holds(charging.OUT_OF_REACH if retreats else charging.STREAM_BETWEEN)
        held = effect is not Effect.ELIMINATED and exerts and not out_of_reach
        return Charged(
            effect,
            morale,
            strength,
            attack=int(self.form.strength * bonus),
            left=self.form.allowance - self.cost,
            moves_on=not (held or self.holds(charging.OTHER_ZONE)),
        )

    def after(self, drawn: Charged) -> Aftermath:
        """The points left of the charging unit, and strength and morale of the unit charged."""
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
        headline = f"The {charged} faces up to the charge, which has no effect."
        if drawn.effect is not Effect.STANDS:
            gone = "retreats" if drawn.effect is Effect.RETREATS else "is eliminated"
            headline = f"The charge succeeds: the {charged} {gone}."
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
            attack = f"If it attacks the {charged} in the combat phase, its combat strength is"
            yield f"{attack} {outcome.attack}."
        points, held = counted(outcome.left, "movement point"), "is in a zone of control"
        on, ends = f"may move on: {points} left", f"{held}: its movement ends, {points} unspent"
        yield f"The {unit} {on if outcome.moves_on else ends}."

    def _test(self, roll: int) -> str:
        form, number = self.form, roll + self.difference
        morale = f"morale value {self.morale}"
        if form.target is UnitType.LEADER:
            morale = f"{self.morale}, the leader's combat strength of {form.target_strength} and"
            morale += f" command radius of {form.command_radius}"
        against = f"combat strength {form.strength} against {form.target_strength}"
        above = number - self.morale
        verdict = f"{above} above" if above > 0 else f"{-above} below" if above else "no more than"
        added = signed(self.difference)
        return f"Random number {roll}, {added} for {against}: {number}, {verdict} {morale}."

    def _why(self, outcome: Charged) -> Iterator[str]:
        if outcome.effect is Effect.STANDS:
            return
        if self.holds(charging.GUNS):
            yield "Artillery never retreats after a charge: it is eliminated."
        elif self.holds(charging.CORNERED):
            yield "It cannot retreat, and so is eliminated."
        elif not self.holds(charging.NO_MORALE):
            kinds = ("other zone of control", "other zones of control")
            zones = counted(self.form.zones_entered, *kinds)
            entered = f", {zones} entered" if self.holds(charging.ZONES) else ""
            yield f"Retreat{entered}: {counted(self.points_lost, 'morale point')} lost."
            if (over := self.points_lost - self.form.target_morale) > 0:
                come = "comes" if over == 1 else "come"
                yield f"With its morale at 0, {over} of them {come} off its combat strength."
            if outcome.effect is Effect.ELIMINATED:
                yield "No combat strength is left, and so it is eliminated."

"""Arcs of fire: what a unit can attack from where it faces, and what it must turn first."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import Final

import attrs

from calculator.chance.interface import Chance
from calculator.errors import Refusal
from calculator.forms import Form
from calculator.rules.action import Action, Draws, Narration, Parties, Place, Severity
from calculator.rules.gods_of_war import fields
from calculator.rules.gods_of_war.fields import arc, in_woods, terrain_refusals
from calculator.rules.gods_of_war.sight import RANGE
from calculator.rules.gods_of_war.terms import Bearing, Formation, Terrain, Unit
from calculator.rules.modifiers import answers
from calculator.rules.phrases import counted

SOURCE: Final = "Facing and arcs of fire"


@attrs.frozen(kw_only=True)
class ArcForm(Form):
    """A unit, where it stands and faces, and where its target is."""

    unit: Unit = fields.asked_unit()
    formation: Formation = fields.asked_formation()
    terrain: Terrain = fields.TERRAIN
    bearing: Bearing = fields.BEARING
    acted_before: bool = fields.asked_acted_before()
    range: int = RANGE


@attrs.frozen
class AttackReach:
    """Whether the target can be attacked hand to hand, and fired at, without turning first."""

    close_combat: bool
    fire: bool

    @property
    def label(self) -> str:
        attacks = ["close combat"] * self.close_combat + ["fire"] * self.fire
        return " or ".join(attacks) or "no attack from here"


class Arcs(Action[ArcForm, AttackReach]):
    """Whether a unit can attack a target from where it faces, or must turn first."""

    key = "arc-of-fire"
    source = SOURCE
    severity = Severity[AttackReach](lambda o: (o.close_combat, o.fire), "the attacker")
    modifiers = tuple(answers(ArcForm, "unit", "formation", "terrain", "bearing", "range"))
    place = Place.AID
    mnemonic = "u"

    def refusals(self) -> Iterator[Refusal]:
        """Where it cannot stand, and where nobody attacks from."""
        yield from terrain_refusals(self.form.unit, self.form.terrain)
        yield from in_woods(self.form.terrain, Terrain.OPEN, self.tables)

    def resolve(self, chance: Chance) -> AttackReach:
        """Arc and range decide."""
        form = self.form
        ahead = form.range == 1 and form.bearing is Bearing.AHEAD
        fires = form.bearing.steps <= self._arc and self._within_range
        return AttackReach(ahead and not form.unit.is_artillery, fires)

    def parties(self) -> Parties:
        return {"target": ("the target",)}

    def narrate(self, drawn: AttackReach, draws: Draws) -> Narration:
        """What it can do, and how it comes to do the rest."""
        first = tuple(self._turns_first(drawn))
        steps = (*first, *self._later_steps(bool(first)))
        verdict = "It cannot attack from where it faces." if first else "It cannot attack."
        if any(attrs.astuple(drawn)):
            verdict = f"It can attack: {drawn.label}."
        return Narration(verdict, steps, self._arcs())

    @property
    def _arc(self) -> int:
        return arc(self.form.unit, self.form.formation, self.form.terrain)

    @property
    def _within_range(self) -> bool:
        return not self.form.unit.is_cavalry and self.form.range <= self._reach

    @property
    def _reach(self) -> int:
        return self.tables.points(f"ranged.reach.{self.form.unit.value}")

    def _turns_first(self, outcome: AttackReach) -> Iterator[str]:
        """The cheapest turns that bring the target into the front hex or the arc of fire."""
        turn_to_fire = self._within_range and not outcome.fire
        if self.form.unit.is_artillery:
            if turn_to_fire:
                turns = self._gun_turns(self.form.bearing.steps - 1)
                yield f"{turns} first; firing turns it the last step."
            return
        if self.form.range == 1 and not outcome.close_combat:
            yield "For close combat pivot first, 1 action: the target must be in its front hex."
        if turn_to_fire:
            yield "To fire pivot first, 1 action."

    def _gun_turns(self, turns: int) -> str:
        """So many turns of one step for the fewest actions: a Move takes as many as it pays."""
        price = self.tables.points("move.turn")
        movement = self.tables.points(f"move.points.{self.form.unit.value}")
        in_a_move = movement // price if price else turns
        moves = ceil(Fraction(turns, in_a_move)) if in_a_move else turns
        if moves < turns:
            return f"{counted(moves, 'Move')} of {turns} turns, {counted(moves, 'action')},"
        return f"{counted(turns, 'Pivot')} of one step, {counted(turns, 'action')},"

    def _later_steps(self, turns: bool) -> Iterator[str]:
        """What comes with its attack and before its next action, for none acts twice in a row."""
        form = self.form
        aside = form.unit.is_artillery and form.bearing is Bearing.ONE_STEP_ASIDE
        if aside and self._within_range:
            yield "Firing turns it one step, to face its target."
        if form.acted_before:
            yield "It acted just before: another unit or another action comes first."
        if turns:
            yield "Another unit or another action comes between any two of its own."

    def _arcs(self) -> Iterator[str]:
        unit = self.form.unit
        if unit.is_cavalry:
            yield "Cavalry attacks only hand to hand, into its front hex."
            return
        ahead = "straight ahead and one step to either side"
        where = "in any direction" if self._arc > 1 else ahead
        reach = counted(self._reach, "hex", "hexes")
        yield f"{unit.label.capitalize()} fires up to {reach}, {where}."
        if unit.is_infantry:
            yield "Hand to hand it attacks into its front hex alone."

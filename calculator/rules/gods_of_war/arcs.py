"""Arcs of fire: what a unit can attack from where it faces, and what it must turn first."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import Any, Final

import attrs

from calculator.chance.procedure import Procedure, settled
from calculator.errors import Refusal
from calculator.forms import Form
from calculator.rules.action import Draws, Narration, Place, Severity
from calculator.rules.declared import declared
from calculator.rules.gods_of_war import fields
from calculator.rules.gods_of_war.permitted import arc, in_woods, terrain_refusals
from calculator.rules.gods_of_war.sight import RANGE
from calculator.rules.gods_of_war.terms import Bearing, Formation, Terrain, Unit
from calculator.rules.phrases import counted
from calculator.rules.tables import Tables

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


def refusals(form: ArcForm, tables: Tables) -> Iterator[Refusal]:
    """Where it cannot stand, and where nobody attacks from."""
    yield from terrain_refusals(form.unit, form.terrain)
    yield from in_woods(form.terrain, Terrain.OPEN, tables)


def procedure(form: ArcForm, tables: Tables) -> Procedure[Any, AttackReach]:
    """Arc and range decide."""
    into_front = form.range == 1 and form.bearing is Bearing.AHEAD and not form.unit.is_artillery
    in_arc = form.bearing.steps <= arc(form.unit, form.formation, form.terrain)
    return settled(AttackReach(into_front, in_arc and _within_range(form, tables)))


def narrate(form: ArcForm, outcome: AttackReach, _: Draws, tables: Tables) -> Narration:
    """What it can do, and how it comes to do the rest."""
    first = tuple(_turns_first(form, outcome, tables))
    steps = (*first, *_later_steps(form, bool(first), tables))
    verdict = "It cannot attack from where it faces." if first else "It cannot attack."
    if any(attrs.astuple(outcome)):
        verdict = f"It can attack: {outcome.label}."
    return Narration(verdict, steps, _arcs(form, tables))


def _within_range(form: ArcForm, tables: Tables) -> bool:
    unit = form.unit
    return not unit.is_cavalry and form.range <= tables.points(f"ranged.reach.{unit.value}")


def _turns_first(form: ArcForm, outcome: AttackReach, tables: Tables) -> Iterator[str]:
    """The cheapest turns that bring the target into the front hex or the arc of fire."""
    fires = _within_range(form, tables)
    if form.unit.is_artillery:
        if fires and not outcome.fire:
            turns = _gun_turns(form.unit, form.bearing.steps - 1, tables)
            yield f"{turns} first; firing turns it the last step."
        return
    if form.range == 1 and not outcome.close_combat:
        yield "For close combat pivot first, 1 action: the target must be in its front hex."
    if fires and not outcome.fire:
        yield "To fire pivot first, 1 action."


def _gun_turns(unit: Unit, turns: int, tables: Tables) -> str:
    """So many turns of one step for the fewest actions: a Pivot is one, a Move as many as it pays.

    Artillery alone needs several, for its Pivot does not face it any way.
    """
    price = tables.points("move.turn")
    in_a_move = tables.points(f"move.points.{unit.value}") // price if price else turns
    moves = ceil(Fraction(turns, in_a_move)) if in_a_move else turns
    if moves < turns:
        return f"{counted(moves, 'Move')} of {turns} turns, {counted(moves, 'action')},"
    return f"{counted(turns, 'Pivot')} of one step, {counted(turns, 'action')},"


def _later_steps(form: ArcForm, turns: bool, tables: Tables) -> Iterator[str]:
    """What comes with its attack and before its next action, for none acts twice in a row."""
    aside = form.unit.is_artillery and form.bearing is Bearing.ONE_STEP_ASIDE
    if aside and _within_range(form, tables):
        yield "Firing turns it one step, to face its target."
    if form.acted_before:
        yield "It acted just before: another unit or another action comes first."
    if turns:
        yield "Another unit or another action comes between any two of its own."


def _arcs(form: ArcForm, tables: Tables) -> Iterator[str]:
    if form.unit.is_cavalry:
        yield "Cavalry attacks only hand to hand, into its front hex."
        return
    wide = arc(form.unit, form.formation, form.terrain)
    where = "in any direction" if wide > 1 else "straight ahead and one step to either side"
    reach = counted(tables.points(f"ranged.reach.{form.unit.value}"), "hex", "hexes")
    yield f"{form.unit.label.capitalize()} fires up to {reach}, {where}."
    if form.unit.is_infantry:
        yield "Hand to hand it attacks into its front hex alone."


ARCS: Final = declared(
    key="arc-of-fire",
    label="Arc of fire",
    help="Whether a unit can attack a target from where it faces, or must turn first.",
    source=SOURCE,
    form=ArcForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(lambda o: (o.close_combat, o.fire), "the attacker"),
    refusals=refusals,
    place=Place.AID,
    mnemonic="u",
)

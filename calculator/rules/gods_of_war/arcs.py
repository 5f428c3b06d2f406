"""Arcs of fire: what a unit can attack from where it faces, and what it must turn first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from calculator.chance.interface import Draw
from calculator.chance.resolution import Resolution, settled
from calculator.errors import Refusal
from calculator.forms import Form
from calculator.rules.gods_of_war import fields
from calculator.rules.gods_of_war.permitted import arc, in_woods, misplaced
from calculator.rules.gods_of_war.sight import asked_range
from calculator.rules.gods_of_war.terms import Bearing, Formation, Terrain, Unit
from calculator.rules.system import Action, Place, Words
from calculator.rules.tables import Tables
from calculator.rules.telling import counted

SOURCE: Final = "Facing and arcs of fire"


@attrs.frozen(kw_only=True)
class ArcForm(Form):
    """A unit, where it stands and faces, and where its target is."""

    unit: Unit = fields.asked_unit()
    formation: Formation = fields.asked_formation(matters=fields.in_formation)
    terrain: Terrain = fields.asked_terrain()
    bearing: Bearing = fields.asked_bearing()
    range: int = asked_range()


@attrs.frozen
class Reach:
    """Whether the target can be attacked hand to hand, and fired at, without turning first."""

    close_combat: bool
    fire: bool

    @property
    def label(self) -> str:
        ways = ["close combat"] * self.close_combat + ["fire"] * self.fire
        return " or ".join(ways) or "no attack from here"


def refusals(form: ArcForm, tables: Tables) -> Iterator[Refusal]:
    """Where it cannot stand, and where nobody attacks from."""
    yield from misplaced(form.unit, form.terrain)
    yield from in_woods(form.terrain, Terrain.OPEN, tables)


def resolution(form: ArcForm, tables: Tables) -> Resolution[Any, Reach]:
    """Arc and range decide."""
    adjacent = form.range == 1 and not form.unit.is_artillery
    in_arc = form.bearing.steps <= arc(form.unit, form.formation, form.terrain)
    return settled(
        Reach(
            adjacent and form.bearing is Bearing.AHEAD,
            in_arc and _within_range(form, tables),
        )
    )


def words(form: ArcForm, outcome: Reach, _: Sequence[Draw], tables: Tables) -> Words:
    """What it can do, and how it comes to do the rest."""
    turning = tuple(_turning(form, outcome, tables))
    verdict = "It cannot attack from where it faces." if turning else "It cannot attack."
    if any(attrs.astuple(outcome)):
        verdict = f"It can attack: {outcome.label}."
    return Words(verdict, turning, tuple(_arcs(form, tables)))


def _reach(unit: Unit, tables: Tables) -> int:
    return tables.points(f"ranged.reach.{unit.value}")


def _within_range(form: ArcForm, tables: Tables) -> bool:
    return not form.unit.is_cavalry and form.range <= _reach(form.unit, tables)


def _turning(form: ArcForm, outcome: Reach, tables: Tables) -> Iterator[str]:
    """Pivots that would bring the target into the front hex or the arc of fire."""
    steps, fires = form.bearing.steps, _within_range(form, tables)
    if form.unit.is_artillery:
        if fires and steps == 1:
            yield "Firing turns it one step, to face its target."
        elif fires and steps > 1:
            yield f"{counted(steps - 1, 'Pivot')} of one step first; firing turns it the last step."
        return
    if form.range == 1 and not outcome.close_combat:
        yield "For close combat pivot first, 1 action: the target must be in its front hex."
    if fires and not outcome.fire:
        yield "To fire pivot first, 1 action."


def _arcs(form: ArcForm, tables: Tables) -> Iterator[str]:
    if form.unit.is_cavalry:
        yield "Cavalry attacks only hand to hand, into its front hex."
        return
    wide = arc(form.unit, form.formation, form.terrain)
    where = "in any direction" if wide > 1 else "straight ahead and one step to either side"
    reach = counted(_reach(form.unit, tables), "hex", "hexes")
    yield f"{form.unit.label.capitalize()} fires up to {reach}, {where}."
    if form.unit.is_infantry:
        yield "Hand to hand it attacks into its front hex alone."


ARCS: Final = Action(
    key="arc-of-fire",
    label="Arc of fire",
    help="Whether a unit can attack a target from where it faces, or must turn first.",
    source=SOURCE,
    form=ArcForm,
    resolution=resolution,
    words=words,
    severity=attrs.astuple,
    refusals=refusals,
    place=Place.AID,
    mnemonic="u",
)

"""Each low roll is a hit, each hit a figure; two at point-blank from artillery."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.errors import Refusal
from calculator.kinds import Word
from calculator.rules.gods_of_war.figures import Losses, figures, suffer, too_strong
from calculator.rules.gods_of_war.permitted import (
    arc,
    in_woods,
    misplaced,
    twice_in_a_row,
    weakened,
)
from calculator.rules.gods_of_war.ranged_fire.form import RangedFireForm
from calculator.rules.gods_of_war.ranged_fire.shooting import shooting
from calculator.rules.gods_of_war.sight import blocked, roll_splits
from calculator.rules.gods_of_war.throws import at_most, thrown
from calculator.rules.phrases import counted, series
from calculator.rules.tables import Tables

SHOTS: Final = "shots"
SOURCE: Final = "Ranged combat"


class NoShot(Word):
    """Why an attack never reaches its target."""

    NO_SIGHT = "line-of-sight-blocked"
    SCREENED = "screened-by-light-cavalry"


@attrs.frozen
class Fired:
    """What the target lost, or what stopped the attack; and whether the target's guard Heroic
    Defence took a figure's loss off it and is spent."""

    target: Losses
    stop: NoShot | None = None
    saved: bool = False

    @property
    def label(self) -> str:
        if self.stop:
            return self.stop.label
        if self.target.destroyed:
            return "target destroyed"
        more = ["breaks"] * self.target.breaks + ["is saved a loss"] * self.saved
        return f"target {series([f'loses {self.target.lost}', *more])}"


def refusals(form: RangedFireForm, tables: Tables) -> Iterator[Refusal]:
    """Who cannot fire, and at what."""
    if form.unit.is_cavalry:
        yield Refusal("cavalry has no ranged attack", "Facing and arcs of fire")
    else:
        yield from out_of_reach(form.unit.value, form.range, tables)
    yield from weakened(form.unit, form.strength, tables)
    yield from too_strong(form.target, form.target_strength, tables)
    yield from misplaced(form.unit, form.terrain)
    yield from misplaced(form.target, form.target_terrain)
    yield from in_woods(form.terrain, form.target_terrain, tables)
    if form.bearing.steps > arc(form.unit, form.formation, form.terrain):
        turn = "turn it first" if form.unit.is_artillery else "pivot first"
        yield Refusal(
            f"the target is outside the arc of fire, one step to either side: {turn}",
            "Facing and arcs of fire",
        )
    yield from blocked(form)
    yield from twice_in_a_row(
        form.acted_before, form.free_shot or (form.double_time and form.unit.is_infantry)
    )


def out_of_reach(unit: str, range: int, tables: Tables) -> Iterator[Refusal]:
    """Why a unit that fires cannot reach so far."""
    reach = tables.points(f"ranged.reach.{unit}")
    if range > reach:
        hexes = counted(reach, "hex", "hexes")
        yield Refusal(f"{unit.replace('-', ' ')} fires up to {hexes}, not {range}", SOURCE)


def procedure(form: RangedFireForm, tables: Tables) -> Procedure[Any, Fired]:
    """The contested hexes of the line of sight, then the shots."""
    fire = shooting(form, tables)
    strength = figures(form.target, form.target_strength, tables)
    ignored = tables.points("cards.heroic-defence") if form.heroic_defence else 0
    unharmed = suffer(strength, 0, tables)

    def shoot(chance: Chance) -> Fired:
        if roll_splits(form, tables, chance):
            return Fired(unharmed, NoShot.NO_SIGHT)
        if form.skirmisher_screen:
            return Fired(unharmed, NoShot.SCREENED)
        hits = chance.read_off(thrown(fire.dice), at_most(fire.hits_on), SHOTS)
        lost = suffer(strength, max(hits * fire.damage - ignored, 0), tables)
        return Fired(lost, saved=form.heroic_defence and hits > 0)

    return single(shoot)


def severity(outcome: Fired) -> tuple[bool, bool, int, bool]:
    """From the mildest for the target to the gravest."""
    target = outcome.target
    return outcome.stop is None, target.destroyed, target.lost, outcome.saved

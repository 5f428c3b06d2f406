"""Each low roll is a hit, each hit a figure; two at point-blank from artillery."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.errors import Refusal
from calculator.kinds import Word
from calculator.rules.aftermath import Aftermath
from calculator.rules.gods_of_war import sight
from calculator.rules.gods_of_war.figures import Losses, figures, suffer
from calculator.rules.gods_of_war.in_play import ACTED, UNIT_ACTIONS, guarded, spent_with
from calculator.rules.gods_of_war.permitted import arc, attack_refusals, twice_in_a_row
from calculator.rules.gods_of_war.ranged_fire.form import RangedFireForm
from calculator.rules.gods_of_war.terms import Formation, Terrain
from calculator.rules.gods_of_war.throws import at_most, thrown
from calculator.rules.phrases import counted
from calculator.rules.system import Factor
from calculator.rules.tables import Tables

SHOTS: Final = "shots"
SOURCE: Final = "Ranged combat"

DICE: Final = "dice"
HITS_ON: Final = "hits on 1 to"
DAMAGE: Final = "each hit"


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
        saved = ["is saved a loss"] * self.saved
        return self.stop.label if self.stop else self.target.fate("target", *saved)


def refusals(form: RangedFireForm, tables: Tables) -> Iterator[Refusal]:
    """Who cannot fire, and at what."""
    if form.unit.is_cavalry:
        yield Refusal("cavalry has no ranged attack", "Facing and arcs of fire")
    elif form.range > (reach := tables.points(f"ranged.reach.{form.unit.value}")):
        hexes = counted(reach, "hex", "hexes")
        yield Refusal(f"{form.unit} fires up to {hexes}, not {form.range}", SOURCE)
    yield from attack_refusals(form, tables)
    if form.bearing.steps > arc(form.unit, form.formation, form.terrain):
        turn = "turn it first" if form.unit.is_artillery else "pivot first"
        yield Refusal(
            f"the target is outside the arc of fire, one step to either side: {turn}",
            "Facing and arcs of fire",
        )
    yield from sight.blocked(form)
    yield from twice_in_a_row(
        form.acted_before, form.free_shot or (form.double_time and form.unit.is_infantry)
    )


def factors(form: RangedFireForm, tables: Tables) -> Iterator[Factor]:
    """Every die, everything that bears on the roll that hits, and on what a hit does."""
    yield from sight.factors(form, tables)
    yield from _dice(form, tables)
    yield from _accuracy(form, tables)
    yield _factor(DAMAGE, "strength removed", "ranged.damage", tables)
    if form.point_blank:
        more = tables.points("ranged.damage") * (tables.points("ranged.point-blank") - 1)
        yield _factor(DAMAGE, "point-blank", "ranged.point-blank", tables, more)


def _factor(stage: str, name: str, key: str, tables: Tables, points: int | None = None) -> Factor:
    """What a table value brings the attacker: itself, or other points that follow from it."""
    entry = tables.entry(key)
    brought = entry.value if points is None else points
    return Factor(stage, name, "attacker", brought, entry.source, (key,))


def _dice(form: RangedFireForm, tables: Tables) -> Iterator[Factor]:
    name, normal, key = _normal_dice(form, tables)
    yield Factor(DICE, name, "attacker", normal, SOURCE, (key,))
    if form.unit.is_artillery and form.volley_fire:
        more = normal * (tables.points("cards.volley-fire") - 1)
        yield _factor(DICE, "Volley Fire", "cards.volley-fire", tables, more)
    if form.unit.is_artillery and form.cannon_blast:
        yield _factor(DICE, "Cannon Blast", "cards.cannon-blast", tables)


def _normal_dice(form: RangedFireForm, tables: Tables) -> tuple[str, int, str]:
    """What fires, its dice before cards, and the key of the value they come from."""
    strength = figures(form.unit, form.strength, tables)
    if form.unit.is_artillery:
        return f"{form.unit}, strength", strength, f"strength.{form.unit.value}"
    if form.terrain is Terrain.FARM:
        key = "ranged.dice.garrison"
        return "garrison", tables.points(key), key
    if form.formation is Formation.LINE:
        key = "ranged.dice.line-most"
        return "line, strength", min(strength, tables.points(key)), key
    key = f"ranged.dice.{form.formation.value}"
    return form.formation.label, tables.points(key), key


def _accuracy(form: RangedFireForm, tables: Tables) -> Iterator[Factor]:
    """The roll that hits, and what lowers it."""

    yield _factor(HITS_ON, "any fire", "ranged.hit-on", tables)
    if form.unit.is_artillery and form.target.is_artillery:
        less = tables.points("ranged.counter-battery") - tables.points("ranged.hit-on")
        yield _factor(HITS_ON, "counter-battery", "ranged.counter-battery", tables, less)
    if form.terrain is Terrain.ORCHARDS and not form.ambush:
        yield _factor(HITS_ON, "firing from orchards", "ranged.penalty.from-orchards", tables)
    if (form.terrain is Terrain.WHEAT or form.fires_through_wheat) and not form.ambush:
        yield _factor(HITS_ON, "firing from or through wheat", "ranged.penalty.from-wheat", tables)
    if form.target_terrain.infantry_only:
        ground = form.target_terrain
        yield _factor(HITS_ON, f"target in {ground}", f"ranged.penalty.at-{ground.value}", tables)


@attrs.frozen
class Shooting:
    """Dice thrown; the highest roll that hits, below 1 if none does; strength lost to a hit."""

    dice: int
    hits_on: int
    damage: int


def shooting(form: RangedFireForm, tables: Tables) -> Shooting:
    """The sums of all factors."""
    found = list(factors(form, tables))
    return Shooting(
        *(sum(f.points for f in found if f.stage == stage) for stage in (DICE, HITS_ON, DAMAGE))
    )


def procedure(form: RangedFireForm, tables: Tables) -> Procedure[Any, Fired]:
    """The contested hexes of the line of sight, then the shots."""
    fire = shooting(form, tables)
    strength = figures(form.target, form.target_strength, tables)
    ignored = tables.points("cards.heroic-defence") if form.heroic_defence else 0
    unharmed = suffer(strength, 0, tables)

    def shoot(chance: Chance) -> Fired:
        if sight.roll_splits(form, tables, chance):
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


def after_fire(form: RangedFireForm, outcome: Fired) -> Aftermath:
    """The target's figures; attack cards are spent whatever comes of it, guards if they serve.

    A free shot is no action: it does not stand between two draws of a card.
    """
    screened = outcome.stop is NoShot.SCREENED
    return Aftermath(
        target=guarded(outcome.target.standing, form, ("heroic-defence",) * outcome.saved),
        target_gone=outcome.target.gone,
        side=({} if form.free_shot else ACTED) | spent_with(form),
        enemy={"skirmisher-screen": "no"} if screened else {},
        may=UNIT_ACTIONS,
    )

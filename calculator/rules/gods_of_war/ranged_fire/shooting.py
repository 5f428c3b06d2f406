"""How many dice are fired, what they hit on, and what a hit does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from calculator.rules.gods_of_war import sight
from calculator.rules.gods_of_war.figures import figures
from calculator.rules.gods_of_war.ranged_fire.form import RangedFireForm
from calculator.rules.gods_of_war.terms import Formation, Terrain
from calculator.rules.system import Factor
from calculator.rules.tables import Tables

ATTACKER: Final = "attacker"
DICE: Final = "dice"
HITS_ON: Final = "hits on 1 to"
DAMAGE: Final = "each hit"


@attrs.frozen
class Shooting:
    """Dice thrown; the highest roll that hits, below 1 if none does; strength lost to a hit."""

    dice: int
    hits_on: int
    damage: int


def factors(form: RangedFireForm, tables: Tables) -> Iterator[Factor]:
    """Every die, everything that bears on the roll that hits, and on what a hit does."""
    yield from sight.factors(form, tables)
    yield from _dice(form, tables)
    yield from _accuracy(form, tables)
    each = tables.points("ranged.damage")
    yield _factor(DAMAGE, "strength removed", each, "ranged.damage", tables)
    if form.point_blank:
        more = each * (tables.points("ranged.point-blank") - 1)
        yield _factor(DAMAGE, "point-blank", more, "ranged.point-blank", tables)


def shooting(form: RangedFireForm, tables: Tables) -> Shooting:
    """The sums of all factors."""
    found = list(factors(form, tables))
    return Shooting(
        *(sum(f.points for f in found if f.stage == stage) for stage in (DICE, HITS_ON, DAMAGE))
    )


def _factor(stage: str, name: str, points: int, key: str, tables: Tables) -> Factor:
    return Factor(stage, name, ATTACKER, points, tables.entry(key).source, (key,))


def _dice(form: RangedFireForm, tables: Tables) -> Iterator[Factor]:
    name, normal, key = _normal_dice(form, tables)
    yield Factor(DICE, name, ATTACKER, normal, "Ranged combat", (key,))
    if not form.unit.is_artillery:
        return
    if form.volley_fire:
        more = normal * (tables.points("cards.volley-fire") - 1)
        yield _factor(DICE, "Volley Fire", more, "cards.volley-fire", tables)
    if form.cannon_blast:
        more = tables.points("cards.cannon-blast")
        yield _factor(DICE, "Cannon Blast", more, "cards.cannon-blast", tables)


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

    def lowered(name: str, key: str) -> Factor:
        return _factor(HITS_ON, name, tables.points(key), key, tables)

    yield lowered("any fire", "ranged.hit-on")
    if form.unit.is_artillery and form.target.is_artillery:
        less = tables.points("ranged.counter-battery") - tables.points("ranged.hit-on")
        yield _factor(HITS_ON, "counter-battery", less, "ranged.counter-battery", tables)
    if not form.ambush:
        if form.terrain is Terrain.ORCHARDS:
            yield lowered("firing from orchards", "ranged.penalty.from-orchards")
        if form.terrain is Terrain.WHEAT or form.fires_through_wheat:
            yield lowered("firing from or through wheat", "ranged.penalty.from-wheat")
    if form.target_terrain.infantry_only:
        ground = form.target_terrain
        yield lowered(f"target in {ground}", f"ranged.penalty.at-{ground.value}")

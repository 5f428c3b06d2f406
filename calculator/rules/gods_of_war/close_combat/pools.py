"""The dice of both sides: how many, and what is added to each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from calculator.chance.pairing import Pool
from calculator.rules.gods_of_war.close_combat.form import CasualtiesForm
from calculator.rules.gods_of_war.figures import figures
from calculator.rules.gods_of_war.terms import Formation, Terrain, Unit
from calculator.rules.system import Factor
from calculator.rules.tables import Tables

ATTACKER: Final = "attacker"
DEFENDER: Final = "defender"
DICE: Final = "dice"
EACH_DIE: Final = "each die"


def factors(form: CasualtiesForm, tables: Tables) -> Iterator[Factor]:
    """Every die, and everything added to each die, on both sides."""
    yield from _dice(form, tables)
    yield from _bonuses(form, tables)


def pools(form: CasualtiesForm, tables: Tables) -> tuple[Pool, Pool]:
    """The attacker's dice and the defender's."""
    found = list(factors(form, tables))

    def added(side: str, stage: str) -> int:
        return sum(f.points for f in found if (f.side, f.stage) == (side, stage))

    return (
        Pool(added(ATTACKER, DICE), added(ATTACKER, EACH_DIE)),
        Pool(added(DEFENDER, DICE), added(DEFENDER, EACH_DIE)),
    )


def _dice(form: CasualtiesForm, tables: Tables) -> Iterator[Factor]:
    strength = figures(form.unit, form.strength, tables)
    yield Factor(DICE, "strength", ATTACKER, strength, "Close combat", (_strength(form.unit),))
    if form.charge and form.unit.is_cavalry:
        yield _card("Charge!", ATTACKER, "cards.charge", tables)
    against = figures(form.target, form.target_strength, tables)
    yield Factor(DICE, "strength", DEFENDER, against, "Close combat", (_strength(form.target),))
    if form.entrench and against:
        yield _card("Entrench", DEFENDER, "cards.entrench", tables)


def _bonuses(form: CasualtiesForm, tables: Tables) -> Iterator[Factor]:
    """What is added to each die; bonuses of nought only where a unit has no other."""
    yield _bonus(ATTACKER, *_attacking(form), tables)
    garrison = form.target.is_infantry and form.target_terrain is Terrain.FARM
    if not garrison:
        yield _bonus(DEFENDER, *_defending(form), tables)
    ground = form.target_terrain
    if tables.points(f"close-combat.terrain.{ground.value}"):
        name = "farm, in place of formation" if garrison else ground.label
        yield _bonus(DEFENDER, name, f"terrain.{ground.value}", tables)
    if not form.target_in_square and tables.points(f"close-combat.facing.{form.struck.value}"):
        yield _bonus(
            DEFENDER, f"struck in the {form.struck}", f"facing.{form.struck.value}", tables
        )


def _bonus(side: str, name: str, key: str, tables: Tables) -> Factor:
    entry = tables.entry(f"close-combat.{key}")
    return Factor(EACH_DIE, name, side, entry.value, entry.source, (entry.key,))


def _card(name: str, side: str, key: str, tables: Tables) -> Factor:
    entry = tables.entry(key)
    return Factor(DICE, name, side, entry.value, entry.source, (key,))


def _strength(unit: Unit) -> str:
    """The key of a unit's figures at full strength."""
    return f"strength.{unit.value}"


def _attacking(form: CasualtiesForm) -> tuple[str, str]:
    """What the attacker fights as, and the key of its bonus."""
    if not form.unit.is_infantry:
        return form.unit.label, f"bonus.{form.unit.value}"
    if form.formation is Formation.SQUARE:
        return "square, attacking", "bonus.square-attacking"
    return form.formation.label, f"bonus.{form.formation.value}"


def _defending(form: CasualtiesForm) -> tuple[str, str]:
    """What the defender fights as, and the key of its bonus."""
    if not form.target.is_infantry:
        return form.target.label, f"bonus.{form.target.value}"
    if form.target_formation is Formation.SQUARE:
        enemy = "cavalry" if form.unit.is_cavalry else "infantry"
        return f"square against {enemy}", f"bonus.square-against-{enemy}"
    return form.target_formation.label, f"bonus.{form.target_formation.value}"

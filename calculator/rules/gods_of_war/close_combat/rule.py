"""Dice paired highest against highest: the lower of each pair takes a casualty."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from calculator.chance.interface import Chance
from calculator.chance.pairing import Pool, highest_against_highest
from calculator.chance.procedure import Procedure, settled, single
from calculator.errors import Refusal
from calculator.rules.aftermath import MOVED, Aftermath
from calculator.rules.gods_of_war.close_combat.form import CasualtiesForm, CloseCombatForm
from calculator.rules.gods_of_war.close_combat.layout import throws_each
from calculator.rules.gods_of_war.figures import Losses, strength_now, suffer
from calculator.rules.gods_of_war.in_play import ACTED, UNIT_ACTIONS, guarded, spent_with
from calculator.rules.gods_of_war.permitted import attack_refusals, twice_in_a_row
from calculator.rules.gods_of_war.terms import Bearing, Formation, Terrain, Unit
from calculator.rules.system import Factor
from calculator.rules.tables import Tables

SOURCE: Final = "Close combat"
PAIRS: Final = "pairs"
FACES: Final = "faces"

ATTACKER: Final = "attacker"
DEFENDER: Final = "defender"
DICE: Final = "dice"
EACH_DIE: Final = "each die"


@attrs.frozen
class CloseCombatOutcome:
    """What both sides lost; whether the defender is driven back, and whether its guard Heroic
    Defence took a casualty off it and is spent."""

    attacker: Losses
    defender: Losses
    retreats: bool = False
    saved: bool = False

    @property
    def label(self) -> str:
        more = ["is saved a loss"] * self.saved + ["is driven back"] * self.retreats
        return f"{self.defender.fate(DEFENDER, *more)}, {self.attacker.fate(ATTACKER)}"

    @property
    def balance(self) -> int:
        """Figures that the defender lost over those that the attacker lost.

        A broken defender has none to lose: its destruction counts as one.
        """
        return max(self.defender.lost, int(self.defender.destroyed)) - self.attacker.lost


def refusals(form: CasualtiesForm, tables: Tables) -> Iterator[Refusal]:
    """Who cannot attack hand to hand, and whom nobody can attack."""
    if form.unit.is_artillery:
        yield Refusal("artillery always fires, at range 1 as well", "Actions, attack")
    yield from attack_refusals(form, tables)
    if form.bearing is not Bearing.AHEAD:
        yield Refusal("the target must be in the attacker's own front hex: pivot first", SOURCE)
    yield from twice_in_a_row(form.acted_before, form.double_time and form.unit.is_infantry)


def factors(form: CasualtiesForm, tables: Tables) -> Iterator[Factor]:
    """Every die, and everything added to each die, on both sides."""
    yield _strength(ATTACKER, form.unit, form.strength, tables)
    if form.charge and form.unit.is_cavalry:
        yield _value(DICE, ATTACKER, "Charge!", "cards.charge", tables)
    yield _strength(DEFENDER, form.target, form.target_strength, tables)
    if form.entrench and strength_now(form.target, form.target_strength, tables):
        yield _value(DICE, DEFENDER, "Entrench", "cards.entrench", tables)
    square = ("square, attacking", "square-attacking")
    yield _bonus(ATTACKER, form.unit, form.formation, square, tables)
    yield from _defending(form, tables)


def _defending(form: CasualtiesForm, tables: Tables) -> Iterator[Factor]:
    """What is added to each of the defender's dice; ground and facing only if they change them."""
    garrison = form.target.is_infantry and form.target_terrain is Terrain.FARM
    if not garrison:
        enemy = "cavalry" if form.unit.is_cavalry else "infantry"
        square = (f"square against {enemy}", f"square-against-{enemy}")
        yield _bonus(DEFENDER, form.target, form.target_formation, square, tables)
    ground = f"close-combat.terrain.{form.target_terrain.value}"
    if tables.points(ground):
        name = "farm, in place of formation" if garrison else form.target_terrain.label
        yield _value(EACH_DIE, DEFENDER, name, ground, tables)
    facing = f"close-combat.facing.{form.struck.value}"
    if not form.target_in_square and tables.points(facing):
        yield _value(EACH_DIE, DEFENDER, f"struck in the {form.struck}", facing, tables)


def _bonus(
    side: str, unit: Unit, formation: Formation, square: tuple[str, str], tables: Tables
) -> Factor:
    """What is added to each die for what a unit fights as; `square` names that of one in square."""
    fights_as = formation if unit.is_infantry else unit
    name, key = square if fights_as is Formation.SQUARE else (fights_as.label, fights_as.value)
    return _value(EACH_DIE, side, name, f"close-combat.bonus.{key}", tables)


def _strength(side: str, unit: Unit, strength: int | None, tables: Tables) -> Factor:
    dice = strength_now(unit, strength, tables)
    return Factor(DICE, "strength", side, dice, SOURCE, (f"strength.{unit.value}",))


def _value(stage: str, side: str, name: str, key: str, tables: Tables) -> Factor:
    entry = tables.entry(key)
    return Factor(stage, name, side, entry.value, entry.source, (key,))


def pools(form: CasualtiesForm, tables: Tables) -> tuple[Pool, Pool]:
    """The attacker's dice and the defender's."""
    found = list(factors(form, tables))

    def added(side: str, stage: str) -> int:
        return sum(f.points for f in found if (f.side, f.stage) == (side, stage))

    attack, defence = (Pool(added(s, DICE), added(s, EACH_DIE)) for s in (ATTACKER, DEFENDER))
    return attack, defence


def procedure(form: CasualtiesForm, tables: Tables) -> Procedure[Any, CloseCombatOutcome]:
    """A die for each figure on both sides; a broken defender has none and is finished off."""
    if not strength_now(form.target, form.target_strength, tables):
        return settled(fought(form, 0, 1, tables))
    attack, defence = pools(form, tables)

    def fight(chance: Chance) -> CloseCombatOutcome:
        pairs = chance.draw(highest_against_highest(attack, defence), PAIRS)
        chance.read_off(throws_each(attack, defence), _nothing, FACES)
        return fought(form, pairs.lost, pairs.won, tables)

    return single(fight)


def _nothing(_: int) -> None:
    """What the odds read off the faces: nothing, for the pairs decide everything."""


def fought(form: CasualtiesForm, lost: int, won: int, tables: Tables) -> CloseCombatOutcome:
    """What pairs lost and won by the attacker do to both sides."""
    attacker = suffer(strength_now(form.unit, form.strength, tables), lost, tables)
    ignored = tables.points("cards.heroic-defence") if form.heroic_defence else 0
    defending = strength_now(form.target, form.target_strength, tables)
    defender = suffer(defending, max(won - ignored, 0), tables)
    beaten = defender.lost > attacker.lost and not defender.destroyed
    return CloseCombatOutcome(
        attacker, defender, form.rout and beaten, saved=form.heroic_defence and won > 0
    )


def severity(outcome: CloseCombatOutcome) -> tuple[bool, int, int, bool]:
    """From the mildest for the defender to the gravest; of equals, the cheapest comes last."""
    defender = outcome.defender
    return defender.destroyed, defender.lost, -outcome.attacker.lost, outcome.saved


def after_close_combat(form: CloseCombatForm, outcome: CloseCombatOutcome) -> Aftermath:
    """Both units' figures; attack cards and guards that have served are spent.

    Entrench does not matter to a broken unit, which has no dice to reply with: it stays in play.
    """
    served = ("entrench", "heroic-defence") if outcome.saved else ("entrench",)
    defender = guarded(outcome.defender.standing, form, served)
    if defender and outcome.retreats:
        defender |= MOVED
    return Aftermath(
        actor=outcome.attacker.standing,
        target=defender,
        actor_gone=outcome.attacker.gone,
        target_gone=outcome.defender.gone,
        side=ACTED | spent_with(form),
        may=UNIT_ACTIONS,
    )

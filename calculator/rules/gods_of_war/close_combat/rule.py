"""Dice paired highest against highest: the lower of each pair takes a casualty."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from calculator.chance.interface import Chance
from calculator.chance.pairing import highest_against_highest
from calculator.chance.resolution import Resolution, settled, single
from calculator.errors import Refusal
from calculator.rules.gods_of_war.close_combat.form import CasualtiesForm
from calculator.rules.gods_of_war.close_combat.layout import throws_each
from calculator.rules.gods_of_war.close_combat.pools import pools
from calculator.rules.gods_of_war.figures import Losses, figures, suffer, too_strong
from calculator.rules.gods_of_war.permitted import in_woods, misplaced, twice_in_a_row, weakened
from calculator.rules.gods_of_war.terms import Bearing
from calculator.rules.tables import Tables
from calculator.rules.telling import series

SOURCE: Final = "Close combat"
PAIRS: Final = "pairs"
FACES: Final = "faces"


@attrs.frozen
class Fought:
    """What both sides lost, and whether the defender is driven back."""

    attacker: Losses
    defender: Losses
    retreats: bool = False

    @property
    def label(self) -> str:
        back = ["is driven back"] if self.retreats else []
        return f"{_told('defender', self.defender, *back)}, {_told('attacker', self.attacker)}"

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
    yield from weakened(form.unit, form.strength, tables)
    yield from too_strong(form.target, form.target_strength, tables)
    yield from misplaced(form.unit, form.terrain)
    yield from misplaced(form.target, form.target_terrain)
    yield from in_woods(form.terrain, form.target_terrain, tables)
    if form.bearing is not Bearing.AHEAD:
        yield Refusal("the target must be in the attacker's own front hex: pivot first", SOURCE)
    yield from twice_in_a_row(form.acted_before, form.double_time and form.unit.is_infantry)


def resolution(form: CasualtiesForm, tables: Tables) -> Resolution[Any, Fought]:
    """A die for each figure on both sides; a broken defender has none and is finished off."""
    if not figures(form.target, form.target_strength, tables):
        return settled(fought(form, 0, 1, tables))
    attack, defence = pools(form, tables)

    def fight(chance: Chance) -> Fought:
        pairs = chance.draw(highest_against_highest(attack, defence), PAIRS)
        chance.read_off(throws_each(attack, defence), _nothing, FACES)
        return fought(form, pairs.lost, pairs.won, tables)

    return single(fight)


def fought(form: CasualtiesForm, lost: int, won: int, tables: Tables) -> Fought:
    """What pairs lost and won by the attacker do to both sides."""
    attacker = suffer(figures(form.unit, form.strength, tables), lost, tables)
    ignored = tables.points("cards.heroic-defence") if form.heroic_defence else 0
    defending = figures(form.target, form.target_strength, tables)
    defender = suffer(defending, max(won - ignored, 0), tables)
    beaten = defender.lost > attacker.lost and not defender.destroyed
    return Fought(attacker, defender, form.rout and beaten)


def severity(outcome: Fought) -> tuple[bool, int, int]:
    """From the mildest for the defender to the gravest; of equals, the cheapest comes last."""
    return outcome.defender.destroyed, outcome.defender.lost, -outcome.attacker.lost


def _told(who: str, losses: Losses, *more: str) -> str:
    """A unit's losses in a few words, and what more becomes of it."""
    if losses.destroyed:
        return f"{who} destroyed"
    return f"{who} {series([f'loses {losses.lost}', *['breaks'] * losses.breaks, *more])}"


def _nothing(_: int) -> None:
    """What the odds read off the faces: the pairs have said it all."""

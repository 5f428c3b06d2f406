"""Dice paired highest against highest: the lower of each pair takes a casualty."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from calculator.chance.interface import Chance
from calculator.chance.pairing import highest_against_highest
from calculator.chance.procedure import Procedure, settled, single
from calculator.errors import Refusal
from calculator.rules.gods_of_war.close_combat.form import CasualtiesForm
from calculator.rules.gods_of_war.close_combat.layout import throws_each
from calculator.rules.gods_of_war.close_combat.pools import pools
from calculator.rules.gods_of_war.figures import Losses, figures, suffer, too_strong
from calculator.rules.gods_of_war.permitted import in_woods, misplaced, twice_in_a_row, weakened
from calculator.rules.gods_of_war.terms import Bearing
from calculator.rules.phrases import series
from calculator.rules.tables import Tables

SOURCE: Final = "Close combat"
PAIRS: Final = "pairs"
FACES: Final = "faces"


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
        return f"{_fate('defender', self.defender, *more)}, {_fate('attacker', self.attacker)}"

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


def procedure(form: CasualtiesForm, tables: Tables) -> Procedure[Any, CloseCombatOutcome]:
    """A die for each figure on both sides; a broken defender has none and is finished off."""
    if not figures(form.target, form.target_strength, tables):
        return settled(fought(form, 0, 1, tables))
    attack, defence = pools(form, tables)

    def fight(chance: Chance) -> CloseCombatOutcome:
        pairs = chance.draw(highest_against_highest(attack, defence), PAIRS)
        chance.read_off(throws_each(attack, defence), _nothing, FACES)
        return fought(form, pairs.lost, pairs.won, tables)

    return single(fight)


def fought(form: CasualtiesForm, lost: int, won: int, tables: Tables) -> CloseCombatOutcome:
    """What pairs lost and won by the attacker do to both sides."""
    attacker = suffer(figures(form.unit, form.strength, tables), lost, tables)
    ignored = tables.points("cards.heroic-defence") if form.heroic_defence else 0
    defending = figures(form.target, form.target_strength, tables)
    defender = suffer(defending, max(won - ignored, 0), tables)
    beaten = defender.lost > attacker.lost and not defender.destroyed
    return CloseCombatOutcome(
        attacker, defender, form.rout and beaten, saved=form.heroic_defence and won > 0
    )


def severity(outcome: CloseCombatOutcome) -> tuple[bool, int, int, bool]:
    """From the mildest for the defender to the gravest; of equals, the cheapest comes last."""
    defender = outcome.defender
    return defender.destroyed, defender.lost, -outcome.attacker.lost, outcome.saved


def _fate(who: str, losses: Losses, *more: str) -> str:
    """A unit's losses in a few words, and what more becomes of it."""
    if losses.destroyed:
        return f"{who} destroyed"
    return f"{who} {series([f'loses {losses.lost}', *['breaks'] * losses.breaks, *more])}"


def _nothing(_: int) -> None:
    """What the odds read off the faces: nothing, for the pairs decide everything."""

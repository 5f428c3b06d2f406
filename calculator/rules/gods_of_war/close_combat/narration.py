"""The result of a close combat in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calculator.chance.interface import Draw
from calculator.chance.pairing import Pairs, Pool, highest_against_highest
from calculator.rules.gods_of_war.close_combat.aftermath import after_close_combat
from calculator.rules.gods_of_war.close_combat.form import CloseCombatForm
from calculator.rules.gods_of_war.close_combat.layout import DiceShown, faces_shown
from calculator.rules.gods_of_war.close_combat.pools import EACH_DIE, factors, pools
from calculator.rules.gods_of_war.close_combat.rule import (
    FACES,
    PAIRS,
    CloseCombatOutcome,
    procedure,
)
from calculator.rules.gods_of_war.expectation import expected
from calculator.rules.gods_of_war.figures import became, figures, taken_off
from calculator.rules.gods_of_war.in_play import spent_lines
from calculator.rules.phrases import counted, series, shown, signed
from calculator.rules.system import Narration
from calculator.rules.tables import Tables


def narrate(
    form: CloseCombatForm, outcome: CloseCombatOutcome, draws: Sequence[Draw], tables: Tables
) -> Narration:
    """Who won, which figures to remove, and the dice laid out in pairs."""
    return Narration(
        _headline(outcome),
        tuple(_on_table(form, outcome, tables)),
        tuple(_how(form, draws, tables)),
    )


def _headline(outcome: CloseCombatOutcome) -> str:
    sides = {
        "the defender": [*became(outcome.defender), *["is driven back"] * outcome.retreats],
        "the attacker": [*became(outcome.attacker)],
    }
    hurt = [f"{who} {series(fates)}" for who, fates in sides.items() if fates]
    sentence = "; ".join(hurt) or "nobody is hurt"
    return f"{sentence[0].upper()}{sentence[1:]}."


def _on_table(form: CloseCombatForm, outcome: CloseCombatOutcome, tables: Tables) -> Iterator[str]:
    left = after_close_combat(form, outcome)
    defending = figures(form.target, form.target_strength, tables)
    yield from taken_off("defender", defending, left.target)
    yield from taken_off("attacker", figures(form.unit, form.strength, tables), left.actor)
    if outcome.retreats:
        hexes = counted(tables.points("cards.rout"), "hex", "hexes")
        yield f"The defender retreats {hexes}, away from the attacker: Rout!"
    yield from spent_lines(form, left.target, left.side)


def _pairs(both: tuple[Pool, Pool], draws: Sequence[Draw]) -> Pairs:
    """The pairs drawn, or those that any throw makes."""
    return shown(draws, PAIRS) or next(iter(highest_against_highest(*both)))


def _how(form: CloseCombatForm, draws: Sequence[Draw], tables: Tables) -> Iterator[str]:
    if not figures(form.target, form.target_strength, tables):
        yield "A broken defender has no dice to reply with, and any attack finishes it off."
        if form.heroic_defence:
            yield "Heroic Defence saves it this once."
        return
    found = list(factors(form, tables))
    for side, pool in zip(("attacker", "defender"), pools(form, tables), strict=True):
        listed = [
            f"{f.name} {signed(f.points)}" for f in found if (f.side, f.stage) == (side, EACH_DIE)
        ]
        dice = counted(pool.dice, "die", "dice")
        yield f"The {side}: {dice}, {signed(pool.bonus)} to each ({', '.join(listed)})."
    if pairs := shown(draws, PAIRS):
        yield from _dice(pools(form, tables), pairs, draws)
    else:
        yield "With bonuses so far apart the dice decide nothing."
    odds = procedure(form, tables).odds()
    yield expected(odds, lambda fought: fought.attacker).sentence("the attacker")
    yield expected(odds, lambda fought: fought.defender).sentence("the defender")


def _dice(both: tuple[Pool, Pool], pairs: Pairs, draws: Sequence[Draw]) -> Iterator[str]:
    """The throws of both sides and the pairs they make."""
    roll = next(draw.roll for draw in draws if draw.ask == PAIRS)
    throws = faces_shown(*both, pairs, roll, shown(draws, FACES) or 1)
    for side, throw, pool in zip(("attacker", "defender"), throws, both, strict=True):
        yield f"The {side} throws {_listed(throw)}, making {_listed(throw, pool.bonus)}."
    laid = counted(pairs.won + pairs.tied + pairs.lost, "pair")
    yield (
        f"Of {laid} the attacker wins {pairs.won or 'none'} and loses {pairs.lost or 'none'}"
        + (f"; {pairs.tied} tied." if pairs.tied else ".")
    )


def _listed(throw: DiceShown, bonus: int = 0) -> str:
    return " ".join(str(face + bonus) for face in throw)

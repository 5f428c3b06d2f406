"""A close combat told to the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calculator.chance.interface import Draw
from calculator.chance.pairing import Pairs, Pool, highest_against_highest
from calculator.rules.gods_of_war.close_combat.form import CloseCombatForm
from calculator.rules.gods_of_war.close_combat.layout import Throw, faces_shown
from calculator.rules.gods_of_war.close_combat.pools import EACH_DIE, factors, pools
from calculator.rules.gods_of_war.close_combat.rule import FACES, PAIRS, Fought, resolution
from calculator.rules.gods_of_war.expectation import expected
from calculator.rules.gods_of_war.figures import became, figures, taken_off
from calculator.rules.system import Words
from calculator.rules.tables import Tables
from calculator.rules.telling import counted, series, shown, signed


def words(form: CloseCombatForm, outcome: Fought, draws: Sequence[Draw], tables: Tables) -> Words:
    """Who won, which figures to remove, and the dice laid out in pairs."""
    return Words(
        _headline(outcome),
        (*_on_table(outcome, tables), *_cards_spent(form, draws, tables)),
        tuple(_how(form, draws, tables)),
    )


def _headline(outcome: Fought) -> str:
    sides = {
        "the defender": [*became(outcome.defender), *["is driven back"] * outcome.retreats],
        "the attacker": [*became(outcome.attacker)],
    }
    hurt = [f"{who} {series(fates)}" for who, fates in sides.items() if fates]
    told = "; ".join(hurt) or "nobody is hurt"
    return f"{told[0].upper()}{told[1:]}."


def _on_table(outcome: Fought, tables: Tables) -> Iterator[str]:
    yield from taken_off("defender", outcome.defender)
    yield from taken_off("attacker", outcome.attacker)
    if outcome.retreats:
        hexes = counted(tables.points("cards.rout"), "hex", "hexes")
        yield f"The defender retreats {hexes}, away from the attacker: Rout!"


def _cards_spent(form: CloseCombatForm, draws: Sequence[Draw], tables: Tables) -> Iterator[str]:
    """Guards go once they have served; what else is played lasts for the turn."""
    both = pools(form, tables)
    won = _pairs(both, draws).won if both[1].dice else 1
    if form.entrench and both[1].dice:
        yield "Entrench is spent."
    if form.heroic_defence and won:
        yield "Heroic Defence is spent."


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
    odds = resolution(form, tables).odds()
    yield expected(odds, lambda fought: fought.attacker).told("the attacker")
    yield expected(odds, lambda fought: fought.defender).told("the defender")


def _dice(both: tuple[Pool, Pool], pairs: Pairs, draws: Sequence[Draw]) -> Iterator[str]:
    """The throws of both sides and the pairs they make."""
    roll = next(draw.roll for draw in draws if draw.ask == PAIRS)
    throws = faces_shown(*both, pairs, roll, shown(draws, FACES) or 1)
    for side, throw, pool in zip(("attacker", "defender"), throws, both, strict=True):
        yield f"The {side} throws {_listed(throw)}, making {_listed(throw, pool.bonus)}."
    told = counted(pairs.won + pairs.tied + pairs.lost, "pair")
    yield (
        f"Of {told} the attacker wins {pairs.won or 'none'} and loses {pairs.lost or 'none'}"
        + (f"; {pairs.tied} tied." if pairs.tied else ".")
    )


def _listed(throw: Throw, bonus: int = 0) -> str:
    return " ".join(str(face + bonus) for face in throw)

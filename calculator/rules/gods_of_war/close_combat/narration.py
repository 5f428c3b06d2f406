"""The result of a close combat in words."""

from __future__ import annotations

from collections.abc import Iterator

from calculator.chance.pairing import Pairs, Pool
from calculator.rules.gods_of_war.close_combat import rule
from calculator.rules.gods_of_war.close_combat.form import CloseCombatForm
from calculator.rules.gods_of_war.close_combat.layout import faces_shown
from calculator.rules.gods_of_war.figures import became, expected, strength_now, taken_off
from calculator.rules.gods_of_war.in_play import spent_lines
from calculator.rules.phrases import counted, series, shown, signed
from calculator.rules.system import Draws, Narration
from calculator.rules.tables import Tables


def narrate(
    form: CloseCombatForm, outcome: rule.CloseCombatOutcome, draws: Draws, tables: Tables
) -> Narration:
    """Who won, which figures to remove, and the dice laid out in pairs."""
    steps = _on_table(form, outcome, tables)
    return Narration(_headline(outcome), steps, _how(form, draws, tables))


def _headline(outcome: rule.CloseCombatOutcome) -> str:
    sides = {
        "the defender": [*became(outcome.defender), *["is driven back"] * outcome.retreats],
        "the attacker": [*became(outcome.attacker)],
    }
    hurt = [f"{who} {series(fates)}" for who, fates in sides.items() if fates]
    sentence = "; ".join(hurt) or "nobody is hurt"
    return f"{sentence[0].upper()}{sentence[1:]}."


def _on_table(
    form: CloseCombatForm, outcome: rule.CloseCombatOutcome, tables: Tables
) -> Iterator[str]:
    left = rule.after_close_combat(form, outcome)
    yield from taken_off("defender", outcome.defender)
    yield from taken_off("attacker", outcome.attacker)
    if outcome.retreats:
        hexes = counted(tables.points("cards.rout"), "hex", "hexes")
        yield f"The defender retreats {hexes}, away from the attacker: Rout!"
    yield from spent_lines(form, left.target, left.side)


def _how(form: CloseCombatForm, draws: Draws, tables: Tables) -> Iterator[str]:
    if not strength_now(form.target, form.target_strength, tables):
        yield "A broken defender has no dice to reply with, and any attack finishes it off."
        if form.heroic_defence:
            yield "Heroic Defence saves it this once."
        return
    both = rule.pools(form, tables)
    found = [factor for factor in rule.factors(form, tables) if factor.stage == rule.EACH_DIE]
    for side, pool in zip((rule.ATTACKER, rule.DEFENDER), both, strict=True):
        listed = [
            f"{factor.name} {signed(factor.points)}" for factor in found if factor.side == side
        ]
        dice = counted(pool.dice, "die", "dice")
        yield f"The {side}: {dice}, {signed(pool.bonus)} to each ({', '.join(listed)})."
    if pairs := shown(draws, rule.PAIRS):
        yield from _dice(both, pairs, draws)
    else:
        yield "With bonuses so far apart the dice decide nothing."
    odds = rule.procedure(form, tables).odds()
    yield expected(odds, lambda fought: fought.attacker).sentence("the attacker")
    yield expected(odds, lambda fought: fought.defender).sentence("the defender")


def _dice(both: tuple[Pool, Pool], pairs: Pairs, draws: Draws) -> Iterator[str]:
    """The throws of both sides and the pairs they make."""
    roll = next(draw.roll for draw in draws if draw.ask == rule.PAIRS)
    throws = faces_shown(*both, pairs, roll, shown(draws, rule.FACES) or 1)
    for side, throw, pool in zip((rule.ATTACKER, rule.DEFENDER), throws, both, strict=True):
        yield f"The {side} throws {_listed(throw)}, making {_listed(throw, pool.bonus)}."
    laid = counted(pairs.won + pairs.tied + pairs.lost, "pair")
    yield (
        f"Of {laid} the attacker wins {pairs.won or 'none'} and loses {pairs.lost or 'none'}"
        + (f"; {pairs.tied} tied." if pairs.tied else ".")
    )


def _listed(throw: tuple[int, ...], bonus: int = 0) -> str:
    return " ".join(str(face + bonus) for face in throw)

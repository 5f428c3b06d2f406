"""Ranged fire told to the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calculator.chance.interface import Draw
from calculator.forms import mattering
from calculator.rules.gods_of_war.expectation import expected
from calculator.rules.gods_of_war.figures import became, taken_off
from calculator.rules.gods_of_war.ranged_fire.form import RangedFireForm
from calculator.rules.gods_of_war.ranged_fire.rule import SHOTS, Fired, Stop, resolution
from calculator.rules.gods_of_war.ranged_fire.shooting import (
    DICE,
    HITS_ON,
    Shooting,
    factors,
    shooting,
)
from calculator.rules.gods_of_war.sight import told_splits
from calculator.rules.gods_of_war.terms import Bearing
from calculator.rules.gods_of_war.throws import at_most, faces
from calculator.rules.system import Words
from calculator.rules.tables import Tables
from calculator.rules.telling import counted, series, shown, signed


def words(form: RangedFireForm, outcome: Fired, draws: Sequence[Draw], tables: Tables) -> Words:
    """What was hit, which figures to remove, and the dice."""
    return Words(
        _headline(outcome),
        tuple(_on_table(form, outcome, draws, tables)),
        tuple(_how(form, draws, tables)),
    )


def _headline(outcome: Fired) -> str:
    if outcome.stop is Stop.NO_SIGHT:
        return "No shot: the line of sight is blocked."
    if outcome.stop is Stop.SCREENED:
        return "The target's light cavalry screens it: no shot tells."
    told = " and ".join(became(outcome.target))
    return f"The target {told}." if told else "The target is unhurt."


def _on_table(
    form: RangedFireForm, outcome: Fired, draws: Sequence[Draw], tables: Tables
) -> Iterator[str]:
    yield from taken_off("target", outcome.target)
    if outcome.stop is Stop.NO_SIGHT:
        yield f"The {'free shot' if form.free_shot else 'action'} is spent all the same."
    if outcome.stop is Stop.SCREENED:
        yield "Skirmisher Screen is spent."
    yield from _cards_spent(form)
    if outcome.stop is Stop.NO_SIGHT:
        return
    if form.heroic_defence and at_most(shooting(form, tables).hits_on)(shown(draws, SHOTS) or ()):
        yield "Heroic Defence is spent."
    if form.unit.is_artillery and form.bearing is not Bearing.AHEAD:
        yield "Turn the artillery one step, to face its target."


def _cards_spent(form: RangedFireForm) -> Iterator[str]:
    """The attacker's cards that serve one attack, whatever comes of it."""
    once = ("ambush", "volley-fire", "cannon-blast")
    spent = [f.label for f in mattering(form) if f.key in once and getattr(form, f.attribute)]
    if spent:
        yield f"{series(spent)} {'is' if len(spent) == 1 else 'are'} spent."


def _how(form: RangedFireForm, draws: Sequence[Draw], tables: Tables) -> Iterator[str]:
    yield from told_splits(form, draws, tables)
    fire = shooting(form, tables)
    found = list(factors(form, tables))
    normal, *more = [f for f in found if f.stage == DICE]
    listed = [f"{normal.name} {normal.points}", *(f"{f.name} {signed(f.points)}" for f in more)]
    yield f"{counted(fire.dice, 'die', 'dice').capitalize()}: {', '.join(listed)}."
    lowered = [f"{f.name} {signed(f.points)}" for f in found if f.stage == HITS_ON][1:]
    yield f"{_hits_on(fire)}{': ' * bool(lowered)}{', '.join(lowered)}."
    if (throw := shown(draws, SHOTS)) is not None:
        hits = counted(at_most(fire.hits_on)(throw), "hit")
        double = f", each of {fire.damage} figures at point-blank" if form.point_blank else ""
        yield f"Rolled {faces(throw)}: {hits}{double}."
    yield expected(resolution(form, tables).odds(), lambda fired: fired.target).told("the target")


def _hits_on(fire: Shooting) -> str:
    if fire.hits_on < 1:
        return "No roll can hit"
    return f"Hits on 1-{fire.hits_on}" if fire.hits_on > 1 else "Hits on 1 alone"

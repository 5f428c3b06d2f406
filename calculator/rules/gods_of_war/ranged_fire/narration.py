"""The result of ranged fire in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calculator.chance.interface import Draw
from calculator.rules.gods_of_war.figures import became, expected, taken_off
from calculator.rules.gods_of_war.in_play import spent_lines
from calculator.rules.gods_of_war.ranged_fire import rule
from calculator.rules.gods_of_war.ranged_fire.form import RangedFireForm
from calculator.rules.gods_of_war.sight import splits_narrated
from calculator.rules.gods_of_war.terms import Bearing
from calculator.rules.gods_of_war.throws import at_most, faces
from calculator.rules.phrases import counted, shown, signed
from calculator.rules.system import Narration
from calculator.rules.tables import Tables


def narrate(
    form: RangedFireForm, outcome: rule.Fired, draws: Sequence[Draw], tables: Tables
) -> Narration:
    """What was hit, which figures to remove, and the dice."""
    how = tuple(_how(form, draws, tables))
    return Narration(_headline(outcome), tuple(_on_table(form, outcome)), how)


def _headline(outcome: rule.Fired) -> str:
    if outcome.stop is rule.NoShot.NO_SIGHT:
        return "No shot: the line of sight is blocked."
    if outcome.stop is rule.NoShot.SCREENED:
        return "The target's light cavalry screens it: no shot tells."
    fate = " and ".join(became(outcome.target))
    return f"The target {fate}." if fate else "The target is unhurt."


def _on_table(form: RangedFireForm, outcome: rule.Fired) -> Iterator[str]:
    left = rule.after_fire(form, outcome)
    yield from taken_off("target", outcome.target)
    if outcome.stop is rule.NoShot.NO_SIGHT:
        yield f"The {'free shot' if form.free_shot else 'action'} is spent all the same."
    yield from spent_lines(form, left.enemy, left.side, left.target)
    fired = outcome.stop is not rule.NoShot.NO_SIGHT
    if fired and form.unit.is_artillery and form.bearing is not Bearing.AHEAD:
        yield "Turn the artillery one step, to face its target."


def _how(form: RangedFireForm, draws: Sequence[Draw], tables: Tables) -> Iterator[str]:
    yield from splits_narrated(form, draws, tables)
    fire = rule.shooting(form, tables)
    found = list(rule.factors(form, tables))
    normal, *more = [f for f in found if f.stage == rule.DICE]
    listed = [f"{normal.name} {normal.points}", *(f"{f.name} {signed(f.points)}" for f in more)]
    yield f"{counted(fire.dice, 'die', 'dice').capitalize()}: {', '.join(listed)}."
    lowered = [f"{f.name} {signed(f.points)}" for f in found if f.stage == rule.HITS_ON][1:]
    yield f"{_hits_on(fire)}{': ' * bool(lowered)}{', '.join(lowered)}."
    if (throw := shown(draws, rule.SHOTS)) is not None:
        hits = counted(at_most(fire.hits_on)(throw), "hit")
        double = f", each of {fire.damage} figures at point-blank" if form.point_blank else ""
        yield f"Rolled {faces(throw)}: {hits}{double}."
    odds = rule.procedure(form, tables).odds()
    yield expected(odds, lambda fired: fired.target).sentence("the target")


def _hits_on(fire: rule.Shooting) -> str:
    if fire.hits_on < 1:
        return "No roll can hit"
    return f"Hits on 1-{fire.hits_on}" if fire.hits_on > 1 else "Hits on 1 alone"

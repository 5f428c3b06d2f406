"""The result of a cannonade in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calculator.chance.interface import Draw
from calculator.rules.aftermath import Aftermath
from calculator.rules.cannonade.ammunition import turns_left
from calculator.rules.cannonade.fire.form import CannonadeForm
from calculator.rules.cannonade.fire.rule import (
    RISK,
    SHORT,
    SHOT,
    Cannonaded,
    after_fire,
    modifiers,
)
from calculator.rules.phrases import counted, shown, signed
from calculator.rules.system import Narration
from calculator.rules.tables import Tables


def narrate(
    form: CannonadeForm, outcome: Cannonaded, draws: Sequence[Draw], tables: Tables
) -> Narration:
    """What the cannon hit, which men to remove, and the dice with their modifiers."""
    how = (_shot(form, draws, tables), *_risk(draws, tables))
    return Narration(_headline(form, outcome), tuple(_on_table(form, outcome, tables)), how)


def _headline(form: CannonadeForm, outcome: Cannonaded) -> str:
    hit = f"The cannon kills {counted(outcome.killed, 'man', 'men')}"
    if outcome.officer_killed:
        hit += " and their officer"
    if not outcome.left:
        spared = form.target_officer and not outcome.officer_killed
        hit += f" and leaves {'their officer alone' if spared else 'nobody'} in the hex"
    if not outcome.friends_killed:
        return hit + "."
    friends = f"{outcome.friends_killed} of its own side"
    if outcome.friends_officer_killed:
        return f"{hit}; {friends} and the officer fall to its fire."
    return f"{hit}; {friends} {'falls' if outcome.friends_killed == 1 else 'fall'} to its fire."


def _on_table(form: CannonadeForm, outcome: Cannonaded, tables: Tables) -> Iterator[str]:
    if outcome.killed:
        killed = counted(outcome.killed, "man", "men")
        yield f"Remove {killed} from the target hex: {counted(outcome.left, 'man', 'men')} left."
    if outcome.officer_killed:
        yield "Remove the target's officer."
    if outcome.enemy_score:
        who = counted(form.target_prisoners, "prisoner")
        yield f"The {who} whom the dead escorted escaped, unarmed."
    if outcome.friends_killed:
        left = counted(form.friends_between - outcome.friends_killed, "man", "men")
        yield f"Remove {outcome.friends_killed} of the friends fired over: {left} left."
    if outcome.friends_officer_killed:
        yield "Remove the officer of the friends fired over."
    yield from _points(form, outcome)
    yield from _ammunition(form, after_fire(form, outcome), tables)
    yield "Neither the cannon nor the men who fired it may move or attack this turn."


def _points(form: CannonadeForm, outcome: Cannonaded) -> Iterator[str]:
    """What both sides score, and what they have if they had any before."""
    if outcome.score:
        yield f"Score {counted(outcome.score, 'victory point')}."
    if outcome.enemy_score:
        yield f"The enemy loses {counted(-outcome.enemy_score, 'victory point')}."
    if form.victory_points or form.target_victory_points:
        mine = form.victory_points + outcome.score
        theirs = max(form.target_victory_points + outcome.enemy_score, 0)
        yield f"Victory points now: {mine}, the enemy's {theirs}."


def _ammunition(form: CannonadeForm, after: Aftermath, tables: Tables) -> Iterator[str]:
    """What a cannon far from its baggage has left to fire."""
    spent = int((after.actor or {}).get("turns-beyond", 0))
    left = turns_left(form.baggage_distance, spent, tables)
    if left is not None:
        turns = counted(left, "more turn")
        yield f"Too far from its baggage, the cannon has ammunition for {turns}."


def _shot(form: CannonadeForm, draws: Sequence[Draw], tables: Tables) -> str:
    roll = shown(draws, SHOT)
    found = list(modifiers(form, tables))
    casualties = roll + sum(factor.points for factor in found)
    listed = "".join(f", {factor.name} {signed(factor.points)}" for factor in found)
    least = tables.points("cannonade.natural-six")
    if roll == 6 and casualties < least:
        return f"Rolled a natural 6{listed}: always at least {_casualties(least)}."
    return f"Rolled {roll}{listed}: {_casualties(max(casualties, 0))}."


def _casualties(number: int) -> str:
    return counted(number, "casualty", "casualties")


def _risk(draws: Sequence[Draw], tables: Tables) -> Iterator[str]:
    risk, short = shown(draws, RISK), shown(draws, SHORT)
    if risk is not None:
        limit = tables.points("cannonade.falls-short")
        fell = f"rolled {short} for their casualties" if short else "they are spared"
        yield f"Rolled {risk} for the friends fired over, hit on 1-{limit}: {fell}."

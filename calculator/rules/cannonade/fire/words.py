"""A cannonade told to the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calculator.chance.interface import Draw
from calculator.rules.cannonade.fire.form import CannonadeForm
from calculator.rules.cannonade.fire.rule import RISK, SHORT, SHOT, Cannonaded, modifiers
from calculator.rules.system import Words
from calculator.rules.tables import Tables
from calculator.rules.telling import counted, shown, signed


def words(form: CannonadeForm, outcome: Cannonaded, draws: Sequence[Draw], tables: Tables) -> Words:
    """What the cannon hit, which men to remove, and the dice with their modifiers."""
    how = (_shot(form, draws, tables), *_risk(draws, tables))
    return Words(_headline(form, outcome), tuple(_on_table(form, outcome)), how)


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


def _on_table(form: CannonadeForm, outcome: Cannonaded) -> Iterator[str]:
    if outcome.killed:
        killed = counted(outcome.killed, "man", "men")
        yield f"Remove {killed} from the target hex: {counted(outcome.left, 'man', 'men')} left."
    if outcome.officer_killed:
        yield "Remove the target's officer."
    if not outcome.left:
        yield "Any prisoners whom the dead escorted escape; they are unarmed."
    if outcome.friends_killed:
        left = counted(form.friends_between - outcome.friends_killed, "man", "men")
        yield f"Remove {outcome.friends_killed} of the friends fired over: {left} left."
    if outcome.friends_officer_killed:
        yield "Remove the officer of the friends fired over."
    if outcome.score:
        yield f"Score {counted(outcome.score, 'victory point')}."
    yield "Neither the cannon nor the men who fired it may move or attack this turn."


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

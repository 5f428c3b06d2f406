"""Assaults, told to the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calculator.chance.interface import Draw
from calculator.kinds import shown_length
from calculator.rules.system import Words
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires import close_combat, reception
from calculator.rules.there_stand_empires.assault import AssaultOutcome, Course
from calculator.rules.there_stand_empires.forms import AssaultForm
from calculator.rules.there_stand_empires.status import Fate
from calculator.rules.there_stand_empires.telling import contest_told, fate_steps
from calculator.rules.there_stand_empires.words import Formation, State


def assault_words(
    form: AssaultForm, outcome: AssaultOutcome, draws: Sequence[Draw], tables: Tables
) -> Words:
    """An assault told to the table."""
    return Words(_headline(outcome), tuple(_steps(form, outcome)), tuple(_how(draws, tables)))


def _headline(outcome: AssaultOutcome) -> str:
    match outcome.course:
        case Course.ORDERS_LOST:
            return "Orders lost - there is no assault"
        case Course.OUT_OF_REACH:
            inches = shown_length(outcome.inches)
            return f"Orders delayed - {inches} inches is not far enough to charge"
        case Course.STOPPED:
            return f"The charge is stopped 1 inch short{_then(outcome.actor)}"
        case Course.PUSHED_BACK:
            return f"The charge is pushed back to its start{_then(outcome.actor)}"
        case Course.REPULSED:
            return f"The charge goes home - and is repulsed{_then(outcome.actor)}"
        case Course.DRAWN:
            return "The charge goes home - and neither side gives way, both disordered"
        case Course.CARRIED:
            return f"The charge goes home - the defenders {_fallen(outcome.target)}"


def _then(fate: Fate) -> str:
    if fate.removed:
        return f", {fate.removal.label}"
    losses = [f"loses {fate.bases_lost} base{'s' * (fate.bases_lost > 1)}"] * bool(fate.bases_lost)
    return "".join(f", {part}" for part in [*losses, *[fate.state.label] * fate.marked])


def _fallen(fate: Fate) -> str:
    if fate.removed:
        return f"are {fate.removal.label}"
    lost = f", lose {fate.bases_lost} base{'s' * (fate.bases_lost > 1)}" if fate.bases_lost else ""
    verb = "thrown" if fate.state is State.DEMORALIZED else "pushed"
    marked = f", {fate.state.label}" if fate.marked else ""
    return f"are {verb} back {fate.back} inches{lost}{marked}"


def _steps(form: AssaultForm, outcome: AssaultOutcome) -> Iterator[str]:
    column = "deployed" if form.formation is Formation.DEPLOYED else "in maneuver column"
    if not outcome.course.charges:
        yield from _never_begun(form, outcome)
        return
    if outcome.squared:
        yield "Rearrange the defenders in square."
    if form.is_countercharged:
        yield "Move both units into contact halfway between them."
    elif outcome.course.goes_home:
        yield "Move the attackers along the assault path into contact."
    if not outcome.actor.removed:
        yield from _place(outcome, column)
    yield from fate_steps("The defenders", outcome.target, "the attackers")
    yield from fate_steps("The attackers", outcome.actor, "the defenders")
    if outcome.target_acted:
        yield "Both units have used their actions for the turn."
    else:
        yield "The attackers have used their action; the defenders have not."
    if outcome.breakthrough:
        yield (
            "The cavalry may go on with what movement it has left, and make one breakthrough "
            "charge on an enemy it meets."
        )


def _never_begun(form: AssaultForm, outcome: AssaultOutcome) -> Iterator[str]:
    if outcome.course is Course.ORDERS_LOST:
        yield "The unit does not move."
        if form.actor.fires:
            yield "It may still fire from where it stands, or regroup, as its action."
        else:
            yield "It may still regroup as its action."
        return
    yield (
        f"It may advance up to {shown_length(outcome.inches)} inches of base movement along the "
        "assault path, not within 1 inch of an enemy."
    )
    yield "The unit has used its action; the target has not."


def _place(outcome: AssaultOutcome, formation: str) -> Iterator[str]:
    match outcome.course:
        case Course.STOPPED:
            yield f"Place the attackers {formation} 1 inch from the target, facing it."
        case Course.PUSHED_BACK | Course.REPULSED:
            yield f"Place the attackers {formation} where they started, facing the target."
        case Course.DRAWN:
            yield "Draw the attackers back 1 inch from the target."
        case _:
            yield "The attackers hold the ground they have won."


def _how(draws: Sequence[Draw], tables: Tables) -> Iterator[str]:
    yield from contest_told(
        draws, reception.SQUARE_STAGE, tables, "Surprise of the charge", "the infantry's drill"
    )
    yield from contest_told(
        draws, reception.FIRE_STAGE, tables, "The charge under fire", "the defensive fire"
    )
    yield from contest_told(draws, close_combat.STAGE, tables, "The attack", "the defense")

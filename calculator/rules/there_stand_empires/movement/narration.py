"""A measured move in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calculator.chance.interface import Draw
from calculator.lengths import shown_length
from calculator.rules.system import Narration
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.movement.form import Move, MovementForm
from calculator.rules.there_stand_empires.movement.rule import (
    MoveOutcome,
    Stretch,
    along,
    full_move,
)
from calculator.rules.there_stand_empires.moves import inches


def narrate(
    form: MovementForm, outcome: MoveOutcome, draws: Sequence[Draw], tables: Tables
) -> Narration:
    """How far it gets, where it stops, what may follow, and what each stretch cost."""
    stretches = list(along(form, tables))
    who = "general" if form.move is Move.GENERAL else form.actor.label
    gone = inches(outcome.inches)
    if outcome.arrives:
        spare = f"{inches(outcome.left)} of base move to spare" if outcome.left else "none to spare"
        headline = f"The {who} arrives after {gone}, with {spare}."
    else:
        headline = f"The {who} stops after {gone}, {_where(stretches[-1])}."
    return Narration(
        headline,
        tuple(_steps(form, outcome, tables)),
        (
            f"Base move: {inches(full_move(form, tables))}.",
            *map(_cost, stretches),
        ),
    )


def _where(last: Stretch) -> str:
    if last.rate is None:
        return f"before the {last.leg.word}, where nobody may go"
    if last.leg.ground.is_crossed:
        return f"before the {last.leg.word}, with too little movement left to cross it"
    return f"{inches(last.leg.inches - last.inches)} short of the end of the {_ground(last)}"


def _ground(stretch: Stretch) -> str:
    word = stretch.leg.word
    return f"{word} ground" if word in {"open", "rough"} else word


def _steps(form: MovementForm, outcome: MoveOutcome, tables: Tables) -> Iterator[str]:
    if form.move.is_assault:
        if outcome.arrives:
            yield "The target is within reach: assault it."
        else:
            yield "The target is out of reach: it may not be assaulted."
        return
    yield f"Move {inches(outcome.inches)} along the path."
    yield "End no closer than 1 inch to the enemy, and not inside a friendly unit."
    if form.may_be_followed_by_fire:
        full = full_move(form, tables)
        if 2 * (full - outcome.left) <= full:
            yield "No more than half of the move is used: advancing fire may follow."
        else:
            yield "More than half of the move is used: no advancing fire may follow."


def _cost(stretch: Stretch) -> str:
    if stretch.rate is None:
        return f"{stretch.leg.word.capitalize()}: impassable."
    rate, spent = shown_length(stretch.rate), shown_length(stretch.spent)
    if stretch.leg.ground.is_crossed:
        crossed = spent if stretch.done else f"{rate}, which is more than is left"
        return f"{stretch.leg.word.capitalize()}: {crossed}."
    return f"{inches(stretch.inches)} of {_ground(stretch)} at {rate} an inch: {spent}."

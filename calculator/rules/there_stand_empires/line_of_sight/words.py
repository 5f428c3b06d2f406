"""A line of sight told to the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calculator.chance.interface import Draw
from calculator.lengths import shown_length
from calculator.rules.system import Words
from calculator.rules.tables import Tables
from calculator.rules.telling import counted
from calculator.rules.there_stand_empires.line_of_sight.form import SightForm
from calculator.rules.there_stand_empires.line_of_sight.ground import Thing
from calculator.rules.there_stand_empires.line_of_sight.rule import (
    Judgement,
    Sight,
    Why,
    judgements,
)
from calculator.rules.there_stand_empires.written import inches


def words(form: SightForm, outcome: Sight, draws: Sequence[Draw], tables: Tables) -> Words:
    """Visible or hidden, by what, and how every obstruction was judged."""
    judged = list(judgements(form, tables))
    if outcome.visible:
        headline = f"Visible: the two units see one another at {inches(form.apart)}."
    else:
        hiding = [each for each in judged if each.why.hides]
        headline = f"Hidden by the {_named(hiding[-1])}: neither unit sees the other."
    return Words(
        headline, tuple(_steps(form, outcome)), tuple(_told(form, each, tables) for each in judged)
    )


def _steps(form: SightForm, outcome: Sight) -> Iterator[str]:
    if not outcome.visible:
        yield "It may be neither fired at nor assaulted along this line."
        return
    yield f"The range along this line is {inches(form.apart)}."
    if any(each.thing is Thing.FRIENDS for each in form.obstructions):
        yield "Fire may pass over the heads of the friends."


def _named(judged: Judgement) -> str:
    obstruction = judged.obstruction
    if obstruction.far == obstruction.near:
        return f"{obstruction.thing} at {inches(obstruction.near)}"
    return f"{obstruction.thing} from {shown_length(obstruction.near)} to {inches(obstruction.far)}"


def _told(form: SightForm, judged: Judgement, tables: Tables) -> str:
    named = f"{_named(judged).capitalize()}:"
    if judged.why in {Why.WITHIN, Why.DEEP_WITHIN}:
        limit = inches(tables.fraction("sight.into-woods"))
        return (
            f"{named} {judged.why.value}; the line runs {inches(judged.inside)} inside, and sight "
            f"goes {limit} in."
        )
    if judged.why not in {Why.SHADOW, Why.CLEAR}:
        return f"{named} {judged.why.value}."
    heights = form.spotter_level.height, form.target_level.height
    higher, lower = ("spotter", "target") if heights[0] > heights[1] else ("target", "spotter")
    return (
        f"{named} its far side is {inches(judged.to_far_side)} from the {higher}, who stands "
        f"{counted(max(heights) - judged.obstruction.level, 'level')} above, and its shadow is "
        f"{inches(judged.shadow)} long; the {lower}, {inches(judged.beyond)} behind it, is "
        f"{judged.why.value}."
    )

"""A line of sight in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calculator.chance.interface import Draw
from calculator.lengths import shown_length
from calculator.rules.phrases import counted, series
from calculator.rules.system import Narration
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.line_of_sight.form import Feature, SightForm
from calculator.rules.there_stand_empires.line_of_sight.rule import (
    Assessment,
    Effect,
    Sight,
    assessments,
)
from calculator.rules.there_stand_empires.moves import inches
from calculator.rules.there_stand_empires.terms import Arm


def narrate(form: SightForm, outcome: Sight, draws: Sequence[Draw], tables: Tables) -> Narration:
    """Visible or hidden, by what, and how every obstruction was assessed."""
    assessed = list(assessments(form, tables))
    if outcome.visible:
        headline = f"Visible: the two units see one another at {inches(form.apart)}."
    else:
        hiding = [one for one in assessed if one.effect.blocks and not one.is_troops]
        headline = f"Hidden by the {_named(hiding[-1])}: neither unit sees the other."
    how = tuple(_line(form, each, tables) for each in assessed)
    return Narration(headline, tuple(_steps(form, outcome, tables)), how)


def _steps(form: SightForm, outcome: Sight, tables: Tables) -> Iterator[str]:
    if not outcome.visible:
        yield "Neither may fire at the other, nor assault it, along this line."
        return
    reaching, charging = _reaching(form, tables), _charging(form, tables)
    reached = f"within reach of {series(reaching)}" if reaching else "beyond all fire"
    yield f"The range along this line is {inches(form.apart)}: {reached}."
    if not reaching and not charging:
        yield "Neither may fire at the other, nor assault it, from so far."
        return
    directions = (
        ("spotter", "target", outcome.spotter_may_fire, Feature.FRIENDS),
        ("target", "spotter", outcome.target_may_fire, Feature.ENEMIES),
    )
    for firer, aim, may_fire, troops in directions:
        if may_fire:
            between = any(each.feature is troops for each in form.obstructions)
            over = f", over the heads of the {troops}" if between else ""
            yield f"The {firer} may fire at the {aim}{over}, and may assault it."
        else:
            yield (
                f"The {firer} may not fire at the {aim}, for troops of its own side stand in the "
                "line; it may assault it."
            )
    able = series(charging) if charging else "nobody"
    yield f"Within reach of an assault, if the ground costs no more: {able}."


def _reaching(form: SightForm, tables: Tables) -> list[str]:
    """Which arms reach so far with their fire (VI)."""
    arms = [arm for arm in Arm if arm.fires]
    return [a.label for a in arms if form.apart <= tables.points(f"fire.reach.{a.value}")]


def _charging(form: SightForm, tables: Tables) -> list[str]:
    """Which arms may assault over so many inches (VII)."""
    arms = ("infantry", "cavalry")
    return [arm for arm in arms if form.apart <= tables.fraction(f"move.assault.{arm}")]


def _named(assessed: Assessment) -> str:
    obstruction = assessed.obstruction
    if obstruction.far == obstruction.near:
        return f"{obstruction.feature} at {inches(obstruction.near)}"
    return (
        f"{obstruction.feature} from {shown_length(obstruction.near)} to {inches(obstruction.far)}"
    )


def _line(form: SightForm, assessed: Assessment, tables: Tables) -> str:
    named = f"{_named(assessed).capitalize()}:"
    if assessed.effect in {Effect.WITHIN, Effect.DEEP_WITHIN}:
        limit = inches(tables.fraction("sight.into-woods"))
        return (
            f"{named} {assessed.effect.value}; the line runs {inches(assessed.inside)} inside, "
            f"and sight goes {limit} in."
        )
    if assessed.effect not in {Effect.SHADOW, Effect.CLEAR}:
        return f"{named} {assessed.effect.value}."
    heights = form.spotter_level.height, form.target_level.height
    higher, lower = ("spotter", "target") if heights[0] > heights[1] else ("target", "spotter")
    return (
        f"{named} its far side is {inches(assessed.to_far_side)} from the {higher}, who stands "
        f"{counted(max(heights) - assessed.obstruction.level, 'level')} above, and its shadow is "
        f"{inches(assessed.shadow)} long; the {lower}, {inches(assessed.beyond)} behind it, is "
        f"{assessed.effect.value}."
    )

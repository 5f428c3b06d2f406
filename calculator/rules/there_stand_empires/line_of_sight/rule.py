"""Whether two units see one another, and which of them may fire (VI, VIII).

Who sees is seen, so that every line is judged from its higher end. What stands as high as that end
blocks it. What stands lower casts a shadow behind it: from one level above, as long as the distance
from the higher end to its far side, and for each further level half as long. What stands below both
ends hides nothing. Woods and hills hold a unit only if they are on its own level: the one lets it
see and be seen some way in, the other hides it from nobody.

Troops hide nobody. But no unit fires through its own side, and over their heads only at what it
would see over a tall obstruction in their place.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from typing import Any

import attrs

from calculator.chance.procedure import Procedure, settled
from calculator.lengths import shown_length
from calculator.rules.action import Draws, Narration
from calculator.rules.phrases import counted, series
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.line_of_sight.form import Feature, Obstruction, SightForm
from calculator.rules.there_stand_empires.moves import inches
from calculator.rules.there_stand_empires.terms import Arm


@attrs.frozen
class Sight:
    """Whether the units see one another, and whether either may fire at the other."""

    visible: bool
    spotter_may_fire: bool
    target_may_fire: bool

    @property
    def label(self) -> str:
        """The outcome in a few words."""
        if not self.visible:
            return "hidden"
        if not (self.spotter_may_fire or self.target_may_fire):
            return "visible; neither may fire"
        if self.spotter_may_fire and self.target_may_fire:
            return "visible"
        return f"visible; the {'target' if self.spotter_may_fire else 'spotter'} may not fire"


class Effect(Enum):
    """What an obstruction does to a line of sight, and why."""

    LOW = "a low obstruction, which never blocks sight"
    TOUCHED = "at an end of the line, not across it"
    UNDERFOOT = "the hill that one of the units stands on"
    BELOW = "below both units"
    AS_HIGH = "as high as the higher of the two, or higher"
    SHADOW = "in its shadow"
    CLEAR = "beyond its shadow"
    WITHIN = "near enough to its edge"
    DEEP_WITHIN = "too deep inside"

    @property
    def blocks(self) -> bool:
        """Whether the line does not pass over it."""
        return self in {Effect.AS_HIGH, Effect.SHADOW, Effect.DEEP_WITHIN}


@attrs.frozen
class Assessment:
    """What one obstruction does, in inches.

    `to_far_side` is measured from the higher end, `shadow` and `beyond` (how far the lower end is)
    from the far side; `inside` is how much of the line runs inside what holds one of the ends.
    """

    obstruction: Obstruction
    effect: Effect
    to_far_side: Fraction = Fraction(0)
    shadow: Fraction = Fraction(0)
    beyond: Fraction = Fraction(0)
    inside: Fraction = Fraction(0)


def sight(form: SightForm, tables: Tables) -> Procedure[Any, Sight]:
    """What is seen along a line, and who may fire along it; nothing is left to chance."""
    assessed = assessments(form, tables)
    blocking = {one.obstruction.feature for one in assessed if one.effect.blocks}
    visible = all(feature.is_troops for feature in blocking)
    return settled(
        Sight(
            visible,
            spotter_may_fire=visible and Feature.FRIENDS not in blocking,
            target_may_fire=visible and Feature.ENEMIES not in blocking,
        )
    )


def assessments(form: SightForm, tables: Tables) -> Iterator[Assessment]:
    """What each obstruction does, from the spotter's end to the target's."""
    inside = _inside(form)
    deep = inside > tables.fraction("sight.into-woods")
    for obstruction in sorted(form.obstructions, key=lambda each: (each.near, each.far)):
        if obstruction.feature.is_low:
            yield Assessment(obstruction, Effect.LOW)
        elif _is_only_touched(form, obstruction):
            yield Assessment(obstruction, Effect.TOUCHED)
        elif _holds_an_end(form, obstruction) and obstruction.feature is Feature.HILL:
            yield Assessment(obstruction, Effect.UNDERFOOT)
        elif _holds_an_end(form, obstruction) and obstruction.feature.can_be_seen_into:
            yield Assessment(
                obstruction, Effect.DEEP_WITHIN if deep else Effect.WITHIN, inside=inside
            )
        else:
            yield _between(form, obstruction, tables)


def _inside(form: SightForm) -> Fraction:
    """How much of the line runs inside the woods and towns in which the units stand."""
    holding = (
        each
        for each in form.obstructions
        if each.feature.can_be_seen_into and _holds_an_end(form, each)
    )
    return sum((min(each.far, form.apart) - each.near for each in holding), Fraction(0))


def _holds_an_end(form: SightForm, obstruction: Obstruction) -> bool:
    """Whether one of the units stands where it is: at its place, and on its level."""
    holds_spotter = obstruction.near == 0 and obstruction.level == form.spotter_level.height
    holds_target = obstruction.far >= form.apart and obstruction.level == form.target_level.height
    return holds_spotter or holds_target


def _is_only_touched(form: SightForm, obstruction: Obstruction) -> bool:
    """Whether it lies behind one of the units; troops so near are on the line (VI)."""
    behind = obstruction.far == 0 or obstruction.near >= form.apart
    return behind and not obstruction.feature.is_troops


def _between(form: SightForm, obstruction: Obstruction, tables: Tables) -> Assessment:
    low, high = sorted((form.spotter_level.height, form.target_level.height))
    hill_top = obstruction.feature is Feature.HILL and obstruction.level == low
    if obstruction.level < low or hill_top:
        return Assessment(obstruction, Effect.BELOW)
    if obstruction.level >= high:
        return Assessment(obstruction, Effect.AS_HIGH)
    from_spotter = form.spotter_level.height == high
    far = min(obstruction.far, form.apart)
    to_far_side = far if from_spotter else form.apart - obstruction.near
    halvings = high - obstruction.level - 1
    shadow = to_far_side * tables.fraction("sight.shadow-left") ** halvings
    beyond = form.apart - to_far_side
    effect = Effect.SHADOW if beyond <= shadow else Effect.CLEAR
    return Assessment(obstruction, effect, to_far_side, shadow, beyond)


def narrate(form: SightForm, outcome: Sight, draws: Draws, tables: Tables) -> Narration:
    """Visible or hidden, by what, and how every obstruction was assessed."""
    assessed = list(assessments(form, tables))
    if outcome.visible:
        headline = f"Visible: the two units see one another at {inches(form.apart)}."
    else:
        hiding = [
            one for one in assessed if one.effect.blocks and not one.obstruction.feature.is_troops
        ]
        headline = f"Hidden by the {_named(hiding[-1])}: neither unit sees the other."
    how = (_line(form, each, tables) for each in assessed)
    return Narration(headline, _steps(form, outcome, tables), how)


def _steps(form: SightForm, outcome: Sight, tables: Tables) -> Iterator[str]:
    if not outcome.visible:
        yield "Neither may fire at the other, nor assault it, along this line."
        return
    reaching = _arms_in_fire_reach(form, tables)
    charging = _arms_in_assault_reach(form, tables)
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


def _arms_in_fire_reach(form: SightForm, tables: Tables) -> list[str]:
    """Which arms reach so far with their fire (VI)."""
    arms = [arm for arm in Arm if arm.fires]
    return [a.label for a in arms if form.apart <= tables.points(f"fire.reach.{a.value}")]


def _arms_in_assault_reach(form: SightForm, tables: Tables) -> list[str]:
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

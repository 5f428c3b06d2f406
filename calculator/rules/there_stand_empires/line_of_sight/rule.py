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
from functools import cached_property

import attrs

from calculator.chance.interface import Chance
from calculator.lengths import shown_length
from calculator.rules.action import Action, Draws, Measure, Narration, Parties, Place, Severity
from calculator.rules.modifiers import answers
from calculator.rules.phrases import counted, series
from calculator.rules.there_stand_empires.line_of_sight.form import Feature, Obstruction, SightForm
from calculator.rules.there_stand_empires.orders import inches
from calculator.rules.there_stand_empires.terms import Arm


@attrs.frozen
class Sight:
    """Whether the units see one another, and whether either may fire at the other."""

    visible: bool
    spotter_may_fire: bool
    target_may_fire: bool

    @property
    def label(self) -> str:
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


class LineOfSight(Action[SightForm, Sight]):
    """Whether two units see one another, and which of them may fire at or assault the other."""

    key = "line-of-sight"
    source = "VI, VIII"
    severity = Severity[Sight](lambda o: (o.visible, o.spotter_may_fire, o.target_may_fire))
    measures = (
        Measure("visible", "visible", lambda outcome: outcome.visible),
        Measure("may-fire", "the spotter may fire", lambda outcome: outcome.spotter_may_fire),
        Measure("fired-at", "the target may fire", lambda outcome: outcome.target_may_fire),
    )
    modifiers = tuple(answers(SightForm))
    place = Place.AID

    def resolve(self, chance: Chance) -> Sight:
        blocking = {one.obstruction.feature for one in self.assessed if one.effect.blocks}
        visible = all(feature.is_troops for feature in blocking)
        return Sight(
            visible,
            spotter_may_fire=visible and Feature.FRIENDS not in blocking,
            target_may_fire=visible and Feature.ENEMIES not in blocking,
        )

    @cached_property
    def assessed(self) -> tuple[Assessment, ...]:
        """What each obstruction does, from the spotter's end to the target's."""
        along = sorted(self.form.obstructions, key=lambda each: (each.near, each.far))
        return tuple(map(self._assess, along))

    def _assess(self, one: Obstruction) -> Assessment:
        if one.feature.is_low:
            return Assessment(one, Effect.LOW)
        if self._is_only_touched(one):
            return Assessment(one, Effect.TOUCHED)
        if self._holds_an_end(one) and one.feature is Feature.HILL:
            return Assessment(one, Effect.UNDERFOOT)
        if self._holds_an_end(one) and one.feature.can_be_seen_into:
            deep = self._inside > self.tables.fraction("sight.into-woods")
            within = Effect.DEEP_WITHIN if deep else Effect.WITHIN
            return Assessment(one, within, inside=self._inside)
        return self._between(one)

    @cached_property
    def _inside(self) -> Fraction:
        """How much of the line runs inside the woods and towns in which the units stand."""
        apart = self.form.apart
        return sum(
            (
                min(each.far, apart) - each.near
                for each in self.form.obstructions
                if each.feature.can_be_seen_into and self._holds_an_end(each)
            ),
            Fraction(0),
        )

    def _holds_an_end(self, one: Obstruction) -> bool:
        """Whether one of the units stands where it is: at its place, and on its level."""
        form = self.form
        holds_spotter = one.near == 0 and one.level == form.spotter_level.height
        holds_target = one.far >= form.apart and one.level == form.target_level.height
        return holds_spotter or holds_target

    def _is_only_touched(self, one: Obstruction) -> bool:
        """Whether it lies behind one of the units; troops so near are on the line (VI)."""
        behind = one.far == 0 or one.near >= self.form.apart
        return behind and not one.feature.is_troops

    def _is_seen_through(self, deep: Fraction) -> bool:
        thin = deep <= self.tables.fraction("sight.into-woods")
        return thin and not self.tables.is_so("sight.thin-woods-block")

    def _between(self, one: Obstruction) -> Assessment:
        form = self.form
        low, high = sorted((form.spotter_level.height, form.target_level.height))
        hill_top = one.feature is Feature.HILL and one.level == low
        if one.level < low or hill_top:
            return Assessment(one, Effect.BELOW)
        if one.level >= high:
            deep = min(one.far, form.apart) - one.near
            if one.feature.can_be_seen_into and self._is_seen_through(deep):
                return Assessment(one, Effect.WITHIN, inside=deep)
            return Assessment(one, Effect.AS_HIGH)
        from_spotter = form.spotter_level.height == high
        to_far_side = min(one.far, form.apart) if from_spotter else form.apart - one.near
        halvings = high - one.level - 1
        shadow = to_far_side * self.tables.fraction("sight.shadow-left") ** halvings
        beyond = form.apart - to_far_side
        effect = Effect.SHADOW if beyond <= shadow else Effect.CLEAR
        return Assessment(one, effect, to_far_side, shadow, beyond)

    def parties(self) -> Parties:
        return {"actor": ("the spotter",), "target": ("the target",)}

    def narrate(self, drawn: Sight, draws: Draws) -> Narration:
        if drawn.visible:
            headline = f"Visible: the two units see one another at {inches(self.form.apart)}."
        else:
            *_, hiding = (
                one
                for one in self.assessed
                if one.effect.blocks and not one.obstruction.feature.is_troops
            )
            headline = f"Hidden by the {_named(hiding)}: neither unit sees the other."
        return Narration(headline, self._steps(drawn), map(self._line, self.assessed))

    def _steps(self, outcome: Sight) -> Iterator[str]:
        if not outcome.visible:
            yield "Neither may fire at the other, nor assault it, along this line."
            return
        apart, tables = self.form.apart, self.tables
        reaches = {arm: tables.points(f"fire.reach.{arm.value}") for arm in Arm if arm.fires}
        charges = {arm: tables.fraction(f"move.assault.{arm}") for arm in ("infantry", "cavalry")}
        reaching = [arm.label for arm, most in reaches.items() if apart <= most]
        charging = [arm for arm, most in charges.items() if apart <= most]
        reached = f"within reach of {series(reaching)}" if reaching else "beyond all fire"
        yield f"The range along this line is {inches(apart)}: {reached}."
        if not reaching and not charging:
            yield "Neither may fire at the other, nor assault it, from so far."
            return
        directions = (
            ("spotter", "target", outcome.spotter_may_fire, Feature.FRIENDS),
            ("target", "spotter", outcome.target_may_fire, Feature.ENEMIES),
        )
        for firer, aim, may_fire, troops in directions:
            if may_fire:
                between = any(each.feature is troops for each in self.form.obstructions)
                over = f", over the heads of the {troops}" if between else ""
                yield f"The {firer} may fire at the {aim}{over}, and may assault it."
            else:
                yield (
                    f"The {firer} may not fire at the {aim}, for troops of its own side stand in "
                    "the line; it may assault it."
                )
        able = series(charging) if charging else "nobody"
        yield f"Within reach of an assault, if the ground costs no more: {able}."

    def _line(self, assessed: Assessment) -> str:
        named = f"{_named(assessed).capitalize()}:"
        if assessed.effect in {Effect.WITHIN, Effect.DEEP_WITHIN}:
            limit = inches(self.tables.fraction("sight.into-woods"))
            return (
                f"{named} {assessed.effect.value}; the line runs {inches(assessed.inside)} inside, "
                f"and sight goes {limit} in."
            )
        if assessed.effect not in {Effect.SHADOW, Effect.CLEAR}:
            return f"{named} {assessed.effect.value}."
        heights = self.form.spotter_level.height, self.form.target_level.height
        higher, lower = ("spotter", "target") if heights[0] > heights[1] else ("target", "spotter")
        return (
            f"{named} its far side is {inches(assessed.to_far_side)} from the {higher}, who stands "
            f"{counted(max(heights) - assessed.obstruction.level, 'level')} above, and its shadow "
            f"is {inches(assessed.shadow)} long; the {lower}, {inches(assessed.beyond)} behind it, "
            f"is {assessed.effect.value}."
        )


def _named(assessed: Assessment) -> str:
    obstruction = assessed.obstruction
    if obstruction.far == obstruction.near:
        return f"{obstruction.feature} at {inches(obstruction.near)}"
    return (
        f"{obstruction.feature} from {shown_length(obstruction.near)} to {inches(obstruction.far)}"
    )

"""Whether two units see one another (VI, VIII).

Who sees is seen, so that every line is judged from its higher end. What stands as high as that end
blocks it. What stands lower casts a shadow behind it: from one level above, as long as the distance
from the higher end to its far side, and for each further level half as long. What stands below both
ends hides nothing. Woods and hills hold a unit only if they are on its own level: the one lets it
see and be seen some way in, the other hides it from nobody.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction

import attrs

from calculator.chance.resolution import Resolution, settled
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.line_of_sight.form import SightForm
from calculator.rules.there_stand_empires.line_of_sight.ground import Obstruction, Thing


@attrs.frozen
class Sight:
    """Whether the target is visible."""

    visible: bool

    @property
    def label(self) -> str:
        """The outcome in a word."""
        return "visible" if self.visible else "hidden"


class Why(Enum):
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
    def hides(self) -> bool:
        """Whether the target is hidden by it."""
        return self in {Why.AS_HIGH, Why.SHADOW, Why.DEEP_WITHIN}


@attrs.frozen
class Judgement:
    """What one obstruction does, in inches.

    `to_far_side` is measured from the higher end, `shadow` and `beyond` (how far the lower end is)
    from the far side; `inside` is how much of the line runs inside what holds one of the ends.
    """

    obstruction: Obstruction
    why: Why
    to_far_side: Fraction = Fraction(0)
    shadow: Fraction = Fraction(0)
    beyond: Fraction = Fraction(0)
    inside: Fraction = Fraction(0)


def resolution(form: SightForm, tables: Tables) -> Resolution[Sight, Sight]:
    """Visible or hidden; nothing is left to chance."""
    return settled(Sight(not any(judged.why.hides for judged in judgements(form, tables))))


def judgements(form: SightForm, tables: Tables) -> Iterator[Judgement]:
    """What each obstruction does, from the spotter's end to the target's."""
    inside = _inside(form)
    deep = inside > tables.fraction("sight.into-woods")
    for obstruction in sorted(form.obstructions, key=lambda each: (each.near, each.far)):
        if obstruction.thing.is_low:
            yield Judgement(obstruction, Why.LOW)
        elif _is_only_touched(form, obstruction):
            yield Judgement(obstruction, Why.TOUCHED)
        elif _holds_an_end(form, obstruction) and obstruction.thing is Thing.HILL:
            yield Judgement(obstruction, Why.UNDERFOOT)
        elif _holds_an_end(form, obstruction) and obstruction.thing.can_be_seen_into:
            yield Judgement(obstruction, Why.DEEP_WITHIN if deep else Why.WITHIN, inside=inside)
        else:
            yield _between(form, obstruction, tables)


def _inside(form: SightForm) -> Fraction:
    """How much of the line runs inside the woods and towns in which the units stand."""
    holding = (
        each
        for each in form.obstructions
        if each.thing.can_be_seen_into and _holds_an_end(form, each)
    )
    return sum((min(each.far, form.apart) - each.near for each in holding), Fraction(0))


def _holds_an_end(form: SightForm, obstruction: Obstruction) -> bool:
    """Whether one of the units stands where it is: at its place, and on its level."""
    holds_spotter = obstruction.near == 0 and obstruction.level == form.spotter_level.height
    holds_target = obstruction.far >= form.apart and obstruction.level == form.target_level.height
    return holds_spotter or holds_target


def _is_only_touched(form: SightForm, obstruction: Obstruction) -> bool:
    """Whether it lies behind one of the units; friends so near are on the line (VI)."""
    behind = obstruction.far == 0 or obstruction.near >= form.apart
    return behind and obstruction.thing is not Thing.FRIENDS


def _between(form: SightForm, obstruction: Obstruction, tables: Tables) -> Judgement:
    low, high = sorted((form.spotter_level.height, form.target_level.height))
    hill_top = obstruction.thing is Thing.HILL and obstruction.level == low
    if obstruction.level < low or hill_top:
        return Judgement(obstruction, Why.BELOW)
    if obstruction.level >= high:
        return Judgement(obstruction, Why.AS_HIGH)
    from_spotter = form.spotter_level.height == high
    far = min(obstruction.far, form.apart)
    to_far_side = far if from_spotter else form.apart - obstruction.near
    halvings = high - obstruction.level - 1
    shadow = to_far_side * tables.fraction("sight.shadow-left") ** halvings
    beyond = form.apart - to_far_side
    why = Why.SHADOW if beyond <= shadow else Why.CLEAR
    return Judgement(obstruction, why, to_far_side, shadow, beyond)

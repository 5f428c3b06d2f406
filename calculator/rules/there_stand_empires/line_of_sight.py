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

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Final, NamedTuple

from calculator import errors, forms, kinds, lengths
from calculator.chance.interface import Chance
from calculator.rules.action import Action, Draws, Measure, Narration, Outcome, Place, Severity
from calculator.rules.phrases import counted, series
from calculator.rules.there_stand_empires import terms
from calculator.rules.there_stand_empires.orders import inches


class Level(kinds.Word):
    """The levels of the ground, from the lowest (VIII)."""

    GROUND = "ground"
    HILL_1 = "hill-1"
    HILL_2 = "hill-2"
    HILL_3 = "hill-3"


class Feature(kinds.Word):
    """What may stand on a line of sight."""

    WOODS = "woods"
    TOWN = "town"
    HOUSES = "houses"
    FRIENDS = "friends"
    ENEMIES = "enemies"
    HILL = "hill"
    HEDGE = "hedge"
    WALL = "wall"
    CROPS = "crops"


LOW: Final = {Feature.HEDGE, Feature.WALL, Feature.CROPS}
"""Low obstructions, which may give cover but never block sight."""
TROOPS: Final = {Feature.FRIENDS, Feature.ENEMIES}
"""They stop the fire of their own side and nobody's sight."""
SEEN_INTO: Final = {Feature.WOODS, Feature.TOWN}
"""Troops stand inside, and sight goes some way in."""


class Obstruction(NamedTuple):
    """Something on the line, `near` to `far` inches from the spotter. `level` is that of the ground
    it stands on; of a hill, that of its top."""

    feature: Feature
    near: Fraction
    far: Fraction
    level: int = 0

    def __str__(self) -> str:
        stretch = lengths.shown_length(self.near)
        if self.far > self.near:
            stretch += f" to {lengths.shown_length(self.far)}"
        return f"{self.feature.value} at {stretch} level {self.level}"


Obstructions = tuple[Obstruction, ...]

NOTHING: Final = "none"
_WORDS: Final = {str(feature.value): feature for feature in Feature} | {
    "wood": Feature.WOODS,
    "village": Feature.TOWN,
    "house": Feature.HOUSES,
    "wheatfield": Feature.CROPS,
    "troops": Feature.FRIENDS,
    "foes": Feature.ENEMIES,
    "enemy": Feature.ENEMIES,
}
_ITEM: Final = r"""
    (?P<word>[a-z]+) (?:[ -](?P<hill>\d+))?
    \ (?:at\ )? (?P<near>[^a-z]+?) (?:\ ?(?:to|-)\ ?(?P<far>[^a-z]+?))?
    (?:\ (?:on\ )?(?:level|hill)[ -]?(?P<level>\d+))?
    """


def _read_one(item: str) -> Obstruction:
    found = re.fullmatch(_ITEM, item, re.VERBOSE)
    if not found:
        raise ValueError(f"{item!r} is not of the form 'woods at 4 to 6 level 0'")
    if found["word"] not in _WORDS:
        raise terms.unknown(found["word"], item, _WORDS)
    feature = _WORDS[found["word"]]
    near = terms.length_in(found["near"], item)
    far = terms.length_in(found["far"], item) if found["far"] else near
    if far < near:
        raise ValueError(f"{item!r} ends before it begins")
    lowest = 1 if feature is Feature.HILL else 0
    if found["hill"] and not lowest:
        raise ValueError(f"{item!r}: only a hill has a number, as in 'hill-1'")
    level = int(found["level"] or found["hill"] or lowest)
    if not lowest <= level < len(Level):
        raise ValueError(f"{item!r}: the level is {lowest} to {len(Level) - 1}")
    return Obstruction(feature, near, far, level)


OBSTRUCTIONS: Final = kinds.listed(
    _read_one,
    "things with their inches from the spotter and the level they stand on (a hill, its top), "
    f"with commas between, e.g. woods at 4 to 6 level 0, friends at 2; or {NOTHING!r}; "
    f"the things are {', '.join(str(feature.value) for feature in Feature)}",
    NOTHING,
)


class SightForm(forms.Form):
    """Two units, how high each stands, and what is between them."""

    spotter_level: Level = terms.ACTING.choice(Level, "Spotter stands on", source="VIII")
    """The level of the ground under the unit that looks or fires."""
    target_level: Level = terms.TARGETED.choice(Level, "Target stands on", source="VIII")
    """The level of the ground under the unit that is looked at."""
    apart: Fraction = terms.SITUATION.inches(
        Fraction(1, 4), 144, "Inches apart", default=9, source="VI, VIII"
    )
    """From any point of the spotter (the front of one that fires) to any point of the target, by
    the shortest line that is clear."""
    obstructions: Obstructions = terms.SITUATION.entry(
        OBSTRUCTIONS,
        "On the line",
        default=(Obstruction(Feature.WOODS, Fraction(4), Fraction(6)),),
        source="VI, VIII",
    )
    """What the line crosses: each thing with the inches from the spotter at which it begins and
    ends, and its level. Friends of the spotter, and his enemies, count if they are within half an
    inch of the line."""

    def faults(self) -> Iterator[errors.Fault]:
        for one in self.obstructions:
            if one.near > self.apart:
                problem = f"{one} begins beyond the target"
                yield errors.Fault("obstructions", problem, f"0 to {inches(self.apart)}")


class Sight(Outcome):
    """Whether the units see one another, and whether either may fire at the other."""

    visible: bool
    spotter_may_fire: bool
    target_may_fire: bool

    @property
    def label(self) -> str:
        if not self.visible:
            return "hidden"
        if self.spotter_may_fire == self.target_may_fire:
            return "visible" if self.target_may_fire else "visible; neither may fire"
        return f"visible; the {'target' if self.spotter_may_fire else 'spotter'} may not fire"


class Assessment(NamedTuple):
    """What one obstruction does to the line, in words, and whether that blocks it."""

    obstruction: Obstruction
    why: str
    blocks: bool = False


class LineOfSight(Action[SightForm, Sight]):
    """Whether two units see one another, and which of them may fire at or assault the other."""

    key = "line-of-sight"
    source = "VI, VIII"
    severity = Severity[Sight](lambda o: (o.visible, o.spotter_may_fire, o.target_may_fire))
    measures = (
        Measure("visible", "visible", lambda o: o.visible),
        Measure("may-fire", "the spotter may fire", lambda o: o.spotter_may_fire),
        Measure("fired-at", "the target may fire", lambda o: o.target_may_fire),
    )
    speaks_of = {"actor": ("the spotter",), "target": ("the target",)}
    place = Place.AID

    def resolve(self, chance: Chance) -> Sight:
        blocking = {one.obstruction.feature for one in self.assessed if one.blocks}
        visible = blocking <= TROOPS
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
        holds_an_end, form = self._holds_an_end(one), self.form
        if one.feature in LOW:
            return Assessment(one, "a low obstruction, which never blocks sight")
        # Behind one of the units; troops so near are on the line (VI).
        if (one.far == 0 or one.near >= form.apart) and one.feature not in TROOPS:
            return Assessment(one, "at an end of the line, not across it")
        if holds_an_end and one.feature is Feature.HILL:
            return Assessment(one, "the hill that one of the units stands on")
        if holds_an_end and one.feature in SEEN_INTO:
            return self._seen_into(one, self._inside)
        return self._between(one)

    def _seen_into(self, one: Obstruction, inside: Fraction) -> Assessment:
        """What a unit looks into, or out of, over so many inches inside."""
        limit = self.tables.fraction("sight.into-woods")
        deep = inside > limit
        where = "too deep inside" if deep else "near enough to its edge"
        runs = f"the line runs {inches(inside)} inside, and sight goes {inches(limit)} in"
        return Assessment(one, f"{where}; {runs}", deep)

    @cached_property
    def _inside(self) -> Fraction:
        """How much of the line runs inside the woods and towns in which the units stand."""
        inside = (
            min(each.far, self.form.apart) - each.near
            for each in self.form.obstructions
            if each.feature in SEEN_INTO and self._holds_an_end(each)
        )
        return sum(inside, Fraction(0))

    def _holds_an_end(self, one: Obstruction) -> bool:
        """Whether one of the units stands where it is: at its place, and on its level."""
        form = self.form
        holds_spotter = one.near == 0 and one.level == form.spotter_level.rank
        holds_target = one.far >= form.apart and one.level == form.target_level.rank
        return holds_spotter or holds_target

    def _between(self, one: Obstruction) -> Assessment:
        form = self.form
        low, high = sorted((form.spotter_level.rank, form.target_level.rank))
        if one.level < low or (one.level == low and one.feature is Feature.HILL):
            return Assessment(one, "below both units")
        if one.level >= high:
            deep = min(one.far, form.apart) - one.near
            thin = deep <= self.tables.fraction("sight.into-woods")
            seen_through = thin and not self.tables.is_so("sight.thin-woods-block")
            if one.feature in SEEN_INTO and seen_through:
                return self._seen_into(one, deep)
            return Assessment(one, "as high as the higher of the two, or higher", blocks=True)
        from_spotter = form.spotter_level.rank == high
        to_far_side = min(one.far, form.apart) if from_spotter else form.apart - one.near
        halvings = high - one.level - 1
        shadow = to_far_side * self.tables.fraction("sight.shadow-left") ** halvings
        beyond = form.apart - to_far_side
        higher, lower = ("spotter", "target") if from_spotter else ("target", "spotter")
        above = f"the {higher}, who stands {counted(high - one.level, 'level')} above"
        long = f"its far side is {inches(to_far_side)} from {above}, and its shadow is"
        where = "in its shadow" if beyond <= shadow else "beyond its shadow"
        behind = f"the {lower}, {inches(beyond)} behind it, is {where}"
        return Assessment(one, f"{long} {inches(shadow)} long; {behind}", beyond <= shadow)

    def narrate(self, drawn: Sight, draws: Draws) -> Narration:
        headline = f"Visible: the two units see one another at {inches(self.form.apart)}."
        if not drawn.visible:
            blocking = (one.obstruction for one in self.assessed if one.blocks)
            *_, hiding = (one for one in blocking if one.feature not in TROOPS)
            headline = f"Hidden by the {hiding}: neither unit sees the other."
        how = (f"{str(one.obstruction).capitalize()}: {one.why}." for one in self.assessed)
        return Narration(headline, self._steps(drawn), how)

    def _steps(self, outcome: Sight) -> Iterator[str]:
        if not outcome.visible:
            yield "Neither may fire at the other, nor assault it, along this line."
            return
        apart, tables = self.form.apart, self.tables
        reaches = {arm: tables.points(f"fire.reach.{arm.value}") for arm in terms.Arm if arm.fires}
        charges = {arm: tables.fraction(f"move.assault.{arm}") for arm in ("infantry", "cavalry")}
        reaching = [arm.label for arm, most in reaches.items() if apart <= most]
        charging = [arm for arm, most in charges.items() if apart <= most]
        reached = f"within reach of {series(reaching)}" if reaching else "beyond all fire"
        yield f"The range along this line is {inches(apart)}: {reached}."
        if not reaching and not charging:
            yield "Neither may fire at the other, nor assault it, from so far."
            return
        for firer, aim, may_fire, troops in (
            ("spotter", "target", outcome.spotter_may_fire, Feature.FRIENDS),
            ("target", "spotter", outcome.target_may_fire, Feature.ENEMIES),
        ):
            if may_fire:
                between = any(each.feature is troops for each in self.form.obstructions)
                over = f", over the heads of the {troops}" if between else ""
                yield f"The {firer} may fire at the {aim}{over}, and may assault it."
            else:
                own = "troops of its own side stand in the line"
                yield f"The {firer} may not fire at the {aim}, for {own}; it may assault it."
        able = series(charging or ["nobody"])
        yield f"Within reach of an assault, if the ground costs no more: {able}."

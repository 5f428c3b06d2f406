"""What is asked about a line of sight: the heights on it, and what stands along it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import attrs

from calculator.errors import Fault
from calculator.forms import Form, inches
from calculator.kinds import Text, Word
from calculator.lengths import shown_length
from calculator.rules.there_stand_empires import unit
from calculator.rules.there_stand_empires.orders import inches as inches_of
from calculator.rules.there_stand_empires.written import length_in, read_items, unknown


class Level(Word):
    """The levels of the ground, from the lowest (VIII)."""

    GROUND = "ground"
    HILL_1 = "hill-1"
    HILL_2 = "hill-2"
    HILL_3 = "hill-3"

    @property
    def height(self) -> int:
        """How many levels above the ground it is."""
        return self.rank


class Feature(Word):
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

    @property
    def is_low(self) -> bool:
        """Whether it is a low obstruction, which may give cover but never blocks sight."""
        return self in {Feature.HEDGE, Feature.WALL, Feature.CROPS}

    @property
    def is_troops(self) -> bool:
        """Whether it is troops, who stop the fire of their own side and nobody's sight."""
        return self in {Feature.FRIENDS, Feature.ENEMIES}

    @property
    def can_be_seen_into(self) -> bool:
        """Whether troops stand inside it, and sight goes some way in."""
        return self in {Feature.WOODS, Feature.TOWN}


@attrs.frozen
class Obstruction:
    """Something on the line, `near` to `far` inches from the spotter.

    `level` is that of the ground it stands on; of a hill, that of its top.
    """

    feature: Feature
    near: Fraction
    far: Fraction
    level: int = 0

    def __str__(self) -> str:
        stretch = shown_length(self.near)
        if self.far > self.near:
            stretch += f" to {shown_length(self.far)}"
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
_HIGHEST: Final = len(Level) - 1
_ITEM: Final = r"""
    (?P<word>[a-z]+) (?:[ -](?P<hill>\d+))?
    \ (?:at\ )? (?P<near>[^a-z]+?) (?:\ ?(?:to|-)\ ?(?P<far>[^a-z]+?))?
    (?:\ (?:on\ )?(?:level|hill)[ -]?(?P<level>\d+))?
    """


def read_obstructions(text: str) -> Obstructions:
    """What stands on the line, from text; "none" and no text at all are nothing.

    Raises ValueError naming every item that cannot be read.
    """
    if text.strip().lower() == NOTHING:
        return ()
    return read_items(text, _read_one)


def _read_one(item: str) -> Obstruction:
    found = re.fullmatch(_ITEM, item, re.VERBOSE)
    if not found:
        raise ValueError(f"{item!r} is not of the form 'woods at 4 to 6 level 0'")
    if found["word"] not in _WORDS:
        raise unknown(found["word"], item, _WORDS)
    near = length_in(found["near"], item)
    far = length_in(found["far"], item) if found["far"] else near
    if far < near:
        raise ValueError(f"{item!r} ends before it begins")
    return Obstruction(_WORDS[found["word"]], near, far, _level(_WORDS[found["word"]], found, item))


def _level(feature: Feature, found: re.Match[str], item: str) -> int:
    if feature is not Feature.HILL and found["hill"]:
        raise ValueError(f"{item!r}: only a hill has a number, as in 'hill-1'")
    level = int(found["level"] or found["hill"] or (1 if feature is Feature.HILL else 0))
    lowest = 1 if feature is Feature.HILL else 0
    if not lowest <= level <= _HIGHEST:
        raise ValueError(f"{item!r}: the level is {lowest} to {_HIGHEST}")
    return level


def write_obstructions(obstructions: Obstructions) -> str:
    """What stands on the line, as it is typed."""
    return ", ".join(map(str, obstructions)) or NOTHING


OBSTRUCTIONS: Final = Text(
    read_obstructions,
    write_obstructions,
    "things with their inches from the spotter and the level they stand on (a hill, its top), "
    f"with commas between, e.g. woods at 4 to 6 level 0, friends at 2; or {NOTHING!r}; "
    f"the things are {', '.join(str(feature.value) for feature in Feature)}",
    type=tuple,
)

_DEFAULT: Final = (Obstruction(Feature.WOODS, Fraction(4), Fraction(6)),)


@attrs.frozen(kw_only=True, eq=False, repr=False)
class SightForm(Form):
    """Two units, how high each stands, and what is between them."""

    spotter_level: Level = unit.ACTING.choice(
        Level,
        "Spotter stands on",
        help="The level of the ground under the unit that looks or fires.",
        source="VIII",
    )
    target_level: Level = unit.TARGETED.choice(
        Level,
        "Target stands on",
        help="The level of the ground under the unit that is looked at.",
        source="VIII",
    )
    apart: Fraction = inches(
        Fraction(1, 4),
        144,
        "Inches apart",
        default=9,
        help="From any point of the spotter (the front of one that fires) to any point of the "
        "target, by the shortest line that is clear.",
        source="VI, VIII",
        group="Situation",
    )
    obstructions: Obstructions = unit.SITUATION.entry(
        OBSTRUCTIONS,
        "On the line",
        default=_DEFAULT,
        help="What the line crosses: each thing with the inches from the spotter at which it "
        "begins and ends, and its level. Friends of the spotter, and his enemies, count if "
        "they are within half an inch of the line.",
        source="VI, VIII",
    )

    def faults(self) -> Iterator[Fault]:
        for obstruction in self.obstructions:
            if obstruction.near > self.apart:
                yield Fault(
                    "obstructions",
                    f"{obstruction} begins beyond the target",
                    f"0 to {inches_of(self.apart)}",
                )

"""The heights on a line of sight, and what stands along it, as a player writes it."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

import attrs

from calculator.kinds import Text, Word
from calculator.lengths import shown_length
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
        return list(Level).index(self)


class Thing(Word):
    """What may stand on a line of sight."""

    WOODS = "woods"
    TOWN = "town"
    HOUSES = "houses"
    FRIENDS = "friends"
    HILL = "hill"
    HEDGE = "hedge"
    WALL = "wall"
    CROPS = "crops"

    @property
    def is_low(self) -> bool:
        """Whether it is a low obstruction, which may give cover but never blocks sight."""
        return self in {Thing.HEDGE, Thing.WALL, Thing.CROPS}

    @property
    def can_be_seen_into(self) -> bool:
        """Whether troops stand inside it, and sight goes some way in."""
        return self in {Thing.WOODS, Thing.TOWN}


@attrs.frozen
class Obstruction:
    """Something on the line, `near` to `far` inches from the spotter.

    `level` is that of the ground it stands on; of a hill, that of its top.
    """

    thing: Thing
    near: Fraction
    far: Fraction
    level: int = 0

    def __str__(self) -> str:
        stretch = shown_length(self.near)
        if self.far > self.near:
            stretch += f" to {shown_length(self.far)}"
        return f"{self.thing.value} at {stretch} level {self.level}"


Obstructions = tuple[Obstruction, ...]

NOTHING: Final = "none"
_WORDS: Final = {str(thing.value): thing for thing in Thing} | {
    "wood": Thing.WOODS,
    "village": Thing.TOWN,
    "house": Thing.HOUSES,
    "wheatfield": Thing.CROPS,
    "troops": Thing.FRIENDS,
}
_HIGHEST: Final = len(Level) - 1
_ITEM: Final = re.compile(
    r"""
    (?P<word>[a-z]+) (?:[ -](?P<hill>\d+))?
    \ (?:at\ )? (?P<near>[^a-z]+?) (?:\ ?(?:to|-)\ ?(?P<far>[^a-z]+?))?
    (?:\ (?:on\ )?(?:level|hill)[ -]?(?P<level>\d+))?
    """,
    re.VERBOSE,
)


def read_obstructions(text: str) -> Obstructions:
    """What stands on the line, from text; "none" and no text at all are nothing.

    Raises ValueError naming every item that cannot be read.
    """
    if text.strip().lower() == NOTHING:
        return ()
    return read_items(text, _read_one)


def _read_one(item: str) -> Obstruction:
    found = _ITEM.fullmatch(item)
    if not found:
        raise ValueError(f"{item!r} is not of the form 'woods at 4 to 6 level 0'")
    if found["word"] not in _WORDS:
        raise unknown(found["word"], item, _WORDS)
    near = length_in(found["near"], item)
    far = length_in(found["far"], item) if found["far"] else near
    if far < near:
        raise ValueError(f"{item!r} ends before it begins")
    return Obstruction(_WORDS[found["word"]], near, far, _level(_WORDS[found["word"]], found, item))


def _level(thing: Thing, found: re.Match[str], item: str) -> int:
    if thing is not Thing.HILL and found["hill"]:
        raise ValueError(f"{item!r}: only a hill has a number, as in 'hill-1'")
    level = int(found["level"] or found["hill"] or (1 if thing is Thing.HILL else 0))
    lowest = 1 if thing is Thing.HILL else 0
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
    f"the things are {', '.join(str(thing.value) for thing in Thing)}",
    type=tuple,
)

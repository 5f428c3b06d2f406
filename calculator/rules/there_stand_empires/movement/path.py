"""The ground along a path, as a player writes it: ``open 2, woods 2, bridge, road 3``."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

import attrs

from calculator.kinds import Text, Word
from calculator.lengths import shown_length
from calculator.rules.there_stand_empires.written import length_in, read_items, unknown


class Ground(Word):
    """What matters to movement (VIII)."""

    OPEN = "open"
    ROUGH = "rough"
    ROAD = "road"
    TOWN = "town"
    OBSTACLE = "obstacle"
    CHOKE_POINT = "choke-point"
    IMPASSABLE = "impassable"

    @property
    def is_crossed(self) -> bool:
        """Whether it is crossed at a point, and has no length of its own."""
        return self in {Ground.OBSTACLE, Ground.CHOKE_POINT}


WORDS: Final = {
    "open": Ground.OPEN,
    "fields": Ground.OPEN,
    "track": Ground.OPEN,
    "rough": Ground.ROUGH,
    "woods": Ground.ROUGH,
    "marsh": Ground.ROUGH,
    "swamp": Ground.ROUGH,
    "rocky hill": Ground.ROUGH,
    "ford": Ground.ROUGH,
    "road": Ground.ROAD,
    "town": Ground.TOWN,
    "village": Ground.TOWN,
    "obstacle": Ground.OBSTACLE,
    "hedge": Ground.OBSTACLE,
    "wall": Ground.OBSTACLE,
    "fence": Ground.OBSTACLE,
    "choke point": Ground.CHOKE_POINT,
    "bridge": Ground.CHOKE_POINT,
    "gate": Ground.CHOKE_POINT,
    "impassable": Ground.IMPASSABLE,
    "cliff": Ground.IMPASSABLE,
    "river": Ground.IMPASSABLE,
    "deep swamp": Ground.IMPASSABLE,
}
"""The words of section VIII. A track is no road, and a ford is rough going; a river has no ford."""

_LEG: Final = re.compile(r"(?P<word>[a-z][a-z -]*?)(?:\s+(?P<inches>[\d.½¼¾].*))?")
_INCHES_FIRST: Final = re.compile(
    r"(?P<inches>[\d.½¼¾][^a-z]*?) *(?:inch(?:es)?(?: of)? )?(?P<word>[a-z][a-z -]*)"
)


@attrs.frozen
class Leg:
    """A stretch of one kind of ground, by the word the player used; a crossing is 0 inches long."""

    word: str
    inches: Fraction = Fraction(0)

    @property
    def ground(self) -> Ground:
        """What kind of ground it is."""
        return WORDS[self.word]

    def __str__(self) -> str:
        return f"{self.word} {shown_length(self.inches)}" if self.inches else self.word


Path = tuple[Leg, ...]


def read_path(text: str) -> Path:
    """A path from text.

    Raises ValueError naming every leg with an unknown word, without a length that it needs, or with
    one that it cannot have.
    """
    path = read_items(text, _read_leg)
    if not path:
        raise ValueError("the path is empty")
    return path


def _read_leg(item: str) -> Leg:
    found = _INCHES_FIRST.fullmatch(item) or _LEG.fullmatch(item)
    word = _known(found["word"].replace("-", " ").strip()) if found else None
    if not found or word is None:
        raise unknown(found["word"] if found else item, item, WORDS)
    crossed = WORDS[word].is_crossed
    if found["inches"] is None:
        if crossed or WORDS[word] is Ground.IMPASSABLE:
            return Leg(word)
        raise ValueError(f"{item!r} needs its length in inches, as in '{word} 2'")
    if crossed:
        raise ValueError(f"{item!r} has no length: a {word} is crossed at a point")
    length = length_in(found["inches"], item)
    if not length:
        raise ValueError(f"{item!r} has no length")
    return Leg(word, length)


def _known(word: str) -> str | None:
    """The word as it is listed, or None; with or without an s at its end."""
    return next((known for known in WORDS if known.rstrip("s") == word.rstrip("s")), None)


def write_path(path: Path) -> str:
    """A path as it is typed."""
    return ", ".join(map(str, path))


PATH: Final = Text(
    read_path,
    write_path,
    "stretches with their inches and crossings, with commas between, e.g. open 2, woods 1 1/2, "
    f"bridge, road 3; the words are {', '.join(WORDS)}",
    type=tuple,
)

"""What is asked about a unit, or a general, that moves, and the ground along its path.

A path is written as ``open 2, woods 2, bridge, road 3``.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

import attrs

from calculator.conditions import where
from calculator.forms import Form, choice, entry
from calculator.kinds import Length, Optional, Text, Word
from calculator.lengths import shown_length
from calculator.rules.there_stand_empires import unit
from calculator.rules.there_stand_empires.terms import Arm, Quality
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

_LEG: Final = r"(?P<word>[a-z][a-z -]*?)(?:\s+(?P<inches>[\d.½¼¾].*))?"
_INCHES_FIRST: Final = (
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
    found = re.fullmatch(_INCHES_FIRST, item) or re.fullmatch(_LEG, item)
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


class Move(Word):
    """The moves that terrain modifies (III.B, IV, VII)."""

    MANEUVER_IN_COLUMN = "maneuver-in-column"
    MARCH = "march"
    ROUTE_MARCH = "route-march"
    DEPLOY = "deploy"
    ASSAULT = "assault"
    ASSAULT_IN_LINE = "assault-in-line"
    GENERAL = "general"

    @property
    def is_march(self) -> bool:
        """Whether it is made in march column, which roads help and bridges do not hinder."""
        return self in {Move.MARCH, Move.ROUTE_MARCH}

    @property
    def is_assault(self) -> bool:
        """Whether it may end in contact with the enemy."""
        return self in {Move.ASSAULT, Move.ASSAULT_IN_LINE}


OF_A_UNIT: Final = ~where("move", Move.GENERAL)


@attrs.frozen(kw_only=True, eq=False, repr=False)
class MovementForm(Form):
    """Who moves, how, and over what ground."""

    move: Move = choice(
        Move,
        "Move",
        default=Move.MANEUVER_IN_COLUMN,
        help="The action that moves the unit. A general moves by himself, as cavalry.",
        source="III.B, VII",
        group="Actor",
        mnemonic="M",
    )
    actor: Arm = unit.actor(matters=OF_A_UNIT)
    quality: Quality = unit.quality(matters=OF_A_UNIT & where("actor.has_quality"))
    base_move: Fraction | None = entry(
        Optional(Length(Fraction(0), Fraction(28)), "full move"),
        "Base move",
        default=None,
        help="Inches of base movement, where it is not the full move: orders that were delayed, "
        "what is left for a breakthrough charge, a retreat, half a move with fire to follow.",
        source="IV, V, VII",
        group="Actor",
        mnemonic="A",
    )
    path: Path = entry(
        PATH,
        "Path",
        default=(Leg("open", Fraction(2)), Leg("woods", Fraction(2))),
        help="The ground along the path of the base that goes furthest, in order. Open, rough or "
        "woods, road, town and their inches; hedges, walls, bridges and gates by themselves.",
        source="IV, VIII",
        group="Situation",
        mnemonic="P",
    )

    @property
    def may_be_followed_by_fire(self) -> bool:
        """Whether half of this move would leave time for advancing fire (IV).

        A base move entered by hand may already be a half.
        """
        maneuvers = self.move is Move.MANEUVER_IN_COLUMN and self.actor.fires
        return maneuvers and self.base_move is None

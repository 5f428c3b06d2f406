"""The words of the game: troop types, qualities, states, formations, cover, ranges; and how lists
that a player writes with commas between are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Final, TypeVar

from calculator.errors import hint, nearest
from calculator.kinds import Word, read_each
from calculator.lengths import read_length

T = TypeVar("T")


class Arm(Word):
    """The troop types of section II."""

    INFANTRY = "infantry"
    HEAVY_CAVALRY = "heavy-cavalry"
    LIGHT_CAVALRY = "light-cavalry"
    HEAVY_FOOT_ARTILLERY = "heavy-foot-artillery"
    LIGHT_FOOT_ARTILLERY = "light-foot-artillery"
    HORSE_ARTILLERY = "horse-artillery"
    TRANSPORT = "transport"

    @property
    def is_cavalry(self) -> bool:
        """Whether these are horsemen, heavy or light."""
        return self in {Arm.HEAVY_CAVALRY, Arm.LIGHT_CAVALRY}

    @property
    def is_artillery(self) -> bool:
        """Whether these are guns of any kind."""
        return self in {Arm.HEAVY_FOOT_ARTILLERY, Arm.LIGHT_FOOT_ARTILLERY, Arm.HORSE_ARTILLERY}

    @property
    def has_quality(self) -> bool:
        """Whether units of this type are rated at all; guns and wagons are of one standard (II)."""
        return self is Arm.INFANTRY or self.is_cavalry

    @property
    def fires(self) -> bool:
        """Whether units of this type conduct fire (VI)."""
        return self is Arm.INFANTRY or self.is_artillery

    @property
    def family(self) -> str:
        """Infantry, cavalry, artillery or transport: where a rule does not tell kinds apart."""
        return self.value.rpartition("-")[2]


class Quality(Word):
    """The quality levels of section II, the best first."""

    ELITE = "elite"
    VETERAN = "veteran"
    AVERAGE = "average"
    POOR = "poor"


class State(Word):
    """The unit statuses of section V, the best first."""

    OK = "ok"
    DISORDERED = "disordered"
    DEMORALIZED = "demoralized"

    @property
    def label(self) -> str:
        return "OK" if self is State.OK else str(self.value)


class Formation(Word):
    """The formations of section IV."""

    DEPLOYED = "deployed"
    MANEUVER_COLUMN = "maneuver-column"
    SQUARE = "square"
    MARCH_COLUMN = "march-column"


class Cover(Word):
    """The kinds of cover of section VIII, the least first."""

    OPEN = "open"
    SOFT = "soft"
    HARD = "hard"
    FORTIFICATION = "fortification"


class Passage(Word):
    """How ground lets units pass (VIII)."""

    OPEN = "open"
    ROUGH = "rough"
    IMPASSABLE = "impassable"
    ROAD = "road"
    LINEAR_OBSTACLE = "linear-obstacle"
    CHOKE_POINT = "choke-point"
    TOWN = "town"


CROSSED: Final = (Passage.LINEAR_OBSTACLE, Passage.CHOKE_POINT)
"""What is crossed at a point, and has no length of its own."""


class Range(Word):
    """The range bands of section VI; a measurement on a break point is of the nearer band."""

    THREE = "3"
    SIX = "6"
    NINE = "9"
    TWELVE = "12"

    @property
    def inches(self) -> int:
        """The far edge of the band, in inches."""
        return int(self.value)

    @property
    def label(self) -> str:
        return f"up to {self.value} inches"


class Outnumbered(Word):
    """Who is outnumbered (VI, VII): worked out from the bases, or set by hand.

    The five settings run from the worst for the actor to the best.
    """

    WORKED_OUT = "worked-out"
    ACTOR_BADLY = "actor-badly-outnumbered"
    ACTOR = "actor-outnumbered"
    EVEN = "even"
    TARGET = "target-outnumbered"
    TARGET_BADLY = "target-badly-outnumbered"

    @property
    def how(self) -> str:
        """By how much, in the words of the tables."""
        badly = self in {Outnumbered.ACTOR_BADLY, Outnumbered.TARGET_BADLY}
        return "badly" if badly else "plainly"

    def of_bases(self, actors: int, targets: int, least: int | Fraction = 1) -> Outnumbered:
        """Who it is where so many bases act against so many, unless it was set by hand.

        It takes odds of more than one, and of `least` or more; twice as many is badly (VI, VII).
        """
        if self is not Outnumbered.WORKED_OUT:
            return self
        fewer, more = sorted((actors, targets))
        if more == fewer or more < least * fewer:
            return Outnumbered.EVEN
        badly = more >= 2 * fewer
        if actors > targets:
            return Outnumbered.TARGET_BADLY if badly else Outnumbered.TARGET
        return Outnumbered.ACTOR_BADLY if badly else Outnumbered.ACTOR


class Variant(Word):
    """The ways of handling initiative in section III.B."""

    ALTERNATE = "alternate"
    RANDOM_EACH_DIVISION = "random-each-division"
    UNIT_BY_UNIT = "unit-by-unit"


def read_items(text: str, read: Callable[[str], T]) -> tuple[T, ...]:
    """What `read` makes of each item of a list with commas or semicolons between (`read_each`)."""
    items = (" ".join(part.lower().split()) for part in re.split("[,;]", text))
    return read_each(filter(None, items), read)


def unknown(word: str, item: str, known: Iterable[str]) -> ValueError:
    """A word that is not known, with the nearest that is."""
    return ValueError(f"{word!r} in {item!r} is not known{hint(nearest(word, known))}")


def length_in(text: str, item: str) -> Fraction:
    """A length that stands in an item; ValueError if it is none, or less than nothing."""
    try:
        length = read_length(text)
    except ValueError:
        length = Fraction(-1)
    if length < 0:
        raise ValueError(f"{text!r} in {item!r} is not a length in inches")
    return length

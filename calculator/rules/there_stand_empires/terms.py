"""The words of the game: troop types, qualities, states, formations, cover, ranges."""

from __future__ import annotations

from fractions import Fraction

from calculator.kinds import Word


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
    def is_infantry(self) -> bool:
        """Whether these are foot."""
        return self is Arm.INFANTRY

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
        return self.is_infantry or self.is_cavalry

    @property
    def fires(self) -> bool:
        """Whether units of this type conduct fire (VI)."""
        return self.is_infantry or self.is_artillery

    @property
    def family(self) -> str:
        """Infantry, cavalry, artillery or transport: where a rule does not tell kinds apart."""
        if self.is_cavalry:
            return "cavalry"
        return "artillery" if self.is_artillery else self.label


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

    @property
    def usually_stops_horses(self) -> bool:
        """Whether such cover is walls or works, which horses cannot be ridden at."""
        return self in {Cover.HARD, Cover.FORTIFICATION}


class Passage(Word):
    """How ground lets units pass (VIII)."""

    OPEN = "open"
    ROUGH = "rough"
    IMPASSABLE = "impassable"
    ROAD = "road"
    LINEAR_OBSTACLE = "linear-obstacle"
    CHOKE_POINT = "choke-point"
    TOWN = "town"

    @property
    def is_crossed(self) -> bool:
        """Whether it is crossed at a point, and has no length of its own."""
        return self in {Passage.LINEAR_OBSTACLE, Passage.CHOKE_POINT}


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
    def is_worked_out(self) -> bool:
        """Whether the bases of both sides say who it is."""
        return self is Outnumbered.WORKED_OUT

    @property
    def how(self) -> str:
        """By how much, in the words of the tables."""
        badly = self in {Outnumbered.ACTOR_BADLY, Outnumbered.TARGET_BADLY}
        return "badly" if badly else "plainly"

    def of_bases(self, actors: int, targets: int, least: int | Fraction = 1) -> Outnumbered:
        """Who it is where so many bases act against so many, unless it was set by hand.

        It takes odds of more than one, and of `least` or more; twice as many is badly (VI, VII).
        """
        if not self.is_worked_out:
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

"""The words of Gods of War: units, formations, terrain, directions."""

from __future__ import annotations

from calculator.kinds import Word


class Unit(Word):
    """The six types of unit."""

    INFANTRY = "infantry"
    LIGHT_CAVALRY = "light-cavalry"
    HEAVY_CAVALRY = "heavy-cavalry"
    HORSE_ARTILLERY = "horse-artillery"
    LIGHT_ARTILLERY = "light-artillery"
    HEAVY_ARTILLERY = "heavy-artillery"

    @property
    def is_infantry(self) -> bool:
        """Infantry alone has formations, and enters woods and farms."""
        return self is Unit.INFANTRY

    @property
    def is_cavalry(self) -> bool:
        """Light or heavy cavalry, which never fires."""
        return self in {Unit.LIGHT_CAVALRY, Unit.HEAVY_CAVALRY}

    @property
    def is_artillery(self) -> bool:
        """Horse, light or heavy artillery, which never charges."""
        return not self.is_infantry and not self.is_cavalry


class Formation(Word):
    """The formations of infantry."""

    COLUMN = "column"
    LINE = "line"
    SQUARE = "square"


class Terrain(Word):
    """The nine terrain tiles, each with its effects."""

    OPEN = "open", "Open: no special effects."
    HILLS = "hills", "Hills: +1 in defence, block sight; artillery on them fires over units."
    WHEAT = "wheat", "Wheat: -1 on fire through it or from it."
    ORCHARDS = "orchards", "Orchards: cost 2 to enter, -1 on fire from them."
    ROUGH = "rough", "Rough ground: costs 2 to enter."
    WOODS = "woods", "Woods: infantry only, block sight, no combat."
    MUD = "mud", "Mud: costs 3 to enter."
    FARM = "farm", "Farm: infantry only; +3 in defence, -1 on fire at it, 1 die in any direction."
    POND = "pond", "Pond: no unit may enter; does not block sight."

    @property
    def infantry_only(self) -> bool:
        """Closed to cavalry and artillery."""
        return self in {Terrain.WOODS, Terrain.FARM}


class Bearing(Word):
    """Where a target lies, in steps of 60 degrees from the way the attacker faces."""

    AHEAD = "ahead"
    ONE_STEP_ASIDE = "one-step-aside"
    TWO_STEPS_ASIDE = "two-steps-aside"
    BEHIND = "behind"

    @property
    def steps(self) -> int:
        """Steps of facing between the attacker's front and its target, 0 to 3."""
        return self.rank


class Struck(Word):
    """The side of the defender on which an attack arrives."""

    FRONT = "front"
    FRONT_FLANK = "front-flank"
    SIDE_FLANK = "side-flank"
    REAR = "rear"

"""The words of Cannonade, the size of its hexes, how rows of its tables are read, and who is under
nobody's arms: prisoners, routing and unarmed men."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, TypeVar

from calculator.errors import Fault, FaultsError, Refusal
from calculator.forms import entry
from calculator.kinds import Choice, Whole, Word
from calculator.rules import action, phrases
from calculator.rules.tables import Tables

W = TypeVar("W", bound=Word)

FACES: Final = 6

MEN_OF_A_FORMATION: Final = Whole(1, 20, "men", "man")
MEN_OF_SEVERAL: Final = Whole(1, 120, "men", "man")
ANY_MEN: Final = Whole(0, 120, "men", "man")
CREW: Final = Whole(0, 20, "men", "man")

ROUTERS_MOVE: Final = (
    "The enemy moves routers one hex: away from enemy formations, and towards the edge of the "
    "board or, failing that, friendly units. Off the map they are lost."
)


class Terrain(Word):
    """The four types of terrain."""

    CLEAR = "clear"
    COVERED = "covered"
    FORTIFIED = "fortified"
    IMPASSABLE = "impassable"


class Ground(Word):
    """Terrain that a formation can stand in."""

    CLEAR = "clear"
    COVERED = "covered"
    FORTIFIED = "fortified"


class Holds(Word):
    """What shares a hex with the men in it: one cannon or one baggage unit, or neither."""

    NOTHING = "nothing"
    CANNON = "cannon"
    BAGGAGE = "baggage"


class Side(Word):
    """The side whose melee turn it is, and the other."""

    ATTACKERS = "attackers"
    DEFENDERS = "defenders"

    @property
    def other(self) -> Side:
        """The side that this one fights."""
        return Side.DEFENDERS if self is Side.ATTACKERS else Side.ATTACKERS


def fallen(men: int, officer: bool, casualties: int) -> tuple[int, bool]:
    """Men killed by so many casualties, and whether their officer falls, the last man killed."""
    return min(men, casualties), officer and casualties > men


def standing(men: int) -> dict[str, str] | None:
    """A formation of so many men left, or None: a hex of none, or of an officer alone, is none."""
    return {"men": str(men)} if men else None


def most_men(holds: Holds, tables: Tables) -> int:
    """Men that a hex may contain beside what it `holds`."""
    return tables.points("hex.men" if holds is Holds.NOTHING else "hex.men-beside")


def crowding_refusals(men: int, holds: Holds, tables: Tables, hexes: int = 1) -> Iterator[Refusal]:
    """Why `men` cannot stand in so many hexes, one of which `holds` a cannon or baggage."""
    most = most_men(holds, tables) + (hexes - 1) * tables.points("hex.men")
    if men > most:
        beside = "" if holds is Holds.NOTHING else f" with {holds.label}"
        where = "a hex" if hexes == 1 else phrases.counted(hexes, "hex", "hexes")
        yield Refusal(f"{men} men are too many: {where}{beside} may contain {most}", "Stacking")


class Row(tuple[W, ...]):
    """A table row: one word for each face of a die, from 1 up."""

    @classmethod
    def read(cls, tables: Tables, key: str, words: type[W]) -> Row[W]:
        """The row of a key. Raises `FaultsError` where the tables of a record hold other words, or
        too many or few."""
        kind, value = Choice(words), tables.entry(key).value
        if len(value) != FACES:
            raise FaultsError([Fault(key, f"{value!r} has not one result for each of 6 faces")])
        return cls(kind.parse_at(key, word) for word in value)

    def __call__(self, roll: int) -> W:
        """What it gives for a modified roll: below 1 reads as 1, above 6 as 6."""
        return self[min(max(roll, 1), FACES) - 1]

    def told(self, roll: int) -> str:
        """What it gives for a roll, with the nearest that would have given something else:
        "routing (1: captured, 5: killed)"."""
        given, at = self(roll), min(max(roll, 1), FACES)
        lower = [face for face in range(1, at) if self(face) is not given][-1:]
        upper = [face for face in range(at + 1, FACES + 1) if self(face) is not given][:1]
        others = ", ".join(f"{face}: {self(face).meaning}" for face in lower + upper)
        return f"{given.meaning} ({others})" if others else given.meaning


PRISONERS: Final = "March phase, prisoners and routers"

asked_points: Final = partial(
    entry,
    Whole(0, 2000, "points"),
    group="Victory points so far",
    source="Victory points",
    help="Victory points scored before this, for the running total.",
)


def points_won(score: int, so_far: int) -> str:
    """Points that a side scores or loses, in words, and what it has then if it had any before."""
    total = f", {max(so_far + score, 0)} in all" if so_far else ""
    return f"{phrases.counted(abs(score), 'victory point')}{total}"


def tallied(**counts: int) -> dict[str, str]:
    """By how much a side's points and its prisoners, unarmed and routing men rise or fall."""
    return {key.replace("_", "-"): f"{men:+d}" for key, men in counts.items() if men}


def unformed(answer: str, men: int, who: str) -> tuple[action.Consequence, ...]:
    """So many men who are no formation of the order of battle: routing, unarmed; none of none."""
    return (action.Consequence(answer, who, {"men": str(men)}),) if men else ()

"""A path as a player writes it: hex after hex, each with its terrain and what lies on the way."""

from __future__ import annotations

from typing import Final

import attrs

from calculator.errors import nearest
from calculator.kinds import Text, Word
from calculator.rules.morne_plaine.terms import Hexside, Terrain


class Route(Word):
    """What a unit follows from one hex to the next."""

    OPEN_COUNTRY = "open-country"
    ROAD = "road"
    TRACK = "track"
    PAST_CROSSROADS = "past-crossroads"


@attrs.frozen
class Step:
    """One hex entered: its terrain, the way into it, the hexsides crossed, and who is there.

    `zone` says that the hex is in an enemy zone of control, `occupied` that a unit stands in it.
    """

    terrain: Terrain = Terrain.CLEAR
    route: Route = Route.OPEN_COUNTRY
    hexsides: tuple[Hexside, ...] = ()
    zone: bool = False
    occupied: bool = False

    def __str__(self) -> str:
        across = self.route is Route.OPEN_COUNTRY
        words: list[Word] = [] if self.terrain is Terrain.CLEAR and not across else [self.terrain]
        words += self.hexsides if across else (self.route, *self.hexsides)
        states = ["zone"] * self.zone + ["occupied"] * self.occupied
        return " ".join([str(word.value) for word in words] + states)


Path = tuple[Step, ...]

_TERRAIN: Final = {str(word.value): word for word in Terrain}
_ROUTES: Final = {str(word.value): word for word in Route}
_HEXSIDES: Final = {str(word.value): word for word in Hexside if word is not Hexside.OPEN}
_STATES: Final = ("zone", "occupied")
_WORDS: Final = (*_TERRAIN, *_ROUTES, *_HEXSIDES, *_STATES)


def read_path(text: str) -> Path:
    """A path from text such as ``road, village road, marsh stream``.

    Raises ValueError naming the hex for a word that is unknown, or for two terrains or routes.
    """
    return tuple(
        _read_step(number, hex_.lower().split()) for number, hex_ in enumerate(text.split(","), 1)
    )


def _read_step(number: int, words: list[str]) -> Step:
    for word in words:
        if word not in _WORDS:
            near = nearest(word, _WORDS)
            hint = f"; did you mean {near!r}?" if near else ""
            raise ValueError(f"hex {number}: {word!r} is not one of the words{hint}")
    terrains = [_TERRAIN[word] for word in words if word in _TERRAIN]
    routes = [_ROUTES[word] for word in words if word in _ROUTES]
    if len(terrains) > 1 or len(routes) > 1 or not words:
        raise ValueError(f"hex {number} needs one terrain, or a road or track, and no second one")
    return Step(
        terrain=terrains[0] if terrains else Terrain.CLEAR,
        route=routes[0] if routes else Route.OPEN_COUNTRY,
        hexsides=tuple(_HEXSIDES[word] for word in words if word in _HEXSIDES),
        zone="zone" in words,
        occupied="occupied" in words,
    )


def write_path(path: Path) -> str:
    """A path as it is typed."""
    return ", ".join(map(str, path))


PATH: Final = Text(
    read_path,
    write_path,
    f"hexes with commas between, each in these words: {', '.join(_WORDS)}; "
    "e.g. road, village road, marsh stream, clear zone",
    type=tuple,
)

"""A path as a player writes it: hex after hex, each with its terrain and what lies on the way."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from itertools import count
from typing import Final, NamedTuple

from calculator.errors import hint, nearest
from calculator.kinds import Word, listed, read_each
from calculator.rules.morne_plaine.terms import SHELTER, Hexside, Terrain


class Route(Word):
    """What a unit follows from one hex to the next."""

    OPEN_COUNTRY = "open-country"
    ROAD = "road"
    TRACK = "track"
    PAST_CROSSROADS = "past-crossroads"


class Step(NamedTuple):
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

    Raises ValueError that names, hex by hex, every unknown word and all that cannot be.
    """
    numbers = count(1)
    return read_each(text.lower().split(","), lambda hex_: _read_step(next(numbers), hex_.split()))


def _read_step(number: int, typed: list[str]) -> Step:
    words = list(map(_named, typed))
    terrains = [_TERRAIN[word] for word in words if word in _TERRAIN]
    routes = [_ROUTES[word] for word in words if word in _ROUTES]
    hexsides = [_HEXSIDES[word] for word in words if word in _HEXSIDES]
    slopes = [str(hexside.value) for hexside in hexsides if hexside.symbols]
    problems = list(unknown(number, words, _WORDS))
    if len(terrains) > 1 or len(routes) > 1 or not words:
        problems += [f"hex {number} needs one terrain, or a road or track, and no second one"]
    if len(slopes) > 1:
        problems += [f"hex {number}: one of {', '.join(slopes)} is enough"]
    if "zone" in words and any(terrain in SHELTER for terrain in terrains):
        problems += [f"hex {number}: a {terrains[0].value} hex is in nobody's zone of control"]
    if problems:
        raise ValueError("; ".join(problems))
    terrain, route = (*terrains, Terrain.CLEAR)[0], (*routes, Route.OPEN_COUNTRY)[0]
    return Step(terrain, route, tuple(hexsides), "zone" in words, "occupied" in words)


def _named(word: str) -> str:
    """A word, or the terrain that once went by it."""
    with suppress(ValueError):
        return str(Terrain(word).value)
    return word


def unknown(number: int, words: Iterable[str], known: Collection[str]) -> Iterator[str]:
    """What is wrong with the words of a hex that are not known, each with a near match."""
    for word in words:
        if word not in known:
            yield f"hex {number}: {word!r} is not one of the words{hint(nearest(word, known))}"


PATH: Final = listed(
    read_path,
    f"hexes with commas between, each in these words: {', '.join(_WORDS)}; "
    "e.g. road, village road, marsh stream, clear zone",
    pieces=(tuple(_TERRAIN), tuple(_ROUTES), tuple(_HEXSIDES), _STATES),
)

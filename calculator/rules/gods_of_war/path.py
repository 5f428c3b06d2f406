"""A path as it is typed: turns on the spot, hexes entered, hexes backed into."""

from __future__ import annotations

from typing import Final

import attrs

from calculator.errors import hint, nearest
from calculator.kinds import BadValueError, Choice, Pieces, Text
from calculator.rules.gods_of_war.terms import Terrain

TURN: Final = "turn"
REVERSE: Final = "reverse"


@attrs.frozen
class Step:
    """A turn of 60 degrees (no terrain), or a hex entered, perhaps straight backward."""

    terrain: Terrain | None
    backward: bool = False

    def __str__(self) -> str:
        if self.terrain is None:
            return TURN
        return f"{REVERSE} {self.terrain.value}" if self.backward else self.terrain.value


Path = tuple[Step, ...]


def read_path(text: str) -> Path:
    """A path from words; ValueError names every one that is wrong."""
    steps: list[Step] = []
    problems: list[str] = []
    backward = False
    for word in text.lower().replace(",", " ").split():
        if word == REVERSE and not backward:
            backward = True
            continue
        turns = word == TURN and not backward
        try:
            steps.append(Step(None if turns else _terrain(word), backward))
        except ValueError as problem:
            problems.append(str(problem))
        backward = False
    if backward:
        problems.append(f"{REVERSE!r} wants the terrain of the hex behind")
    if problems:
        raise ValueError("; ".join(problems))
    return tuple(steps)


PATH: Final = Text(
    read_path,
    lambda path: ", ".join(map(str, path)),
    f"{TURN}, or the terrain of each hex entered ({Choice(Terrain).allowed}), with {REVERSE} "
    f"before it if backward, e.g. open, {TURN}, hills",
    type=tuple,
    pieces=Pieces((("turn", (TURN,)), ("terrain", Choice(Terrain).choices), ("back", (REVERSE,)))),
)


def _terrain(word: str) -> Terrain:
    kind = Choice(Terrain)
    try:
        return kind.parse(word)
    except BadValueError:
        near = nearest(word, (*kind.choices, TURN, REVERSE))
        raise ValueError(f"{word!r} is neither {TURN} nor a terrain{hint(near)}") from None

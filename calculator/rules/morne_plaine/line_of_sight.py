"""The line of sight of a bombardment, as a player writes it: the hexes from gun to target."""

from __future__ import annotations

from typing import Final

from calculator.errors import hint, nearest
from calculator.kinds import Pieces, Text, Word

BESIDE: Final = "/"


class InLine(Word):
    """What a hex that the line crosses holds."""

    CLEAR = "clear"
    ROUGH = "rough"
    COPPICE = "coppice"
    ORCHARDS = "orchards"
    MARSH = "marsh"
    UNIT = "unit"
    WOODS = "woods"
    VILLAGE = "village"
    HEIGHT = "height"

    @property
    def blocks(self) -> bool:
        """Woods, villages and heights block the line; units and low ground do not."""
        return self in {InLine.WOODS, InLine.VILLAGE, InLine.HEIGHT}


Crossed = tuple[InLine, ...]
"""One hex that the line passes through, or the two on either side of a hexside it runs along."""

Line = tuple[Crossed, ...]

_KNOWN: Final = {str(word.value): word for word in InLine}


def is_blocked(line: Line) -> bool:
    """Whether the line is blocked: along a hexside only from both sides."""
    return any(all(hex_.blocks for hex_ in crossed) for crossed in line)


def read_line(text: str) -> Line:
    """A line from text such as ``clear, woods/clear``; ValueError names every wrong word."""
    parts = [part.strip().lower() for part in text.split(",")]
    if parts in ([""], ["nothing"]):
        return ()
    crossed = [[word.strip() for word in part.split(BESIDE)] for part in parts]
    problems = [
        f"hex {number}: {word!r} is not one of the words{hint(nearest(word, _KNOWN))}"
        for number, words in enumerate(crossed, 1)
        for word in words
        if word not in _KNOWN
    ]
    problems += [
        f"hex {number}: a hexside lies between two hexes"
        for number, words in enumerate(crossed, 1)
        if len(words) > 2
    ]
    if problems:
        raise ValueError("; ".join(problems))
    return tuple(tuple(_KNOWN[word] for word in words) for words in crossed)


def write_line(line: Line) -> str:
    """A line as it is typed."""
    hexes = (BESIDE.join(str(word.value) for word in crossed) for crossed in line)
    return ", ".join(hexes) or "nothing"


LINE: Final = Text(
    read_line,
    write_line,
    f"nothing, or the hexes between with commas: {', '.join(_KNOWN)}; two with {BESIDE} where the "
    "line runs along the hexside between them, e.g. clear, woods/clear",
    type=tuple,
    pieces=Pieces((("hex", tuple(_KNOWN)), ("beside", (BESIDE,)))),
)

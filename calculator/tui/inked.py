"""A line of text in inks: the little of Textual's Content that our panels need, much faster.

A key press redraws some sixty lines. Pieces here name their ink, and the panel that shows them
looks each up once per theme, so that a line becomes a strip with hardly any work.
"""

from __future__ import annotations

from typing import TypeAlias

from rich.cells import cell_len, set_cell_size

Piece: TypeAlias = tuple[str, str, str]
"""Some text, the ink it is written in, and the ink of the ground under it, if any."""

Part: TypeAlias = "str | tuple[str, str] | Inked"


class Inked:
    """A line of pieces; immutable. Bare text is in the ink of text."""

    __slots__ = ("pieces",)
    pieces: list[Piece]

    def __init__(self, *parts: Part) -> None:
        pieces: list[Piece] = []
        for part in parts:
            if isinstance(part, Inked):
                pieces += part.pieces
            elif isinstance(part, str):
                pieces.append((part, "text", ""))
            else:
                pieces.append((part[0], part[1], ""))
        self.pieces = pieces

    @property
    def width(self) -> int:
        """Columns that the line takes."""
        return sum(columns(text) for text, _, _ in self.pieces)

    @property
    def plain(self) -> str:
        """The text alone."""
        return "".join(text for text, _, _ in self.pieces)

    @property
    def blank(self) -> Inked:
        """The line with nothing written on its grounds."""
        return _line([(" " * columns(text), ink, ground) for text, ink, ground in self.pieces])

    def fitted(self, width: int) -> Inked:
        """The line in exactly so many columns: cut with an ellipsis, or filled with blanks."""
        spare = width - self.width
        if spare >= 0:
            return Inked(self, " " * spare) if spare else self
        kept: list[Piece] = []
        left = width - 1
        for text, ink, ground in self.pieces:
            size = columns(text)
            if size > left:
                kept.append((set_cell_size(text, max(left, 0)) + "…", ink, ground))
                break
            kept.append((text, ink, ground))
            left -= size
        return _line(kept)

    def on(self, ground: str, start: int = 0, end: int | None = None) -> Inked:
        """The line on another ground from one character to another; older ground stays on top."""
        laid: list[Piece] = []
        at = 0
        for text, ink, below in self.pieces:
            size = len(text)
            first = min(max(start - at, 0), size)
            last = size if end is None else min(max(end - at, first), size)
            if first:
                laid.append((text[:first], ink, below))
            if first < last:
                laid.append((text[first:last], ink, below or ground))
            if last < size:
                laid.append((text[last:], ink, below))
            at += size
        return _line(laid)


def columns(text: str) -> int:
    """Columns that a text takes."""
    return len(text) if text.isascii() else cell_len(text)


def _line(pieces: list[Piece]) -> Inked:
    line = Inked()
    line.pieces = pieces
    return line

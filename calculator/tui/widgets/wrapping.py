"""Text broken to a width, with the lines after the first set in below it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from calculator.tui.inked import Inked
from calculator.tui.widgets.lines import Line


def broken(text: str, width: int) -> list[str]:
    """A text in pieces of at most `width` columns, broken between words."""
    if len(text) <= width:
        return [text]
    return textwrap.wrap(text, max(width, 8)) or [""]


def wrapped(
    text: str, ink: str, width: int, sign: tuple[str, str] = ("", ""), indent: int = 0
) -> Iterator[Line]:
    """A text in an ink, broken, with a sign in its own ink standing out before the first line."""
    mark, mark_ink = sign
    for number, piece in enumerate(broken(text, width - indent)):
        start = mark.ljust(indent) if number == 0 else " " * indent
        yield Inked((start, mark_ink), (piece, ink)), None

"""Lines of text in inks, as panels put them together: Textual's Content, its styles our inks.

They are broken here, for `Content.wrap` breaks no word at its hyphens: a line more on a phone.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TypeAlias

from textual.content import Content

Line: TypeAlias = tuple[Content, object]
"""A line, and a tag by which a click on it is recognized."""


def plain_line(text: str, ink: str = "text") -> Line:
    """A line in one ink on which no click means anything."""
    return Content.styled(text, ink), None


def rule(width: int) -> Line:
    """A line that parts what is above it from what is below."""
    return plain_line("─" * width, "faint")


def fitted(line: Content, width: int) -> Content:
    """The line in exactly so many columns: cut with an ellipsis, or filled with blanks."""
    return line.truncate(max(width, 0), ellipsis=True, pad=True)


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
        yield Content.assemble((start, mark_ink), (piece, ink)), None

"""Text broken to a width, with the lines after the first set in below it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from textual.content import Content


def hanging(
    sign: tuple[str, str], text: str, ink: str, width: int, indent: int = 2
) -> Iterator[Content]:
    """A sign and its ink, then a text in its own, broken so that the sign stands out."""
    mark, mark_ink = sign
    pieces = textwrap.wrap(text, max(width - indent, 8)) or [""]
    for number, piece in enumerate(pieces):
        start = mark.ljust(indent) if number == 0 else " " * indent
        yield Content.assemble((start, mark_ink), (piece, ink))

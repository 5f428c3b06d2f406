"""Buttons, every one within reach: over several rows, or on a phone a row at a time."""

from __future__ import annotations

from typing import Final

from calculator.tui.widgets.strip_bar import Block, Press, StripBar, block_of, widened

NARROW: Final = 64
"""Columns below which buttons are a thumb high."""

THUMB_LINES: Final = 3
"""Lines that a thumb hits."""

MORE: Final = Press("*more", "More")
"""Turns to the next row where only one is shown."""


class ButtonRows(StripBar):
    """Breaks its buttons into rows of about one length.

    Where they are a thumb high it shows one of the rows, and a button for the next.
    """

    DEFAULT_CSS = """
    ButtonRows { height: auto; }
    """

    def __init__(self) -> None:
        super().__init__(even=True)
        self._page = 0

    def arranged(self, width: int) -> tuple[int, list[list[Block]]]:
        tall = THUMB_LINES if width < NARROW else 1
        blocks = [block_of(button, tall, tight=False) for button in self._buttons]
        rows = _broken(blocks, width)
        if tall > 1 and len(rows) > 1:
            more = block_of(MORE, tall, tight=False)
            rows = _broken(blocks, width - more.width - 1)
            rows = [[*rows[self._page % len(rows)], more]]
        return tall, [widened(row, width, even=True) for row in rows]

    def pressed(self, command: str) -> None:
        if command == MORE.command:
            self._page += 1
            self.redraw()
        else:
            super().pressed(command)


def _broken(blocks: list[Block], width: int) -> list[list[Block]]:
    """The blocks in as few rows as they take, and those as even as may be."""
    least = len(_greedy_rows(blocks, width))
    even = next(room for room in range(1, width + 1) if len(_greedy_rows(blocks, room)) <= least)
    return _greedy_rows(blocks, even)


def _greedy_rows(blocks: list[Block], width: int) -> list[list[Block]]:
    rows: list[list[Block]] = []
    left = 0
    for block in blocks:
        if not rows or block.width > left:
            rows.append([])
            left = width
        rows[-1].append(block)
        left -= block.width + 1
    return rows

"""A bar of things to press, drawn by one widget: buttons at the foot, or tabs between panels.

Seven of Textual's `Button`s put 5 ms to a first paint that has none to spare.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from textual import events
from textual.content import Content

from calculator.tui.widgets.lines import Lines
from calculator.tui.widgets.text import Line


class Press(NamedTuple):
    """Something to press: the screen's action that it stands for, its name, key, and ink."""

    command: str
    label: str
    key: str = ""
    ink: str = "button"

    @property
    def text(self) -> str:
        """The name with its key before it."""
        return f"{self.key} {self.label}" if self.key else self.label


class Block(NamedTuple):
    """A button as it is drawn: its lines, all of one width."""

    button: Press
    rows: list[str]

    @property
    def width(self) -> int:
        """Columns that it takes."""
        return len(self.rows[0])


class StripBar(Lines, can_focus=False):
    """Draws as many of its buttons as fit, a line or three high, and has the screen act on them."""

    DEFAULT_CSS = """
    StripBar { padding: 0; overflow-y: hidden; scrollbar-gutter: auto; }
    """

    def __init__(self, *, even: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self._even = even
        """Whether spare columns go to all alike and not to the first, the one pressed most."""
        self._buttons: tuple[Press, ...] = ()
        self._tall = 1
        self._rows: list[list[Block]] = []

    def show(self, buttons: Sequence[Press]) -> None:
        """Draw these buttons."""
        if self._buttons != tuple(buttons):
            self._buttons = tuple(buttons)
            self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        self._tall, self._rows = self.arranged(width)
        for row in self._rows:
            for y in range(self._tall):
                parts = [part for button, rows in row for part in ((rows[y], button.ink), " ")]
                yield Content.assemble(*parts[:-1]), None

    def arranged(self, width: int) -> tuple[int, list[list[Block]]]:
        """How many lines high buttons are, and those of each row: here of one, as many as fit."""
        height = max(self.size.height, 1)
        tight = height >= 3 and sum(len(b.text) + 3 for b in self._buttons) > width
        blocks: list[Block] = []
        left = width
        for button in self._buttons:
            block = block_of(button, height, tight)
            if block.width <= left:
                blocks.append(block)
                left -= block.width + 1
        return height, [widened(blocks, width, self._even)]

    def command_at(self, x: int, y: int) -> str:
        """The command of the button at a place; "" if there is none."""
        row = y // self._tall
        for block in self._rows[row] if row < len(self._rows) else ():
            if 0 <= x < block.width:
                return block.button.command
            x -= block.width + 1
        return ""

    def pressed(self, command: str) -> None:
        """Have the screen do what a button stands for."""
        self.screen.call_next(self.screen.run_action, command)

    def on_click(self, event: events.Click) -> None:
        if command := self.command_at(event.x, event.y):
            self.pressed(command)


def block_of(button: Press, height: int, tight: bool) -> Block:
    """A button so many lines high; if `tight` without its key, its words under one another."""
    words = button.label.split() if tight else [button.text]
    words = words[:height]
    size = max(len(word) for word in words) + 2
    above = (height - len(words)) // 2
    rows = [""] * above + words + [""] * (height - above - len(words))
    return Block(button, [row.center(size) for row in rows])


def widened(blocks: list[Block], width: int, even: bool) -> list[Block]:
    """The blocks with the columns that are left over shared out."""
    spare = width - sum(block.width + 1 for block in blocks) + 1
    if not blocks or spare <= 0:
        return blocks
    share, rest = divmod(spare, len(blocks)) if even else (0, spare)
    more = [share + rest] + [share] * (len(blocks) - 1)
    return [
        Block(button, [row.center(len(row) + extra) for row in rows])
        for (button, rows), extra in zip(blocks, more, strict=True)
    ]

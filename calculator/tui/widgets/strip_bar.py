"""A bar of things to press, drawn by one widget: buttons at the foot, or tabs between panels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from textual import events
from textual.message import Message

from calculator.tui.inked import Inked
from calculator.tui.widgets.lines import Line, Lines


class Press(NamedTuple):
    """Something to press: the command it stands for, its name, its key, and its ink."""

    command: str
    label: str
    key: str = ""
    ink: str = "button"

    @property
    def text(self) -> str:
        """The name with its key before it."""
        return f"{self.key} {self.label}" if self.key else self.label


class StripBar(Lines):
    """Draws as many of its buttons as fit, a line or three high, and reports which was pressed."""

    DEFAULT_CSS = """
    StripBar { padding: 0; overflow-y: hidden; scrollbar-gutter: auto; }
    """

    class Pressed(Message):
        """A button was clicked or tapped."""

        def __init__(self, command: str) -> None:
            super().__init__()
            self.command = command

    def __init__(self, *, even: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self._even = even
        """Whether spare columns go to all alike and not to the first, the one pressed most."""
        self._buttons: tuple[Press, ...] = ()
        self._places: list[tuple[int, int, str]] = []

    def show(self, buttons: Sequence[Press]) -> None:
        """Draw these buttons."""
        if self._buttons != tuple(buttons):
            self._buttons = tuple(buttons)
            self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        height = max(self.size.height, 1)
        blocks = self._blocks(width, height)
        self._places = []
        at = 0
        for button, rows in blocks:
            self._places.append((at, at + len(rows[0]), button.command))
            at += len(rows[0]) + 1
        for y in range(height):
            parts = [part for button, rows in blocks for part in ((rows[y], button.ink), " ")]
            yield Inked(*parts[:-1]), None

    def _blocks(self, width: int, height: int) -> list[tuple[Press, list[str]]]:
        """The buttons that fit and their lines, words under one another where that helps."""
        tight = height >= 3 and sum(len(b.text) + 3 for b in self._buttons) > width
        blocks: list[tuple[Press, list[str]]] = []
        left = width
        for button in self._buttons:
            rows = _block(button, height, tight)
            if len(rows[0]) <= left:
                blocks.append((button, rows))
                left -= len(rows[0]) + 1
        return _widened(blocks, left + 1, self._even)

    def on_click(self, event: events.Click) -> None:
        for start, end, command in self._places:
            if start <= event.x < end:
                event.stop()
                self.post_message(self.Pressed(command))


def _block(button: Press, height: int, tight: bool) -> list[str]:
    words = button.label.split() if tight else [button.text]
    words = words[:height]
    size = max(len(word) for word in words) + 2
    above = (height - len(words)) // 2
    rows = [""] * above + words + [""] * (height - above - len(words))
    return [row.center(size) for row in rows]


def _widened(
    blocks: list[tuple[Press, list[str]]], spare: int, even: bool
) -> list[tuple[Press, list[str]]]:
    """The blocks with the columns that are left over shared out."""
    if not blocks or spare <= 0:
        return blocks
    share, rest = divmod(spare, len(blocks)) if even else (0, spare)
    more = [share + rest] + [share] * (len(blocks) - 1)
    return [
        (button, [row.center(len(row) + extra) for row in rows])
        for (button, rows), extra in zip(blocks, more, strict=True)
    ]

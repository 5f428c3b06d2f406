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
        """The name with its key before it, as it is drawn at least."""
        return f" {self.key} {self.label} " if self.key else f" {self.label} "


class StripBar(Lines, can_focus=False):
    """Draws as many of its buttons as fit on a line, or all over several lines of about one length,
    and has the screen act on them."""

    DEFAULT_CSS = """
    StripBar { height: 1; padding: 0; overflow-y: hidden; scrollbar-gutter: auto; }
    StripBar.-all { height: auto; }
    """

    def __init__(self, *, even: bool = False, all_of_them: bool = False, id: str | None = None):
        super().__init__(id=id)
        self.set_class(all_of_them, "-all")
        self._all_of_them = all_of_them
        self._even = even
        """Whether spare columns go to all alike and not to the first, the one pressed most."""
        self._buttons: tuple[Press, ...] = ()
        self._rows: list[list[tuple[Press, str]]] = []

    def show(self, buttons: Sequence[Press]) -> None:
        """Draw these buttons."""
        if self._buttons != tuple(buttons):
            self._buttons = tuple(buttons)
            self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        rows = _broken(self._buttons, width) if self._all_of_them else []
        if rows:  # as few rows as they take, and those as even as may be
            tried = (_broken(self._buttons, room) for room in range(1, width + 1))
            rows = next(found for found in tried if len(found) <= len(rows))
        rows = rows or [_fitting(self._buttons, width)]
        self._rows = [_widened(row, width, self._even) for row in rows if row]
        for row in self._rows or [[]]:
            parts = [part for button, text in row for part in ((text, button.ink), " ")]
            yield Content.assemble(*parts[:-1]), None

    def command_at(self, x: int, y: int) -> str:
        """The command of the button at a place; "" if there is none."""
        for button, text in self._rows[y] if y < len(self._rows) else ():
            if 0 <= x < len(text):
                return button.command
            x -= len(text) + 1
        return ""

    def on_click(self, event: events.Click) -> None:
        if command := self.command_at(event.x, event.y):
            self.screen.call_next(self.screen.run_action, command)


def _fitting(buttons: Sequence[Press], width: int) -> list[Press]:
    """As many of the buttons as fit in a row, the first ones first."""
    row: list[Press] = []
    for button in buttons:
        if len(button.text) <= width:
            row.append(button)
            width -= len(button.text) + 1
    return row


def _broken(buttons: Sequence[Press], width: int) -> list[list[Press]]:
    """The buttons in rows, as many in each as fit."""
    rows: list[list[Press]] = []
    left = 0
    for button in buttons:
        if not rows or len(button.text) > left:
            rows.append([])
            left = width
        rows[-1].append(button)
        left -= len(button.text) + 1
    return rows


def _widened(row: Sequence[Press], width: int, even: bool) -> list[tuple[Press, str]]:
    """Buttons as they are drawn, with the columns that are left over shared out."""
    spare = max(width - sum(len(button.text) + 1 for button in row) + 1, 0)
    share, rest = divmod(spare, len(row)) if even else (0, spare)
    more = [share + rest] + [share] * (len(row) - 1)
    return [
        (button, button.text.strip().center(len(button.text) + extra))
        for button, extra in zip(row, more, strict=True)
    ]

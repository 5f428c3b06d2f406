"""Bars of a line or a few: text with facts at its right, and things to press; and keys.

Seven of Textual's `Button`s put 5 ms to a first paint that has none to spare.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.keys import format_key

from calculator.tui.widgets.lines import Line, Lines, fitted, plain_line, wrapped

LEAST_TELLING: Final = 8
"""Columns below which a text that is cut tells nothing."""


KEY: Final = re.compile(r"(?:^ |  )(\S+)(?= )")
"""A key among hints, before what it does."""


class Bar(Lines, can_focus=False):
    """Lines from one edge to the other that take no keys."""

    right_margin = 0


class TextBar(Bar):
    """Draws a text, and beside it as many of its facts as leave room for it, the last ones first;
    where it may take several lines nothing is cut: what has no room on the first goes below."""

    def __init__(self, ink: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._ink = ink
        self.text = ""
        """The text that is drawn, without its facts."""
        self._facts: Sequence[str] = ()
        self._facts_first = False

    def show(self, text: str, *facts: str, facts_first: bool = False) -> None:
        """Draw these texts; with `facts_first` the text has what room they leave, be it none."""
        if (text, facts, facts_first) != (self.text, self._facts, self._facts_first):
            self.text, self._facts, self._facts_first = text, facts, facts_first
            self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        together = cell_len(self.text) + sum(map(cell_len, self._facts)) + 3
        if not self._grows or (together <= width and "\n" not in self.text):
            text = title(self.text, self._facts, width, facts_first=self._facts_first)
            yield plain_line(text, self._ink)
            return
        for text in (*self.text.splitlines(), *self._facts):
            yield from wrapped(text, self._ink, width - 1, indent=1)


class HintBar(TextBar):
    """The keys that help most just now, which stand out; or a note."""

    def lines(self, width: int) -> Iterable[Line]:
        is_note = self.has_class("-noting")
        self._ink = "text" if is_note else "dim"
        (line, tag), *rest = super().lines(width)
        for key in () if is_note else KEY.finditer(line.plain):
            line = line.stylize("heading", *key.span(1))
        yield line, tag
        yield from rest


def title(text: str, facts: Sequence[str], width: int, *, facts_first: bool = False) -> str:
    """A text and its facts on one line: a long text is cut, the last fact never is. Of the others
    the last are kept, as half of a text leaves room, or all if `facts_first`."""
    kept = 0 if facts_first else min(cell_len(text), width // 2) + 1
    texts = ("  ".join(filter(None, facts[start:])) for start in range(len(facts)))
    fits = (text for text in texts if cell_len(text) <= width - kept - 2)
    beside = next(fits, "") or "".join(facts[-1:])
    right = f" {beside} " if beside else " "
    room = width - cell_len(right) - 1
    if room < min(LEAST_TELLING, cell_len(text)):
        text = ""
    shown = text if cell_len(text) <= room else fitted(Content(text), room).plain
    return fitted(Content(f" {shown}"), width - cell_len(right)).plain + right


def bound(*keys: tuple[str, str, str, str], priority: bool = False) -> tuple[Binding, ...]:
    """Keys, each with what it has the screen do, what that is called, and what it means."""
    return tuple(
        Binding(key, command, name, tooltip=does, priority=priority)
        for key, command, name, does in keys
    )


def sign_of(binding: Binding) -> str:
    """A key as it is written."""
    key = format_key(binding.key.partition(",")[0])
    return key.title() if len(key) > 1 else key


def in_words(bindings: Iterable[BindingType]) -> Iterator[tuple[str, str]]:
    """What keys do, as a help card tells it."""
    for one in bindings:
        if isinstance(one, Binding) and one.tooltip:
            yield sign_of(one), f"{one.description}: {one.tooltip[0].lower()}{one.tooltip[1:]}"


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


class StripBar(Bar):
    """Draws what buttons fit on a line, or all on even lines; has the screen act on them."""

    def __init__(self, *, even: bool = False, all_of_them: bool = False, id: str | None = None):
        super().__init__(id=id)
        self.set_class(all_of_them, "-all")
        self._even = even
        """Whether spare columns go to all alike and not to the first, the one pressed most."""
        self._buttons: Sequence[Press] = ()
        self._rows: list[list[tuple[Press, str]]] = []

    def show(self, buttons: Sequence[Press]) -> None:
        """Draw these buttons."""
        if self._buttons != buttons:
            self._buttons = buttons
            self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        rows = self._broken(width)
        if self.has_class("-all"):  # as few rows as they take, and those as even as may be
            tried = (self._broken(room) for room in range(1, width))
            rows = next((found for found in tried if len(found) <= len(rows)), rows)
        self._rows = [self._widened(row, width) for row in rows if row]
        for row in self._rows or [[]]:
            parts = [part for button, text in row for part in ((text, button.ink), " ")]
            yield Content.assemble(*parts[:-1]), None

    def _broken(self, width: int) -> list[list[Press]]:
        """The buttons in rows, as many in each as fit; in one alone what fits of them."""
        rows: list[list[Press]] = [[]]
        left = width
        for button in self._buttons:
            fits = len(button.text) <= left
            if not fits and self.has_class("-all"):
                rows.append([])
                left = width
            if fits or self.has_class("-all"):
                rows[-1].append(button)
                left -= len(button.text) + 1
        return rows

    def _widened(self, row: Sequence[Press], width: int) -> list[tuple[Press, str]]:
        """Buttons as they are drawn, with the columns that are left over shared out."""
        spare = max(width - sum(len(button.text) + 1 for button in row) + 1, 0)
        share, rest = divmod(spare, len(row)) if self._even else (0, spare)
        more = [share + rest] + [share] * (len(row) - 1)
        return [
            (button, button.text.strip().center(len(button.text) + extra))
            for button, extra in zip(row, more, strict=True)
        ]

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

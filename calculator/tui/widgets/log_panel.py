"""The log: what this copy and the others at the table have ruled, the newest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from textual.content import Content

from calculator.tui.widgets.lines import Lines
from calculator.tui.widgets.text import Line, plain_line, wrapped

if TYPE_CHECKING:
    from calculator.desk.lines import EntryLine
    from calculator.tui.recorder import News

MOST_ENTRIES: Final = 200
"""Entries the panel keeps; the journal keeps them all."""


class LogPanel(Lines):
    """Lists rulings; those of other copies bear an arrow, and every one says whose it is."""

    right_margin = 1

    entries: tuple[EntryLine, ...] = ()
    """What is listed, the newest last."""
    _waiting = 0

    def add(self, news: News) -> None:
        """Add what has come in."""
        if news.entries or news.waiting != self._waiting:
            self.entries = (self.entries + news.entries)[-MOST_ENTRIES:]
            self._waiting = news.waiting
            self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        if self._waiting:
            yield plain_line(f"{self._waiting} not yet written down", "warning")
        if not self.entries and not self._waiting:
            yield plain_line("No results in this battle yet.", "dim")
        for entry in reversed(self.entries):
            yield from self._entry(entry, width)

    def _entry(self, entry: EntryLine, width: int) -> Iterator[Line]:
        sign, ink = ("•", "dim") if entry.own else ("◂", "other")
        whose = f"{sign} {entry.who}"
        where = f"  turn {entry.turn}  #{entry.number}"
        yield Content.assemble((f"{entry.time} ", "dim"), (whose, ink), (where, "faint")), None
        if entry.subject:
            yield from wrapped(entry.subject, "strong", width, indent=2)
        yield from wrapped(entry.text, "text", width, indent=2)

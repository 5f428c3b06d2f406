"""Why the odds are what they are, and what would change them.

Every factor by stage, in the system's own unit and in what it adds here beside all the others; then
every single change that the rules allow, by whose it is, the best first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from textual import events
from textual.content import Content
from textual.message import Message

from calculator.desk.why_view import Change, ChangesView, Stage, WhyView, why_view
from calculator.figures import points
from calculator.rules.modifiers import Factor
from calculator.rules.system import Owner
from calculator.rules.tables import TABLES
from calculator.rules.why import IDLE, Reason
from calculator.tui.widgets.lines import Lines
from calculator.tui.widgets.text import Line, plain_line, wrapped

if TYPE_CHECKING:
    from calculator.rules.odds import Odds

WORTH_COLUMNS: Final = 6
"""Columns of a worth in percentage points."""


class WhyPanel(Lines):
    """Lists factors and changes; changes are added as they are found."""

    right_margin = 1

    class ReadingPicked(Message):
        """The other way to read a doubtful value was clicked or tapped."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class FactorOpened(Message):
        """A factor was clicked or tapped."""

        def __init__(self, factor: Factor) -> None:
            super().__init__()
            self.factor = factor

    _odds: Odds | None = None
    _caution = ""
    _why: WhyView | None = None
    _changes: ChangesView | None = None

    def show(self, odds: Odds | None, caution: str = "") -> None:
        """Draw the factors of some odds, or that there are none; its changes are yet to come.

        With a `caution`, which says why, nothing of it is shown.
        """
        self._odds, self._caution = odds, caution
        self._why = self._changes = None
        self.redraw()

    def show_changes(self, why: WhyView, changes: ChangesView) -> None:
        """Draw what each factor does, and what would change the odds as far as it is known."""
        self._why, self._changes = why, changes
        self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        if self._odds is None or self._caution:
            nothing = self._caution or "There are no odds to explain."
            yield from wrapped(nothing, "dim", width)
            return
        why = self._why or why_view(self._odds)
        if why.nothing:
            yield from wrapped(why.nothing, "dim", width)
        for rule in why.rules:
            yield from wrapped(rule, "text", width, ("·", "dim"), 2)
        for stage in why.stages:
            yield from wrapped(stage.heading, "strong", width)
            yield from self._stage(stage, width)
        if why.together:
            yield from wrapped(why.together, "dim", width)
        if self._changes and self._changes.measure:
            yield from self._what_if(self._changes, width)

    def _stage(self, stage: Stage, width: int) -> Iterator[Line]:
        """What pulls, a line each; then in a row what was looked at and changes nothing here."""
        for reason in stage.reasons:
            if reason not in stage.idle:
                yield from ((line, reason.factor) for line, _ in self._factor(reason, width))
        if stage.idle:
            named = ", ".join(one.factor.in_full for one in stage.idle)
            note = f" ({IDLE})" if any(one.idle for one in stage.idle) else ""
            yield from wrapped(named + note, "dim", width, ("  +0", "dim"), 5)

    def _factor(self, reason: Reason, width: int) -> Iterator[Line]:
        factor, worth = reason.factor, reason.worth
        ink = "text" if factor.effect else "gain" if factor.points > 0 else "loss"
        figures = factor.in_column.rjust(4)
        if self._changes:
            figures += (points(float(worth)) if worth else "").rjust(WORTH_COLUMNS)
        beside = f"{factor.side} [{factor.cited}]" if factor.cited else factor.side
        spare = width - len(figures) - 1 - len(factor.name) - len(beside)
        if spare >= 2:
            name = f" {factor.name}"
            yield Content.assemble((figures, ink), name, " " * spare, (beside, "dim")), None
        else:
            text = f"{factor.name}, {beside}" if beside else factor.name
            yield from wrapped(text, "text", width, (figures, ink), len(figures) + 1)

    def _what_if(self, changes: ChangesView, width: int) -> Iterator[Line]:
        yield plain_line("")
        yield plain_line("What would change it", "heading")
        yield from wrapped(changes.measure, "dim", width)
        if changes.note:
            yield from wrapped(changes.note, "dim", width)
        for owner, found in changes.by_owner:
            yield plain_line(owner, "strong")
            for change in found:
                key = change.key.removeprefix(TABLES)
                tag = key if change.owner is Owner.TEXT else None
                yield from ((line, tag) for line, _ in _change(change, width))

    def on_click(self, event: events.Click) -> None:
        tag, _ = self.clicked(event)
        if isinstance(tag, Factor):
            self.post_message(self.FactorOpened(tag))
        elif isinstance(tag, str):
            self.post_message(self.ReadingPicked(tag))


def _change(change: Change, width: int) -> Iterator[Line]:
    ink = "gain" if change.merit > 0 else "loss"
    figure = points(float(change.difference)).rjust(WORTH_COLUMNS)
    yield from wrapped(change.label, "text", width, (figure, ink), WORTH_COLUMNS + 1)
    if change.brings:
        yield from wrapped(change.brings, "dim", width, indent=WORTH_COLUMNS + 3)

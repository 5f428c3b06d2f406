"""A result in plain words: what happened, what to do on the table, how it came about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from textual import events
from textual.content import Content

from calculator.tui.figures import one_in, percent
from calculator.tui.widgets.lines import Line, Lines
from calculator.tui.widgets.wrapping import hanging

if TYPE_CHECKING:
    from calculator.rules.question import Result


class ResultPanel(Lines):
    """Shows the last result; folded to its headline once the set-up has moved on."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._result: Result | None = None
        self._warning = ""
        self.folded = False

    def show(self, result: Result) -> None:
        """Draw a new result, unfolded, from its top."""
        self._result = result
        self.folded = False
        self.scroll_to(y=0, animate=False)
        self.redraw()

    def warn(self, warning: str) -> None:
        """Keep a warning above the result until it is taken back by an empty one."""
        if warning != self._warning:
            self._warning = warning
            self.redraw()

    def fold(self, folded: bool) -> None:
        """Show the headline alone, or the whole again."""
        if self._result is not None and folded != self.folded:
            self.folded = folded
            self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        if self._warning:
            yield Content.styled(f"! {self._warning}", self.ink("warning")), None
        if self._result is None:
            yield Content.styled("Result", self.ink("heading")), None
            yield Content.styled("Press Enter, R or the Result button.", self.ink("dim")), None
        else:
            yield from self._told(self._result, width)

    def _told(self, result: Result, width: int) -> Iterator[Line]:
        title = f"Result  {result.question.action.label}"
        if self.folded:
            title += "  (v unfolds)"
        yield Content.assemble((title, self.ink("heading"))), None
        yield Content.styled(result.words.headline, self.ink("value")), None
        if self.folded:
            return
        mark = ("▪", self.ink("heading"))
        for step in result.words.on_table:
            yield from ((line, None) for line in hanging(mark, step, self.ink("text"), width))
        for told in (*result.words.how, _rarity(result)):
            yield from ((line, None) for line in hanging(("", ""), told, self.ink("dim"), width))

    def on_click(self, event: events.Click) -> None:
        self.fold(not self.folded)


def _rarity(result: Result) -> str:
    chance = result.probability
    return f"Its chance was {percent(chance)}, {one_in(chance)}."

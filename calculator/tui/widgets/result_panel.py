"""A result in plain words: what happened, what to do on the table, how it came about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from textual import events

from calculator.figures import percent
from calculator.tui.figures import one_in
from calculator.tui.inked import Inked
from calculator.tui.widgets.lines import Line, Lines
from calculator.tui.widgets.wrapping import wrapped

if TYPE_CHECKING:
    from calculator.rules.question import Result


class ResultPanel(Lines):
    """Shows the last result; folded to its headline once the set-up has moved on."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._result: Result | None = None
        self._warning = ""
        self.folded = False

    @property
    def fresh(self) -> bool:
        """Whether the last result is shown in full: the set-up has not moved on since."""
        return self._result is not None and not self.folded

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
            yield from wrapped(self._warning, "warning", width, ("!", "warning"), 2)
        if self._result is None:
            yield Inked(("Result", "heading")), None
            yield from wrapped("Press Enter, R or the Result button.", "dim", width)
        else:
            yield from self._told(self._result, width)

    def _told(self, result: Result, width: int) -> Iterator[Line]:
        unfolds = "  (v unfolds)" if self.folded else ""
        yield Inked(("Result ", "heading"), (result.question.action.label + unfolds, "dim")), None
        yield from wrapped(result.words.headline, "value", width)
        if self.folded:
            return
        for step in result.words.on_table:
            yield from wrapped(step, "text", width, ("▪", "heading"), 2)
        rarity = [_rarity(result)] if result.probability < 1 else []
        for told in (*result.words.how, *rarity):
            yield from wrapped(told, "dim", width, indent=2)

    def on_click(self, event: events.Click) -> None:
        self.fold(not self.folded)


def _rarity(result: Result) -> str:
    chance = result.probability
    return f"Its chance was {percent(float(chance))}, {one_in(chance)}."

"""A result in plain words: what happened, what to do on the table, how it came about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from textual import events

from calculator.tui.widgets.lines import Lines
from calculator.tui.widgets.text import Line, wrapped

if TYPE_CHECKING:
    from calculator.desk.result_view import ResultView
    from calculator.rules.question import Result


class ResultPanel(Lines):
    """Shows the last result; folded to its headline once the set-up has moved on."""

    right_margin = 1

    result: Result | None = None
    """The last result shown."""
    folded = False
    _warning = ""
    _view: ResultView | None = None

    @property
    def fresh(self) -> bool:
        """Whether the last result is shown in full: the set-up has not moved on since."""
        return self.result is not None and not self.folded

    @property
    def amended(self) -> tuple[str, ...]:
        """What became of the result, where it no longer stands as it was drawn."""
        return self._view.amended if self._view else ()

    def show(self, result: Result, view: ResultView) -> None:
        """Draw a new result, unfolded, from its top."""
        self.result, self._view, self.folded = result, view, False
        self.scroll_to(y=0, animate=False)
        self.redraw()

    def take_back(self) -> None:
        """Show no result any more: the last one was withdrawn, and leaves nothing."""
        self.result = self._view = None
        self.redraw()

    def amend(self, text: str) -> None:
        """Say what became of the result: it is void, or something else was ruled."""
        if self._view:
            self._view = self._view._replace(amended=(*self._view.amended, text))
            self.redraw()

    def warn(self, warning: str) -> None:
        """Keep a warning above the result until it is taken back by an empty one."""
        if warning != self._warning:
            self._warning = warning
            self.redraw()

    def fold(self, folded: bool) -> None:
        """Show the headline alone, or the whole again."""
        if self.result is not None and folded != self.folded:
            self.folded = folded
            self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        if self._warning:
            yield from wrapped(self._warning, "warning", width, ("!", "warning"), 2)
        if self._view is None:
            yield from wrapped("Enter draws what the first button names.", "dim", width)
        else:
            yield from self._in_full(self._view, width)

    def _in_full(self, view: ResultView, width: int) -> Iterator[Line]:
        unfolds = "  (v unfolds)" if self.folded else ""
        yield from wrapped(view.subject + unfolds, "dim", width)
        for amended in view.amended:
            yield from wrapped(amended, "refusal", width, ("✗", "refusal"), 2)
        yield from _as_it_stands(view, wrapped(view.headline, "value", width))
        if self.folded:
            return
        for step in view.on_table:
            yield from _as_it_stands(view, wrapped(step, "text", width, ("▪", "heading"), 2))
        for line in (*view.how, view.rarity):
            yield from wrapped(line, "dim", width, indent=2) if line else ()

    def on_click(self, event: events.Click) -> None:
        self.fold(not self.folded)


def _as_it_stands(view: ResultView, lines: Iterable[Line]) -> Iterator[Line]:
    """Lines of a result, struck out once it no longer stands."""
    for line, tag in lines:
        yield (line if view.stands else line.stylize("struck")), tag

"""A result in plain words: what happened, what to do on the table and, unfolded, how it came about.

It is read across a table, so its headline stands in a band and its steps apart where there is room.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from textual import events
from textual.content import Content
from textual.message import Message

from calculator.tui.widgets.lines import Lines
from calculator.tui.widgets.text import Line, broken, fitted, plain_line, wrapped

if TYPE_CHECKING:
    from calculator.desk.result_view import ResultView
    from calculator.rules.question import Result

HOW: Final = "how"
"""What a click on the line means that unfolds how a result came about."""

ROOM_FOR_THE_REST: Final = 6
"""Lines of the band, of what became of the result, and between its parts."""


class ResultPanel(Lines):
    """Shows the last result; folded to its headline once the set-up has moved on."""

    right_margin = 1

    class Turned(Message):
        """The result was folded or unfolded."""

    result: Result | None = None
    """The last result shown."""
    folded = False
    _warning = ""
    _view: ResultView | None = None
    _tells_how = False
    """Whether how it came about is unfolded."""

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
        self.result, self._view, self.folded, self._tells_how = result, view, False, False
        self.scroll_to(y=0, animate=False)
        self.redraw()

    def take_back(self) -> None:
        """Show no result any more: the last one was withdrawn, and leaves nothing."""
        self.result = self._view = None
        self.redraw()

    def amend(self, amended: tuple[str, ...]) -> None:
        """Say what became of the result: it is void, or something else was ruled."""
        if self._view:
            self._view = self._view._replace(amended=amended)
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
            self.post_message(self.Turned())
            self.redraw()

    def unfold(self) -> bool:
        """Show the whole, and then how it came about; whether there was more to show."""
        if self._view is None or not (self.folded or (self._view.how and not self._tells_how)):
            return False
        self._tells_how = not self.folded
        self.folded = False
        self.redraw()
        return True

    def lines(self, width: int) -> Iterable[Line]:
        if self._warning:
            yield from wrapped(self._warning, "warning", width, ("!", "warning"), 2)
        if self._view is None:
            yield from wrapped("No result yet: Enter draws one.", "dim", width)
        elif self.folded:
            yield from wrapped(f"{self._view.subject}  (v shows all)", "dim", width)
            yield from _amended(self._view, width)
            yield from _as_it_stands(self._view, wrapped(self._view.headline, "value", width))
        else:
            yield from self._in_full(self._view, width)

    def _in_full(self, view: ResultView, width: int) -> Iterator[Line]:
        yield from _band(view, width)
        yield from _amended(view, width)
        steps = [list(_step(view, number, width)) for number in range(1, len(view.on_table) + 1)]
        rest = [*wrapped(view.rarity, "dim", width), *self._how(view, width)]
        needed = sum(map(len, steps)) + len(rest) + len(steps) + ROOM_FOR_THE_REST
        gap = [plain_line("")] if needed <= self.size.height else []
        for step in steps:
            yield from (*gap, *step)
        yield plain_line("")
        yield from rest

    def _how(self, view: ResultView, width: int) -> Iterator[Line]:
        if view.how:
            sign = "▾" if self._tells_how else "▸"
            yield Content.assemble((f"{sign} How it came about", "text"), ("  v", "letter")), HOW
        for line in view.how if self._tells_how else ():
            yield from wrapped(line, "dim", width, indent=2)

    def on_click(self, event: events.Click) -> None:
        if self.clicked(event)[0] == HOW:
            self._tells_how = not self._tells_how
            self.redraw()
        else:
            self.fold(not self.folded)


def _band(view: ResultView, width: int) -> Iterator[Line]:
    """Who did what to whom, and what came of it, on a ground of its own."""
    yield from _as_it_stands(view, _grounded(view.subject, "title-dim", width))
    yield from _as_it_stands(view, _grounded(view.headline, "title", width))


def _grounded(text: str, ink: str, width: int) -> Iterator[Line]:
    for piece in broken(text, width - 2):
        yield fitted(Content.styled(f" {piece}", ink), width).stylize(ink), None


def _amended(view: ResultView, width: int) -> Iterator[Line]:
    for amended in view.amended:
        yield from wrapped(amended, "refusal", width, ("✗", "refusal"), 2)


def _step(view: ResultView, number: int, width: int) -> Iterator[Line]:
    sign = (f"{number}.", "heading")
    return _as_it_stands(view, wrapped(view.on_table[number - 1], "strong", width, sign, 3))


def _as_it_stands(view: ResultView, lines: Iterable[Line]) -> Iterator[Line]:
    """Lines of a result, struck out once it no longer stands."""
    for line, tag in lines:
        yield (line if view.stands else line.stylize("struck")), tag

"""One line of text with something at its right: the title above, the hints below."""

from __future__ import annotations

from collections.abc import Iterable

from textual.message import Message

from calculator.tui.inked import Inked, columns
from calculator.tui.widgets.lines import Line, Lines


class TextBar(Lines):
    """Draws a text at the left and another at the right.

    Where there is not room for both the right one goes below, or if it is `firm` the left is cut.
    """

    DEFAULT_CSS = """
    TextBar { height: 1; padding: 0; overflow-y: hidden; scrollbar-gutter: auto; }
    """

    class Clicked(Message):
        """The line was clicked or tapped."""

        def __init__(self, bar: str | None) -> None:
            super().__init__()
            self.bar = bar

    def __init__(self, ink: str, *, firm: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self._firm = firm
        self._ink = ink
        self._left = self._right = ""

    def show(self, left: str, right: str = "") -> None:
        """Draw these texts."""
        if (left, right) != (self._left, self._right):
            self._left, self._right = left, right
            self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        right = f" {self._right} " if self._right else ""
        below = 1 + columns(self._left) + columns(right) > width and not self._firm
        left = Inked((f" {self._left}", self._ink)).fitted(width - (0 if below else columns(right)))
        yield Inked((left.plain if below else left.plain + right, self._ink)), None
        if below and right:
            yield Inked((right, self._ink)), None

    def on_click(self) -> None:
        self.post_message(self.Clicked(self.id))

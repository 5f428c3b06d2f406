"""A line of text with facts at its right: the title above, the chief chances, the notes below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from textual.content import Content

from calculator.tui.widgets.lines import Lines
from calculator.tui.widgets.text import Line, fitted, plain_line, wrapped


class TextBar(Lines, can_focus=False):
    """Draws a text, and beside it as many of its facts as leave room for it, the last ones first.

    Where it may take several lines nothing is cut: what has no room on the first goes below.
    """

    DEFAULT_CSS = """
    TextBar { height: 1; padding: 0; overflow-y: hidden; scrollbar-gutter: auto; }
    """

    def __init__(self, ink: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._ink = ink
        self._text = ""
        self._facts: Sequence[str] = ()

    def show(self, text: str, *facts: str) -> None:
        """Draw these texts."""
        if (text, facts) != (self._text, self._facts):
            self._text, self._facts = text, facts
            self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        grows = self.styles.height is not None and self.styles.height.is_auto
        together = cell_len(self._text) + sum(map(cell_len, self._facts)) + 3
        if not grows or (together <= width and "\n" not in self._text):
            yield title(self._text, self._facts, width, self._ink)
            return
        for text in (*self._text.splitlines(), *self._facts):
            yield from wrapped(text, self._ink, width - 1, indent=1)


def title(text: str, facts: Sequence[str], width: int, ink: str, tail: str = "") -> Line:
    """A text and its facts on one line: a long text is cut, its tail and the last fact never are.

    Of the other facts the last ones are kept, as far as a text of half the width leaves room.
    """
    text_width = cell_len(text + tail)
    beside = fitting(facts, width - min(text_width, width // 2) - 3) or "".join(facts[-1:])
    right = f" {beside} " if beside else " "
    room = width - cell_len(tail + right) - 1
    shown = text if cell_len(text) <= room else fitted(Content(text), room).plain
    left = fitted(Content(f" {shown}{tail}"), width - cell_len(right)).plain
    return plain_line(left + right, ink)


def fitting(facts: Sequence[str], room: int) -> str:
    """As many of the last facts as there is room for."""
    texts = ("  ".join(filter(None, facts[start:])) for start in range(len(facts)))
    return next((text for text in texts if cell_len(text) <= room), "")

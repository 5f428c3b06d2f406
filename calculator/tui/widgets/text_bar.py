"""A line of text with facts at its right: the title above, the chief chances, the notes below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from calculator.tui.widgets.lines import Lines
from calculator.tui.widgets.text import Line, fitted, plain_line, wrapped

LEAST_TELLING: Final = 8
"""Columns below which a text that is cut tells nothing."""


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
        self._facts_first = False

    @property
    def text(self) -> str:
        """The text that is drawn, without its facts."""
        return self._text

    def show(self, text: str, *facts: str, facts_first: bool = False) -> None:
        """Draw these texts; with `facts_first` the text has what room they leave, be it none."""
        if (text, facts, facts_first) != (self._text, self._facts, self._facts_first):
            self._text, self._facts, self._facts_first = text, facts, facts_first
            self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        grows = self.styles.height is not None and self.styles.height.is_auto
        together = cell_len(self._text) + sum(map(cell_len, self._facts)) + 3
        if not grows or (together <= width and "\n" not in self._text):
            facts_first = self._facts_first
            yield title(self._text, self._facts, width, self._ink, facts_first=facts_first)
            return
        for text in (*self._text.splitlines(), *self._facts):
            yield from wrapped(text, self._ink, width - 1, indent=1)


def title(
    text: str,
    facts: Sequence[str],
    width: int,
    ink: str,
    tail: str = "",
    *,
    facts_first: bool = False,
) -> Line:
    """A text and its facts on one line: a long text is cut, its tail and the last fact never are.

    Of the other facts the last ones are kept, as far as a text of half the width leaves room, or
    with `facts_first` as far as they go.
    """
    kept = 0 if facts_first else min(cell_len(text + tail), width // 2)
    beside = fitting(facts, width - kept - 3) or "".join(facts[-1:])
    right = f" {beside} " if beside else " "
    room = width - cell_len(tail + right) - 1
    if room < min(LEAST_TELLING, cell_len(text)):
        text = ""
    shown = text if cell_len(text) <= room else fitted(Content(text), room).plain
    left = fitted(Content(f" {shown}{tail}"), width - cell_len(right)).plain
    return plain_line(left + right, ink)


def fitting(facts: Sequence[str], room: int) -> str:
    """As many of the last facts as there is room for."""
    texts = ("  ".join(filter(None, facts[start:])) for start in range(len(facts)))
    return next((text for text in texts if cell_len(text) <= room), "")

"""What stands below the buttons: a warning for as long as it holds, trouble, or a hint."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from calculator.tui.inked import columns
from calculator.tui.widgets.lines import Line, Lines
from calculator.tui.widgets.wrapping import wrapped

HINTS: Final = (
    "↑↓ from entry to entry; Enter, or a second tap, shows one in full; ? help",
    "A second tap shows an entry in full.",
)
"""What stands there when there is nothing else to say: the first that fits."""


class Notice(Lines, can_focus=False):
    """Shows everything to the end, over as many lines as it takes."""

    DEFAULT_CSS = """
    Notice { height: auto; max-height: 10; padding: 0 1; scrollbar-gutter: auto; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._text = self._warning = ""

    def show(self, text: str) -> None:
        """Say something, until the next text; nothing brings the hints back."""
        if text != self._text:
            self._text = text
            self.redraw()

    def warn(self, warning: str) -> None:
        """Keep a warning in sight until it is taken back by an empty one."""
        if warning != self._warning:
            self._warning = warning
            self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        if self._warning:
            yield from wrapped(self._warning, "warning", width, ("!", "warning"), 2)
        for text in self._text.splitlines():
            yield from wrapped(text, "text", width)
        if not self._warning and not self._text:
            hint = next((hint for hint in HINTS if columns(hint) <= width), HINTS[-1])
            yield from wrapped(hint, "dim", width)

"""A result in plain words: what happened, what to do on the table, how it came about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from textual import events

from calculator.figures import give_or_take, one_in
from calculator.journal.disclosure import Disclosure
from calculator.tui.widgets.lines import Lines
from calculator.tui.widgets.text import Line, wrapped

if TYPE_CHECKING:
    from calculator.rules.question import Result


class ResultPanel(Lines):
    """Shows the last result; folded to its headline once the set-up has moved on."""

    right_margin = 1

    result: Result | None = None
    """The last result shown."""
    folded = False
    _warning = _subject = ""
    amended = ""
    """What became of the result, where it no longer stands as it was drawn."""
    _disclosure = Disclosure.EXACT

    @property
    def fresh(self) -> bool:
        """Whether the last result is shown in full: the set-up has not moved on since."""
        return self.result is not None and not self.folded

    def show(self, result: Result, subject: str, disclosure: Disclosure) -> None:
        """Draw a new result, unfolded, from its top; `subject` says who did what to whom."""
        self.result = result
        self._disclosure = disclosure.after_result
        self._subject, self.amended = subject, ""
        self.folded = False
        self.scroll_to(y=0, animate=False)
        self.redraw()

    def take_back(self) -> None:
        """Show no result any more: the last one was withdrawn, and leaves nothing."""
        self.result = None
        self.redraw()

    def amend(self, text: str) -> None:
        """Say what became of the result: it is void, or something else was ruled."""
        self.amended = text
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
        if self.result is None:
            yield from wrapped("Enter draws what the first button names.", "dim", width)
        else:
            yield from self._in_full(self.result, width)

    def _in_full(self, result: Result, width: int) -> Iterator[Line]:
        unfolds = "  (v unfolds)" if self.folded else ""
        yield from wrapped(self._subject + unfolds, "dim", width)
        if self.amended:
            yield from wrapped(self.amended, "refusal", width, ("✗", "refusal"), 2)
        yield from self._standing(wrapped(result.narration.headline, "value", width))
        if self.folded:
            return
        for step in result.narration.on_table:
            yield from self._standing(wrapped(step, "text", width, ("▪", "heading"), 2))
        chance = result.probability
        rarity = [self._rarity(chance, result.standard_error)] if chance and chance < 1 else []
        for line in (*self._disclosure.narrated(result.narration.how), *rarity):
            yield from wrapped(line, "dim", width, indent=2)

    def _standing(self, lines: Iterable[Line]) -> Iterator[Line]:
        """Lines of the result, struck out once it no longer stands."""
        for line, tag in lines:
            yield (line.stylize("struck") if self.amended else line), tag

    def on_click(self, event: events.Click) -> None:
        self.fold(not self.folded)

    def _rarity(self, chance: Fraction, error: float) -> str:
        shown = self._disclosure.chance(float(chance))
        if self._disclosure is Disclosure.WORDS:
            return f"It was {shown}."
        sampled = f" (sampled, {give_or_take(error)})" if error else ""
        return f"Its chance was {shown}{sampled}, {one_in(chance)}."

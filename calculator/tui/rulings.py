"""Questions put to the umpire, one at a time, and what every copy at the table records."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from textual.screen import Screen

from calculator.errors import CalculatorError
from calculator.tui.recorder import News, Recorder
from calculator.tui.threads import Watch, in_thread

if TYPE_CHECKING:
    from calculator.desk.asking import Asking
    from calculator.rules.question import Odds, Result
    from calculator.umpire import Ruling

FIRST_LOOK_SECONDS: Final = 0.1
"""How long after opening the record is first looked at."""


class Rulings:
    """Keeps the record at arm's length, in threads, for a disk or another copy may make it wait.

    `ruled`, `refused` and `news` are called on the screen: with a result and the number of its
    entry, 0 where none is written; with why there is no result; and with what has come into the
    record. `rested` is once what was ruled last is among the news.
    """

    def __init__(
        self,
        screen: Screen[Any],
        recorder: Recorder,
        *,
        ruled: Callable[[Result, int], object],
        refused: Callable[[CalculatorError], object],
        news: Callable[[News], object],
        rested: Callable[[], object],
    ) -> None:
        self._screen = screen
        self._recorder = recorder
        self._ruled = ruled
        self._refused = refused
        self._rested = rested
        self._watch = Watch(screen, recorder.news, news)
        self.is_busy = False
        """Whether something is being ruled, or is ruled and not yet among the news."""

    def follow(self) -> None:
        """Look at the record soon, and then again and again."""
        self._watch.start(FIRST_LOOK_SECONDS)

    def look(self) -> None:
        """Look at the record now."""
        self._watch.look()

    def rule(self, odds: Odds, asked: Asking, *, in_practice: bool = False) -> None:
        """Have what was asked adjudicated, of which these are the odds; what merely measures, or is
        practice, is not recorded.
        """
        question = odds.question
        if in_practice or not question.action.is_recorded:
            self._ruled(question.result(odds=odds, names=asked.names), 0)
        elif not self.is_busy:
            self.is_busy = True
            ask = self._recorder.adjudicate
            in_thread(self._screen, lambda: ask(odds, asked), self._end, self._give_up)

    def _end(self, ruling: Ruling) -> None:
        self._ruled(ruling.result, ruling.entry.number if ruling.entry else 0)
        self._watch.look(self._rest)

    def _rest(self) -> None:
        self.is_busy = False
        self._rested()

    def _give_up(self, trouble: CalculatorError) -> None:
        self._refused(trouble)
        self._rest()

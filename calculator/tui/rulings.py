"""Questions put to the umpire, one at a time, and what every copy at the table records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from textual.screen import Screen

from calculator.errors import CalculatorError
from calculator.tui.recorder import News, Recorder
from calculator.tui.threads import Watch, in_thread

if TYPE_CHECKING:
    from calculator.rules.question import Odds, Question, Result
    from calculator.umpire import Named

FIRST_LOOK_SECONDS: Final = 0.1
"""How long after opening the record is first looked at."""


class Rulings:
    """Keeps the record at arm's length, in threads, for a disk or another copy may make it wait.

    `ruled`, `refused` and `news` are called on the screen: with a result, with why there is none,
    and with what has come into the record; `rested` once what was ruled last is among the news.
    """

    def __init__(
        self,
        screen: Screen[Any],
        recorder: Recorder,
        *,
        ruled: Callable[[Result], object],
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

    def rule(
        self,
        question: Question,
        units: Mapping[str, Named],
        odds: Odds | None = None,
        *,
        side: str = "",
        in_practice: bool = False,
    ) -> None:
        """Have a question adjudicated; what merely measures, or is practice, is not recorded.

        `odds` of the question are handed on where they are shown already; `side` is whose army is
        checked.
        """
        if in_practice or not question.action.is_recorded:
            self._ruled(question.result(odds=odds))
        elif not self.is_busy:
            self.is_busy = True
            ask = self._recorder.adjudicate
            in_thread(
                self._screen, lambda: ask(question, units, odds, side), self._end, self._give_up
            )

    def _end(self, result: Result) -> None:
        self._ruled(result)
        self._watch.look(self._rest)

    def _rest(self) -> None:
        self.is_busy = False
        self._rested()

    def _give_up(self, trouble: CalculatorError) -> None:
        self._refused(trouble)
        self._rest()

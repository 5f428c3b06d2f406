"""What would change the odds, worked out beside the screen once the keys rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from textual.screen import Screen

if TYPE_CHECKING:
    from textual.timer import Timer

    from calculator.rules.question import Odds
    from calculator.tuning.what_if import Alternative

    Show = Callable[[Sequence[Alternative], bool], object]

REST_SECONDS: Final = 0.1
"""How long no key has to come before changes are looked for."""

SHOW_SECONDS: Final = 0.1
"""When what has been found is first shown, where it takes longer; each wait after is twice as long.

Whoever reads a long list is not to have it drawn anew under the eyes.
"""


class WhatIf:
    """Looks for changes of one reading at a time; the next reading lets go of the last.

    `show` is called on the screen with the changes found so far, the best first, and whether these
    are all. What each factor does is worked out before them, where no key waits for it.
    """

    def __init__(self, screen: Screen[Any], show: Show) -> None:
        self._screen = screen
        self._show = show
        self._odds: Odds | None = None
        self._timer: Timer | None = None

    def look_into(self, odds: Odds | None) -> None:
        """Look for what would change these odds as soon as the keys rest."""
        self._odds = odds
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if odds is not None:
            self._timer = self._screen.set_timer(REST_SECONDS, self._start)

    def _start(self) -> None:
        odds = self._odds
        if odds is not None:
            self._screen.run_worker(lambda: self._look(odds), thread=True)

    def _look(self, odds: Odds) -> None:
        from calculator.tuning.what_if import changes

        found: list[Alternative] = []
        if odds.why:
            self._send(odds, found, False)
        wait = SHOW_SECONDS
        due = monotonic() + wait
        for change in changes(odds):
            if odds is not self._odds:
                return
            found.append(change)
            if monotonic() > due:
                wait *= 2
                due = monotonic() + wait
                self._send(odds, found, False)
        self._send(odds, found, True)

    def _send(self, odds: Odds, found: Sequence[Alternative], is_whole: bool) -> None:
        from calculator.tuning.what_if import best_first

        ordered = best_first(found)

        def show() -> None:
            if odds is self._odds:
                self._show(ordered, is_whole)

        self._screen.app.call_from_thread(show)

"""Which assumed answers decide much, found out beside the screen once the keys rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from calculator.tui import what_if

if TYPE_CHECKING:
    from textual.timer import Timer

    from calculator.desk.asking import Asking
    from calculator.rules.question import Odds


class Deciding:
    """Looks at one set-up at a time; `show` is called on the screen with the fields found."""

    def __init__(self, screen: Screen[Any], show: Callable[[tuple[str, ...]], object]) -> None:
        self._screen = screen
        self._show = show
        self._asked: Asking | None = None
        self._timer: Timer | None = None

    def look_into(self, asked: Asking, odds: Odds | None) -> None:
        """Look at a set-up and its odds as soon as the keys rest."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._asked = asked.copied()
        if odds is not None:
            self._timer = self._screen.set_timer(
                what_if.REST_SECONDS, lambda: self._start(self._asked, odds)
            )

    def _start(self, asked: Asking | None, odds: Odds) -> None:
        self._screen.run_worker(lambda: self._look(asked, odds), thread=True)

    def _look(self, asked: Asking | None, odds: Odds) -> None:
        from calculator.desk.deciding import deciding

        if asked is not None and asked is self._asked:
            self._screen.app.call_from_thread(self._end, asked, deciding(asked, odds))

    def _end(self, asked: Asking, found: tuple[str, ...]) -> None:
        if asked is self._asked:
            self._show(found)

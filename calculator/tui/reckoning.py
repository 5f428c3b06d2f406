"""When the odds of the set-up are worked out: at every key, or beside the screen as keys rest."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from textual.screen import Screen

from calculator.tui.reading import Reading

if TYPE_CHECKING:
    from textual.timer import Timer

    from calculator.tui.session import Session

AT_ONCE_SECONDS: Final = 0.05
"""What odds may take to be worked out at every key; slower ones wait until the keys rest."""

REST_SECONDS: Final = 0.15
"""How long no key has to come for slow odds to be worked out."""


class Reckoning:
    """The reading of a session's set-up, and whether it is yet to be worked out.

    `show` is called with every new reading, `wait` when what is shown is no longer up to date.
    """

    def __init__(
        self,
        screen: Screen[Any],
        session: Session,
        *,
        show: Callable[[Reading], object],
        wait: Callable[[], object],
    ) -> None:
        self.reading = Reading()
        self.is_done = False
        """Whether the reading is that of the present set-up."""
        self._screen = screen
        self._session = session
        self._show = show
        self._wait = wait
        self._seconds_taken = 0.0
        self._timer: Timer | None = None
        self._asked = 0
        """How often the set-up has changed: what was worked out for an earlier one is let go."""

    def start(self) -> None:
        """Work out the present set-up: at once, or in a thread as soon as the keys rest."""
        self._asked += 1
        self.is_done = False
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self._seconds_taken < AT_ONCE_SECONDS:
            self._take(self._asked, *self._timed())
        else:
            self._wait()
            self._timer = self._screen.set_timer(REST_SECONDS, self._start_thread)

    def _start_thread(self) -> None:
        asked, set_up = self._asked, self._session.read_later()

        def work() -> None:
            start = monotonic()
            reading = set_up()
            self._screen.app.call_from_thread(self._take, asked, reading, monotonic() - start)

        self._screen.run_worker(work, thread=True)

    def _timed(self) -> tuple[Reading, float]:
        start = monotonic()
        reading = self._session.read_later()()
        return reading, monotonic() - start

    def _take(self, asked: int, reading: Reading, seconds: float) -> None:
        self._seconds_taken = seconds
        if asked == self._asked:
            self.reading, self.is_done = reading, True
            self._show(reading)

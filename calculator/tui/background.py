"""Work beside the screen: what may have to wait for a disk or another copy, what is looked at again
and again, and what is worked out once the keys rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from textual.screen import Screen

from calculator.errors import CalculatorError

if TYPE_CHECKING:
    from textual.timer import Timer

T = TypeVar("T")

REST_SECONDS: Final = 0.1
"""How long no key has to come before anything is looked for."""

Send: TypeAlias = Callable[[Callable[[], object] | None], bool]
"""Has something shown on the screen, from a thread, or nothing; False once something else is worked
out."""


def in_thread(
    screen: Screen[Any],
    work: Callable[[], T],
    done: Callable[[T], object],
    failed: Callable[[CalculatorError], object],
) -> None:
    """Do some work in a thread, then go on with what came of it, or with the trouble, on screen."""

    def run() -> None:
        try:
            result = work()
        except CalculatorError as trouble:
            screen.app.call_from_thread(failed, trouble)
        else:
            screen.app.call_from_thread(done, result)

    screen.run_worker(run, thread=True)


class Watch:
    """Looks again and again at what others write, one look at a time.

    `read` is called in a thread and must not raise; `take` gets what it gave, on the screen.
    """

    SECONDS = 0.4
    """How often to look, so that another copy's ruling shows within a second."""

    def __init__(self, screen: Screen[Any], read: Callable[[], T], take: Callable[[T], object]):
        self._screen = screen
        self._look: Callable[[], None] = lambda: self._read_and_take(read, take)
        self._looking = False
        self._again = False
        self._then: list[Callable[[], object]] = []

    def start(self, first: float = 0.0) -> None:
        """Look after `first` seconds, and from then on."""
        if first:
            self._screen.set_timer(first, self.look)
        else:
            self.look()
        self._screen.set_interval(self.SECONDS, self.look)

    def look(self, then: Callable[[], object] | None = None) -> None:
        """Look now; while one look is under way, once more after it.

        `then` is called once what this look finds has been taken.
        """
        if then:
            self._then.append(then)
        if self._looking:
            self._again = True
            return
        self._looking = True
        self._screen.run_worker(self._look, thread=True)

    def _read_and_take(self, read: Callable[[], T], take: Callable[[T], object]) -> None:
        self._screen.app.call_from_thread(self._end, take, read())

    def _end(self, take: Callable[[T], object], found: T) -> None:
        self._looking = False
        take(found)
        if self._again:
            self._again = False
            self.look()
            return
        then, self._then = self._then, []
        for one in then:
            one()


class AtRest:
    """Works out one thing at a time, after so many `rests` without a key; the next lets go of the
    last."""

    def __init__(self, screen: Screen[Any], rests: int = 1) -> None:
        self._screen = screen
        self._rests = rests
        self._work: Callable[[Send], object] | None = None
        self._timer: Timer | None = None

    def work_out(self, work: Callable[[Send], object] | None, seconds: float | None = None) -> None:
        """Do this in a thread as soon as the keys rest, or have for so many `seconds`; None lets go
        of what is under way."""
        self._work = work
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if work is not None:
            rest = self._rests * REST_SECONDS if seconds is None else seconds
            self._timer = self._screen.set_timer(rest, lambda: self._start(work))

    def _start(self, work: Callable[[Send], object]) -> None:
        def send(show: Callable[[], object] | None) -> bool:
            if show and work is self._work:
                self._screen.app.call_from_thread(lambda: show() if work is self._work else None)
            return work is self._work

        self._screen.run_worker(lambda: work(send), thread=True)

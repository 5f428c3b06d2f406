"""Work that may have to wait for a disk, another copy or long odds, done beside the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from textual.screen import Screen

from calculator.errors import CalculatorError

T = TypeVar("T")


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

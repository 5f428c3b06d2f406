"""Work beside the screen: what may have to wait for a disk or another copy, what is looked at again
and again, and what is worked out once the keys rest."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from textual.app import App
from textual.screen import Screen

from calculator.errors import CalculatorError
from calculator.rules.question import Odds

if TYPE_CHECKING:
    from textual.timer import Timer

    from calculator.desk.why_view import ChangesView, WhyView
    from calculator.tuning.what_if import Alternative

T = TypeVar("T")

REST_SECONDS: Final = 0.1
"""How long no key has to come before anything is looked for."""

SHOW_SECONDS: Final = 0.1
"""When findings are first shown; each wait after is twice as long: lists are being read."""

Send: TypeAlias = Callable[[Callable[[], object] | None], bool]
"""Shows something, or nothing, from a thread; False once something else is worked out."""


def show_on(node: App[Any] | Screen[Any], show: Callable[..., object], *given: object) -> None:
    """From a thread, show something on a screen, unless that has been left meanwhile."""
    try:
        app = node.app
    except RuntimeError:  # it is no part of an app any more
        return
    app.call_from_thread(lambda: show(*given) if node.is_running else None)


def in_thread(
    node: App[Any] | Screen[Any],
    work: Callable[[], T],
    done: Callable[[T], object],
    failed: Callable[[CalculatorError], object],
) -> None:
    """Do some work in a thread, then go on with what came of it or the trouble, if `node` lives."""

    def run() -> None:
        try:
            result = work()
        except CalculatorError as trouble:
            show_on(node, failed, trouble)
        else:
            show_on(node, done, result)

    node.run_worker(run, thread=True)


class Watch:
    """Looks again and again at what others write, one look at a time: `read` in a thread, which
    must not raise, and on the screen `take` gets what it gave."""

    SECONDS = 0.4
    """How often to look, so that another copy's ruling shows within a second."""

    def __init__(self, screen: Screen[Any], read: Callable[[], T], take: Callable[[T], object]):
        self._screen = screen
        self._look = lambda: show_on(screen, self._end, take, read())
        self._looking = self._again = False
        self._then: list[Callable[[], object]] = []

    def start(self) -> None:
        """Look now, and from now on."""
        self.look()
        self._screen.set_interval(self.SECONDS, self.look)

    def look(self, *then: Callable[[], object]) -> None:
        """Look now, or again after the look under way; `then` is called once that is taken."""
        self._then += then
        self._again = self._looking
        if not self._looking:
            self._looking = True
            self._screen.run_worker(self._look, thread=True)

    def _end(self, take: Callable[[T], object], found: T) -> None:
        self._looking = False
        take(found)
        if self._again:
            self.look()
            return
        then, self._then = self._then, []
        for one in then:
            one()


class AtRest:
    """Works out one thing at a time, after so many `rests` without a key; lets go of the last."""

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
                show_on(self._screen, lambda: show() if work is self._work else None)
            return work is self._work

        self._screen.run_worker(lambda: work(send), thread=True)


def look_for_changes(
    odds: Odds, show: Callable[[WhyView, ChangesView], object], send: Send
) -> None:
    """Find out what each factor does, and then what would change the odds, the best first."""
    from calculator.desk.why_view import changes_view, why_view
    from calculator.tuning.what_if import SAMPLED, changes

    found: list[Alternative] = []
    why = why_view(odds, odds.why)

    def send_found(unfinished: str = "working it out ...") -> bool:
        note = "" if found else unfinished if odds.is_exact else SAMPLED
        return send(partial(show, why, changes_view(odds.question, found, note)))

    wait, due = SHOW_SECONDS, monotonic() + SHOW_SECONDS
    goes_on = send_found()
    for change in changes(odds):
        found.append(change)
        if monotonic() > due:
            wait *= 2
            due = monotonic() + wait
            goes_on = send_found()
        if not goes_on:
            return
    send_found("")

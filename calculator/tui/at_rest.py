"""What is worked out beside the screen once the keys rest: what decides, what would change it."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from textual.screen import Screen

if TYPE_CHECKING:
    from textual.timer import Timer

    from calculator.desk.why_view import ChangesView, WhyView
    from calculator.rules.question import Odds
    from calculator.tuning.what_if import Alternative

REST_SECONDS: Final = 0.1
"""How long no key has to come before anything is looked for."""

SHOW_SECONDS: Final = 0.1
"""When what has been found is first shown, where it takes longer; each wait after is twice as long.

Whoever reads a long list is not to have it drawn anew under the eyes.
"""

Send: TypeAlias = Callable[[Callable[[], object] | None], bool]
"""Has something shown on the screen, from a thread, or nothing; False once something else is worked
out."""


class AtRest:
    """Works out one thing at a time, after so many `rests` without a key; the next lets go of the
    last."""

    def __init__(self, screen: Screen[Any], rests: int = 1) -> None:
        self._screen = screen
        self._rests = rests
        self._work: Callable[[Send], object] | None = None
        self._timer: Timer | None = None

    def work_out(self, work: Callable[[Send], object] | None) -> None:
        """Do this in a thread as soon as the keys rest; None lets go of what is under way."""
        self._work = work
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if work is not None:
            self._timer = self._screen.set_timer(
                self._rests * REST_SECONDS, lambda: self._start(work)
            )

    def _start(self, work: Callable[[Send], object]) -> None:
        def send(show: Callable[[], object] | None) -> bool:
            if show and work is self._work:
                self._screen.app.call_from_thread(lambda: show() if work is self._work else None)
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
        listed = changes_view(odds.question, found, note)
        return send(lambda: show(why, listed))

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

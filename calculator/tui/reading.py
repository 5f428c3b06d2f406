"""What a set-up comes to: its odds, or why there are none; when they are worked out, and what would
change them."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from textual.screen import Screen

from calculator.desk.odds_view import OddsView, TroubleView, odds_view, trouble_view
from calculator.errors import CalculatorError
from calculator.journal.disclosure import Disclosure
from calculator.tui.background import AtRest, Send

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from calculator.desk.why_view import ChangesView, WhyView
    from calculator.rules.odds import Odds
    from calculator.rules.question import Question
    from calculator.tuning.what_if import Alternative

SAMPLED_PATHS: Final = 2_000
"""Paths drawn where exact odds are out of reach: a player waits for them."""

AT_ONCE_SECONDS: Final = 0.05
"""What odds may take to be worked out at every key; slower ones wait until the keys rest."""

REST_SECONDS: Final = 0.15
"""How long no key has to come for slow odds to be worked out."""

SHOW_SECONDS: Final = 0.1
"""When what has been found is first shown, where it takes longer; each wait after is twice as long.

Whoever reads a long list is not to have it drawn anew under the eyes.
"""


class Reading(NamedTuple):
    """The odds of a set-up, or the trouble with it; exactly one of the two.

    `otherwise` are the odds where doubtful values are read the other way, by what that says, as far
    as they are others.
    """

    odds: Odds | None = None
    trouble: CalculatorError | None = None
    otherwise: Mapping[str, Odds] = {}

    def shown_as(self, disclosure: Disclosure) -> Reading:
        """The same as the umpire of the battle has it shown."""
        try:
            if self.odds:
                disclosure.check(self.odds.question.action)
        except CalculatorError as refused:
            return Reading(trouble=refused)
        return self

    def view(
        self, disclosure: Disclosure = Disclosure.EXACT, pins: Sequence[Odds] = ()
    ) -> OddsView | TroubleView | None:
        """What of it is shown, beside the other ways to read it and what is pinned; nothing before
        anything is known."""
        if self.odds is not None:
            others = [*self.otherwise.items(), *(("", pin) for pin in pins)]
            return odds_view(self.odds, disclosure, others)
        return trouble_view(self.trouble) if self.trouble else None


def read(question: Question, beside: Collection[str] = ()) -> Reading:
    """The reading of a question; what the rules forbid is a reading too, never an exception.

    Doubtful values whose keys are in `beside` are read the other way as well.
    """
    try:
        odds = question.best_odds(SAMPLED_PATHS, workers=1)
        odds.losses  # noqa: B018 - worked out here, where the screen does not wait for it
    except CalculatorError as trouble:
        return Reading(trouble=trouble)
    others = {}
    for key, other in question.doubtful.items() if beside else ():
        found = read(question.otherwise(key)).odds if key in beside else None
        if found and found.distribution != odds.distribution:
            others[other.says] = found
    return Reading(odds=odds, otherwise=others)


class Reckoning:
    """The reading of a set-up, and whether it is yet to be worked out.

    `asked` gives what works out the set-up as it then is; `show` is called with every new reading,
    `wait` when what is shown is no longer up to date.
    """

    def __init__(
        self,
        screen: Screen[Any],
        asked: Callable[[], Callable[[], Reading]],
        *,
        show: Callable[[Reading], object],
        wait: Callable[[], object],
    ) -> None:
        self.reading = Reading()
        self.is_done = False
        """Whether the reading is that of the present set-up."""
        self._asked = asked
        self._show = show
        self._wait = wait
        self._seconds_taken = 0.0
        self._at_rest = AtRest(screen)

    def start(self) -> None:
        """Work out the present set-up: at once, or in a thread as soon as the keys rest."""
        self.is_done = False
        work = self._asked()
        if self._seconds_taken < AT_ONCE_SECONDS:
            self._at_rest.work_out(None)
            self._take(*_timed(work))
            return
        self._wait()

        def work_out(send: Send) -> None:
            found = _timed(work)
            send(lambda: self._take(*found))

        self._at_rest.work_out(work_out, REST_SECONDS)

    def _take(self, reading: Reading, seconds: float) -> None:
        self._seconds_taken, self.reading, self.is_done = seconds, reading, True
        self._show(reading)


def _timed(work: Callable[[], Reading]) -> tuple[Reading, float]:
    """What some work comes to, and the seconds that it took."""
    start = monotonic()
    reading = work()
    return reading, monotonic() - start


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


def in_short(view: OddsView | TroubleView | None) -> tuple[str, str]:
    """The two chief chances in a few words, for where the odds themselves are out of sight.

    Figures stand first: of a question that is cut for want of room they are still seen.
    """
    if not isinstance(view, OddsView):
        return view.reasons[0][0] if view else "", ""
    chances = [f"{view.figure(one.now)} {one.label}" for one in view.chief]
    first, second, *_ = *chances, "", ""
    return (view.disclosure.caution, "") if view.is_hidden else (first, second)

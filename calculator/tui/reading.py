"""What a set-up comes to: its odds, or why there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from calculator.desk.odds_view import OddsView, TroubleView, odds_view, trouble_view
from calculator.errors import CalculatorError
from calculator.journal.disclosure import Disclosure

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from calculator.rules.question import Odds, Question


SAMPLED_PATHS: Final = 2_000
"""Paths drawn where exact odds are out of reach: a player waits for them."""


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


def in_short(view: OddsView | TroubleView | None) -> tuple[str, str]:
    """The two chief chances in a few words, for where the odds themselves are out of sight.

    Figures stand first: of a question that is cut for want of room they are still seen.
    """
    if not isinstance(view, OddsView):
        return view.reasons[0][0] if view else "", ""
    chances = [f"{view.figure(one.now)} {one.label}" for one in view.chief]
    first, second, *_ = *chances, "", ""
    return (view.disclosure.caution, "") if view.is_hidden else (first, second)

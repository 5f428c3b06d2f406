"""What a question comes to: its odds, or why there are none, and what of that is shown."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from calculator.desk.odds_view import (
    OddsView,
    TroubleView,
    is_other,
    odds_view,
    read_otherwise,
    trouble_view,
)
from calculator.errors import CalculatorError, ForbiddenError
from calculator.journal.disclosure import Disclosure
from calculator.rules.question import Odds, Question

if TYPE_CHECKING:
    from calculator.desk.odds_view import Finding

SAMPLED_PATHS: Final = 2_000
"""Paths drawn where exact odds are out of reach: a player waits for them."""


class Reading(NamedTuple):
    """The odds of a set-up, or the trouble with it; exactly one of the two.

    `otherwise` is what it comes to where doubtful values are read the other way, by what that says,
    as far as that is something else.
    """

    odds: Odds | None = None
    trouble: CalculatorError | None = None
    otherwise: Mapping[str, Finding] = {}

    def shown_as(self, disclosure: Disclosure) -> Reading:
        """The same as the umpire of the battle has it shown."""
        try:
            if self.odds:
                disclosure.check(self.odds.question.action)
        except CalculatorError as refused:
            return Reading(trouble=refused)
        return self

    def view(
        self,
        disclosure: Disclosure = Disclosure.EXACT,
        pins: Sequence[Odds] = (),
        armies: Mapping[str, str] = MappingProxyType({}),
    ) -> OddsView | TroubleView | None:
        """What of it is shown, beside the other ways to read it and what is pinned; nothing before
        anything is known. `armies` are named by their roles."""
        others = list(self.otherwise.items())
        if self.odds is not None:
            others += (("", pin) for pin in pins)
            return odds_view(self.odds, disclosure, others, armies=armies)
        return trouble_view(self.trouble, disclosure, others) if self.trouble else None


def read(question: Question, beside: Collection[str] = ()) -> Reading:
    """The reading of a question; what the rules forbid is a reading too, never an exception.

    Doubtful values whose keys are in `beside` are read the other way as well.
    """
    try:
        odds = question.best_odds(SAMPLED_PATHS, workers=1)
        odds.losses  # noqa: B018 - worked out here, where the screen does not wait for it
        now = Reading(odds)
    except CalculatorError as trouble:
        now = Reading(trouble=trouble)
    if not beside or not isinstance(finding := now.odds or now.trouble, Odds | ForbiddenError):
        return now
    otherwise = {}
    for says, other in read_otherwise(question, beside).items():
        found = read(other)
        of_other = found.odds or found.trouble
        if isinstance(of_other, Odds | ForbiddenError) and is_other(finding, of_other):
            otherwise[says] = of_other
    return now._replace(otherwise=otherwise)


def in_short(view: OddsView | TroubleView | None) -> tuple[str, str]:
    """The two chief chances in a few words, for where the odds themselves are out of sight.

    Figures stand first: of a question that is cut for want of room they are still seen.
    """
    if not isinstance(view, OddsView):
        return view.reasons[0][0] if view else "", ""
    chances = [f"{view.figure(one.now)} {one.label}" for one in view.chief]
    first, second, *_ = *chances, "", ""
    return (view.disclosure.caution, "") if view.is_hidden else (first, second)

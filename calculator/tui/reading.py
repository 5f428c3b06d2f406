"""What a set-up comes to: its odds, or why there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from calculator.errors import CalculatorError
from calculator.journal.disclosure import Disclosure

if TYPE_CHECKING:
    from calculator.rules.question import Odds, Question


SAMPLED_PATHS: Final = 2_000
"""Paths drawn where exact odds are out of reach: a player waits for them."""


class Reading(NamedTuple):
    """The odds of a set-up, or the trouble with it; exactly one of the two."""

    odds: Odds | None = None
    trouble: CalculatorError | None = None
    disclosure: Disclosure = Disclosure.EXACT
    """How much of the odds is shown, as the umpire of the battle has chosen."""

    def shown_as(self, disclosure: Disclosure) -> Reading:
        """The same as the umpire of the battle has it shown."""
        try:
            if self.odds:
                disclosure.check(self.odds.question.action)
        except CalculatorError as refused:
            return Reading(trouble=refused)
        return self._replace(disclosure=disclosure)


def read(question: Question) -> Reading:
    """The reading of a question; what the rules forbid is a reading too, never an exception."""
    try:
        odds = question.best_odds(SAMPLED_PATHS, workers=1)
        odds.losses  # noqa: B018 - worked out here, where the screen does not wait for it
        return Reading(odds=odds)
    except CalculatorError as trouble:
        return Reading(trouble=trouble)


def in_short(reading: Reading) -> tuple[str, str]:
    """The two chief chances in a few words, for where the odds themselves are out of sight.

    Figures stand first: of a question that is cut for want of room they are still seen.
    """
    if reading.odds is None:
        return str(reading.trouble or "").partition("\n")[0], ""
    odds, shown = reading.odds, reading.disclosure
    if shown is Disclosure.HIDDEN:
        return shown.caution, ""
    chief = odds.question.action.measures[:2]
    chances = [f"{shown.chance(float(odds.measure(one.key)))} {one.label}" for one in chief]
    if not chances:
        likely = sorted(odds, key=lambda row: -row.weight)
        chances = [f"{shown.chance(row.probability)} {row.outcome.label}" for row in likely]
    return chances[0], chances[1] if len(chances) > 1 else ""

"""What a set-up comes to: its exact odds, or why there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from calculator.errors import CalculatorError
from calculator.figures import percent

if TYPE_CHECKING:
    from calculator.rules.question import Odds
    from calculator.tui.draft import Draft


class Reading(NamedTuple):
    """The odds of a set-up, or the trouble with it; exactly one of the two."""

    odds: Odds | None = None
    trouble: CalculatorError | None = None


def read(draft: Draft) -> Reading:
    """The reading of a set-up; refusals and faults are readings too, never exceptions."""
    try:
        return Reading(odds=draft.question().odds())
    except CalculatorError as trouble:
        return Reading(trouble=trouble)


def in_short(reading: Reading) -> tuple[str, str]:
    """The two chief chances in a few words, for where the odds themselves are out of sight."""
    if reading.odds is None:
        return str(reading.trouble or "").partition("\n")[0], ""
    odds = reading.odds
    chief = odds.question.action.measures[:2]
    told = [f"{measure.label} {percent(float(odds.measure(measure.key)))}" for measure in chief]
    if not told:
        likely = sorted(odds.rows(), key=lambda row: -row[1])
        told = [f"{outcome.label} {percent(share)}" for outcome, _, share in likely]
    return told[0], told[1] if len(told) > 1 else ""

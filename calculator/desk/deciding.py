"""Which assumed answers decide much: those that a player should be asked first."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from time import monotonic
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from calculator.desk.asking import Asking
    from calculator.rules.odds import Odds

MUCH: Final = Fraction(1, 10)
"""By how much an answer moves the chief chance that decides much: more than ten points."""

LOOK_SECONDS: Final = 0.4
"""How long answers are tried; what is not found by then is not marked."""


def deciding(
    asked: Asking,
    odds: Odds,
    seconds: float = LOOK_SECONDS,
    goes_on: Callable[[], bool] = lambda: True,
) -> tuple[str, ...]:
    """The fields whose answer is only assumed and, given otherwise, moves the chief chance by more
    than `MUCH`; in the order of the form. Of sampled odds none is known. It is given up as soon as
    it no longer `goes_on`."""
    assumed = asked.assumed()
    if not assumed:
        return ()
    from calculator.tuning.what_if import changes

    until = monotonic() + seconds
    found: set[str] = set()
    for key in assumed:
        if monotonic() > until or not goes_on():
            break
        if any(abs(change.difference) > MUCH for change in changes(odds, {key})):
            found.add(key)
    return tuple(key for key in assumed if key in found)

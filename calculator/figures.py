"""Chances as people read them, bars beside them, and whole numbers of any length."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Final

_EIGHTHS: Final = " ▏▎▍▌▋▊▉█"


def percent(share: float) -> str:
    """A probability as people read it: one decimal, and nothing rounded to certain or never."""
    if 0 < share < 0.0005:
        return "<0.1%"
    if 0.9995 < share < 1:
        return ">99.9%"
    return f"{100 * share:.1f}%"


def bare_percent(chance: float) -> str:
    """A chance in percent without the sign, for columns that bear it at their head."""
    return percent(chance).removesuffix("%")


def one_in(chance: Fraction) -> str:
    """How rare something was, in the nearest small numbers: "1 in 36", "4 in 9"."""
    if chance >= 1:
        return "certain"
    if chance <= Fraction(1, 10):
        return f"1 in {round(1 / chance):,}"
    if chance >= Fraction(19, 20):
        return f"all but 1 in {round(1 / (1 - chance)):,}"
    near = min(chance.limit_denominator(10), Fraction(9, 10))
    return f"{near.numerator} in {near.denominator}"


IN_WORDS: Final = (
    (0.95, "almost certain"),
    (0.75, "very likely"),
    (0.55, "likely"),
    (0.45, "about even"),
    (0.25, "unlikely"),
    (0.05, "very unlikely"),
    (0.0, "hardly"),
)
"""From which chance on each word stands, for those who are shown odds in words."""


def chance_in_words(share: float) -> str:
    """A probability in words: of `IN_WORDS`, or "certain" and "never" for just these."""
    if share in {0, 1}:
        return "certain" if share else "never"
    return next(word for least, word in IN_WORDS if share >= least)


def points(change: float) -> str:
    """A difference of probabilities in percentage points, signed."""
    return f"{100 * change:+.1f}" if round(abs(change), 3) else "="


def give_or_take(error: float) -> str:
    """How far off a sampled chance may be, as two standard errors: +-1.0 points."""
    return f"+-{max(200 * error, 0.1):.1f} points"


def bar(share: float, cells: int, ascii_only: bool = False, fill: str = "") -> str:
    """A bar `share` of `cells` long; never nothing for a share above 0."""
    if share <= 0:
        return ""
    if ascii_only or fill:
        return (fill or "#") * max(1, round(share * cells))
    full, rest = divmod(max(1, round(share * cells * 8)), 8)
    return "█" * full + _EIGHTHS[rest].strip()


def decimal(number: int) -> str:
    """All digits of a whole number; Python's `str` of an int refuses past 4,300.

    The weights of a long melee run to thousands.
    """
    return str(Decimal(number))

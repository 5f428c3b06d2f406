"""Chances told in the ways that only the screen needs."""

from __future__ import annotations

from fractions import Fraction

from calculator.figures import percent


def bare_percent(chance: float) -> str:
    """A chance in percent without the sign, for columns that bear it at their head."""
    return percent(chance).removesuffix("%")


def one_in(chance: Fraction) -> str:
    """How rare something was: "1 in 7", or "9 in 10" of what was likely."""
    if chance >= 1:
        return "certain"
    if chance <= Fraction(2, 5):
        return f"1 in {round(1 / chance):,}"
    return f"{min(round(10 * chance), 9)} in 10"

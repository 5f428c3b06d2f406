"""Chances and their differences as a player reads them."""

from __future__ import annotations

from fractions import Fraction


def percent(chance: float | Fraction) -> str:
    """A chance in percent to one place; what is possible never reads 0, nor the unsure 100."""
    if 0 < chance < 0.0005:
        return "<0.1%"
    if 0.9995 < chance < 1:
        return ">99.9%"
    return f"{float(chance) * 100:.1f}%" if chance < 1 else "100%"


def bare_percent(chance: float | Fraction) -> str:
    """A chance in percent without the sign, for columns that bear it at their head."""
    return percent(chance).removesuffix("%")


def change(difference: float | Fraction) -> str:
    """A difference of two chances in percentage points, with its sign."""
    points = round(float(difference) * 100, 1)
    return f"{points:+.1f}" if points else "="


def one_in(chance: float | Fraction) -> str:
    """How rare something was: "1 in 7", or "9 in 10" of what was likely."""
    if chance >= 1:
        return "certain"
    if chance <= Fraction(2, 5):
        return f"1 in {round(1 / float(chance)):,}"
    tenths = min(round(float(chance) * 10), 9)
    return f"{tenths} in 10"

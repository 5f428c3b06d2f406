"""Lengths as people write them and read them off a ruler, as exact fractions."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

_VULGAR_FRACTIONS: Final = {"½": " 1/2", "¼": " 1/4", "¾": " 3/4"}
_LENGTH: Final = r"""
    (?P<sign>-?)
    (?: (?:(?P<whole>\d+)[ -]+)? (?P<part>\d+/0*[1-9]\d*) | (?P<decimal>\d+(?:\.\d+)?|\.\d+) )
    \s* (?:"|″|in|inch|inches)?
    """


def read_length(text: str) -> Fraction:
    """A length such as 5, 5.5, 5 1/2, 5½ or 5 1/2" ; ValueError if it is none."""
    for sign, plain in _VULGAR_FRACTIONS.items():
        text = text.replace(sign, plain)
    found = re.fullmatch(_LENGTH, text.strip().lower(), re.VERBOSE)
    if not found:
        raise ValueError(text)
    length = Fraction(found["whole"] or 0) + Fraction(found["part"] or found["decimal"])
    return -length if found["sign"] else length


def shown_length(length: Fraction) -> str:
    """A length as it is read off a ruler: 5, 5 1/2, 1/2."""
    whole, rest = divmod(abs(length), 1)
    shown = f"{whole} {rest}" if whole and rest else str(rest or whole)
    return f"-{shown}" if length < 0 else shown


class Inches(Fraction):
    """A length that outcomes hold, written in JSON and the record as in forms: 5 1/2."""

    def __str__(self) -> str:
        return shown_length(self)

    def __reduce__(self) -> tuple[type[Inches], tuple[int, int]]:
        return Inches, (self.numerator, self.denominator)


def in_inches(length: Fraction) -> Inches:
    """A length as one that outcomes hold."""
    return length if isinstance(length, Inches) else Inches(length)

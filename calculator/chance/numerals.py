"""Whole numbers of any length as text.

The weights of a long melee run to thousands of digits, and Python's `str` refuses past 4,300.
"""

from __future__ import annotations

from typing import Final

_AT_ONCE: Final = 4_000


def decimal(number: int) -> str:
    """All digits of a whole number that is not negative."""
    head, tail = divmod(number, 10**_AT_ONCE)
    return f"{decimal(head)}{tail:0{_AT_ONCE}}" if head else str(tail)

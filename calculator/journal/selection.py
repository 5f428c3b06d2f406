"""Numbers of entries and turns as people type them."""

from __future__ import annotations

from typing import Final

from calculator.errors import Fault, FaultsError
from calculator.kinds import quoted

HIGHEST_NUMBER: Final = 999_999_999
"""The highest number of an entry or a turn that can be typed; no battle comes near it."""


def read_number(what: str, text: str) -> int:
    """A number from 1 to `HIGHEST_NUMBER` as typed, with or without #. Raises `FaultsError`."""
    digits = text.strip().removeprefix("#")
    few = digits.isascii() and digits.isdigit() and len(digits) <= len(str(HIGHEST_NUMBER))
    if not few or not int(digits):
        allowed = f"a whole number from 1 to {HIGHEST_NUMBER:,}"
        raise FaultsError([Fault(what, f"{quoted(text)} is not valid", allowed)])
    return int(digits)


def read_turns(text: str) -> range | None:
    """Turns as typed, 3 or 2-4; nothing for all. Raises `FaultsError`."""
    if not text.strip():
        return None
    first, hyphen, last = text.partition("-")
    try:
        turns = range(int(first), int(last if hyphen else first) + 1)
    except ValueError:
        turns = range(0)
    if not turns:
        raise FaultsError(
            [Fault("turn", f"{quoted(text)} is not a turn", "a turn or turns: 3, 2-4")]
        )
    return turns

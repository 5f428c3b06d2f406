"""Lists that a player writes with commas between, read with every bad item named."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TypeVar

from calculator.errors import hint, nearest
from calculator.kinds import read_each
from calculator.lengths import read_length

T = TypeVar("T")


def read_items(text: str, read: Callable[[str], T]) -> tuple[T, ...]:
    """What `read` makes of each item of a list with commas or semicolons between (`read_each`)."""
    items = (" ".join(part.lower().split()) for part in re.split("[,;]", text))
    return read_each(filter(None, items), read)


def unknown(word: str, item: str, known: Iterable[str]) -> ValueError:
    """A word that is not known, with the nearest that is."""
    return ValueError(f"{word!r} in {item!r} is not known{hint(nearest(word, known))}")


def length_in(text: str, item: str) -> Fraction:
    """A length that stands in an item; ValueError if it is none, or less than nothing."""
    try:
        length = read_length(text)
    except ValueError:
        length = Fraction(-1)
    if length < 0:
        raise ValueError(f"{text!r} in {item!r} is not a length in inches")
    return length

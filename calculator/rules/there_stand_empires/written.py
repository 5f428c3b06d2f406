"""Lists that a player writes with commas between, read with every bad item named."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TypeVar

from calculator.errors import hint, nearest
from calculator.lengths import read_length

T = TypeVar("T")


def read_items(text: str, read: Callable[[str], T]) -> tuple[T, ...]:
    """What `read` makes of each item of a list with commas or semicolons between.

    Raises ValueError with the faults of all items that `read` raises ValueError for.
    """
    items: list[T] = []
    faults: list[str] = []
    for item in filter(None, (part.strip() for part in re.split("[,;]", text))):
        try:
            items.append(read(" ".join(item.lower().split())))
        except ValueError as fault:
            faults.append(str(fault))
    if faults:
        raise ValueError("; ".join(faults))
    return tuple(items)


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

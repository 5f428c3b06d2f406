"""Dice that count by themselves, low rolls being good: whole throws, and what is read off them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod

from calculator.chance.distribution import Distribution

FACES = 6

Throw = tuple[int, ...]
"""The faces of some dice, lowest first."""


@lru_cache(maxsize=32)
def thrown(dice: int) -> Distribution[Throw]:
    """All throws of so many dice, whichever die shows which face."""
    throws = combinations_with_replacement(range(1, FACES + 1), dice)
    return Distribution(
        (throw, factorial(dice) // prod(map(factorial, Counter(throw).values())))
        for throw in throws
    )


@lru_cache(maxsize=64)
def at_most(roll: int) -> Callable[[Throw], int]:
    """How many dice of a throw show `roll` or less: the same function for the same roll."""
    return lambda throw: sum(face <= roll for face in throw)


@lru_cache(maxsize=64)
def any_at_most(roll: int) -> Callable[[Throw], bool]:
    """Whether any die of a throw shows `roll` or less: the same function for the same roll."""
    return lambda throw: bool(throw) and throw[0] <= roll


def faces(throw: Throw) -> str:
    """A throw as it is read out."""
    return " ".join(map(str, throw))

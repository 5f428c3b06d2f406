"""Dice that count by themselves, low rolls being good: whole throws, and what is read off them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Final

from calculator.chance.distribution import Distribution
from calculator.errors import BudgetExceededError

FACES: Final = 6

MOST_DICE: Final = 20
"""Dice in one throw, at most: far beyond any card, and still a moment's work."""

Faces = tuple[int, ...]
"""The faces that the dice of one throw show, lowest first."""


@lru_cache(maxsize=32)
def thrown(dice: int) -> Distribution[Faces]:
    """All throws of so many dice, whichever die shows which face; of fewer than none, of none.

    Raises `BudgetExceededError` for more dice than `MOST_DICE`.
    """
    if dice > MOST_DICE:
        raise BudgetExceededError(f"{dice} dice are more than the {MOST_DICE} thrown at once")
    throws = combinations_with_replacement(range(1, FACES + 1), max(dice, 0))
    return Distribution(
        (throw, factorial(len(throw)) // prod(map(factorial, Counter(throw).values())))
        for throw in throws
    )


@lru_cache(maxsize=64)
def at_most(roll: int) -> Callable[[Faces], int]:
    """How many dice of a throw show `roll` or less: the same function for the same roll."""
    return lambda throw: sum(face <= roll for face in throw)


@lru_cache(maxsize=64)
def any_at_most(roll: int) -> Callable[[Faces], bool]:
    """Whether any die of a throw shows `roll` or less: the same function for the same roll."""
    return lambda throw: bool(throw) and throw[0] <= roll


@lru_cache(maxsize=64)
def all_at_most(roll: int) -> Callable[[Faces], bool]:
    """Whether every die of a throw shows `roll` or less: the same function for the same roll."""
    return lambda throw: bool(throw) and throw[-1] <= roll


def faces(throw: Faces) -> str:
    """A throw as it is read out."""
    return " ".join(map(str, throw))

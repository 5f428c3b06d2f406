"""Two pools of dice laid out highest against highest, as in Risk and Gods of War.

Walking all faces of 6 against 6 dice takes two thousand million steps; going down the faces once,
and asking how many dice of each pool show it, takes a few thousand.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from math import comb

import attrs

from calculator.chance.distribution import Distribution
from calculator.errors import ChanceError


@attrs.frozen
class Pool:
    """`dice` dice numbered 1 to `faces`, with `bonus` added to each."""

    dice: int
    bonus: int = 0
    faces: int = 6


@attrs.frozen(order=True)
class Pairs:
    """Of the dice paired off: pairs won by the first pool, tied, and won by the second."""

    won: int
    tied: int
    lost: int


@lru_cache(maxsize=1024)
def highest_against_highest(first: Pool, second: Pool, compare: int = 0) -> Distribution[Pairs]:
    """The joint distribution of pairs won, tied and lost, from the point of view of `first`.

    The highest die meets the highest, the second the second, and so on; dice without an opposite
    number do nothing. `compare` limits how many pairs count (0: as many as there are).
    """
    if first.dice < 0 or second.dice < 0:
        raise ChanceError("a pool cannot hold fewer than no dice")
    pairs = min(first.dice, second.dice)
    pairs = min(pairs, compare) if compare else pairs
    states: dict[tuple[int, int, int, int], int] = {(0, 0, 0, 0): 1}
    top = max(first.faces + first.bonus, second.faces + second.bonus)
    bottom = min(first.bonus, second.bonus) + 1
    for value in range(top, bottom - 1, -1):
        states = _descend(states, value, first, second, pairs)
    return Distribution(
        sorted(
            (Pairs(won, pairs - won - lost, lost), weight)
            for (placed, opposed, won, lost), weight in states.items()
            if (placed, opposed) == (first.dice, second.dice)
        )
    )


def _descend(
    states: dict[tuple[int, int, int, int], int], value: int, first: Pool, second: Pool, pairs: int
) -> dict[tuple[int, int, int, int], int]:
    """Let each pool show `value` on any number of its dice not yet placed.

    A die of rank r just placed has won if the other pool has not reached rank r yet, this value
    included; dice are placed from the highest value down.
    """
    grown: defaultdict[tuple[int, int, int, int], int] = defaultdict(int)
    for (placed, opposed, won, lost), weight in states.items():
        for mine in _counts(first, value, placed):
            for theirs in _counts(second, value, opposed):
                now, against = placed + mine, opposed + theirs
                gained = max(0, min(now, pairs) - max(placed, against))
                given = max(0, min(against, pairs) - max(opposed, now))
                ways = comb(first.dice - placed, mine) * comb(second.dice - opposed, theirs)
                grown[now, against, won + gained, lost + given] += weight * ways
    return grown


def _counts(pool: Pool, value: int, placed: int) -> range:
    left = pool.dice - placed
    return range(left + 1) if 1 <= value - pool.bonus <= pool.faces else range(1)

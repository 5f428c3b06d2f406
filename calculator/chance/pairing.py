"""Two pools of dice laid out highest against highest, as in Risk and Gods of War.

Walking all faces of 6 against 6 dice takes two thousand million steps; going down the faces once,
and asking how many dice of each pool show it, takes a few thousand.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from math import comb
from typing import TypeAlias

import attrs

from calculator.chance.distribution import Distribution
from calculator.errors import ChanceError


@attrs.frozen
class Pool:
    """`dice` dice numbered 1 to `faces`, with `bonus` added to each."""

    dice: int
    bonus: int = 0
    faces: int = 6

    def __attrs_post_init__(self) -> None:
        if self.dice < 0 or self.faces < 1:
            raise ChanceError(f"there is no pool of {self.dice} dice with {self.faces} faces")

    @property
    def values(self) -> range:
        """What one die of the pool can come to, bonus included."""
        return range(self.bonus + 1, self.bonus + self.faces + 1)

    def can_show(self, value: int, placed: int) -> range:
        """How many dice may show `value` when `placed` already showed more: at the last, all."""
        left = self.dice - placed
        if value not in self.values:
            return range(1)
        return range(left if value == self.values[0] else 0, left + 1)


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
    number do nothing. `compare` limits how many pairs count (0: as many as there are). Ordered by
    pairs won, then tied, ascending.
    """
    if compare < 0:
        raise ChanceError(f"there cannot be {compare} pairs to compare")
    pairs = min(first.dice, second.dice, compare or first.dice)
    ledger = _Ledger(pairs, first.faces**first.dice * second.faces**second.dice)
    tallies: _Tallies = {(0, 0): 1}
    for value in sorted({*first.values, *second.values}, reverse=True):
        tallies = _descend(tallies, value, first, second, ledger)
    return Distribution(sorted(ledger.read(tallies[first.dice, second.dice])))


_Tallies: TypeAlias = dict[tuple[int, int], int]
"""For dice placed so far by each pool, a tally: see `_Ledger`."""


class _Ledger:
    """How the weights of all (won, lost) so far are packed into one integer, the tally.

    A tally is a polynomial in two variables with so large a number put in for each that the
    coefficients cannot run into one another: another pair won is one shift of all of them at once.
    """

    def __init__(self, pairs: int, total: int) -> None:
        self.pairs = pairs
        self.width = total.bit_length()
        self.per_won = self.width * (pairs + 1)

    def read(self, tally: int) -> list[tuple[Pairs, int]]:
        """Every (won, tied, lost) that can be, with its weight."""
        mask = (1 << self.width) - 1
        weights = (
            (Pairs(won, self.pairs - won - lost, lost), tally >> self.shift(won, lost) & mask)
            for won in range(self.pairs + 1)
            for lost in range(self.pairs - won + 1)
        )
        return [(pairs, weight) for pairs, weight in weights if weight]

    def shift(self, won: int, lost: int) -> int:
        """How many bits further up a tally these pairs more are; fewer than none are none."""
        return (won * self.per_won if won > 0 else 0) + (lost * self.width if lost > 0 else 0)


def _descend(tallies: _Tallies, value: int, first: Pool, second: Pool, ledger: _Ledger) -> _Tallies:
    """Let each pool show `value` on any number of its dice not yet placed.

    A die of rank r just placed has won if the other pool has not reached rank r yet, this value
    included; dice are placed from the highest value down.
    """
    grown: defaultdict[tuple[int, int], int] = defaultdict(int)
    for (placed, opposed), tally in tallies.items():
        replies = [
            (opposed + theirs, comb(second.dice - opposed, theirs))
            for theirs in second.can_show(value, opposed)
        ]
        for mine in first.can_show(value, placed):
            now, shown = placed + mine, tally * comb(first.dice - placed, mine)
            for against, ways in replies:
                won = min(now, ledger.pairs) - max(placed, against)
                lost = min(against, ledger.pairs) - max(opposed, now)
                grown[now, against] += shown * ways << ledger.shift(won, lost)
    return grown

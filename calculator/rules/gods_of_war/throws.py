"""Throws, and what is read off them: dice that count by themselves, low rolls being good, and the
faces behind paired dice.

Odds of paired dice need only how many pairs were won and lost. Each weight of that distribution
stands for some number of equally likely throws of all the dice; one more draw among those picks the
throw, and the two draws together name it. So a result shows dice that fall exactly as real ones do,
and the odds pay nothing for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, takewhile
from math import comb, factorial, prod
from typing import Final, NamedTuple

from calculator.chance.dice import die
from calculator.chance.distribution import Distribution
from calculator.chance.pairing import Pairs, Pool, highest_against_highest
from calculator.errors import BudgetExceededError

FACES: Final = 6

MOST_DICE: Final = 20
"""Dice in one throw, at most: far beyond any card, and still a moment's work."""

Faces = tuple[int, ...]
"""The faces that the dice of one throw show, lowest first."""


@lru_cache(maxsize=32)
def thrown(dice: int) -> Distribution[Faces]:
    """All throws of so many dice, whichever die shows which face; of fewer than none, of none.
    Raises `BudgetExceededError` for more dice than `MOST_DICE`."""
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


def faces(throw: Faces) -> str:
    """A throw as it is read out."""
    return " ".join(map(str, throw))


def throws_each(first: Pool, second: Pool) -> Distribution[int]:
    """Which of the throws that one weight of the pairs stands for, numbered from 1. Where all
    throws give the same pairs nothing is drawn, and there is no throw to name."""
    odds = highest_against_highest(first, second)
    throws = first.faces**first.dice * second.faces**second.dice
    return die(throws // odds.total if len(odds) > 1 else 1)


def faces_shown(
    first: Pool, second: Pool, pairs: Pairs, roll: int, number: int
) -> tuple[Faces, Faces]:
    """The throw named by a roll for the pairs and the number drawn among the throws it stands for:
    the faces of each side's dice, highest first.

    `roll` counts from 0 as a recorded draw does, `number` from 1.
    """
    odds = highest_against_highest(first, second).items()
    before = sum(weight for _, weight in takewhile(lambda item: item[0] != pairs, odds))
    index = (roll - before) * len(throws_each(first, second)) + number - 1
    shown: tuple[list[int], list[int]] = ([], [])
    at = _LaidOut(max(first.values[-1], second.values[-1]))
    while (at.mine, at.theirs) != (first.dice, second.dice):
        for ways, following in _branches(at, first, second):
            beyond = _throws(following, first, second, pairs)
            if index < ways * beyond:
                break
            index -= ways * beyond
        else:
            raise IndexError("a throw past the last of those that give these pairs")
        index %= beyond
        shown[0].extend([at.value - first.bonus] * (following.mine - at.mine))
        shown[1].extend([at.value - second.bonus] * (following.theirs - at.theirs))
        at = following
    return tuple(shown[0]), tuple(shown[1])


class _LaidOut(NamedTuple):
    """Dice laid out from the highest value down to above `value`, and the pairs they decided."""

    value: int
    mine: int = 0
    theirs: int = 0
    won: int = 0
    lost: int = 0


def _branches(at: _LaidOut, first: Pool, second: Pool) -> Iterator[tuple[int, _LaidOut]]:
    """In how many ways so many dice of each side show the value, and what that leads to. A die that
    lands on a rank which the other side has not reached, this value included, has won."""
    pairs = min(first.dice, second.dice)
    for mine in first.can_show(at.value, at.mine):
        for theirs in second.can_show(at.value, at.theirs):
            now, against = at.mine + mine, at.theirs + theirs
            won = max(0, min(now, pairs) - max(at.mine, against))
            lost = max(0, min(against, pairs) - max(at.theirs, now))
            ways = comb(first.dice - at.mine, mine) * comb(second.dice - at.theirs, theirs)
            yield ways, _LaidOut(at.value - 1, now, against, at.won + won, at.lost + lost)


@lru_cache(maxsize=65_536)
def _throws(at: _LaidOut, first: Pool, second: Pool, pairs: Pairs) -> int:
    """Throws of the dice not yet laid out that lead to just those pairs."""
    if (at.mine, at.theirs) == (first.dice, second.dice):
        return int((at.won, at.lost) == (pairs.won, pairs.lost))
    return sum(
        ways * _throws(following, first, second, pairs)
        for ways, following in _branches(at, first, second)
    )

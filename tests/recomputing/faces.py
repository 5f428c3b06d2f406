"""The throw behind the pairs of a close combat, found as docs/systems/gods-of-war.md has it."""

from __future__ import annotations

from itertools import product
from math import comb

from tests.recomputing.laws import Ruling, compare, pairs, pools

Pool = tuple[int, int]
Throw = tuple[int, ...]
Pairs = tuple[int, int, int]


def faces(ruling: Ruling) -> tuple[Throw, Throw]:
    """What both sides' dice show, highest first, from both draws."""
    mine, theirs = pools(ruling)
    drew, *more = ruling.before
    number = drew.number
    for outcome, chance in pairs(ruling):
        if outcome == drew.outcome:
            break
        number -= int(chance * drew.total)
    if more:
        number = number * more[0].total + more[0].number
    return _laid_out(mine, theirs, drew.outcome, number)


def _laid_out(mine: Pool, theirs: Pool, drawn: Pairs, number: int) -> tuple[Throw, Throw]:
    first: list[int] = []
    other: list[int] = []
    highest = max(mine[1], theirs[1]) + 6
    for value in range(highest, min(mine[1], theirs[1]), -1):
        left, against = mine[0] - len(first), theirs[0] - len(other)
        for x, y in product(range(left + 1), range(against + 1)):
            shown = (*first, *[value] * x), (*other, *[value] * y)
            beyond = _throws(mine, theirs, value, shown, drawn)
            ways = comb(left, x) * comb(against, y) * beyond
            if number < ways:
                break
            number -= ways
        first, other, number = list(shown[0]), list(shown[1]), number % beyond
    return (
        tuple(face - mine[1] for face in first),
        tuple(face - theirs[1] for face in other),
    )


def _throws(mine: Pool, theirs: Pool, value: int, shown: tuple[Throw, Throw], drawn: Pairs) -> int:
    """Throws of the dice left, all below `value`, that end in those pairs."""
    for (_, bonus), throw in zip((mine, theirs), shown, strict=True):
        if any(not bonus < face <= bonus + 6 for face in throw):
            return 0
    lower = [range(bonus + 1, min(bonus + 7, value)) for _, bonus in (mine, theirs)]
    return sum(
        compare((*shown[0], *ours), (*shown[1], *others)) == drawn
        for ours in product(lower[0], repeat=mine[0] - len(shown[0]))
        for others in product(lower[1], repeat=theirs[0] - len(shown[1]))
    )

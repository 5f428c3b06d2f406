"""A check of the engine by brute force: every fall of the dice, counted one by one.

Gods of War lays each side's dice out from the highest down and compares them pair by pair. Here all
6 to the power of 8 falls of four dice against four are looked at in plain Python, and held against
what the calculator's dynamic programming gives.

    python examples/brute_force.py [DICE]
"""

import sys
from collections import Counter
from itertools import combinations_with_replacement
from math import factorial, prod

from calculator.chance.pairing import Pool, highest_against_highest

FACES = range(1, 7)


def falls(dice: int) -> dict[tuple[int, ...], int]:
    """Every set of faces, highest first, with the number of ways to throw it."""
    found = {}
    for faces in combinations_with_replacement(sorted(FACES, reverse=True), dice):
        repeats = prod(factorial(times) for times in Counter(faces).values())
        found[faces] = factorial(dice) // repeats
    return found


def counted(dice: int) -> Counter[tuple[int, int, int]]:
    """How many falls win, tie and lose so many pairs."""
    ends: Counter[tuple[int, int, int]] = Counter()
    throws = falls(dice)
    for mine, ways in throws.items():
        for theirs, others in throws.items():
            pairs = list(zip(mine, theirs, strict=True))
            won, lost = sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)
            ends[won, dice - won - lost, lost] += ways * others
    return ends


dice = int(sys.argv[1]) if len(sys.argv) > 1 else 4
exact = highest_against_highest(Pool(dice), Pool(dice))
brute = counted(dice)
assert sum(brute.values()) == 36**dice
for pairs in exact:
    won, tied, lost = pairs.won, pairs.tied, pairs.lost
    assert exact.weight(pairs) * 36**dice == brute[won, tied, lost] * exact.total
    print(f"{won} won, {tied} tied, {lost} lost: {brute[won, tied, lost]:>9,} of {36**dice:,}")
print("every weight is the same")

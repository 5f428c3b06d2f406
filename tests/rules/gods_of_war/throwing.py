"""Dice thrown by hand: every face of every die, for oracles that know nothing of the engine."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

FULL = {
    "infantry": 4,
    "light-cavalry": 4,
    "heavy-cavalry": 4,
    "horse-artillery": 2,
    "light-artillery": 2,
    "heavy-artillery": 2,
}


@cache
def throws(dice: int) -> Counter[tuple[int, ...]]:
    """All faces of so many dice, each throw sorted from the highest: throw -> how often."""
    return Counter(
        tuple(sorted(faces, reverse=True)) for faces in product(range(1, 7), repeat=dice)
    )


def losses(strength: int, casualties: int) -> tuple[int, int, bool]:
    """Figures lost and left of a unit, and whether it leaves the board."""
    lost = 0
    destroyed = False
    for _ in range(casualties):
        if lost < strength:
            lost += 1
        elif strength == 0:
            destroyed = True
    return lost, strength - lost, destroyed

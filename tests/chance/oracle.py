"""Brute force over the faces of dice, in fractions: what the exact engine is held against."""

from collections import Counter
from collections.abc import Hashable, Iterable
from fractions import Fraction
from itertools import product
from typing import Any

from calculator.chance.distribution import Distribution

Law = dict[Hashable, Fraction]


def rolls(dice: int, faces: int = 6) -> Iterable[tuple[int, ...]]:
    """Every way that a few dice can fall."""
    return product(range(1, faces + 1), repeat=dice)


def counted(outcomes: Iterable[Hashable]) -> Law:
    """The law of equally likely outcomes."""
    counts = Counter(outcomes)
    return {outcome: Fraction(count, counts.total()) for outcome, count in counts.items()}


def law(distribution: Distribution[Any]) -> Law:
    """A distribution as the oracle has it."""
    return {outcome: distribution.probability(outcome) for outcome in distribution}

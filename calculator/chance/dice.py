"""Dice, coins, pools and tables, each as an exact distribution.

Rules ask for the coarsest thing that decides: the number of hits, not each die.
"""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from functools import lru_cache
from math import comb

from calculator.chance.distribution import Distribution
from calculator.errors import ChanceError


class Reroll(Enum):
    """Which dice of a pool are rolled again, once, the second roll being final."""

    NOTHING = "nothing"
    FAILURES = "failures"
    SUCCESSES = "successes"


@lru_cache(maxsize=64)
def die(faces: int) -> Distribution[int]:
    """One die numbered 1 to `faces`."""
    if faces < 1:
        raise ChanceError(f"a die needs at least one face, not {faces}")
    return Distribution.uniform(range(1, faces + 1))


def d6() -> Distribution[int]:
    """One six-sided die."""
    return die(6)


@lru_cache(maxsize=256)
def total_of(dice: int, faces: int = 6) -> Distribution[int]:
    """The sum of `dice` equal dice (0 for none), ascending."""
    _check_count(dice, "dice")
    return summed(total_of(dice - 1, faces), die(faces)) if dice else Distribution.certain(0)


def summed(*parts: Distribution[int]) -> Distribution[int]:
    """The sum of independent whole numbers, ascending: the hits of several groups, say."""
    whole = Distribution.certain(0)
    for part in parts:
        whole = whole.combine(part, lambda total, more: total + more)
    return Distribution(sorted(whole.items()))


def binomial(trials: int, probability: Fraction) -> Distribution[int]:
    """How many of `trials` independent tries succeed, ascending."""
    return thinning(trials, probability)


def thinning(dice: int, *chances: Fraction) -> Distribution[int]:
    """How many of `dice` survive every sieve in turn: hits, then failed saves, then kills.

    Each die meets each sieve alone, so that the whole is one binomial. Ascending.
    """
    wins = ways = 1
    for chance in chances:
        if not 0 <= chance.numerator <= chance.denominator:
            raise ChanceError(f"{chance} is not a probability")
        wins *= chance.numerator
        ways *= chance.denominator
    return _binomial(dice, wins, ways)


@lru_cache(maxsize=1024)
def _binomial(trials: int, wins: int, ways: int) -> Distribution[int]:
    _check_count(trials, "tries")
    losses = ways - wins
    weights = ((k, comb(trials, k) * wins**k * losses ** (trials - k)) for k in range(trials + 1))
    return Distribution((k, weight) for k, weight in weights if weight)


def heads(coins: int) -> Distribution[int]:
    """Heads in `coins` fair tosses."""
    return binomial(coins, Fraction(1, 2))


@lru_cache(maxsize=1024)
def chance_of_success(needed: int, reroll: Reroll = Reroll.NOTHING, faces: int = 6) -> Fraction:
    """The chance that one die shows `needed` or more.

    `needed` of 1 or less always succeeds and of more than `faces` always fails, re-rolled or not.
    """
    once = Fraction(min(max(faces + 1 - needed, 0), faces), faces)
    match reroll:
        case Reroll.NOTHING:
            return once
        case Reroll.FAILURES:
            return 1 - (1 - once) ** 2
        case Reroll.SUCCESSES:
            return once**2


def successes(
    dice: int, needed: int, reroll: Reroll = Reroll.NOTHING, faces: int = 6
) -> Distribution[int]:
    """How many of `dice` dice show `needed` or more, after re-rolling what `reroll` says."""
    return binomial(dice, chance_of_success(needed, reroll, faces))


def _check_count(count: int, of_what: str) -> None:
    if count < 0:
        raise ChanceError(f"there cannot be {count} {of_what}")

"""Dice counted face by face: the oracle that the exact engine is held against."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product
from typing import TypeVar

T = TypeVar("T")

FACES = range(1, 7)


def chance(
    succeeds: Callable[[int], bool], *, failures: bool = False, successes: bool = False
) -> Fraction:
    """The chance that a die succeeds, if failures or successes are rolled again, once."""
    pairs = [
        second if (successes if succeeds(first) else failures) else first
        for first, second in product(FACES, FACES)
    ]
    return Fraction(sum(map(succeeds, pairs)), len(pairs))


def needs(score: int, order: str = "shaken", *, helped: bool = False) -> Fraction:
    """The chance to equal or exceed a score for troops of an order, Solid re-rolling failures,
    Shattered successes; `helped` has another reason to re-roll failures."""
    return chance(
        lambda face: face >= score,
        failures=helped or order == "solid",
        successes=order == "shattered",
    )


def or_less(number: int, *, failures: bool = False) -> Fraction:
    """The chance to roll a number or less."""
    return chance(lambda face: face <= number, failures=failures)


def dice(parts: Iterable[dict[T, Fraction]]) -> dict[tuple[T, ...], Fraction]:
    """Several dice thrown one by one: every combination of what each can show."""
    thrown: dict[tuple[T, ...], Fraction] = {(): Fraction(1)}
    for part in parts:
        thrown = {
            (*shown, face): p * q for shown, p in thrown.items() for face, q in part.items() if q
        }
    return thrown


def count(number: int, p: Fraction) -> dict[int, Fraction]:
    """How many of a number of dice succeed, counted over every combination."""
    counted: dict[int, Fraction] = {}
    for shown, weight in dice([{True: p, False: 1 - p}] * number).items():
        counted[sum(shown)] = counted.get(sum(shown), Fraction(0)) + weight
    return counted

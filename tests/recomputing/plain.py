"""Laws in plain Python, as docs/probability.md has them: outcomes in order, and their chances."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from math import comb, lcm
from typing import Any, Final, TypeAlias

Law: TypeAlias = list[tuple[Any, Fraction]]

SIDES: Final = range(1, 7)
_ROLL: Final = re.compile(r"(\d)(\+| or less)(?:, re-rolling (.+))?")


def total(law: Law) -> int:
    """What a law is drawn below: the least common denominator of its chances."""
    return lcm(*(chance.denominator for _, chance in law))


def at(law: Law, number: int) -> Any:
    """What a number stands for: the places of the outcomes laid end to end."""
    below = total(law)
    for outcome, chance in law:
        number -= int(chance * below)
        if number < 0:
            return outcome
    raise AssertionError("a number beyond all outcomes")


def weighted(pairs: Iterable[tuple[Any, int]]) -> Law:
    """Outcomes by their weights; those of none do not happen."""
    listed = [(outcome, weight) for outcome, weight in pairs if weight]
    whole = sum(weight for _, weight in listed)
    return [(outcome, Fraction(weight, whole)) for outcome, weight in listed]


def die(faces: int) -> Law:
    """One die: 0 is a 1."""
    return weighted((face, 1) for face in range(1, faces + 1))


def tries(number: int, chance: Fraction) -> Law:
    """How many of some tries succeed, ascending."""
    law = [
        (k, comb(number, k) * chance**k * (1 - chance) ** (number - k)) for k in range(number + 1)
    ]
    return [(k, part) for k, part in law if part]


def then_tries(first: Law, chance: Fraction) -> Law:
    """How many succeed, ascending, and of those how many do again, ascending."""
    return [((k, j), part * more) for k, part in first for j, more in tries(k, chance)]


def succeeds(roll: str, face: int) -> bool:
    """Whether a face is what a ROLL asks for."""
    needed, way, _ = _read(roll)
    return face >= needed if way == "+" else face <= needed


def again(roll: str, face: int) -> bool:
    """Whether a die that shows a face is rolled again."""
    _, _, which = _read(roll)
    if which == "every die":
        return True
    return which == ("successes" if succeeds(roll, face) else "failures")


def chance_of(roll: str) -> Fraction:
    """The chance that a ROLL succeeds."""
    if roll in {"certain", "impossible"}:
        return Fraction(roll == "certain")
    once = Fraction(sum(succeeds(roll, face) for face in SIDES), 6)
    which = _read(roll)[2]
    if which == "failures":
        return 1 - (1 - once) ** 2
    return once**2 if which == "successes" else once


def one_die(roll: str) -> Law:
    """One die and, if it is rolled again, what it shows then: 4, or 3, re-rolled 5."""
    law: Law = []
    for face in SIDES:
        if again(roll, face):
            law += [(f"{face}, re-rolled {second}", Fraction(1, 36)) for second in SIDES]
        else:
            law.append((str(face), Fraction(1, 6)))
    return law


def _read(roll: str) -> tuple[int, str, str]:
    match = _ROLL.fullmatch(roll)
    assert match, roll
    return int(match[1]), match[2], match[3] or ""

"""A repeated step whose state falls apart: parts that go the same way are followed once."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from calculator.chance.absorbing import Split
from calculator.chance.dice import heads
from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, Repeat

Heaps: TypeAlias = tuple[int | None, ...]
"""Coins in each heap, None where another part of the state has it."""


def toss(heaps: Heaps, chance: Chance) -> Heaps:
    """Every heap keeps the coins that show heads, till none or one is left."""
    return tuple(chance.draw(heads(n), "coins") if n and n > 1 else n for n in heaps)


def over(heaps: Heaps) -> bool:
    return all(n is None or n < 2 for n in heaps)


def apart(heaps: Heaps) -> tuple[Heaps, ...]:
    own = [place for place, n in enumerate(heaps) if n is not None]
    return tuple(tuple(n if at == place else None for at, n in enumerate(heaps)) for place in own)


def together(parts: tuple[Heaps, ...]) -> Heaps:
    return tuple(next(n for n in heap if n is not None) for heap in zip(*parts, strict=True))


def representative(heaps: Heaps) -> tuple[Heaps, Callable[[Heaps], Heaps]]:
    """The first heap stands for any."""
    (place,) = (at for at, n in enumerate(heaps) if n is not None)

    def moved(part: Heaps, to: int) -> Heaps:
        (coins,) = (n for n in part if n is not None)
        return tuple(coins if at == to else None for at in range(len(part)))

    return moved(heaps, 0), lambda end: moved(end, place)


def itself(heaps: Heaps) -> tuple[Heaps, Callable[[Heaps], Heaps]]:
    return heaps, lambda end: end


def test_parts_that_go_the_same_way_are_followed_once_and_weigh_the_same() -> None:
    followed: list[Heaps] = []

    def noted(heaps: Heaps, chance: Chance) -> Heaps:
        followed.append(heaps)
        return toss(heaps, chance)

    def odds(
        step: Callable[[Heaps, Chance], Heaps], split: Split[Heaps] | None
    ) -> dict[Heaps, int]:
        start: Heaps = (4, 4, 3)
        law = Procedure(start, (Repeat(step, over, split),), lambda heaps: heaps).odds()
        return dict(law.weights)

    alike = odds(noted, Split(apart, together, representative))
    assert {heaps.index(n) for heaps in followed for n in heaps if n is not None} == {0}
    assert alike == odds(toss, Split(apart, together, itself)) == odds(toss, None)
    none_left = sum(weight for heaps, weight in alike.items() if heaps[2] == 0)
    # Of two coins, four ways: one leaves two, two leave one, one leaves none, which is 1 in 3.
    # Of three: 1/8 at once, 3/8 one left, 3/8 two, 1/8 three again.
    assert Fraction(none_left, sum(alike.values())) == (Fraction(1, 8) + Fraction(3, 8) / 3) * 8 / 7

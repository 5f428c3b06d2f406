"""Tests to stand and fight (Charge Action, 2 and 3)."""

from __future__ import annotations

from functools import lru_cache

from calculator.rules.revolutionary_wars.battalion import Battalion
from calculator.rules.revolutionary_wars.rolls import Again, Roll, at_least, by_order
from calculator.rules.revolutionary_wars.terms import Order

CERTAIN = at_least(1)
"""The roll of a battalion that will always stand."""


@lru_cache(maxsize=1024)
def stand_roll(battalion: Battalion, order: Order, shock: int, bonus: int) -> Roll:
    """What a battalion that is charged needs to stand and fight.

    `shock` is added to the score needed and so is `bonus`, which is negative behind an obstacle.
    A battalion that was only clipped is likelier to stand: Solid it always does, Shaken it re-rolls
    failures, Shattered it does not re-roll successes (Clipped by a Charge).
    """
    needed = battalion.stand(battalion.flanked) + shock + bonus
    if not battalion.clipped:
        return by_order(needed, order)
    if order is Order.SOLID:
        return CERTAIN
    return at_least(needed, Again.of(failures=order is Order.SHAKEN))


@lru_cache(maxsize=1024)
def own_stand_roll(battalion: Battalion, order: Order) -> Roll:
    """What a charging battalion needs to stand and fight itself: no shock, always to its front."""
    return by_order(battalion.stand(), order)

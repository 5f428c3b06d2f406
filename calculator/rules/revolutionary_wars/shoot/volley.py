"""A volley: hits, failed saves and firepower, and what they leave of the target (Shoot Action)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import attrs

from calculator.chance.dice import binomial
from calculator.chance.distribution import Distribution
from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars.rolls import Roll
from calculator.rules.revolutionary_wars.terms import Order


class Volley(NamedTuple):
    """Hits on a target that count, and the platoons that failed saves and firepower destroyed."""

    hits: int
    destroyed: int

    def __str__(self) -> str:
        return f"{self.hits} hit, {self.destroyed} destroyed"


@attrs.frozen
class Shot:
    """What shooting leaves of its target, none left if it is wiped out."""

    order: Order
    left: int
    lost: int

    @property
    def wiped_out(self) -> bool:
        """Whether the target is destroyed and removed."""
        return not self.left

    @property
    def label(self) -> str:
        if self.wiped_out:
            return "wiped out"
        lost = f"{counted(self.lost, 'platoon')} lost" if self.lost else "no loss"
        return f"{self.order}, {lost}"

    @property
    def severity(self) -> tuple[bool, int, int]:
        """From the mildest to the gravest."""
        return self.wiped_out, self.order.rank, self.lost


@attrs.frozen
class ShotInFull:
    """What shooting leaves of its target, and all hits that it has taken this turn."""

    listed: Shot
    hits: int
    start_platoons: int


class Target(NamedTuple):
    """The target between two shots: platoons left, order, hits counted against it this turn."""

    platoons: int
    order: Order
    hits: int

    @property
    def enemy_order(self) -> Order:
        """Its order, as the form has it."""
        return self.order


@lru_cache(maxsize=1024)
def volleys(
    dice: int, to_hit: Roll, save: Roll, firepower: Roll, saved_hits: bool = True
) -> Distribution[Volley]:
    """Every volley of some dice: how many hit, and how many of those destroy a platoon.

    Without `saved_hits` those that are saved count as none.
    """
    unsaved = 1 - save.chance
    hit = to_hit.chance * (1 if saved_hits else unsaved)
    destroys = firepower.chance * (unsaved if saved_hits else 1)
    return binomial(dice, hit).then(
        lambda hits: binomial(hits, destroys).map(lambda lost: Volley(hits, lost))
    )


@attrs.frozen
class AfterVolley:
    """Reads off a volley what it leaves of a target that began the turn with `start` platoons.

    Hits add up over the turn: once they are half of `start` the target is disordered, once they
    are all of it, Shattered; more are counted only if all are asked. Reduced to `minimum` platoons
    or fewer it is wiped out.
    """

    target: Target
    start: int
    minimum: int
    all_hits: bool = False

    def __call__(self, volley: Volley) -> Target:
        hits, left = self.target.hits + volley.hits, self.target.platoons - volley.destroyed
        counted = hits if self.all_hits else min(hits, self.start)
        if volley.destroyed and left <= self.minimum:
            return Target(0, Order.SHATTERED, counted)
        return Target(left, self._disordered(hits), counted)

    def _disordered(self, hits: int) -> Order:
        """The order of a target that has taken so many hits in all."""
        if self.target.hits < self.start <= hits:
            return Order.SHATTERED
        disordered = 2 * self.target.hits < self.start <= 2 * hits
        return self.target.order.disordered if disordered else self.target.order

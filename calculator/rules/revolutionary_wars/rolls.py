"""Dice as the rules roll them: a score needed, and which dice are rolled again: once at most,
whatever the reasons, and every die where there are reasons to re-roll failures and successes.
"""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

import attrs

from calculator.chance.dice import binomial, die, summed
from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance
from calculator.conditions import Condition, always, where
from calculator.forms import Form
from calculator.rules import modifiers
from calculator.rules.modifiers import Modifier, S
from calculator.rules.revolutionary_wars.terms import Order
from calculator.rules.tables import Tables

FACES = 6


class RollAgain(Enum):
    """Which dice are rolled again, the second roll being final."""

    NONE = ""
    FAILURES = "re-rolling failures"
    SUCCESSES = "re-rolling successes"
    ALL = "re-rolling every die"

    @classmethod
    def of(cls, *, failures: bool = False, successes: bool = False) -> RollAgain:
        """What is rolled again, if there is any reason of either kind."""
        by_reason = ((cls.NONE, cls.SUCCESSES), (cls.FAILURES, cls.ALL))
        return by_reason[failures][successes]

    @classmethod
    def by_order(cls, order: Order) -> RollAgain:
        """What troops of this order roll again."""
        return cls.of(failures=order is Order.SOLID, successes=order is Order.SHATTERED)


@attrs.frozen
class Thrown:
    """What one die showed, and what it showed when rolled again; by how much it made what was
    needed, or, below 0, failed."""

    face: int
    second: int | None = None
    margin: int = attrs.field(default=0, eq=False)

    def __str__(self) -> str:
        shown = str(self.face) if self.second is None else f"{self.face}, re-rolled {self.second}"
        if self.margin < 0:
            return f"{shown}, fails by {-self.margin}"
        passes = f"passes by {self.margin}" if self.margin else "just passes"
        return f"{shown}, {passes}"


@attrs.frozen(cache_hash=True)
class Roll:
    """One die that succeeds on `low` to `high`, and is not thrown where every face would do, or
    none (Die Rolls, Automatic Success or Failure)."""

    low: int
    high: int
    again: RollAgain = RollAgain.NONE

    @cached_property
    def chance(self) -> Fraction:
        """The chance of success."""
        once = Fraction(max(min(self.high, FACES) - max(self.low, 1) + 1, 0), FACES)
        if self.again is RollAgain.FAILURES:
            return 1 - (1 - once) ** 2
        return once**2 if self.again is RollAgain.SUCCESSES else once

    @cached_property
    def sure(self) -> bool | None:
        """True if it always succeeds, False if it never does; None if a die decides."""
        return bool(self.chance) if self.chance in (0, 1) else None

    def margin(self, face: int) -> int:
        """By how much a face makes what is needed, or, below 0, fails."""
        return face - self.low if self.high >= FACES else self.high - face

    def succeeds(self, thrown: Thrown) -> bool:
        """Whether a throw succeeds: its last face counts."""
        return self.margin(thrown.face if thrown.second is None else thrown.second) >= 0

    def __str__(self) -> str:
        if self.sure is not None:
            return "certain" if self.sure else "impossible"
        needed = f"{self.low}+" if self.high >= FACES else f"{self.high} or less"
        return f"{needed}, {self.again.value}" if self.again.value else needed


@lru_cache(maxsize=1024)
def at_least(needed: int, again: RollAgain = RollAgain.NONE) -> Roll:
    """A roll that succeeds on a score which equals or exceeds `needed`."""
    return Roll(needed, FACES, again)


@lru_cache(maxsize=1024)
def at_most(number: int, again: RollAgain = RollAgain.NONE) -> Roll:
    """A roll that succeeds on a score less than or equal to `number`."""
    return Roll(1, number, again)


@lru_cache(maxsize=1024)
def throws(roll: Roll) -> Distribution[Thrown]:
    """Every way that the die, and perhaps its re-roll, can fall."""

    def completed(face: int) -> Distribution[Thrown]:
        margin = roll.margin(face)
        missed = RollAgain.of(failures=margin < 0, successes=margin >= 0)
        if roll.again not in {RollAgain.ALL, missed}:
            return Distribution.certain(Thrown(face, None, margin))
        return die(FACES).map(lambda second: Thrown(face, second, roll.margin(second)))

    return die(FACES).then(completed)


def passes(chance: Chance, roll: Roll, ask: str) -> bool:
    """Throw one die; True if it succeeds. What it showed is recorded."""
    if roll.sure is not None:
        return roll.sure
    return chance.read_off(throws(roll), roll.succeeds, f"{ask} ({roll})")


@lru_cache(maxsize=4096)
def passing(dice: int, roll: Roll) -> Distribution[int]:
    """How many of `dice` dice succeed."""
    return binomial(dice, roll.chance)


class Hits(NamedTuple):
    """Hits on a battalion that count, and the platoons that they destroy."""

    hits: int
    destroyed: int

    def __str__(self) -> str:
        return f"{self.hits} hit, {self.destroyed} destroyed"


@lru_cache(maxsize=4096)
def hitting(groups: tuple[tuple[int, Fraction], ...], destroys: Fraction) -> Distribution[Hits]:
    """What groups of dice do, each of so many that hit with a chance, as each hit destroys."""
    hits = summed(*(binomial(dice, chance) for dice, chance in groups))
    return hits.then(lambda n: binomial(n, destroys).map(lambda lost: Hits(n, lost)))


ITSELF: Final = "{battalion.battalion}"
"""The side of the battalion that acts, where no other is asked about."""


class Needed(Modifier[S]):
    """A score needed on the die: worth each face that makes it."""

    def points(self, subject: S, tables: Tables) -> int:
        """The faces, none or less where it cannot be rolled."""
        return 7 - int(super().points(subject, tables))


@attrs.frozen(repr=False)
class Stage(modifiers.Stage):
    """A stage in which battalions roll for scores, and their order has dice rolled again."""

    def score(self, name: str, value: str, when: Condition = always, **more: Any) -> Modifier[Any]:
        """A score needed, whose table value has this key."""
        return self.modifier(name, when, value=value, kind=Needed, **{"given": True} | more)

    def given(self, name: str, form: type[Form]) -> Modifier[Any]:
        """What the answers of a form come to, without which the law cannot do."""
        return self.modifier(name, given=True, also_reads=tuple(attrs.fields_dict(form)))

    def order_effects(
        self,
        against: str = "enemy",
        when: Condition = always,
        who: str = "",
        order: str = "order",
        **more: Any,
    ) -> tuple[Modifier[Any], Modifier[Any]]:
        """That what Solid troops fail is rolled again, and what Shattered ones succeed in."""

        def effect(of: Order, again: str, side: str) -> Modifier[Any]:
            name, holds = f"{who}{of}: {again} are rolled again", where(order, of) & when
            return self.modifier(name, holds, side=side, source="Order & Disorder", **more)

        solid = effect(Order.SOLID, "failures", self.side)
        return solid, effect(Order.SHATTERED, "successes", against)

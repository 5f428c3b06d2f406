"""What can come of a charge, as a player acts on it, and what it leaves of every battalion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, TypeVar

import attrs

from calculator.errors import Fault
from calculator.rules.action import MOVED, Aftermath, Consequence
from calculator.rules.revolutionary_wars.charge.state import (
    IN_ORDER,
    ONWARD,
    BattalionState,
    End,
    Fight,
    Stage,
)
from calculator.rules.revolutionary_wars.terms import Formation, Order

T = TypeVar("T")


@attrs.frozen(cache_hash=True)
class Fate:
    """How a charge leaves one battalion; `platoons` is None where they are not counted."""

    end: End
    order: Order
    platoons: int | None = None

    @property
    def gravity(self) -> tuple[int, ...]:
        """How bad it is for the battalion: the greater the worse."""
        return self.end.rank, self.order.rank, -(self.platoons or 0)

    def __str__(self) -> str:
        words = f"{self.end.meaning}, {self.order}" if self.end in IN_ORDER else self.end.meaning
        counted = self.platoons is not None and not self.end.is_lost
        return f"{words}, {self.platoons} left" if counted else words


@lru_cache(maxsize=1024)
def fate_of(state: BattalionState, counted: bool) -> Fate:
    """The fate of a battalion whose part has ended."""
    assert state.end is not None
    return Fate(state.end, state.order, state.platoons if counted else None)


@attrs.frozen(cache_hash=True)
class ChargeOutcome:
    """The fate of every battalion in a charge, and of the fresh ones that they ran into, if any."""

    chargers: tuple[Fate, ...]
    enemies: tuple[Fate, ...]
    fresh: Fate | None = None
    further_fresh: tuple[Fate, ...] = ()

    @property
    def all_fresh(self) -> tuple[Fate, ...]:
        """The fates of all fresh battalions."""
        return (*([self.fresh] if self.fresh else []), *self.further_fresh)

    @property
    def everyone(self) -> tuple[Fate, ...]:
        """All fates, in the order in which battalions are placed in a `Fight`."""
        return (*self.chargers, *self.enemies, *self.all_fresh)

    @property
    def label(self) -> str:
        """All fates in a few words, the enemy's first."""
        met = (named for named in self._named if named[1].end is not End.UNTOUCHED)
        return "; ".join(f"{name} {fate}" for name, fate in met)

    @property
    def fates(self) -> tuple[tuple[str, str], ...]:
        """What becomes of each battalion, and of its platoons if counted."""
        ends = [(name, fate.end.meaning) for name, fate in self._named]
        counted = [
            (f"{name}, platoons left", str(fate.platoons))
            for name, fate in self._named
            if fate.platoons is not None
        ]
        return (*ends, *counted)

    @property
    def in_short(self) -> tuple[tuple[str, str], ...]:
        """Of each battalion whether it stands, runs or is destroyed."""
        return tuple((name, fate.end.in_short) for name, fate in self._named)

    @property
    def _named(self) -> list[tuple[str, Fate]]:
        """Fates by battalion, the enemy's first."""
        return list(by_name(self.chargers, self.enemies, self.all_fresh))

    @property
    def severity(self) -> tuple[tuple[int, ...], ...]:
        """From the mildest to the gravest for the enemy."""
        sides = (self.enemies, self.all_fresh, self.chargers)
        enemies, fresh, chargers = ([fate.gravity for fate in side] for side in sides)
        all_chargers, *worst_first = (
            tuple(-points for points in gravity) for gravity in (_summed(chargers), *chargers)
        )
        return (_summed(enemies), _summed(fresh), all_chargers, *enemies, *worst_first, *fresh)


@attrs.frozen
class ChargeInFull:
    """All that became of every battalion: what the odds list with platoons counted, and more.

    `listed` is the outcome as the odds asked for list it; `course` is how it came about, state by
    state.
    """

    outcome: ChargeOutcome
    listed: ChargeOutcome
    course: tuple[tuple[Stage, Fight], ...]


def _summed(gravities: list[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*gravities, strict=True)))


def by_name(
    chargers: Sequence[T], enemies: Sequence[T], fresh: Sequence[T]
) -> Iterator[tuple[str, T]]:
    """What is known of each battalion, the enemy's first: "charger", or of several "charger 1"."""
    for side, each in (("enemy", enemies), ("charger", chargers), ("fresh enemy", fresh)):
        for place, one in enumerate(each, 1):
            yield side if len(each) == 1 else f"{side} {place}", one


GONE: Final = {
    End.OVERRUN: "overrun",
    End.CHASED_OFF: "left the table in pursuit",
    End.DESTROYED: "destroyed",
    End.WIPED_OUT: "wiped out",
}
"""How a battalion has left the battle; overrun guns are out of it until they are recovered."""


def left_by(outcome: ChargeOutcome, others: tuple[Consequence, ...] = ()) -> Aftermath:
    """What a charge leaves of the battalion that charged, which has left its ground, and others."""
    charger, enemy = outcome.chargers[0], outcome.enemies[0]
    actor = left_of(charger)
    return Aftermath(
        actor=actor and actor | MOVED,
        target=left_of(enemy),
        actor_gone=GONE.get(charger.end, ""),
        target_gone=GONE.get(enemy.end, ""),
        others=others,
    )


def uncounted_faults(form: Any) -> Iterator[Fault]:
    """To play on from the outcomes themselves, these must count platoons."""
    if not form.count_platoons:
        problem = "platoons must be counted to play on from a charge"
        yield Fault("count-platoons", problem, "count-platoons=yes")


def left_of(fate: Fate) -> dict[str, str] | None:
    """What is new of a battalion; None if it is out of the battle."""
    if fate.end in GONE:
        return None
    if fate.end is End.UNTOUCHED:
        return {}
    left = {"order": fate.order.value}
    if fate.platoons is not None:
        left["platoons"] = str(fate.platoons)
    if fate.end is End.BROKE:
        left["formation"] = Formation.ATTACK_COLUMN.value
    off_its_ground = fate.end in ONWARD or fate.end is End.BROKE
    return left | MOVED if off_its_ground else left

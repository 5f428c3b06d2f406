"""What can come of a charge, as a player acts on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeVar

import attrs

from calculator.rules.revolutionary_wars.charge.state import BattalionState, End, Fight, Stage
from calculator.rules.revolutionary_wars.terms import Order

T = TypeVar("T")

_WORDS: Final = {
    End.UNTOUCHED: "not reached",
    End.STANDS: "stands, {order}",
    End.PURSUED: "pursues, {order}",
    End.BROKE_THROUGH: "breaks through",
    End.BROKE: "breaks and runs",
    End.OVERRUN: "overrun",
    End.CHASED_OFF: "chases off the table",
    End.DESTROYED: "breaks and is destroyed",
    End.WIPED_OUT: "wiped out",
}
_GRAVITY: Final = {end: place for place, end in enumerate(End)}


@attrs.frozen(cache_hash=True)
class Fate:
    """How a charge leaves one battalion; `platoons` is None where they are not counted."""

    end: End
    order: Order
    platoons: int | None = None

    @property
    def gravity(self) -> tuple[int, int, int]:
        """How bad it is for the battalion: the greater the worse."""
        return _GRAVITY[self.end], self.order.rank, -(self.platoons or 0)

    def __str__(self) -> str:
        words = _WORDS[self.end].format(order=self.order)
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
        ends = [(name, _WORDS[fate.end].removesuffix(", {order}")) for name, fate in self._named]
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
    def severity(self) -> tuple[tuple[int, int, int], ...]:
        """From the mildest to the gravest for the enemy."""
        enemies = [fate.gravity for fate in self.enemies]
        chargers = [fate.gravity for fate in self.chargers]
        fresh = [fate.gravity for fate in self.all_fresh]
        enemy, charger, beyond = (_summed(side) for side in (enemies, chargers, fresh))
        worst_first = tuple((-a, -b, -c) for a, b, c in (charger, *chargers))
        return (enemy, beyond, *worst_first[:1], *enemies, *worst_first[1:], *fresh)


@attrs.frozen
class ChargeInFull:
    """All that became of every battalion: what the odds list with platoons counted, and more.

    `listed` is the outcome as the odds asked for list it; `course` is how it came about, state by
    state.
    """

    outcome: ChargeOutcome
    listed: ChargeOutcome
    course: tuple[tuple[Stage, Fight], ...]


def _summed(gravities: list[tuple[int, int, int]]) -> tuple[int, int, int]:
    return (
        sum(end for end, _, _ in gravities),
        sum(order for _, order, _ in gravities),
        sum(platoons for _, _, platoons in gravities),
    )


def by_name(
    chargers: Sequence[T], enemies: Sequence[T], fresh: Sequence[T]
) -> Iterator[tuple[str, T]]:
    """What is known of each battalion, the enemy's first: "charger", or of several "charger 1"."""
    for side, each in (("enemy", enemies), ("charger", chargers), ("fresh enemy", fresh)):
        for place, one in enumerate(each, 1):
            yield side if len(each) == 1 else f"{side} {place}", one

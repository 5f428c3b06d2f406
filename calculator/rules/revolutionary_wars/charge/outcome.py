"""What can come of a charge, as a player acts on it."""

from __future__ import annotations

from typing import Final

import attrs

from calculator.rules.revolutionary_wars.charge.state import Body, End
from calculator.rules.revolutionary_wars.terms import Order

_TOLD: Final = {
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


@attrs.frozen
class Fate:
    """How a charge leaves one battalion; `platoons` is None where they are not counted."""

    end: End
    order: Order
    platoons: int | None = None

    @classmethod
    def of(cls, body: Body, counted: bool) -> Fate:
        """The fate of a battalion whose part has ended."""
        assert body.end is not None
        return cls(body.end, body.order, body.platoons if counted else None)

    @property
    def gravity(self) -> tuple[int, int, int]:
        """How bad it is for the battalion: the greater the worse."""
        return _GRAVITY[self.end], self.order.rank, -(self.platoons or 0)

    def __str__(self) -> str:
        told = _TOLD[self.end].format(order=self.order)
        counted = self.platoons is not None and not self.end.is_lost
        return f"{told}, {self.platoons} left" if counted else told


@attrs.frozen
class ChargeOutcome:
    """The fate of every battalion in a charge, and of the fresh one that it ran into, if any."""

    chargers: tuple[Fate, ...]
    enemies: tuple[Fate, ...]
    fresh: Fate | None = None

    @property
    def label(self) -> str:
        """All fates in a few words, the enemy's first."""
        parts = [*_listed("enemy", self.enemies), *_listed("charger", self.chargers)]
        if self.fresh and self.fresh.end is not End.UNTOUCHED:
            parts.append(f"fresh enemy {self.fresh}")
        return "; ".join(parts)

    @property
    def severity(self) -> tuple[tuple[int, int, int], ...]:
        """From the mildest to the gravest for the enemy."""
        enemies = [fate.gravity for fate in self.enemies]
        chargers = [fate.gravity for fate in self.chargers]
        fresh = [self.fresh.gravity] if self.fresh else []
        enemy, charger, beyond = (_summed(side) for side in (enemies, chargers, fresh))
        worst_first = tuple((-a, -b, -c) for a, b, c in (charger, *chargers))
        return (enemy, beyond, *worst_first[:1], *enemies, *worst_first[1:])


def _summed(gravities: list[tuple[int, int, int]]) -> tuple[int, int, int]:
    return (
        sum(end for end, _, _ in gravities),
        sum(order for _, order, _ in gravities),
        sum(platoons for _, _, platoons in gravities),
    )


def _listed(side: str, fates: tuple[Fate, ...]) -> list[str]:
    if len(fates) == 1:
        return [f"{side} {fates[0]}"]
    return [f"{side} {place} {fate}" for place, fate in enumerate(fates, 1)]

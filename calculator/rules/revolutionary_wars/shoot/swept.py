"""The ground that a battalion sweeps with its fire, and who stands on it (Shoot Action, 1)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Final

import attrs

from calculator.rules.revolutionary_wars.battalion import Battalion, Contact
from calculator.rules.revolutionary_wars.frontage import Front, Span, front_of, ranks
from calculator.rules.revolutionary_wars.terms import Formation

HALF_MILLIMETRES: Final = 50
"""In an inch of the rules, who write 2 inches as 5 centimetres."""


@attrs.frozen(eq=False)
class SweptGround:
    """The ground that a battalion sweeps with its fire.

    `near` and `far` are where the target stands and where the ground ends, in inches from the
    shooters. `corners` tells whether a square's fire widens along the diagonals of its corners.
    """

    shooter: Battalion
    near: Fraction
    far: Fraction
    corners: bool = False

    @property
    def skirmishes(self) -> bool:
        """Whether each platoon shoots at one platoon instead of sweeping ground (Skirmishers)."""
        return self.shooter.card.is_skirmish or self.shooter.formation is Formation.SKIRMISH_LINE

    @property
    def width(self) -> int:
        """Millimetres: the frontage of the shooters."""
        return front_of(self.shooter, self.shooter.platoons).length // 2

    def platoons_of(self, target: Battalion, left: int) -> int:
        """How many of a target's platoons stand on this ground when it has `left` of them.

        Of those that begin before the ground ends, any part must stand between its flanks.
        """
        near, far = int(HALF_MILLIMETRES * self.near), int(HALF_MILLIMETRES * self.far)
        within = [
            (span, min(near + rear, far))
            for span, front, rear in places(target, left)
            if near + front <= far
        ]
        if self.skirmishes:
            return min(self.shooter.platoons, len(within))
        half = front_of(self.shooter, self.shooter.platoons).length // 2
        flanks = [(span, half + end * self.corners) for span, end in within]
        return sum(start < flank and end > -flank for (start, end), flank in flanks)


@lru_cache(maxsize=1024)
def places(target: Battalion, left: int) -> tuple[tuple[Span, int, int], ...]:
    """Where each platoon stands: from flank to flank, and from the target's near side to its rear.

    A target in the flank stands end on, its ranks side by side.
    """
    front, depth = (2 * size for size in target.card.base)
    rows = list(ranks(target, left))
    if target.contact is Contact.FLANK:
        pitch = front_of(attrs.evolve(target, contact=Contact.FRONT), left).pitch
        rows = [sum(rank > file for rank in rows) for file in range(rows[0])]
        width, between, deep = depth, depth, front
    else:
        width, between, deep = front, front_of(target, left).pitch, depth
        pitch = depth
    return tuple(
        (span, row * pitch, row * pitch + deep)
        for row, platoons in enumerate(rows)
        for span in Front(platoons, 0, width, between).spans
    )

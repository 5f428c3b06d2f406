"""Where a charge stands: what is left of each battalion, in what order, and how it ended."""

from __future__ import annotations

from typing import NamedTuple

from calculator.kinds import Word
from calculator.rules.revolutionary_wars.terms import Order


class End(Word):
    """How a battalion's part in a charge ended."""

    UNTOUCHED = "untouched"
    STANDS = "stands"
    PURSUED = "pursued"
    BROKE_THROUGH = "broke-through"
    BROKE = "broke-and-ran"
    OVERRUN = "overrun"
    CHASED_OFF = "chased-off-the-table"
    DESTROYED = "destroyed"
    WIPED_OUT = "wiped-out"

    @property
    def is_lost(self) -> bool:
        """Whether it takes the battalion off the table."""
        return self in {End.CHASED_OFF, End.DESTROYED, End.WIPED_OUT}

    @property
    def is_broken(self) -> bool:
        """Whether the battalion failed, or chose not to try, to stand and fight."""
        return self in {End.BROKE_THROUGH, End.BROKE, End.OVERRUN, End.DESTROYED}


class Body(NamedTuple):
    """What is left of a battalion; `end` is None while it fights.

    `platoons` is 0 once it no longer matters to the odds asked for.
    """

    platoons: int
    order: Order
    end: End | None = None

    @property
    def fights(self) -> bool:
        """Whether it is still charging or being charged."""
        return self.end is None


class Fight(NamedTuple):
    """A charge between two steps: every battalion, chargers first.

    `melee` says that both sides have stood and strike next; `fought` that a melee has been fought,
    so that there is no more shock; `pursuing` that this charge is a pursuit into a fresh battalion.
    """

    bodies: tuple[Body, ...]
    melee: bool = False
    fought: bool = False
    pursuing: bool = False


def is_over(fight: Fight) -> bool:
    """Whether no battalion fights any more."""
    return not any(body.end is None for body in fight.bodies)

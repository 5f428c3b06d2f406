"""Where a charge stands: what is left of each battalion, in what order, and how it ended."""

from __future__ import annotations

from typing import Final, NamedTuple

import attrs

from calculator.kinds import Word
from calculator.rules.revolutionary_wars.terms import Order


class End(Word):
    """How a battalion's part in a charge ended, as the odds list it."""

    UNTOUCHED = "untouched", "not reached"
    STANDS = "stands", "stands"
    PURSUED = "pursued", "pursues"
    BROKE_THROUGH = "broke-through", "breaks through"
    BROKE = "broke-and-ran", "breaks and runs"
    OVERRUN = "overrun", "overrun"
    CHASED_OFF = "chased-off-the-table", "chases off the table"
    DESTROYED = "destroyed", "breaks and is destroyed"
    WIPED_OUT = "wiped-out", "wiped out"

    @property
    def is_lost(self) -> bool:
        """Whether it takes the battalion off the table."""
        return self in {End.CHASED_OFF, End.DESTROYED, End.WIPED_OUT}

    @property
    def is_beaten(self) -> bool:
        """Whether the battalion broke or is off the table."""
        return self.is_broken or self.is_lost

    @property
    def is_broken(self) -> bool:
        """Whether the battalion failed, or chose not to try, to stand and fight."""
        return self in {End.BROKE_THROUGH, End.BROKE, End.OVERRUN, End.DESTROYED}

    @property
    def in_short(self) -> str:
        """The one word that matters most of it."""
        if self.is_lost:
            return "destroyed"
        if self in {End.UNTOUCHED, End.OVERRUN}:
            return self.meaning
        return "runs" if self.is_broken else "stands"


IN_ORDER: Final = frozenset({End.STANDS, End.PURSUED})
"""Ends that leave a battalion in an order of its own."""

ONWARD: Final = frozenset({End.PURSUED, End.BROKE_THROUGH})
"""Ends that take a battalion on, into whoever stands beyond the enemy."""


class Stage(Word):
    """What a step of a charge is about."""

    START = "start"
    FIRST_FIRE = "first-fire"
    REACTION = "reaction"
    CROSSING = "crossing"
    CHARGE = "charge"
    RUN_INTO = "run-into"
    BEYOND = "beyond"


class DestroyedBy(Word):
    """What makes an end of a battalion that has broken."""

    SHATTERED = "shattered", "it was Shattered when it broke"
    RAN_OFF = "ran-off", "it has fled the battle"
    CAUGHT = "caught", "its pursuer caught it"
    SCATTERED = "scattered", "too few of its platoons kept together"


@attrs.frozen
class Destruction:
    """How a broken battalion was destroyed: how it had broken, by what, and who caught it."""

    broke: End
    by: DestroyedBy
    catchers: tuple[int, ...] = ()


class BattalionState(NamedTuple):
    """What is left of a battalion; `end` is None while it fights.

    `platoons` is 0 once it no longer matters to the odds asked for. `pursued` says that it came
    here in pursuit; `destroyed` says how it was destroyed, where that is asked.
    """

    platoons: int
    order: Order
    end: End | None = None
    pursued: bool = False
    destroyed: Destruction | None = None

    @property
    def fights(self) -> bool:
        """Whether it is still charging or being charged."""
        return self.end is None

    @property
    def charging_on(self) -> BattalionState:
        """The same once it runs into a fresh battalion."""
        return self._replace(end=None, pursued=self.end is End.PURSUED)

    @property
    def broke(self) -> End | None:
        """How it broke, if it did, though it was destroyed as it ran."""
        if self.destroyed:
            return self.destroyed.broke
        return self.end if self.end and self.end.is_broken else None


FORGOTTEN: Final = BattalionState(0, Order.SOLID, End.STANDS)
"""A battalion whose part has ended, where nobody asks how."""

ELSEWHERE: Final = BattalionState(-1, Order.SOLID, End.UNTOUCHED)
"""A battalion of which another part of the charge decides: less than any other state."""


class Fight(NamedTuple):
    """A charge between two steps: every battalion, chargers first.

    `melee` says that those who still fight have stood and strike next; `fought` that a melee has
    been fought, so that there is no more shock.
    """

    states: tuple[BattalionState, ...]
    melee: bool = False
    fought: bool = False


def is_over(fight: Fight) -> bool:
    """Whether no battalion fights any more."""
    return None not in [state.end for state in fight.states]


def together(parts: tuple[Fight, ...]) -> Fight:
    """The whole charge from its parts, each of which knows the battalions of no other."""
    states = tuple(map(max, *[part.states for part in parts]))
    return Fight(states, any(one.melee for one in parts), any(one.fought for one in parts))

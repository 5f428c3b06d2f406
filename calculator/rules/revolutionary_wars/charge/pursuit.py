"""Flight and pursuit: what becomes of a battalion that breaks, and of those who follow it.

Charge Action: Break and Run, Pursuing a Broken Enemy, Cavalry Break Through.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import IntEnum
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

import attrs

from calculator.chance.interface import Chance, Throw
from calculator.conditions import where
from calculator.kinds import Word
from calculator.rules.phrases import counted as in_words
from calculator.rules.revolutionary_wars import rolls
from calculator.rules.revolutionary_wars.battalion import Battalion
from calculator.rules.revolutionary_wars.charge.pulling import MEETING, NAMES
from calculator.rules.revolutionary_wars.charge.state import (
    FORGOTTEN,
    ONWARD,
    BattalionState,
    DestroyedBy,
    Destruction,
    End,
)
from calculator.rules.revolutionary_wars.checks.check import Stage
from calculator.rules.revolutionary_wars.terms import Arm, Order


class Caught(Word):
    """Whether a pursuer reaches the battalion that runs from it."""

    WORKED_OUT = "worked-out"
    YES = "yes"
    NO = "no"


@attrs.frozen
class Side:
    """What bears on the flight and pursuit of one side.

    `edge` is the distance in inches to the edge of the table behind it, None if out of reach of any
    run; `hold` whether it tries to hold its victors back from pursuit.
    """

    edge: Fraction | None = None
    hold: bool = False


class Detail(IntEnum):
    """How much of a battalion is kept once its part has ended.

    Odds keep no more than they list, so that equal ends merge; a result keeps everything.
    """

    FATES = 0
    PLATOONS = 1
    EVERYTHING = 2


class Running(NamedTuple):
    """A battalion that breaks and runs: whether anybody pursues it, and whether it chose to run."""

    one: Battalion
    pursued: bool = False
    chose: bool = False
    side: str = ""


_FLIGHT: Final = Stage("flight", "Charge Action, Scattering Platoons", "{side}", names=NAMES)
GENERAL: Final = _FLIGHT.modifier(
    "{one.name} near its general: re-rolls failures to keep together",
    where("one.near_general"),
    also_reads=("near_general", "enemy_near_general"),
)
CHOSE: Final = _FLIGHT.modifier("{one.name} chose to run", where("chose"))
NOT_PURSUED: Final = _FLIGHT.modifier("nobody pursues {one.name}", ~where("pursued"))
RALLY_AGAIN: Final = (GENERAL, CHOSE, NOT_PURSUED)
"""Why failures to rally from rout are rolled again."""


class Chase(NamedTuple):
    """A pursuer, whom it pursues, the inches to the edge behind that, and what a player saw."""

    one: Battalion
    quarry: Battalion
    edge: Fraction | None
    caught: Caught
    side: str = ""

    @property
    def overtakes(self) -> bool:
        """Whether its charge move is long enough for the run, which the edge may cut short."""
        run, reach = self.quarry.card.number("move-open"), self.one.card.number("charge-move")
        ends = min(run, run if self.edge is None else self.edge)
        as_fast = self.one.card.tables.is_so("pursuit.catches-as-fast")
        return reach > ends or (reach == ends and as_fast)


CATCHES: Final = Stage("pursuit", "Charge Action, Catching the Enemy", "{side}", MEETING).modifier(
    "{one.name} catches {quarry.name} if it breaks and is pursued: it is destroyed",
    where("caught", Caught.YES) | where("caught", Caught.WORKED_OUT) & where("overtakes"),
    also_reads=("battalion", "enemy", "caught", "edge", "own_edge"),
)


def control_roll(battalion: Battalion, order: Order) -> rolls.Roll:
    """What a battalion needs to be held back from pursuit, or to halt at the edge."""
    return rolls.by_order(battalion.card.number("control"), order)


def reaches(edge: Fraction | None, inches: int) -> bool:
    """Whether a move would go over the edge of the table."""
    return edge is not None and inches > edge


@lru_cache(maxsize=1024)
def rally_roll(battalion: Battalion, pursued: bool, chose: bool = False) -> rolls.Roll:
    """Its Rally from Rout; being Shattered does not matter to it.

    One that is not pursued, chose to run or is near a general re-rolls failures.
    """
    running, tables = Running(battalion, pursued, chose), battalion.card.tables
    again = any(one.holds(running, tables) for one in RALLY_AGAIN)
    return rolls.at_least(battalion.card.number("rally"), rolls.RollAgain.of(failures=again))


@lru_cache(maxsize=1024)
def scattering(battalion: Battalion, platoons: int, roll: rolls.Roll, counted: bool) -> Throw[int]:
    """Platoons that keep together; not `counted`, any that are enough are 1.

    Reduced to its minimum or less the battalion is destroyed and 0 are left; one that lost none
    has not been reduced.
    """

    def left(kept: int) -> int:
        if kept < platoons and kept <= battalion.card.minimum:
            return 0
        return kept if counted else 1

    dice = in_words(platoons, "platoon")
    ask = f"{battalion.name} scatters, {dice}, each keeps together on {roll}"
    return Throw(rolls.passing(platoons, roll), left, ask)


@attrs.frozen(eq=False)
class Pursuit:
    """Flight and pursuit in one charge; `charging` are the places of those who charged.

    Platoons of a battalion whose part has ended are kept if `detail` asks for them, or if the
    battalion may be `going_on` to charge again. Asked for one battalion `only`, nothing is kept of
    any other that does not go on.
    """

    battalions: Sequence[Battalion]
    charging: Collection[int]
    chargers: Side
    enemy: Side
    caught: Caught = Caught.WORKED_OUT
    detail: Detail = Detail.PLATOONS
    going_on: Collection[int] = ()
    only: int | None = None

    def leave(self, one: int, state: BattalionState, end: End) -> BattalionState:
        """A battalion whose part has ended."""
        if one in self.going_on and end in ONWARD:
            return BattalionState(state.platoons, state.order, end)
        if not self.asks(one):
            return FORGOTTEN
        return BattalionState(state.platoons if self.detail else 0, state.order, end)

    def asks(self, one: int) -> bool:
        """Whether it matters what becomes of a battalion."""
        return self.only is None or one == self.only or one in self.going_on

    def edge(self, one: int, *, ahead: bool = False) -> Fraction | None:
        """The inches to the edge behind a battalion, or ahead of it; None if out of reach."""
        return (self.chargers if (one in self.charging) is not ahead else self.enemy).edge

    def destroyed(
        self, one: int, broke: End, by: DestroyedBy, catchers: tuple[int, ...] = ()
    ) -> BattalionState:
        """A battalion destroyed as it breaks and runs."""
        if not self.asks(one):
            return FORGOTTEN
        how = Destruction(broke, by, catchers) if self.detail is Detail.EVERYTHING else None
        return BattalionState(0, Order.SHATTERED, End.DESTROYED, destroyed=how)

    def holds(self, one: int, state: BattalionState, chance: Chance) -> bool:
        """Whether a victor that should not pursue is held back (Controlling Pursuit)."""
        if not (self.chargers if one in self.charging else self.enemy).hold:
            return False
        battalion = self.battalions[one]
        roll = control_roll(battalion, state.order)
        return rolls.passes(chance, roll, f"{battalion.name} controls its pursuit")

    def run(
        self, one: int, state: BattalionState, hunters: Sequence[int], chose: bool, chance: Chance
    ) -> tuple[BattalionState, bool]:
        """A broken battalion runs to the rear; and whether it ran off the table.

        Guns stay where they are and are overrun.
        """
        battalion = self.battalions[one]
        if battalion.card.arm is Arm.ARTILLERY:
            if state.order is Order.SHATTERED:
                return self.destroyed(one, End.OVERRUN, DestroyedBy.SHATTERED), False
            return self.leave(one, state._replace(order=Order.SHATTERED), End.OVERRUN), False
        roll = rally_roll(battalion, bool(hunters), chose)
        if self._runs_off(one, roll, End.BROKE, chance):
            return self.destroyed(one, End.BROKE, DestroyedBy.RAN_OFF), True
        if catchers := tuple(hunter for hunter in hunters if self._catches(hunter, one)):
            return self.destroyed(one, End.BROKE, DestroyedBy.CAUGHT, catchers), False
        return self._scattered(one, state, roll, End.BROKE, chance), False

    def break_through(self, one: int, state: BattalionState, chance: Chance) -> BattalionState:
        """Charging cavalry that breaks rides on through the enemy, who does not pursue."""
        roll = rally_roll(self.battalions[one], pursued=False)
        if self._runs_off(one, roll, End.BROKE_THROUGH, chance):
            return self.destroyed(one, End.BROKE_THROUGH, DestroyedBy.RAN_OFF)
        return self._scattered(one, state, roll, End.BROKE_THROUGH, chance)

    def pursue(
        self, one: int, state: BattalionState, quarry_off: bool, chance: Chance
    ) -> BattalionState:
        """A pursuer is disordered, and may follow a broken enemy off the table."""
        battalion, edge = self.battalions[one], self.edge(one, ahead=True)
        state = BattalionState(state.platoons, state.order.disordered)
        if quarry_off and reaches(edge, battalion.card.number("charge-move")):
            roll = control_roll(battalion, state.order)
            if not rolls.passes(chance, roll, f"{battalion.name} halts at the edge of the table"):
                return self.leave(one, BattalionState(0, Order.SHATTERED), End.CHASED_OFF)
        return self.leave(one, state, End.PURSUED)

    def _runs_off(self, one: int, roll: rolls.Roll, broke: End, chance: Chance) -> bool:
        """Whether its run takes it to the edge of the table and over it."""
        battalion, through = self.battalions[one], broke is End.BROKE_THROUGH
        speed = battalion.card.number("charge-move" if through else "move-open")
        return reaches(self.edge(one, ahead=through), speed) and not rolls.passes(
            chance, roll, f"{battalion.name} halts at the edge"
        )

    def _scattered(
        self, one: int, state: BattalionState, roll: rolls.Roll, broke: End, chance: Chance
    ) -> BattalionState:
        """What keeps together of it; nothing if it was Shattered before it broke."""
        if state.order is Order.SHATTERED:
            return self.destroyed(one, broke, DestroyedBy.SHATTERED)
        if not self.asks(one):
            return FORGOTTEN
        counted = bool(self.detail) or one in self.going_on
        left = scattering(self.battalions[one], state.platoons, roll, counted)(chance)
        if not left:
            return self.destroyed(one, broke, DestroyedBy.SCATTERED)
        return self.leave(one, BattalionState(left, Order.SHATTERED), broke)

    def _catches(self, hunter: int, quarry: int) -> bool:
        """Whether a pursuit contacts the broken battalion; worked out, from where they met."""
        both = self.battalions[hunter], self.battalions[quarry]
        return CATCHES.holds(Chase(*both, self.edge(quarry), self.caught), both[0].card.tables)

"""Flight and pursuit: what becomes of a battalion that breaks, and of those who follow it.

Charge Action: Break and Run, Pursuing a Broken Enemy, Cavalry Break Through.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from typing import TypeAlias

import attrs

from calculator.chance.interface import Chance
from calculator.kinds import Word
from calculator.rules.revolutionary_wars.battalion import Battalion
from calculator.rules.revolutionary_wars.charge.state import Body, End
from calculator.rules.revolutionary_wars.flight import Flight
from calculator.rules.revolutionary_wars.rolls import Again, Roll, at_least, passes
from calculator.rules.revolutionary_wars.terms import Arm, Order


class Caught(Word):
    """Whether a pursuer reaches the battalion that runs from it."""

    WORKED_OUT = "worked-out"
    YES = "yes"
    NO = "no"


@attrs.frozen
class Behind:
    """What bears on the flight and pursuit of one side.

    `edge` is the distance in inches to the edge of the table behind it, None if out of reach of any
    run; `hold` whether it tries to hold its victors back from pursuit.
    """

    edge: Fraction | None = None
    hold: bool = False


class Ruin(Word):
    """What makes an end of a battalion that has broken."""

    SHATTERED = "shattered"
    RAN_OFF = "ran-off"
    CAUGHT = "caught"
    SCATTERED = "scattered"


@attrs.frozen
class Loss:
    """A broken battalion destroyed: how it had broken, what ruined it, and who caught it."""

    broke: End
    ruin: Ruin
    catchers: tuple[int, ...] = ()


Watch: TypeAlias = Callable[[int, Loss], None]
"""Told of every battalion destroyed as it breaks, which outcomes do not tell apart."""


def unwatched(one: int, loss: Loss) -> None:
    """Nobody asks how a battalion was lost."""


def control_roll(battalion: Battalion, order: Order) -> Roll:
    """What a battalion needs to be held back from pursuit, or to halt at the edge."""
    return at_least(battalion.card.number("control"), Again.by_order(order))


class Chase:
    """Flight and pursuit in one charge; `charging` are the places of those who charged.

    Platoons of a battalion whose part has ended are kept only if `counted`, or if the battalion is
    `going_on` to charge again.
    """

    def __init__(
        self,
        battalions: Sequence[Battalion],
        charging: Collection[int],
        chargers: Behind,
        enemy: Behind,
        caught: Caught = Caught.WORKED_OUT,
        *,
        counted: bool = True,
        going_on: Collection[int] = (),
        watch: Watch = unwatched,
    ) -> None:
        self._battalions = battalions
        self._charging = charging
        self._sides = {True: chargers, False: enemy}
        self._caught = caught
        self._counted = counted
        self._going_on = going_on
        self._watch = watch

    def leave(self, one: int, body: Body, end: End) -> Body:
        """A battalion whose part has ended."""
        on = one in self._going_on and end in {End.PURSUED, End.BROKE_THROUGH}
        return Body(body.platoons if self._counted or on else 0, body.order, end)

    def lose(self, one: int, broke: End, ruin: Ruin, catchers: tuple[int, ...] = ()) -> Body:
        """A battalion destroyed as it breaks and runs."""
        self._watch(one, Loss(broke, ruin, catchers))
        return self.leave(one, Body(0, Order.SHATTERED), End.DESTROYED)

    def holds(self, one: int, body: Body, chance: Chance) -> bool:
        """Whether a victor that should not pursue is held back (Controlling Pursuit)."""
        if not self._side(one).hold:
            return False
        battalion = self._battalions[one]
        roll = control_roll(battalion, body.order)
        return passes(chance, roll, f"{battalion.name} controls its pursuit")

    def run(
        self, one: int, body: Body, hunters: Sequence[int], chose: bool, chance: Chance
    ) -> tuple[Body, bool]:
        """A broken battalion runs to the rear; and whether it ran off the table.

        Guns stay where they are and are overrun.
        """
        battalion = self._battalions[one]
        if battalion.card.arm is Arm.ARTILLERY:
            if body.order is Order.SHATTERED:
                return self.lose(one, End.OVERRUN, Ruin.SHATTERED), False
            return self.leave(one, Body(body.platoons, Order.SHATTERED), End.OVERRUN), False
        speed, edge = battalion.card.number("move-open"), self._side(one).edge
        flight = Flight(bool(hunters), chose, edge, speed)
        if flight.runs_off(battalion, chance):
            return self.lose(one, End.BROKE, Ruin.RAN_OFF), True
        if catchers := tuple(hunter for hunter in hunters if self._catches(hunter, one)):
            return self.lose(one, End.BROKE, Ruin.CAUGHT, catchers), False
        return self._scattered(one, body, flight, End.BROKE, chance), False

    def break_through(self, one: int, body: Body, chance: Chance) -> Body:
        """Charging cavalry that breaks rides on through the enemy, who does not pursue."""
        battalion = self._battalions[one]
        speed, edge = battalion.card.number("charge-move"), self._opposite(one).edge
        flight = Flight(pursued=False, edge=edge, speed=speed)
        if flight.runs_off(battalion, chance):
            return self.lose(one, End.BROKE_THROUGH, Ruin.RAN_OFF)
        return self._scattered(one, body, flight, End.BROKE_THROUGH, chance)

    def pursue(self, one: int, body: Body, quarry_off: bool, chance: Chance) -> Body:
        """A pursuer is disordered, and may follow a broken enemy off the table."""
        battalion, edge = self._battalions[one], self._opposite(one).edge
        body = Body(body.platoons, body.order.disordered)
        if quarry_off and edge is not None and battalion.card.number("charge-move") > edge:
            roll = control_roll(battalion, body.order)
            if not passes(chance, roll, f"{battalion.name} halts at the edge of the table"):
                return self.leave(one, Body(0, Order.SHATTERED), End.CHASED_OFF)
        return self.leave(one, body, End.PURSUED)

    def _scattered(self, one: int, body: Body, flight: Flight, end: End, chance: Chance) -> Body:
        """What keeps together of it; nothing if it was Shattered before it broke."""
        if body.order is Order.SHATTERED:
            return self.lose(one, end, Ruin.SHATTERED)
        battalion = self._battalions[one]
        counted = self._counted or one in self._going_on
        left = flight.scatter(battalion, body.platoons, chance, counted)
        if not left:
            return self.lose(one, end, Ruin.SCATTERED)
        return self.leave(one, Body(left, Order.SHATTERED), end)

    def _catches(self, hunter: int, quarry: int) -> bool:
        """Whether a pursuit contacts the broken battalion.

        Worked out: both start from where they met, and the pursuer's charge move is no shorter than
        the run, which the edge of the table may cut short.
        """
        if self._caught is not Caught.WORKED_OUT:
            return self._caught is Caught.YES
        run, edge = self._battalions[quarry].card.number("move-open"), self._side(quarry).edge
        reach = self._battalions[hunter].card.number("charge-move")
        return reach >= run or (edge is not None and reach >= edge)

    def _side(self, one: int) -> Behind:
        return self._sides[one in self._charging]

    def _opposite(self, one: int) -> Behind:
        return self._sides[one not in self._charging]

"""Charging through terrain (Charge Action, 1. Charge into Contact)."""

from __future__ import annotations

import attrs

from calculator.chance.interface import Chance
from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars.battalion import Battalion
from calculator.rules.revolutionary_wars.charge.state import BattalionState, End
from calculator.rules.revolutionary_wars.rolls import Again, Roll, at_least, passing
from calculator.rules.revolutionary_wars.terms import Order


def crossing_roll(battalion: Battalion, order: Order) -> Roll:
    """What each platoon needs to cross; re-rolled if the battalion was Solid as it set out.

    A card with AUTO needs 1, which never fails.
    """
    again = Again.of(failures=order is Order.SOLID)
    return at_least(battalion.card.number("charge-across"), again)


@attrs.frozen
class AcrossTerrain:
    """Reads off the platoons that came across what is left of the battalion.

    The terrain disorders it; if it lost platoons it is Shattered; if none is left the charge ends.
    """

    state: BattalionState
    crossing: int

    def __call__(self, across: int) -> BattalionState:
        left = self.state.platoons - self.crossing + across
        if not left:
            return BattalionState(0, Order.SHATTERED, End.WIPED_OUT)
        lost = across < self.crossing
        return BattalionState(left, Order.SHATTERED if lost else self.state.order.disordered)


def cross(
    battalion: Battalion, state: BattalionState, crossing: int, chance: Chance
) -> BattalionState:
    """What is left of a battalion once `crossing` of its platoons have charged through terrain."""
    roll = crossing_roll(battalion, state.order)
    platoons = counted(crossing, "platoon")
    ask = f"{battalion.name} charges through terrain, {platoons}, each crosses on {roll}"
    return chance.read_off(passing(crossing, roll), AcrossTerrain(state, crossing), ask)

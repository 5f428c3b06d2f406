"""Charging through terrain (Charge Action, 1. Charge into Contact)."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from calculator.chance.interface import Chance
from calculator.rules.revolutionary_wars.battalion import Battalion
from calculator.rules.revolutionary_wars.charge.state import Body, End, Fight
from calculator.rules.revolutionary_wars.rolls import Again, Roll, at_least, passing
from calculator.rules.revolutionary_wars.terms import Order
from calculator.rules.telling import counted


def crossing_roll(battalion: Battalion) -> Roll:
    """What each platoon needs to cross; re-rolled if the battalion was Solid as it set out.

    A card with AUTO needs 1, which never fails.
    """
    solid = battalion.order is Order.SOLID
    return at_least(battalion.card.number("charge-across"), Again.of(failures=solid))


@attrs.frozen
class AcrossTerrain:
    """Reads off the platoons that came across what is left of the battalion.

    The terrain disorders it; if it lost platoons it is Shattered; if none is left the charge ends.
    """

    body: Body
    crossing: int

    def __call__(self, across: int) -> Body:
        left = self.body.platoons - self.crossing + across
        if not left:
            return Body(0, Order.SHATTERED, End.WIPED_OUT)
        lost = across < self.crossing
        return Body(left, Order.SHATTERED if lost else self.body.order.disordered)


def cross(battalion: Battalion, body: Body, crossing: int, chance: Chance) -> Body:
    """What is left of a battalion once `crossing` of its platoons have charged through terrain."""
    roll = crossing_roll(battalion)
    platoons = counted(crossing, "platoon")
    ask = f"{battalion.name} charges through terrain, {platoons}, each crosses on {roll}"
    return chance.read_off(passing(crossing, roll), AcrossTerrain(body, crossing), ask)


class Crossing:
    """The step in which every charger crosses; `crossing` is how many platoons of each do."""

    def __init__(self, chargers: Mapping[int, Battalion], crossing: Mapping[int, int]) -> None:
        self._chargers = chargers
        self._crossing = crossing

    def __call__(self, fight: Fight, chance: Chance) -> Fight:
        bodies = list(fight.bodies)
        for place, battalion in self._chargers.items():
            bodies[place] = cross(battalion, bodies[place], self._crossing[place], chance)
        return fight._replace(bodies=tuple(bodies))

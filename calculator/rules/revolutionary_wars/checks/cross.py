"""Charging through terrain, for players who throw the rest of a charge themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import attrs

from calculator.chance.interface import Chance
from calculator.errors import Refusal
from calculator.rules.action import MOVED, Aftermath, Draws, Measure, Narration, Severity
from calculator.rules.modifiers import Pull
from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars.battalion import Battalion, charging_refusals, narrated
from calculator.rules.revolutionary_wars.charge.state import BattalionState, End
from calculator.rules.revolutionary_wars.checks.check import ITSELF, Check, Stage, strength
from calculator.rules.revolutionary_wars.forms import CountedBattalion
from calculator.rules.revolutionary_wars.rolls import Roll, RollAgain, at_least, passing
from calculator.rules.revolutionary_wars.terms import Order

SOURCE: Final = "Charge Action, Charging through Terrain"


def crossing_roll(battalion: Battalion, order: Order) -> Roll:
    """What each platoon needs to cross; re-rolled if the battalion was Solid as it set out.

    A card with AUTO needs 1, which never fails.
    """
    again = RollAgain.of(failures=order is Order.SOLID)
    return at_least(battalion.card.number("charge-across"), again)


def cross(
    one: Battalion, state: BattalionState, crossing: int, chance: Chance, roll: Roll | None = None
) -> BattalionState:
    """What is left of a battalion once `crossing` of its platoons have charged through terrain.

    Each needs its `crossing_roll`, unless another `roll` is given. The terrain disorders the
    battalion; if it lost platoons it is Shattered; if none is left the charge ends.
    """

    def came_across(across: int) -> BattalionState:
        left = state.platoons - crossing + across
        reduced = across < crossing and left <= one.card.minimum
        if not left or (reduced and not one.card.tables.is_so("crossing.goes-on")):
            return BattalionState(0, Order.SHATTERED, End.WIPED_OUT)
        order = Order.SHATTERED if across < crossing else state.order.disordered
        return BattalionState(left, order)

    roll = roll or crossing_roll(one, state.order)
    platoons = counted(crossing, "platoon")
    ask = f"{one.name} charges through terrain, {platoons}, each crosses on {roll}"
    return chance.read_off(passing(crossing, roll), came_across, ask)


@attrs.frozen
class Crossed:
    """Platoons that crossed, and the order of the battalion."""

    across: int
    lost: int
    order: Order

    @property
    def label(self) -> str:
        if not self.across:
            return "destroyed, the charge ends"
        return f"{counted(self.across, 'platoon')} across, {self.order}"


CROSSING: Final = Stage("cross", SOURCE, ITSELF)
NUMBER: Final = CROSSING.score("each platoon: {value}+", "card.{battalion.value}.charge-across")
SOLID, _ = CROSSING.order_effects()


class Cross(Check[CountedBattalion, Crossed]):
    """The platoons of a charging battalion cross terrain: cavalry rolls, all are disordered."""

    key = "cross"
    label = "Charge through terrain"
    source = SOURCE
    severity = Severity[Crossed](lambda outcome: outcome.across, "the chargers")
    measures = (
        Measure("unharmed", "no platoon is lost", lambda outcome: not outcome.lost),
        Measure("contact", "some platoon makes contact", lambda outcome: outcome.across > 0),
    )
    modifiers = (NUMBER, SOLID)

    def quantities(self) -> Iterable[Pull]:
        """Its platoons."""
        yield strength(self.one, source=SOURCE)

    def refusals(self) -> Iterator[Refusal]:
        """Why it cannot charge."""
        yield from charging_refusals(self.one)

    def resolve(self, chance: Chance) -> Crossed:
        """A die for each platoon that does not cross automatically."""
        one, roll = self.one, crossing_roll(self.one, self.rolling(self.form.order, SOLID))
        state = cross(one, BattalionState(one.platoons, one.order), one.platoons, chance, roll)
        return Crossed(state.platoons, one.platoons - state.platoons, state.order)

    def after(self, drawn: Crossed) -> Aftermath:
        """What came across."""
        if not drawn.across:
            return Aftermath(actor=None, actor_gone="destroyed")
        left = {"platoons": str(drawn.across), "order": drawn.order.value}
        return Aftermath(actor=left | MOVED, may=("charge",))

    def narrate(self, drawn: Crossed, draws: Draws) -> Narration:
        """What came across."""
        name = self.name
        if not drawn.across:
            return narrated(draws, f"no platoon of {name} gets across", f"Remove {name}")
        steps = [f"Remove {counted(drawn.lost, 'platoon')} of {name}"] if drawn.lost else []
        steps.append(f"Mark {name} {drawn.order} and charge on")
        across = counted(drawn.across, "platoon")
        cross = "crosses" if drawn.across == 1 else "cross"
        return narrated(draws, f"{across} of {name} {cross} and it is {drawn.order}", *steps)

"""Charging through terrain, for players who throw the rest of a charge themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.errors import Refusal
from calculator.rules.action import Draws, Measure, Narration, Severity
from calculator.rules.aftermath import MOVED, Aftermath
from calculator.rules.declared import declared
from calculator.rules.modifiers import Factor
from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars.battalion import Battalion, charging_refusals
from calculator.rules.revolutionary_wars.charge.state import BattalionState, End
from calculator.rules.revolutionary_wars.forms import CountedBattalion, acting
from calculator.rules.revolutionary_wars.narration import narrated
from calculator.rules.revolutionary_wars.rolls import Roll, RollAgain, at_least, passing
from calculator.rules.revolutionary_wars.terms import Order
from calculator.rules.tables import Tables


def crossing_roll(battalion: Battalion, order: Order) -> Roll:
    """What each platoon needs to cross; re-rolled if the battalion was Solid as it set out.

    A card with AUTO needs 1, which never fails.
    """
    return at_least(
        battalion.card.number("charge-across"), RollAgain.of(failures=order is Order.SOLID)
    )


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


SOURCE: Final = "Charge Action, Charging through Terrain"


@attrs.frozen(kw_only=True)
class CrossForm(CountedBattalion):
    """A charging battalion of which all the platoons given go through terrain."""


@attrs.frozen
class Crossed:
    """Platoons that crossed, and the order of the battalion."""

    across: int
    lost: int
    order: Order

    @property
    def label(self) -> str:
        """In a few words."""
        if not self.across:
            return "destroyed, the charge ends"
        return f"{counted(self.across, 'platoon')} across, {self.order}"


def procedure(form: CrossForm, tables: Tables) -> Procedure[Any, Crossed]:
    """A die for each platoon that does not cross automatically."""
    one = acting(form, tables)

    def rule(chance: Chance) -> Crossed:
        state = cross(one, BattalionState(one.platoons, one.order), one.platoons, chance)
        return Crossed(state.platoons, one.platoons - state.platoons, state.order)

    return single(rule)


def refusals(form: CrossForm, tables: Tables) -> Iterator[Refusal]:
    """Why it cannot charge."""
    yield from charging_refusals(acting(form, tables))


def factors(form: CrossForm, tables: Tables) -> Iterator[Factor]:
    """What each platoon needs."""
    one = acting(form, tables)
    roll = crossing_roll(one, one.order)
    name, points = f"each platoon: {roll}", max(0, 7 - roll.low)
    yield one.factor("cross", name, points, SOURCE, "charge-across")


def aftermath(form: CrossForm, outcome: Crossed) -> Aftermath:
    """What came across."""
    if not outcome.across:
        return Aftermath(actor=None, actor_gone="destroyed")
    left = {"platoons": str(outcome.across), "order": outcome.order.value}
    return Aftermath(actor=left | MOVED, may=("charge",))


def narrate(form: CrossForm, outcome: Crossed, draws: Draws, tables: Tables) -> Narration:
    """What came across."""
    one = acting(form, tables)
    if not outcome.across:
        return narrated(
            draws, f"no platoon of the {one.name} gets across", f"Remove the {one.name}"
        )
    lost = counted(outcome.lost, "platoon")
    steps = [f"Remove {lost} of the {one.name}"] if outcome.lost else []
    steps.append(f"Mark the {one.name} {outcome.order} and charge on")
    across = counted(outcome.across, "platoon")
    cross = "crosses" if outcome.across == 1 else "cross"
    return narrated(draws, f"{across} of the {one.name} {cross} and it is {outcome.order}", *steps)


CROSS: Final = declared(
    key="cross",
    label="Charge through terrain",
    help="The platoons of a charging battalion cross terrain: cavalry rolls, all are disordered.",
    source=SOURCE,
    form=CrossForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(lambda outcome: outcome.across, "the chargers"),
    aftermath=aftermath,
    factors=factors,
    refusals=refusals,
    measures=(
        Measure("unharmed", "no platoon is lost", lambda outcome: not outcome.lost),
        Measure("contact", "some platoon makes contact", lambda outcome: outcome.across > 0),
    ),
)

"""The movement actions: four whose orders may go astray, and the route march (III.B, IV)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any, Final

import attrs

from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, settled, single
from calculator.errors import Refusal
from calculator.lengths import in_inches
from calculator.rules.action import AnyAction, Draws, Measure, Narration, Severity
from calculator.rules.aftermath import MOVED, Aftermath
from calculator.rules.declared import declared
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.moves import base_move, inches, to_half_inch
from calculator.rules.there_stand_empires.orders import (
    STAGE,
    Orders,
    delayed_to,
    lost_step,
    may_without_orders,
    orders_factors,
    orders_line,
    orders_odds,
)
from calculator.rules.there_stand_empires.status import refuse_demoralized
from calculator.rules.there_stand_empires.terms import Formation
from calculator.rules.there_stand_empires.unit import ActorForm, OrdersForm


@attrs.frozen
class OrdersOutcome:
    """Whether an order to move is carried out, and how far the unit may go, in inches."""

    orders: Orders
    inches: Fraction = attrs.field(converter=in_inches)

    @property
    def label(self) -> str:
        """The outcome in a few words."""
        if not self.inches:
            return f"orders {self.orders.label}"
        return f"orders {self.orders.label}: {inches(self.inches)}"


def ordered_move(form: OrdersForm, tables: Tables, action: str) -> Procedure[Any, OrdersOutcome]:
    """The procedure of the movement action with key `action`."""
    move = base_move(tables, action, form.actor, form.quality)
    odds = orders_odds(form, tables)

    def rule(chance: Chance) -> OrdersOutcome:
        orders = chance.draw(odds, STAGE)
        if orders.is_late and not move:
            orders = Orders.DELAYED
        return OrdersOutcome(orders, delayed_to(tables, orders, move))

    return single(rule)


def route_march(form: ActorForm, tables: Tables) -> Procedure[Any, OrdersOutcome]:
    """A route march: its orders have arrived already (III.B)."""
    move = base_move(tables, "route-march", form.actor, form.quality)
    return settled(OrdersOutcome(Orders.RECEIVED, move))


def refuse_orders(form: OrdersForm, tables: Tables) -> Iterator[Refusal]:
    """What forbids an order to move."""
    return refuse_demoralized(form.actor_state)


def refuse_square(form: OrdersForm, tables: Tables) -> Iterator[Refusal]:
    """What forbids forming square."""
    yield from refuse_demoralized(form.actor_state)
    if not form.actor.is_infantry:
        yield Refusal("Only infantry forms square", "III.B, IV")


def after_orders(form: OrdersForm, outcome: OrdersOutcome, formation: Formation) -> Aftermath:
    """What an order for a formation leaves, unless it is lost.

    Advancing fire may follow a deployment or a maneuver (III.B). A square that is ordered late is
    formed at the end of the turn only; until then the unit is what it was.
    """
    if outcome.orders is Orders.LOST:
        return Aftermath(may=may_without_orders(form))
    if outcome.orders.is_late and formation is Formation.SQUARE:
        return Aftermath()
    fires = form.actor.fires and formation in _FIRE_MAY_FOLLOW
    moved = MOVED if formation in _MOVING else {}
    may = ("advancing-fire",) if fires else ()
    return Aftermath(actor={"formation": formation.value, **moved}, may=may)


_MOVING: Final = {Formation.MANEUVER_COLUMN, Formation.MARCH_COLUMN}
"""Formations that units take up to move; a line and squares form up where the unit stands."""

_FIRE_MAY_FOLLOW: Final = {Formation.DEPLOYED, Formation.MANEUVER_COLUMN}

_HEADLINES: Final = {
    Orders.RECEIVED: "Orders received - the unit {does}.",
    Orders.DELAYED: "Orders delayed - the unit {does}, but late.",
    Orders.BADLY_DELAYED: "Orders badly delayed - the unit {does}, but very late.",
    Orders.LOST: "Orders lost - the unit does not move.",
}


def deploy_steps(outcome: OrdersOutcome, fire_may_follow: bool) -> Iterator[str]:
    """How a unit deploys (IV)."""
    if outcome.inches:
        yield f"Pick a base: its center may shift up to {inches(outcome.inches)}."
    else:
        yield "Pick a base: its center stays where it is."
    yield (
        "Turn it as you like and line the others up beside it, one base deep, none within 1 inch "
        "of an enemy."
    )
    if fire_may_follow:
        yield "The unit may then make an advancing fire."


def maneuver_steps(outcome: OrdersOutcome, fire_may_follow: bool) -> Iterator[str]:
    """How a unit maneuvers in column (IV)."""
    yield "Form maneuver column about the unit's center, facing as you like."
    yield f"Then move up to {inches(outcome.inches)} of base movement, turning freely."
    if fire_may_follow:
        half = inches(to_half_inch(outcome.inches / 2))
        yield f"If it moves no more than {half}, it may then make an advancing fire."


def march_steps(outcome: OrdersOutcome, fire_may_follow: bool) -> Iterator[str]:
    """How a unit marches (IV)."""
    yield "Form march column behind one base, none within 1 inch of an enemy."
    yield f"Then march up to {inches(outcome.inches)} of base movement, turning freely."
    yield _ON_ROADS


def square_steps(outcome: OrdersOutcome, fire_may_follow: bool) -> Iterator[str]:
    """How a unit forms square (III.B, IV)."""
    if outcome.orders is Orders.RECEIVED:
        yield "Turn one base as you like and set the others about it, all facing outward."
    else:
        yield "Keep the present formation for now, and form square at the end of the turn."
    yield "Guns in contact stay in contact and are protected by the square."


_ON_ROADS: Final = "On a road or through a town each inch of base movement is 1 1/2 inches."


def narrate_route_march(
    form: ActorForm, outcome: OrdersOutcome, draws: Draws, tables: Tables
) -> Narration:
    """A route march in words."""
    most = inches(outcome.inches)
    return Narration(
        f"The column marches on - up to {most}.",
        (
            f"March up to {most} of base movement in march column.",
            _ON_ROADS,
            "The route march ends as soon as the unit does anything else.",
        ),
        ("A route march has its orders already, so nothing is drawn.",),
    )


_SEVERITY: Final = Severity[OrdersOutcome](lambda o: (o.orders.rank, o.inches), "the unit")
_MEASURES: Final = (
    Measure[OrdersOutcome]("received", "orders received", lambda o: o.orders is Orders.RECEIVED),
    Measure[OrdersOutcome]("delayed", "orders delayed", lambda o: o.orders.is_late),
    Measure[OrdersOutcome]("lost", "orders lost", lambda o: o.orders is Orders.LOST),
)


def _action(
    key: str,
    label: str,
    help: str,
    formation: Formation,
    does: str,
    steps: Callable[[OrdersOutcome, bool], Iterator[str]],
    refused: Callable[[OrdersForm, Tables], Iterable[Refusal]] = refuse_orders,
) -> AnyAction:
    """An action whose orders may go astray. If they do not, the unit `does` it, in these `steps`
    of what its orders leave it and whether fire may follow."""

    def aftermath(form: OrdersForm, outcome: OrdersOutcome) -> Aftermath:
        return after_orders(form, outcome, formation)

    def narration(
        form: OrdersForm, outcome: OrdersOutcome, draws: Draws, tables: Tables
    ) -> Narration:
        may, orders = aftermath(form, outcome).may, outcome.orders
        lost = orders is Orders.LOST
        todo = [lost_step(may)] if lost else steps(outcome, "advancing-fire" in may)
        headline = _HEADLINES[orders].format(does=does)
        return Narration(headline, todo, (orders_line(form, orders, tables),))

    return declared(
        key=key,
        label=label,
        help=help,
        source="III.B, IV",
        form=OrdersForm,
        procedure=lambda form, tables: ordered_move(form, tables, key),
        narration=narration,
        severity=_SEVERITY,
        factors=orders_factors,
        refusals=refused,
        measures=_MEASURES,
        aftermath=aftermath,
    )


DEPLOY: Final = _action(
    "deploy",
    "Deploy / maneuver in line",
    "Take up a line one base deep, guns unlimbered, or shift one by an inch.",
    Formation.DEPLOYED,
    "deploys",
    deploy_steps,
)
MANEUVER: Final = _action(
    "maneuver-in-column",
    "Maneuver in column",
    "Move over the battlefield in maneuver column, guns limbered.",
    Formation.MANEUVER_COLUMN,
    "maneuvers",
    maneuver_steps,
)
SQUARE: Final = _action(
    "form-square",
    "Form square",
    "Form battalion squares in expectation of cavalry: infantry only.",
    Formation.SQUARE,
    "forms square",
    square_steps,
    refuse_square,
)
MARCH: Final = _action(
    "march",
    "March",
    "March in march column, no enemy being expected.",
    Formation.MARCH_COLUMN,
    "marches",
    march_steps,
)
ROUTE_MARCH: Final = declared(
    key="route-march",
    label="Route march",
    help="March onto the table as the scenario has it; the orders have arrived already.",
    source="III.B",
    form=ActorForm,
    procedure=route_march,
    narration=narrate_route_march,
    severity=_SEVERITY,
    measures=_MEASURES,
    aftermath=lambda form, outcome: Aftermath(
        actor={"formation": Formation.MARCH_COLUMN.value, **MOVED}
    ),
)

"""The actions whose orders may go astray, and the route march."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from calculator.errors import Refusal
from calculator.rules.system import Action, AnyAction, Beneficiary, Measure, Severity
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.orders import narration
from calculator.rules.there_stand_empires.orders.form import OrdersForm, RouteMarchForm
from calculator.rules.there_stand_empires.orders.rule import (
    Orders,
    OrdersOutcome,
    after_orders,
    after_route_march,
    ordered_move,
    orders_factors,
    orders_severity,
    refuse_orders,
    refuse_square,
    route_march,
)
from calculator.rules.there_stand_empires.terms import Formation

_SEVERITY: Final = Severity(orders_severity, Beneficiary.ACTOR, "the unit")
_MEASURES: Final = (
    Measure[OrdersOutcome]("received", "orders received", lambda o: o.orders is Orders.RECEIVED),
    Measure[OrdersOutcome]("delayed", "orders delayed", lambda o: o.orders.late),
    Measure[OrdersOutcome]("lost", "orders lost", lambda o: o.orders is Orders.LOST),
)


def _movement(
    key: str,
    label: str,
    help: str,
    formation: Formation,
    does: str,
    steps: narration.Steps,
    refused: Callable[[OrdersForm, Tables], Iterable[Refusal]] = refuse_orders,
) -> AnyAction:
    """An action whose orders may go astray; `does` and `steps` say what the unit does if not."""
    after = after_orders(formation)
    return Action(
        key=key,
        label=label,
        help=help,
        source="III.B, IV",
        form=OrdersForm,
        procedure=ordered_move(key),
        narration=narration.narrate_orders(does, steps, after),
        severity=_SEVERITY,
        factors=orders_factors,
        refusals=refused,
        measures=_MEASURES,
        aftermath=after,
    )


DEPLOY: Final = _movement(
    "deploy",
    "Deploy / maneuver in line",
    "Take up a line one base deep, guns unlimbered, or shift one by an inch.",
    Formation.DEPLOYED,
    "the unit deploys",
    narration.deploy_steps,
)
MANEUVER: Final = _movement(
    "maneuver-in-column",
    "Maneuver in column",
    "Move over the battlefield in maneuver column, guns limbered.",
    Formation.MANEUVER_COLUMN,
    "the unit maneuvers",
    narration.maneuver_steps,
)
SQUARE: Final = _movement(
    "form-square",
    "Form square",
    "Form battalion squares in expectation of cavalry: infantry only.",
    Formation.SQUARE,
    "the unit forms square",
    narration.square_steps,
    refuse_square,
)
MARCH: Final = _movement(
    "march",
    "March",
    "March in march column, no enemy being expected.",
    Formation.MARCH_COLUMN,
    "the unit marches",
    narration.march_steps,
)
ROUTE_MARCH: Final = Action(
    key="route-march",
    label="Route march",
    help="March onto the table as the scenario has it; the orders have arrived already.",
    source="III.B",
    form=RouteMarchForm,
    procedure=route_march,
    narration=narration.narrate_route_march,
    severity=_SEVERITY,
    measures=_MEASURES,
    aftermath=after_route_march,
)

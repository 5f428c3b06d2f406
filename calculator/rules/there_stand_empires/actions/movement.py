"""The actions whose orders may go astray, and the route march."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from calculator.errors import Refusal
from calculator.rules.system import Action, AnyAction
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires import aftermath, forms, orders, orders_wording, refusals
from calculator.rules.there_stand_empires.orders_wording import Steps
from calculator.rules.there_stand_empires.words import Formation


def _movement(
    key: str,
    label: str,
    help: str,
    formation: Formation,
    does: str,
    steps: Steps,
    refused: Callable[[forms.OrdersForm, Tables], Iterable[Refusal]] = refusals.refuse_orders,
) -> AnyAction:
    """An action whose orders may go astray; `does` and `steps` tell it when they do not."""
    return Action(
        key=key,
        label=label,
        help=help,
        source="III.B, IV",
        form=forms.OrdersForm,
        resolution=orders.ordered_move(key),
        words=orders_wording.orders_words(does, steps),
        severity=orders.orders_severity,
        factors=orders.orders_factors,
        refusals=refused,
        measures=orders.ORDERS_MEASURES,
        aftermath=aftermath.after_orders(formation),
    )


DEPLOY: Final = _movement(
    "deploy",
    "Deploy / maneuver in line",
    "Take up a line one base deep, guns unlimbered, or shift one by an inch.",
    Formation.DEPLOYED,
    "the unit deploys",
    orders_wording.deploy_steps,
)
MANEUVER: Final = _movement(
    "maneuver-in-column",
    "Maneuver in column",
    "Move over the battlefield in maneuver column, guns limbered.",
    Formation.MANEUVER_COLUMN,
    "the unit maneuvers",
    orders_wording.maneuver_steps,
)
SQUARE: Final = _movement(
    "form-square",
    "Form square",
    "Form battalion squares in expectation of cavalry: infantry only.",
    Formation.SQUARE,
    "the unit forms square",
    orders_wording.square_steps,
    refusals.refuse_square,
)
MARCH: Final = _movement(
    "march",
    "March",
    "March in march column, no enemy being expected.",
    Formation.MARCH_COLUMN,
    "the unit marches",
    orders_wording.march_steps,
)
ROUTE_MARCH: Final = Action(
    key="route-march",
    label="Route march",
    help="March onto the table as the scenario has it; the orders have arrived already.",
    source="III.B",
    form=forms.UnitForm,
    resolution=orders.route_march,
    words=orders_wording.route_march_words,
    severity=orders.orders_severity,
    measures=orders.ORDERS_MEASURES,
    aftermath=aftermath.after_orders(Formation.MARCH_COLUMN),
)

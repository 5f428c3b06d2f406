"""Movement orders in words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final

from calculator.chance.interface import Draw
from calculator.rules.aftermath import Aftermath
from calculator.rules.system import Narration
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.moves import inches, to_half_inch
from calculator.rules.there_stand_empires.orders.form import OrdersForm, RouteMarchForm
from calculator.rules.there_stand_empires.orders.rule import (
    Commanded,
    Orders,
    OrdersOutcome,
    received_in_100,
)

Steps = Callable[[OrdersOutcome, bool], Iterator[str]]
"""What a unit does, given what its orders leave it and whether fire may follow."""

OrdersNarration = Callable[[OrdersForm, OrdersOutcome, Sequence[Draw], Tables], Narration]

_HEADLINES: Final = {
    Orders.RECEIVED: "Orders received - {does}.",
    Orders.DELAYED: "Orders delayed - {does}, but late.",
    Orders.BADLY_DELAYED: "Orders badly delayed - {does}, but very late.",
    Orders.LOST: "Orders lost - the unit does not move.",
}


def narrate_orders(
    does: str, steps: Steps, after: Callable[[OrdersForm, OrdersOutcome], Aftermath]
) -> OrdersNarration:
    """The narration of an order: `does` says what the unit does, `steps` how."""

    def narrate(
        form: OrdersForm, outcome: OrdersOutcome, draws: Sequence[Draw], tables: Tables
    ) -> Narration:
        may = after(form, outcome).may
        lost = outcome.orders is Orders.LOST
        todo = lost_steps(may) if lost else steps(outcome, "advancing-fire" in may)
        headline = _HEADLINES[outcome.orders].format(does=does)
        return Narration(headline, tuple(todo), (orders_line(form, outcome.orders, tables),))

    return narrate


def orders_line(form: Commanded, orders: Orders, tables: Tables) -> str:
    """How the orders fared, and how they were expected to."""
    return f"Orders {orders.label}; arriving in time: {received_in_100(form, tables)} in 100."


def lost_steps(may: Collection[str]) -> Iterator[str]:
    """What a unit whose orders are lost may still do (IV); `may` are keys of actions."""
    still = ["fire from where it stands"] if "deployed-fire" in may else []
    if "regroup" in may:
        still.append("regroup")
    if still:
        yield f"As its action it may still {' or '.join(still)}, which needs no movement."
    else:
        yield "It can do nothing that needs no movement, so it holds."


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
    form: RouteMarchForm, outcome: OrdersOutcome, draws: Sequence[Draw], tables: Tables
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

"""Orders to move: received, delayed or lost (III.A, IV, IX)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import Final, Protocol

import attrs

from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, settled, single
from calculator.errors import Refusal
from calculator.kinds import Word
from calculator.lengths import in_inches
from calculator.rules.aftermath import MOVED, Aftermath
from calculator.rules.system import Factor
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.contest import ACTOR, factor_of, rating
from calculator.rules.there_stand_empires.moves import base_move, inches, to_half_inch
from calculator.rules.there_stand_empires.orders.form import OrdersForm, RouteMarchForm
from calculator.rules.there_stand_empires.status import refuse_demoralized
from calculator.rules.there_stand_empires.terms import Arm, Formation, Quality, State

STAGE: Final = "orders"
FACTORS_STAGE: Final = "orders, in 100"
"""The stage as factors name it: their points are chances in a hundred, not heads."""


class Orders(Word):
    """What becomes of an order, from the worst to the best."""

    LOST = "lost"
    BADLY_DELAYED = "badly-delayed"
    DELAYED = "delayed"
    RECEIVED = "received"

    @property
    def late(self) -> bool:
        """Whether the order arrives, but late."""
        return self in {Orders.DELAYED, Orders.BADLY_DELAYED}


class Commanded(Hashable, Protocol):
    """A form of a unit that is given orders."""

    @property
    def actor(self) -> Arm: ...
    @property
    def quality(self) -> Quality: ...
    @property
    def actor_state(self) -> State: ...
    @property
    def general(self) -> bool: ...


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


def _received(form: Commanded, tables: Tables) -> Iterator[tuple[str, int, str]]:
    """The chance in 100 that orders are received, after each circumstance in turn.

    Each with its name and the key of the table value that it is made of.
    """
    rated = rating(form.actor, form.quality)
    key = f"orders.astray.{rated}"
    astray = tables.points(key)
    name = f"{rated} {form.actor.label}" if form.actor.has_quality else rated
    yield name.capitalize(), 100 - astray, key
    if form.actor_state is not State.OK:
        astray += tables.points("orders.disordered")
        yield "Actor disordered", 100 - astray, "orders.disordered"
    if form.general:
        astray = ceil(astray * tables.fraction("orders.general-leaves"))
        yield "General within 6 inches", 100 - astray, "orders.general-leaves"


def orders_factors(form: Commanded, tables: Tables) -> Iterator[Factor]:
    """What makes the chance in 100 that orders are received."""
    before = 0
    for name, now, key in _received(form, tables):
        yield factor_of(tables, FACTORS_STAGE, name, ACTOR, key, points=now - before)
        before = now


@lru_cache(maxsize=256)
def received_in_100(form: Commanded, tables: Tables) -> int:
    """The chance in 100 that orders are received; never a certainty (III.A)."""
    return sum(factor.points for factor in orders_factors(form, tables))


def orders_odds(form: Commanded, tables: Tables) -> Distribution[Orders]:
    """The chances of all that may become of an order."""
    received = received_in_100(form, tables)
    shares = tables.numbers("orders.astray-shares")
    astray = zip((Orders.DELAYED, Orders.BADLY_DELAYED, Orders.LOST), shares, strict=True)
    weights = {
        Orders.RECEIVED: received * sum(shares),
        **{orders: (100 - received) * share for orders, share in astray},
    }
    return Distribution((orders, weight) for orders, weight in weights.items() if weight > 0)


def delayed_to(tables: Tables, orders: Orders, inches: Fraction) -> Fraction:
    """What is left of a move of `inches` when orders arrive as they do."""
    if orders.late:
        return to_half_inch(inches * tables.fraction(f"orders.move-left.{orders.value}"))
    return Fraction(0) if orders is Orders.LOST else inches


def ordered_move(
    action: str,
) -> Callable[[OrdersForm, Tables], Procedure[OrdersOutcome, OrdersOutcome]]:
    """The procedure of the movement action called `action`."""

    def procedure(form: OrdersForm, tables: Tables) -> Procedure[OrdersOutcome, OrdersOutcome]:
        move = base_move(tables, action, form.actor, form.quality)
        odds = orders_odds(form, tables)

        def rule(chance: Chance) -> OrdersOutcome:
            orders = chance.draw(odds, STAGE)
            if orders.late and not move:
                orders = Orders.DELAYED
            return OrdersOutcome(orders, delayed_to(tables, orders, move))

        return single(rule)

    return procedure


def route_march(form: RouteMarchForm, tables: Tables) -> Procedure[OrdersOutcome, OrdersOutcome]:
    """A route march: its orders have arrived already (III.B)."""
    move = base_move(tables, "route-march", form.actor, form.quality)
    return settled(OrdersOutcome(Orders.RECEIVED, move))


def orders_severity(outcome: OrdersOutcome) -> tuple[int, Fraction]:
    """From orders lost to orders received."""
    return list(Orders).index(outcome.orders), outcome.inches


def refuse_orders(form: OrdersForm, tables: Tables) -> Iterator[Refusal]:
    """What forbids an order to move."""
    yield from refuse_demoralized(form.actor_state)


def refuse_square(form: OrdersForm, tables: Tables) -> Iterator[Refusal]:
    """What forbids forming square."""
    yield from refuse_demoralized(form.actor_state)
    if not form.actor.is_infantry:
        yield Refusal("Only infantry forms square", "III.B, IV")


def may_without_orders(form: Commanded) -> tuple[str, ...]:
    """The actions open to a unit whose orders are lost: those that need no movement (IV)."""
    fires = ("deployed-fire", "advancing-fire") if form.actor.fires else ()
    return fires if form.actor_state is State.OK else (*fires, "regroup")


def after_orders(formation: Formation) -> Callable[[OrdersForm, OrdersOutcome], Aftermath]:
    """What an order for a formation leaves, unless it is lost.

    Advancing fire may follow a deployment or a maneuver (III.B). A square that is ordered late is
    formed at the end of the turn only; until then the unit is what it was.
    """

    def after(form: OrdersForm, outcome: OrdersOutcome) -> Aftermath:
        if outcome.orders is Orders.LOST:
            return Aftermath(may=may_without_orders(form))
        if outcome.orders.late and formation is Formation.SQUARE:
            return Aftermath()
        fires = form.actor.fires and formation in _FIRE_MAY_FOLLOW
        moved = MOVED if formation in _MOVING else {}
        may = ("advancing-fire",) if fires else ()
        return Aftermath(actor={"formation": formation.value, **moved}, may=may)

    return after


_MOVING: Final = {Formation.MANEUVER_COLUMN, Formation.MARCH_COLUMN}
"""Formations that units take up to move; a line and squares form up where the unit stands."""

_FIRE_MAY_FOLLOW: Final = {Formation.DEPLOYED, Formation.MANEUVER_COLUMN}


def after_route_march(form: RouteMarchForm, outcome: OrdersOutcome) -> Aftermath:
    """The unit in march column (III.B)."""
    return Aftermath(actor={"formation": Formation.MARCH_COLUMN.value, **MOVED})

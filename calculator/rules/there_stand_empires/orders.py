"""Orders to move: received, delayed or lost (III.A, IV, IX)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Protocol

import attrs

from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance
from calculator.chance.resolution import Resolution, single
from calculator.kinds import Word, shown_length
from calculator.rules.system import Factor, Measure
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.contest import ACTOR
from calculator.rules.there_stand_empires.forms import OrdersForm, UnitForm
from calculator.rules.there_stand_empires.moves import base_move, to_half_inch
from calculator.rules.there_stand_empires.words import Arm, Quality, State


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


class Commanded(Protocol):
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
    inches: Fraction

    @property
    def label(self) -> str:
        """The outcome in a few words."""
        if self.orders is Orders.LOST:
            return "orders lost"
        if not self.inches:
            return f"orders {self.orders.label}"
        return f"orders {self.orders.label}, up to {shown_length(self.inches)} inches"


def orders_factors(form: Commanded, tables: Tables) -> Iterator[Factor]:
    """What pulls at the chance that orders are received, in hundredths."""
    failing = 0
    for name, now, source in _failures(form, tables):
        yield Factor(ORDERS_STAGE, name, ACTOR, failing - now if failing else 100 - now, source)
        failing = now


ORDERS_STAGE = "orders, in 100"


def _failures(form: Commanded, tables: Tables) -> Iterator[tuple[str, int, str]]:
    """The chance in 100 that orders go astray, as one thing after another is reckoned in."""
    rated = form.quality.value if form.actor.has_quality else form.actor.family
    failing = tables.points(f"orders.astray.{rated}")
    yield f"{rated} unit's orders arrive", failing, "III.A, IV"
    if form.actor_state is not State.OK:
        failing += tables.points("orders.disordered")
        yield "Actor disordered", failing, "V"
    if form.general:
        failing //= tables.points("orders.general-divides")
        yield "General within 6 inches", failing, "IX"


def orders_odds(form: Commanded, tables: Tables) -> Distribution[Orders]:
    """The chances of each thing that may become of an order."""
    *_, (_, failing, _) = _failures(form, tables)
    shares = tables.numbers("orders.shares")
    whole = sum(shares)
    weights = {
        Orders.RECEIVED: (100 - failing) * whole,
        Orders.DELAYED: failing * shares[0],
        Orders.BADLY_DELAYED: failing * shares[1],
        Orders.LOST: failing * shares[2],
    }
    return Distribution((orders, weight) for orders, weight in weights.items() if weight > 0)


def delayed_to(tables: Tables, orders: Orders, inches: Fraction) -> Fraction:
    """What is left of a move of `inches` when orders arrive as they do."""
    if orders is Orders.RECEIVED:
        return inches
    if orders is Orders.LOST:
        return Fraction(0)
    return to_half_inch(inches * tables.fraction(f"orders.move-left.{orders.value}"))


def ordered_move(action: str) -> Callable[[OrdersForm, Tables], Resolution[None, OrdersOutcome]]:
    """The resolution of a movement action."""

    def resolution(form: OrdersForm, tables: Tables) -> Resolution[None, OrdersOutcome]:
        move = base_move(tables, action, form.actor, form.quality)
        odds = orders_odds(form, tables)

        def rule(chance: Chance) -> OrdersOutcome:
            orders = chance.draw(odds, "orders")
            return OrdersOutcome(orders, delayed_to(tables, orders, move))

        return single(rule)

    return resolution


def route_march(form: UnitForm, tables: Tables) -> Resolution[None, OrdersOutcome]:
    """A route march: its orders have arrived already (III.B)."""
    move = base_move(tables, "route-march", form.actor, form.quality)
    return single(lambda _: OrdersOutcome(Orders.RECEIVED, move))


def orders_severity(outcome: OrdersOutcome) -> tuple[int, Fraction]:
    """From orders lost to orders received."""
    return list(Orders).index(outcome.orders), outcome.inches


ORDERS_MEASURES = (
    Measure[OrdersOutcome]("received", "orders received", lambda o: o.orders is Orders.RECEIVED),
    Measure[OrdersOutcome]("delayed", "orders delayed", lambda o: o.orders.late),
    Measure[OrdersOutcome]("lost", "orders lost", lambda o: o.orders is Orders.LOST),
)

"""Orders to move: received, delayed or lost (III.A, IV, IX)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import Final, Protocol

import attrs

from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance
from calculator.chance.resolution import Resolution, settled, single
from calculator.kinds import Word
from calculator.rules.system import Factor, Measure
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.contest import ACTOR
from calculator.rules.there_stand_empires.factors import rating
from calculator.rules.there_stand_empires.forms import OrdersForm, UnitForm
from calculator.rules.there_stand_empires.moves import base_move, to_half_inch
from calculator.rules.there_stand_empires.words import Arm, Quality, State
from calculator.rules.there_stand_empires.written import inches

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
        if not self.inches:
            return f"orders {self.orders.label}"
        return f"orders {self.orders.label}: {inches(self.inches)}"


def _received(form: Commanded, tables: Tables) -> Iterator[tuple[str, int, str]]:
    """The chance in 100 that orders are received, as one thing after another is reckoned in."""
    rated = rating(form.actor, form.quality)
    astray = tables.points(f"orders.astray.{rated}")
    name = f"{rated} {form.actor.label}" if form.actor.has_quality else rated
    yield name.capitalize(), 100 - astray, "III.A, IV"
    if form.actor_state is not State.OK:
        astray += tables.points("orders.disordered")
        yield "Actor disordered", 100 - astray, "V"
    if form.general:
        astray = ceil(astray * tables.fraction("orders.general-leaves"))
        yield "General within 6 inches", 100 - astray, "IX"


def orders_factors(form: Commanded, tables: Tables) -> Iterator[Factor]:
    """What makes the chance in 100 that orders are received."""
    reckoned = [("", 0, ""), *_received(form, tables)]
    for (_, before, _), (name, now, source) in pairwise(reckoned):
        yield Factor(FACTORS_STAGE, name, ACTOR, now - before, source)


def received_in_100(form: Commanded, tables: Tables) -> int:
    """The chance in 100 that orders are received; never a certainty (III.A)."""
    return sum(factor.points for factor in orders_factors(form, tables))


def orders_odds(form: Commanded, tables: Tables) -> Distribution[Orders]:
    """The chances of each thing that may become of an order."""
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
) -> Callable[[OrdersForm, Tables], Resolution[OrdersOutcome, OrdersOutcome]]:
    """The resolution of the movement action called `action`."""

    def resolution(form: OrdersForm, tables: Tables) -> Resolution[OrdersOutcome, OrdersOutcome]:
        move = base_move(tables, action, form.actor, form.quality)
        odds = orders_odds(form, tables)

        def rule(chance: Chance) -> OrdersOutcome:
            orders = chance.draw(odds, STAGE)
            if orders.late and not move:
                orders = Orders.DELAYED
            return OrdersOutcome(orders, delayed_to(tables, orders, move))

        return single(rule)

    return resolution


def route_march(form: UnitForm, tables: Tables) -> Resolution[OrdersOutcome, OrdersOutcome]:
    """A route march: its orders have arrived already (III.B)."""
    move = base_move(tables, "route-march", form.actor, form.quality)
    return settled(OrdersOutcome(Orders.RECEIVED, move))


def orders_severity(outcome: OrdersOutcome) -> tuple[int, Fraction]:
    """From orders lost to orders received."""
    return list(Orders).index(outcome.orders), outcome.inches


ORDERS_MEASURES: Final = (
    Measure[OrdersOutcome]("received", "orders received", lambda o: o.orders is Orders.RECEIVED),
    Measure[OrdersOutcome]("delayed", "orders delayed", lambda o: o.orders.late),
    Measure[OrdersOutcome]("lost", "orders lost", lambda o: o.orders is Orders.LOST),
)

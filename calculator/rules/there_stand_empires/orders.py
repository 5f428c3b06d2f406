"""Orders to move: received, delayed or lost (III.A, IV, IX)."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from fractions import Fraction
from functools import lru_cache, partial
from math import ceil
from typing import Final, Protocol

from calculator.chance.distribution import Distribution
from calculator.kinds import Word
from calculator.rules.modifiers import Factor
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.contest import ACTOR, Factors, rating
from calculator.rules.there_stand_empires.moves import to_half_inch
from calculator.rules.there_stand_empires.terms import Arm, Quality, State

STAGE: Final = "orders"


class Orders(Word):
    """What becomes of an order, from the worst to the best."""

    LOST = "lost"
    BADLY_DELAYED = "badly-delayed"
    DELAYED = "delayed"
    RECEIVED = "received"

    @property
    def is_late(self) -> bool:
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


def orders_factors(form: Commanded, tables: Tables) -> Iterator[Factor]:
    """What makes the chance in 100 that orders are received: points are chances, not heads."""
    factor = partial(Factors(tables, "orders, in 100", "orders").by, ACTOR)
    rated = rating(form.actor, form.quality)
    astray = tables.points(f"orders.astray.{rated}")
    name = f"{rated} {form.actor.label}" if form.actor.has_quality else rated
    yield factor(name.capitalize(), f"astray.{rated}", points=100 - astray)
    if form.actor_state is not State.OK:
        more = tables.points("orders.disordered")
        astray += more
        yield factor("Actor disordered", "disordered", points=-more)
    if form.general:
        left = ceil(astray * tables.fraction("orders.general-leaves"))
        yield factor("General within 6 inches", "general-leaves", points=astray - left)


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
    if orders.is_late:
        return to_half_inch(inches * tables.fraction(f"orders.move-left.{orders.value}"))
    return Fraction(0) if orders is Orders.LOST else inches


def may_without_orders(form: Commanded) -> tuple[str, ...]:
    """The actions open to a unit whose orders are lost: those that need no movement (IV)."""
    fires = ("deployed-fire", "advancing-fire") if form.actor.fires else ()
    return fires if form.actor_state is State.OK else (*fires, "regroup")


def orders_line(form: Commanded, orders: Orders, tables: Tables) -> str:
    """How the orders fared, and how they were expected to."""
    return f"Orders {orders.label}; arriving in time: {received_in_100(form, tables)} in 100."


def lost_step(may: Collection[str]) -> str:
    """What a unit whose orders are lost may still do (IV); `may` are keys of actions."""
    still = ["fire from where it stands"] if "deployed-fire" in may else []
    if "regroup" in may:
        still.append("regroup")
    if still:
        return f"As its action it may still {' or '.join(still)}, which needs no movement."
    return "It can do nothing that needs no movement, so it holds."

"""Orders to move: received, delayed or lost, and how far they take a unit (III, IV, VII, IX)."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from functools import lru_cache, partial
from math import ceil, floor
from typing import Any, Final, TypeAlias

from calculator.chance.distribution import Distribution
from calculator.conditions import Condition, always, where
from calculator.kinds import Word
from calculator.lengths import shown_length
from calculator.rules.modifiers import total
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.contest import ACTOR, Point
from calculator.rules.there_stand_empires.terms import Arm, Quality, State
from calculator.rules.there_stand_empires.unit import CombatForm, OrdersForm, of_quality

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


Commanded: TypeAlias = OrdersForm | CombatForm
"""A form of a unit that is given orders."""


class Dispatch:
    """What makes the chance in 100 that orders are received: points are chances, not heads.

    It counts `when` orders are needed at all.
    """

    def __init__(self, when: Condition = always) -> None:
        self.when = when
        point = partial(Point[Any], stage="orders, in 100", side=ACTOR)
        self._staff = point(
            name=of_quality,
            value="orders.astray.{rated}",
            number=lambda form, tables: 100 - tables.points(f"orders.astray.{form.rated}"),
            when=when,
            given=True,
            also_reads=("actor", "quality"),
        )
        self._disordered = point(
            name="Actor disordered",
            value="orders.disordered",
            sign=-1,
            when=~where("actor_state", State.OK) & when,
        )
        self._general = point(
            name="General within 6 inches",
            value="orders.general-leaves",
            number=self._put_right,
            when=where("general") & when,
            also_reads=("actor", "quality", "actor_state"),
        )
        self.modifiers = (self._staff, self._disordered, self._general)

    def _put_right(self, form: Commanded, tables: Tables) -> int:
        """Orders of 100 that would go astray but for a general."""
        astray = 100 - int(total((self._staff, self._disordered), form, tables))
        return astray - ceil(astray * tables.fraction("orders.general-leaves"))

    def received_in_100(self, form: Commanded, tables: Tables) -> int:
        """The chance in 100 that orders are received; never a certainty (III.A)."""
        return int(total(self.modifiers, form, tables))

    @lru_cache(maxsize=256)  # noqa: B019 - there are three dispatches in all
    def odds(self, form: Commanded, tables: Tables) -> Distribution[Orders]:
        """The chances of all that may become of an order."""
        received = self.received_in_100(form, tables)
        shares = tables.numbers("orders.astray-shares")
        astray = zip((Orders.DELAYED, Orders.BADLY_DELAYED, Orders.LOST), shares, strict=True)
        weights = {
            Orders.RECEIVED: received * sum(shares),
            **{orders: (100 - received) * share for orders, share in astray},
        }
        return Distribution((orders, weight) for orders, weight in weights.items() if weight > 0)

    def line(self, form: Commanded, orders: Orders, tables: Tables) -> str:
        """How the orders fared, and how they were expected to."""
        if not self.when(form, tables):
            return "These orders never go astray."
        chance = self.received_in_100(form, tables)
        return f"Orders {orders.label}; arriving in time: {chance} in 100."


def base_move(tables: Tables, action: str, arm: Arm, quality: Quality) -> Fraction:
    """The base move of a unit in the movement action with key `action`.

    Marches and maneuvers are shares of a route march. A deployment shifts the unit by a fixed
    distance, and a square stays where it is. Assaults go as far as `assault_reach` says.
    """
    if action not in {"route-march", "march", "maneuver-in-column"}:
        return tables.fraction(f"move.{action}")
    rated = f"{arm.value}.{quality.value}" if arm.has_quality else arm.value
    route = tables.fraction(f"move.route-march.{rated}")
    if action == "route-march":
        return route
    return to_half_inch(route * tables.fraction(f"move.share.{action}"))


def assault_reach(tables: Tables, arm: Arm, deployed: bool) -> Fraction:
    """How far off the target of an assault may be, in inches of base movement (VII)."""
    return tables.fraction(f"move.assault.{'linear-tactics' if deployed else arm.family}")


def to_half_inch(length: Fraction) -> Fraction:
    """A length rounded down to half an inch, the finest that the rules measure by."""
    return Fraction(floor(2 * length), 2)


def inches(length: Fraction) -> str:
    """A length and its unit: 1/2 inch, 1 inch, 5 1/2 inches."""
    return f"{shown_length(length)} {'inch' if 0 < length <= 1 else 'inches'}"


def delayed_to(tables: Tables, orders: Orders, inches: Fraction) -> Fraction:
    """What is left of a move of `inches` when orders arrive as they do."""
    if orders.is_late:
        return to_half_inch(inches * tables.fraction(f"orders.move-left.{orders.value}"))
    return Fraction(0) if orders is Orders.LOST else inches


def may_without_orders(form: Commanded) -> tuple[str, ...]:
    """The actions open to a unit whose orders are lost: those that need no movement (IV)."""
    fires = ("deployed-fire", "advancing-fire") if form.actor.fires else ()
    return fires if form.actor_state is State.OK else (*fires, "regroup")


def lost_step(may: Collection[str]) -> str:
    """What a unit whose orders are lost may still do (IV); `may` are keys of actions."""
    still = ["fire from where it stands"] if "deployed-fire" in may else []
    if "regroup" in may:
        still.append("regroup")
    if still:
        return f"As its action it may still {' or '.join(still)}, which needs no movement."
    return "It can do nothing that needs no movement, so it holds."

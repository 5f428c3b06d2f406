"""Orders: received, delayed or lost, how far they take a unit, and the moves that they order: four
whose orders may go astray, and the route march (III, IV, VII, IX)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from functools import lru_cache, partial
from math import ceil, floor
from typing import Any, ClassVar, Final, TypeAlias

import attrs

from calculator import conditions, errors, kinds
from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance
from calculator.lengths import in_inches, shown_length
from calculator.rules import action
from calculator.rules.modifiers import Modifier, answers, in_force, total
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires import contest, status, terms
from calculator.rules.there_stand_empires.terms import Arm, Formation, Quality, State

STAGE: Final = "orders"


class Orders(kinds.Word):
    """What becomes of an order, from the worst to the best, and what the unit does then."""

    LOST = "lost", "does not move"
    BADLY_DELAYED = "badly-delayed", "{does}, but very late"
    DELAYED = "delayed", "{does}, but late"
    RECEIVED = "received", "{does}"


LATE: Final = (Orders.BADLY_DELAYED, Orders.DELAYED)

Commanded: TypeAlias = terms.OrdersForm | terms.CombatForm
"""A form of a unit that is given orders."""


class Dispatch:
    """What makes the chance in 100 that orders are received: points are chances, not heads. It
    counts `when` orders are needed at all."""

    def __init__(self, when: conditions.Condition = conditions.always) -> None:
        self.when = when
        point = partial(contest.Point[Any], stage="orders, in 100", side=contest.ACTOR)
        staff = point(
            name=terms.of_quality,
            value="orders.astray.{rated}",
            number=lambda form, tables: 100 - tables.points(f"orders.astray.{form.rated}"),
            when=when,
            given=True,
            also_reads=("actor", "quality"),
        )
        disordered = point(
            name="Actor disordered",
            value="orders.disordered",
            sign=-1,
            when=~conditions.where("actor_state", State.OK) & when,
        )

        def put_right(form: Commanded, tables: Tables) -> int:
            """Orders of 100 that would go astray but for a general."""
            astray = 100 - int(total((staff, disordered), form, tables))
            return astray - ceil(astray * tables.fraction("orders.general-leaves"))

        general = point(
            name="General within 6 inches",
            value="orders.general-leaves",
            number=put_right,
            when=conditions.where("general") & when,
            also_reads=("actor", "quality", "actor_state"),
        )
        self.modifiers = (staff, disordered, general)

    def received_in_100(self, form: Commanded, tables: Tables) -> int:
        """The chance in 100 that orders are received; never a certainty (III.A)."""
        return int(total(self.modifiers, form, tables))

    @lru_cache(maxsize=256)  # noqa: B019 - there are three dispatches in all
    def odds(self, form: Commanded, tables: Tables) -> Distribution[Orders]:
        """The chances of all that may become of an order."""
        received = self.received_in_100(form, tables)
        shares = tables.numbers("orders.astray-shares")
        astray = zip((*LATE[::-1], Orders.LOST), shares, strict=True)
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


def base_move(tables: Tables, move: str, arm: Arm, quality: Quality) -> Fraction:
    """The base move of a unit in the action with key `move`, "assault-in-line" or "general".

    Marches and maneuvers are shares of a route march. A deployment shifts the unit by a fixed
    distance, and a square stays where it is. Of an assault it is how far off its target may be.
    """
    if move in {"assault", "assault-in-line"}:
        reach = arm.family if move == "assault" else "linear-tactics"
        return tables.fraction(f"move.assault.{reach}")
    if move not in {"route-march", "march", "maneuver-in-column"}:
        return tables.fraction(f"move.{move}")
    rated = f"{arm.value}.{quality.value}" if arm.has_quality else arm.value
    route = tables.fraction(f"move.route-march.{rated}")
    if move == "route-march":
        return route
    return to_half_inch(route * tables.fraction(f"move.share.{move}"))


def to_half_inch(length: Fraction) -> Fraction:
    """A length rounded down to half an inch, the finest that the rules measure by."""
    return Fraction(floor(2 * length), 2)


def inches(length: Fraction) -> str:
    """A length and its unit: 1/2 inch, 1 inch, 5 1/2 inches."""
    return f"{shown_length(length)} {'inch' if 0 < length <= 1 else 'inches'}"


def delayed_to(tables: Tables, orders: Orders, inches: Fraction) -> Fraction:
    """What is left of a move of `inches` when orders arrive as they do."""
    if orders in LATE:
        return to_half_inch(inches * tables.fraction(f"orders.move-left.{orders.value}"))
    return Fraction(0) if orders is Orders.LOST else inches


def may_without_orders(form: Commanded) -> tuple[str, ...]:
    """The actions open to a unit whose orders are lost: those that need no movement (IV)."""
    fires = ("deployed-fire", "advancing-fire") if form.actor.fires else ()
    return fires if form.actor_state is State.OK else (*fires, "regroup")


def lost_step(may: Collection[str]) -> str:
    """What a unit whose orders are lost may still do (IV); `may` are keys of actions. In march
    column none fires (VI)."""
    still = ["fire from where it stands (not in march column)"] * ("deployed-fire" in may)
    if still := still + ["regroup"] * ("regroup" in may):
        return f"As its action it may still {' or '.join(still)}, which needs no movement."
    return "It stays where it is."


class OrdersOutcome(action.Outcome):
    """Whether an order to move is carried out, and how far the unit may go, in inches."""

    orders: Orders
    inches: Fraction = attrs.field(converter=in_inches)

    @property
    def label(self) -> str:
        reach = f": {inches(self.inches)}" if self.inches else ""
        return f"orders {self.orders.label}{reach}"


class OrderedMove(action.Action[Any, OrdersOutcome]):
    """A movement action whose orders may go astray. If they do not, the unit takes its `steps`, or
    those of a late order, and ends in a `formation`; it may fire afterwards if it has a step for
    that. Some take the unit away (`moves`).
    """

    source = "III.B, IV"
    asks: ClassVar[type[terms.ActorForm]] = terms.OrdersForm
    severity = action.Severity[OrdersOutcome](lambda o: (o.orders.rank, o.inches), "the unit")
    measures = (
        action.Measure("received", "orders received", lambda o: o.orders is Orders.RECEIVED),
        action.Measure("delayed", "orders delayed", lambda o: o.orders in LATE),
        action.Measure("lost", "orders lost", lambda o: o.orders is Orders.LOST),
    )
    speaks_of = {"actor": ("the unit",)}
    dispatch: ClassVar = Dispatch()
    modifiers: ClassVar[tuple[Modifier[Any], ...]] = dispatch.modifiers
    formation: ClassVar[Formation]
    does: ClassVar[str]
    moves: ClassVar[bool] = False
    steps: ClassVar[tuple[str, ...]]
    late_steps: ClassVar[tuple[str, ...]] = ()
    fire_step: ClassVar[str] = ""

    def refusals(self) -> Iterator[errors.Refusal]:
        return status.refuse_demoralized(self.form.actor_state)

    def resolve(self, chance: Chance) -> OrdersOutcome:
        form, tables, arrival = self.form, self.tables, Orders.RECEIVED
        if self.dispatch.when(form, tables):
            arrival = chance.draw(self.dispatch.odds(form, tables), STAGE)
        move = base_move(tables, self.key, form.actor, form.quality)
        if arrival in LATE and not move:
            arrival = Orders.DELAYED
        return OrdersOutcome(arrival, delayed_to(tables, arrival, move))

    def after(self, drawn: OrdersOutcome) -> action.Aftermath:
        """The formation, unless orders are lost; advancing fire may follow some moves (III.B)."""
        if drawn.orders is Orders.LOST:
            return action.Aftermath(may=may_without_orders(self.form))
        may = ("advancing-fire",) if self.fire_step and self.form.actor.fires else ()
        moved = action.MOVED if self.moves else {}
        return action.Aftermath(actor={"formation": self.formation.value, **moved}, may=may)

    def narrate(self, drawn: OrdersOutcome, draws: action.Draws) -> action.Narration:
        may, todo = self.after(drawn).may, self.steps
        if drawn.orders is Orders.LOST:
            todo = (lost_step(may),)
        elif drawn.orders in LATE and self.late_steps:
            todo = self.late_steps
        elif "advancing-fire" in may:
            todo += (self.fire_step,)
        reach = inches(drawn.inches)
        lengths = {
            "inches": reach,
            "half": inches(to_half_inch(drawn.inches / 2)),
            "shifts": f"may shift up to {reach}" if drawn.inches else "stays where it is",
        }
        done = drawn.orders.meaning.format(does=self.does)
        return action.Narration(
            f"Orders {drawn.orders} - the unit {done}.",
            (step.format_map(lengths) for step in todo),
            (self.dispatch.line(self.form, drawn.orders, self.tables),),
        )


class Deploy(OrderedMove):
    "Form a line one base deep, with guns unlimbered, or shift such a line by an inch."

    key = "deploy"
    label = "Deploy / maneuver in line"
    formation = Formation.DEPLOYED
    does = "deploys"
    steps = (
        "Pick a base: its center {shifts}.",
        (
            "Turn it as you like and line the others up beside it, one base deep, none within 1 "
            "inch of an enemy."
        ),
    )
    fire_step = "The unit may then make an advancing fire."


class Maneuver(OrderedMove):
    """Move over the battlefield in maneuver column, guns limbered."""

    key = "maneuver-in-column"
    formation = Formation.MANEUVER_COLUMN
    does = "maneuvers"
    moves = True
    steps = (
        "Form maneuver column about the unit's center, facing as you like.",
        "Then move up to {inches} of base movement, turning freely.",
    )
    fire_step = "If it moves no more than {half}, it may then make an advancing fire."


class FormSquare(OrderedMove):
    "Form battalion squares against cavalry. Infantry only."

    key = "form-square"
    dispatch = Dispatch(in_force("orders.form-square"))
    modifiers = dispatch.modifiers
    formation = Formation.SQUARE
    does = "forms square"
    steps = (
        "Turn one base as you like and set the others about it, all facing outward.",
        "Guns in contact stay in contact and are protected by the square.",
    )
    late_steps = (
        "Keep the present formation for now, and form square at the end of the turn.",
        steps[-1],
    )

    def refusals(self) -> Iterator[errors.Refusal]:
        yield from super().refusals()
        yield from terms.refuse_square(self.form.actor, self.formation)

    def after(self, drawn: OrdersOutcome) -> action.Aftermath:
        """A square that is ordered late is formed at the end of the turn only; until then the unit
        is what it was."""
        return action.Aftermath() if drawn.orders in LATE else super().after(drawn)


class March(OrderedMove):
    "Move in march column, where no enemy is expected."

    key = "march"
    formation = Formation.MARCH_COLUMN
    does = "marches"
    moves = True
    steps = (
        "Form march column behind one base, none within 1 inch of an enemy.",
        "Then march up to {inches} of base movement, turning freely.",
        "On a road or through a town each inch of base movement is 1 1/2 inches.",
    )


class RouteMarch(OrderedMove):
    "March onto the table when the scenario says so. The orders have already arrived."

    key = "route-march"
    source = "III.B"
    asks = terms.ActorForm
    dispatch = Dispatch(~conditions.always)
    modifiers = tuple(answers(terms.ActorForm))
    formation = Formation.MARCH_COLUMN
    does = "marches"
    moves = True
    steps = (
        "March up to {inches} of base movement in march column.",
        March.steps[-1],
        "The route march ends as soon as the unit does anything else.",
    )

    def refusals(self) -> Iterator[errors.Refusal]:
        return iter(())

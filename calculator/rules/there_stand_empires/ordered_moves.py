"""The movement actions: four whose orders may go astray, and the route march (III.B, IV)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, ClassVar, Final

import attrs

from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.errors import Refusal
from calculator.lengths import in_inches
from calculator.rules.action import (
    MOVED,
    Action,
    Aftermath,
    Draws,
    Measure,
    Narration,
    Parties,
    Severity,
)
from calculator.rules.modifiers import answers, in_force
from calculator.rules.there_stand_empires import orders
from calculator.rules.there_stand_empires.orders import Orders, base_move, inches, to_half_inch
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
        if not self.inches:
            return f"orders {self.orders.label}"
        return f"orders {self.orders.label}: {inches(self.inches)}"


ORDERS: Final = orders.Dispatch()
_ON_ROADS: Final = "On a road or through a town each inch of base movement is 1 1/2 inches."


class RouteMarch(Action[ActorForm, OrdersOutcome]):
    "March onto the table when the scenario says so. The orders have already arrived."

    key = "route-march"
    source = "III.B"
    severity = Severity[OrdersOutcome](lambda o: (o.orders.rank, o.inches), "the unit")
    measures = (
        Measure("received", "orders received", lambda o: o.orders is Orders.RECEIVED),
        Measure("delayed", "orders delayed", lambda o: o.orders.is_late),
        Measure("lost", "orders lost", lambda o: o.orders is Orders.LOST),
    )
    modifiers = tuple(answers(ActorForm))

    def resolve(self, chance: Chance) -> OrdersOutcome:
        move = base_move(self.tables, self.key, self.form.actor, self.form.quality)
        return OrdersOutcome(Orders.RECEIVED, move)

    def after(self, drawn: OrdersOutcome) -> Aftermath:
        """The unit in march column, and on its way."""
        return Aftermath(actor={"formation": Formation.MARCH_COLUMN.value, **MOVED})

    def parties(self) -> Parties:
        return {"actor": ("the column",)}

    def narrate(self, drawn: OrdersOutcome, draws: Draws) -> Narration:
        most = inches(drawn.inches)
        return Narration(
            f"The column marches on - up to {most}.",
            (
                f"March up to {most} of base movement in march column.",
                _ON_ROADS,
                "The route march ends as soon as the unit does anything else.",
            ),
            ("A route march has its orders already, so nothing is drawn.",),
        )


class OrderedMove(Action[OrdersForm, OrdersOutcome]):
    """A movement action whose orders may go astray. If they do not, the unit `does` it and ends in
    a `formation`; some of these it takes up to move, and some it may fire from.
    """

    source = "III.B, IV"
    asks = OrdersForm
    severity = RouteMarch.severity
    measures = RouteMarch.measures
    dispatch: ClassVar = ORDERS
    modifiers = ORDERS.modifiers
    formation: ClassVar[Formation]
    does: ClassVar[str]
    moves: ClassVar[bool] = False
    fire_may_follow: ClassVar[bool] = False

    def refusals(self) -> Iterator[Refusal]:
        return refuse_demoralized(self.form.actor_state)

    def procedure(self) -> Procedure[Any, OrdersOutcome]:
        form, tables = self.form, self.tables
        move = base_move(tables, self.key, form.actor, form.quality)
        may_fail = self.dispatch.when(form, tables)
        odds = self.dispatch.odds(form, tables) if may_fail else None

        def rule(chance: Chance) -> OrdersOutcome:
            arrival = chance.draw(odds, orders.STAGE) if odds else Orders.RECEIVED
            if arrival.is_late and not move:
                arrival = Orders.DELAYED
            return OrdersOutcome(arrival, orders.delayed_to(tables, arrival, move))

        return single(rule)

    def after(self, drawn: OrdersOutcome) -> Aftermath:
        """The formation, unless orders are lost; advancing fire may follow some moves (III.B)."""
        if drawn.orders is Orders.LOST:
            return Aftermath(may=orders.may_without_orders(self.form))
        may = ("advancing-fire",) if self.fire_may_follow and self.form.actor.fires else ()
        moved = MOVED if self.moves else {}
        return Aftermath(actor={"formation": self.formation.value, **moved}, may=may)

    def parties(self) -> Parties:
        return {"actor": ("the unit",)}

    def narrate(self, drawn: OrdersOutcome, draws: Draws) -> Narration:
        may, lost = self.after(drawn).may, drawn.orders is Orders.LOST
        todo = [orders.lost_step(may)] if lost else self.steps(drawn, "advancing-fire" in may)
        headline = _HEADLINES[drawn.orders].format(does=self.does)
        return Narration(
            headline, todo, (self.dispatch.line(self.form, drawn.orders, self.tables),)
        )

    def steps(self, outcome: OrdersOutcome, may_fire: bool) -> Iterator[str]:
        """How the unit does it, if orders arrive, and whether it may fire then."""
        raise NotImplementedError


_HEADLINES: Final = {
    Orders.RECEIVED: "Orders received - the unit {does}.",
    Orders.DELAYED: "Orders delayed - the unit {does}, but late.",
    Orders.BADLY_DELAYED: "Orders badly delayed - the unit {does}, but very late.",
    Orders.LOST: "Orders lost - the unit does not move.",
}


class Deploy(OrderedMove):
    "Form a line one base deep, with guns unlimbered, or shift such a line by an inch."

    key = "deploy"
    label = "Deploy / maneuver in line"
    formation = Formation.DEPLOYED
    does = "deploys"
    fire_may_follow = True

    def steps(self, outcome: OrdersOutcome, may_fire: bool) -> Iterator[str]:
        if outcome.inches:
            yield f"Pick a base: its center may shift up to {inches(outcome.inches)}."
        else:
            yield "Pick a base: its center stays where it is."
        yield (
            "Turn it as you like and line the others up beside it, one base deep, none within 1 "
            "inch of an enemy."
        )
        if may_fire:
            yield "The unit may then make an advancing fire."


class Maneuver(OrderedMove):
    """Move over the battlefield in maneuver column, guns limbered."""

    key = "maneuver-in-column"
    formation = Formation.MANEUVER_COLUMN
    does = "maneuvers"
    moves = True
    fire_may_follow = True

    def steps(self, outcome: OrdersOutcome, may_fire: bool) -> Iterator[str]:
        yield "Form maneuver column about the unit's center, facing as you like."
        yield f"Then move up to {inches(outcome.inches)} of base movement, turning freely."
        if may_fire:
            half = inches(to_half_inch(outcome.inches / 2))
            yield f"If it moves no more than {half}, it may then make an advancing fire."


class FormSquare(OrderedMove):
    "Form battalion squares against cavalry. Infantry only."

    key = "form-square"
    dispatch = orders.Dispatch(in_force("orders.form-square"))
    modifiers = dispatch.modifiers
    formation = Formation.SQUARE
    does = "forms square"

    def refusals(self) -> Iterator[Refusal]:
        yield from super().refusals()
        if not self.form.actor.is_infantry:
            yield Refusal("Only infantry forms square", "III.B, IV")

    def after(self, drawn: OrdersOutcome) -> Aftermath:
        """A square that is ordered late is formed at the end of the turn only; until then the unit
        is what it was."""
        return Aftermath() if drawn.orders.is_late else super().after(drawn)

    def steps(self, outcome: OrdersOutcome, may_fire: bool) -> Iterator[str]:
        if outcome.orders is Orders.RECEIVED:
            yield "Turn one base as you like and set the others about it, all facing outward."
        else:
            yield "Keep the present formation for now, and form square at the end of the turn."
        yield "Guns in contact stay in contact and are protected by the square."


class March(OrderedMove):
    "Move in march column, where no enemy is expected."

    key = "march"
    formation = Formation.MARCH_COLUMN
    does = "marches"
    moves = True

    def steps(self, outcome: OrdersOutcome, may_fire: bool) -> Iterator[str]:
        yield "Form march column behind one base, none within 1 inch of an enemy."
        yield f"Then march up to {inches(outcome.inches)} of base movement, turning freely."
        yield _ON_ROADS

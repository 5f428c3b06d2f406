"""Movement orders and regroups, told to the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from calculator.chance.interface import Draw
from calculator.kinds import shown_length
from calculator.rules.system import Words
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.forms import OrdersForm, RegroupForm, UnitForm
from calculator.rules.there_stand_empires.orders import Orders, OrdersOutcome, orders_odds
from calculator.rules.there_stand_empires.regroup import STAGE, RegroupOutcome
from calculator.rules.there_stand_empires.telling import contest_told
from calculator.rules.there_stand_empires.words import State

OrdersWords = Callable[[OrdersForm, OrdersOutcome, Sequence[Draw], Tables], Words]

_HEADLINES = {
    Orders.RECEIVED: "Orders received",
    Orders.DELAYED: "Orders delayed",
    Orders.BADLY_DELAYED: "Orders badly delayed",
}


def orders_words(steps: Callable[[OrdersForm, OrdersOutcome], Iterator[str]]) -> OrdersWords:
    """The telling of an order whose carrying out takes `steps`."""

    def words(
        form: OrdersForm, outcome: OrdersOutcome, draws: Sequence[Draw], tables: Tables
    ) -> Words:
        how = (f"Orders: {orders_chance(form, tables)} in 100 to be received.",)
        if outcome.orders is Orders.LOST:
            return Words("Orders lost - the unit does not move", (lost_step(form),), how)
        return Words(_HEADLINES[outcome.orders], tuple(steps(form, outcome)), how)

    return words


def orders_chance(form: OrdersForm, tables: Tables) -> int:
    """The chance in 100 that orders are received."""
    return int(100 * orders_odds(form, tables).probability(Orders.RECEIVED))


def lost_step(form: UnitForm) -> str:
    """What a unit without orders may still do."""
    if form.actor.fires:
        return "It may still fire from where it stands, or regroup, as its action."
    return "It may still regroup as its action."


def deploy_steps(form: OrdersForm, outcome: OrdersOutcome) -> Iterator[str]:
    """How a unit deploys."""
    yield "Deploy one base deep, side by side, facing as you wish, not within 1 inch of an enemy."
    if outcome.inches:
        yield f"Its reference base may shift up to {shown_length(outcome.inches)} inch."
    else:
        yield "Its reference base stays where it is."
    if form.actor.fires:
        yield "It may then make an advancing fire."


def maneuver_steps(form: OrdersForm, outcome: OrdersOutcome) -> Iterator[str]:
    """How a unit maneuvers in column."""
    inches = outcome.inches
    yield "Form maneuver column on its center, facing as you wish."
    yield f"Move up to {shown_length(inches)} inches of base movement."
    if form.actor.fires:
        yield (
            f"If it moves no more than {shown_length(Fraction(inches, 2))} inches, it may then "
            "make an advancing fire."
        )


def march_steps(form: OrdersForm, outcome: OrdersOutcome) -> Iterator[str]:
    """How a unit marches."""
    yield "Form march column behind one base, not within 1 inch of an enemy."
    yield (
        f"March up to {shown_length(outcome.inches)} inches of base movement; each inch is 1 1/2 "
        "along a road or through a town."
    )


def square_steps(form: OrdersForm, outcome: OrdersOutcome) -> Iterator[str]:
    """How a unit forms square."""
    if outcome.orders is Orders.RECEIVED:
        yield "Form square around one base, all sides facing out."
    else:
        yield "Keep the present formation for now; form square at the end of the turn."
    yield "Its action is used. A square cannot move; it may make advancing fire on later turns."


def route_march_words(
    form: UnitForm, outcome: OrdersOutcome, draws: Sequence[Draw], tables: Tables
) -> Words:
    """A route march told to the table."""
    inches = shown_length(outcome.inches)
    return Words(
        f"The column marches on, up to {inches} inches",
        (
            (
                f"March up to {inches} inches of base movement in march column; each inch is 1 1/2 "
                "along a road or through a town."
            ),
            "The route march ends as soon as the unit does anything else.",
        ),
        ("A route march has its orders already: nothing is drawn.",),
    )


def regroup_words(
    form: RegroupForm, outcome: RegroupOutcome, draws: Sequence[Draw], tables: Tables
) -> Words:
    """A regroup told to the table."""
    how = tuple(contest_told(draws, STAGE, tables, "The officers", "confusion"))
    if not outcome.improved:
        return Words(
            f"No order comes of it - the unit is still {outcome.state.label}",
            ("Leave marker, formation and facing as they are. Its action is used.",),
            how,
        )
    place = (
        "It may take any formation and facing about its center, no part within 1 inch of an enemy."
    )
    if outcome.state is State.OK:
        return Words("The unit regroups - all is well again", ("Remove its marker.", place), how)
    marker = "Replace the demoralization marker by a disorder marker."
    return Words("The unit rallies in part - it is disordered", (marker, place), how)

"""What an action leaves of the units: for playing on from its outcome without the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from calculator.rules.system import Aftermath
from calculator.rules.there_stand_empires.orders import Orders, OrdersOutcome
from calculator.rules.there_stand_empires.words import Formation

if TYPE_CHECKING:
    from calculator.rules.there_stand_empires.assault_form import AssaultForm
    from calculator.rules.there_stand_empires.assault_outcome import AssaultOutcome
    from calculator.rules.there_stand_empires.fire import FireOutcome
    from calculator.rules.there_stand_empires.fire_forms import DeployedFireForm
    from calculator.rules.there_stand_empires.forms import RegroupForm, UnitForm
    from calculator.rules.there_stand_empires.regroup import RegroupOutcome
    from calculator.rules.there_stand_empires.status import Fate


def after_fire(form: DeployedFireForm, outcome: FireOutcome) -> Aftermath:
    """The target as fire leaves it; reacting to fire spends no action (III.B)."""
    return Aftermath(target=_left(outcome.target, form.target_bases))


def after_assault(form: AssaultForm, outcome: AssaultOutcome) -> Aftermath:
    """Both units as an assault leaves them.

    An assault whose orders arrived counts with all its bases for the next one on the same target
    in the same turn, whatever it lost (VII).
    """
    later = {}
    if outcome.course.charges:
        later["earlier-assaults"] = str(form.earlier_assaults + form.bases)
    square = {"formation": Formation.SQUARE.value} if outcome.squared else {}
    return Aftermath(
        actor=_left(outcome.actor, form.bases),
        target=_left(outcome.target, form.target_bases, square),
        target_spent=outcome.target_acted,
        later=later,
    )


def after_regroup(form: RegroupForm, outcome: RegroupOutcome) -> Aftermath:
    """The unit in its new status. A success lets it take any formation; it keeps its own here."""
    return Aftermath(actor={"state": outcome.state.value})


def after_orders(formation: Formation) -> Callable[[UnitForm, OrdersOutcome], Aftermath]:
    """The unit in the formation that its order brings about, unless the order was lost."""

    def left(_: UnitForm, outcome: OrdersOutcome) -> Aftermath:
        lost = outcome.orders is Orders.LOST
        return Aftermath(actor={} if lost else {"formation": formation.value})

    return left


def _left(fate: Fate, bases: int, more: dict[str, str] | None = None) -> dict[str, str] | None:
    if fate.removed:
        return None
    return {"state": fate.state.value, "bases": str(bases - fate.bases_lost), **(more or {})}

"""What fire and melee leave of two formations: for playing on from them without the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calculator.rules.cannonade.terms import Side
from calculator.rules.system import Aftermath

if TYPE_CHECKING:
    from calculator.rules.cannonade.fire.form import CannonadeForm
    from calculator.rules.cannonade.fire.rule import Cannonaded
    from calculator.rules.cannonade.melee.form import MeleeForm
    from calculator.rules.cannonade.melee.rule import Fought


def after_fire(_: CannonadeForm, outcome: Cannonaded) -> Aftermath:
    """The men left in the target hex; a hex of none, or of an officer alone, is no formation."""
    return Aftermath(target=_men(outcome.left))


def after_melee(form: MeleeForm, outcome: Fought) -> Aftermath:
    """Both sides' men; the target may not be attacked again in this melee turn.

    Losers are out of it whatever their fate: routers neither attack nor are attacked.
    """
    return Aftermath(
        actor=_standing(form, outcome, Side.ATTACKERS),
        target=_standing(form, outcome, Side.DEFENDERS),
        later={"fought": "yes"},
    )


def _standing(form: MeleeForm, outcome: Fought, side: Side) -> dict[str, str] | None:
    if outcome.winner is side.other:
        return None
    return _men(form.company(side).men - outcome.killed(side))


def _men(left: int) -> dict[str, str] | None:
    return {"men": str(left)} if left else None

"""What a charge leaves of the unit charged: for playing on from it without the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calculator.rules.morne_plaine.charge.rule import Charged, Effect
from calculator.rules.system import Aftermath

if TYPE_CHECKING:
    from calculator.rules.morne_plaine.charge.form import ChargeForm


def after_charge(_: ChargeForm, outcome: Charged) -> Aftermath:
    """Its strength and morale; what charged loses nothing, and a leader has no morale to lose."""
    if outcome.effect is Effect.ELIMINATED:
        return Aftermath(target=None)
    left = {"strength": str(outcome.strength)}
    if outcome.morale is not None:
        left["morale"] = str(outcome.morale)
    return Aftermath(target=left)

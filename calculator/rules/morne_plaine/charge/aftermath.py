"""What a charge leaves of both units."""

from __future__ import annotations

from calculator.rules.aftermath import MOVED, Aftermath
from calculator.rules.morne_plaine.charge.form import ChargeForm
from calculator.rules.morne_plaine.charge.rule import Charged, Effect
from calculator.rules.morne_plaine.moving_on import may, moved


def after_charge(form: ChargeForm, outcome: Charged) -> Aftermath:
    """The points left of the charging unit, and the strength and morale of the unit charged.

    A leader has no morale to lose.
    """
    charging = moved(outcome.left, outcome.moves_on)
    goes_on = may(form.unit, outcome.moves_on)
    if outcome.effect is Effect.ELIMINATED:
        gone = Effect.ELIMINATED.value
        return Aftermath(charging, target=None, target_gone=gone, may=goes_on)
    left = {"strength": str(outcome.strength)}
    if outcome.morale is not None:
        left["morale"] = str(outcome.morale)
    if outcome.effect is Effect.RETREATS:
        left |= MOVED
    return Aftermath(charging, left, may=goes_on)

"""What a charge leaves of the two battalions, for playing on without the table."""

from __future__ import annotations

from calculator.errors import Fault, FaultsError
from calculator.rules.revolutionary_wars.charge.form import EncounterForm
from calculator.rules.revolutionary_wars.charge.outcome import ChargeOutcome, Fate
from calculator.rules.revolutionary_wars.charge.state import End
from calculator.rules.revolutionary_wars.terms import Formation
from calculator.rules.system import Aftermath


def after_charge(form: EncounterForm, outcome: ChargeOutcome) -> Aftermath:
    """The charging battalion and the one it charged first.

    Raises `FaultsError` unless platoons are counted: what is left must be known to play on.
    """
    if not form.count_platoons:
        problem = "platoons must be counted to play on from a charge"
        raise FaultsError([Fault("count-platoons", problem, "count-platoons=yes")])
    return Aftermath(actor=_left(outcome.chargers[0]), target=_left(outcome.enemies[0]))


def _left(fate: Fate) -> dict[str, str] | None:
    """What is new of a battalion; overrun guns are out of it as much as a battalion destroyed."""
    if fate.end.is_lost or fate.end is End.OVERRUN:
        return None
    left = {"platoons": str(fate.platoons), "order": fate.order.value}
    if fate.end is End.BROKE:
        left["formation"] = Formation.ATTACK_COLUMN.value
    return left

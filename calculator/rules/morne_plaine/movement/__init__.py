"""Movement along a path of hexes, with marshes, roads, streams, slopes and zones of control."""

from __future__ import annotations

from typing import Final

from calculator.rules.morne_plaine.movement import rule
from calculator.rules.morne_plaine.movement.form import MovementForm
from calculator.rules.morne_plaine.movement.narration import narrate
from calculator.rules.morne_plaine.moving_on import ended
from calculator.rules.system import Action, Beneficiary, Measure, Severity

MOVEMENT: Final = Action(
    key="movement",
    label="Movement",
    help="How far a unit gets along a path of hexes, and what each hex costs it.",
    source=rule.SOURCE,
    form=MovementForm,
    procedure=rule.procedure,
    narration=narrate,
    refusals=lambda form, _: ended(form.movement_over),
    severity=Severity(
        lambda o: (o.hexes, o.stop is not rule.Stop.STUCK, o.left),
        Beneficiary.ACTOR,
        "the unit that moves",
    ),
    measures=(Measure("stuck", "gets stuck", lambda outcome: outcome.stop is rule.Stop.STUCK),),
    aftermath=rule.after_movement,
    mnemonic="o",
)

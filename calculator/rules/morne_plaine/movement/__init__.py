"""Movement along a path of hexes, with marshes, roads, streams, slopes and zones of control."""

from __future__ import annotations

from typing import Final

from calculator.rules.morne_plaine.movement.form import MovementForm
from calculator.rules.morne_plaine.movement.narration import narrate
from calculator.rules.morne_plaine.movement.rule import (
    SOURCE,
    Stop,
    after_movement,
    procedure,
    refusals,
    severity,
)
from calculator.rules.system import Action, Beneficiary, Measure, Severity

MOVEMENT: Final = Action(
    key="movement",
    label="Movement",
    help="How far a unit gets along a path of hexes, and what each hex costs it.",
    source=SOURCE,
    form=MovementForm,
    procedure=procedure,
    narration=narrate,
    refusals=refusals,
    severity=Severity(severity, Beneficiary.ACTOR, "the unit that moves"),
    measures=(Measure("stuck", "gets stuck", lambda outcome: outcome.stop is Stop.STUCK),),
    aftermath=after_movement,
    mnemonic="o",
)

"""The movement allowance: how far a unit gets along a path, and what is left of its base move."""

from __future__ import annotations

from typing import Final

from calculator.rules.system import Action, Beneficiary, Measure, Place, Severity
from calculator.rules.there_stand_empires.movement.form import MovementForm
from calculator.rules.there_stand_empires.movement.narration import narrate
from calculator.rules.there_stand_empires.movement.rule import procedure, refusals

MOVEMENT_ALLOWANCE: Final = Action(
    key="movement-allowance",
    label="Movement allowance",
    help="How far a unit or a general gets over the ground along a path.",
    source="III.B, IV, VII, VIII",
    form=MovementForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(lambda outcome: outcome.arrives, Beneficiary.ACTOR, "the unit"),
    refusals=refusals,
    measures=(Measure("arrives", "arrives", lambda outcome: outcome.arrives),),
    place=Place.AID,
)

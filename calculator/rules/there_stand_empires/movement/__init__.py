"""The movement allowance: how far a unit gets along a path, and what is left of its base move."""

from __future__ import annotations

from typing import Final

from calculator.rules.action import Measure, Place, Severity
from calculator.rules.declared import declared
from calculator.rules.system import on_call
from calculator.rules.there_stand_empires.movement.form import MovementForm

MOVEMENT_ALLOWANCE: Final = declared(
    key="movement-allowance",
    label="Movement allowance",
    help="How far a unit or a general gets over the ground along a path.",
    source="III.B, IV, VII, VIII",
    form=MovementForm,
    procedure=on_call(f"{__name__}.rule:procedure"),
    narration=on_call(f"{__name__}.rule:narrate"),
    severity=Severity(lambda outcome: outcome.arrives, "the unit"),
    refusals=on_call(f"{__name__}.rule:refusals"),
    measures=(Measure("arrives", "arrives", lambda outcome: outcome.arrives),),
    place=Place.AID,
)

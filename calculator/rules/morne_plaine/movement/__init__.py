"""Movement along a path of hexes, with marshes, roads, streams, slopes and zones of control."""

from __future__ import annotations

from typing import Final

from calculator.rules.morne_plaine.movement.form import MovementForm
from calculator.rules.morne_plaine.movement.rule import (
    SOURCE,
    Stop,
    refusals,
    resolution,
    severity,
)
from calculator.rules.morne_plaine.movement.words import words
from calculator.rules.system import Action, Measure

MOVEMENT: Final = Action(
    key="movement",
    label="Movement",
    help="How far a unit gets along a path of hexes, and what each hex costs it.",
    source=SOURCE,
    form=MovementForm,
    resolution=resolution,
    words=words,
    severity=severity,
    refusals=refusals,
    measures=(Measure("stuck", "gets stuck", lambda outcome: outcome.stop is Stop.STUCK),),
    mnemonic="o",
)

"""The assault."""

from __future__ import annotations

from typing import Final

from calculator.rules.system import Action
from calculator.rules.there_stand_empires import (
    aftermath,
    assault,
    assault_form,
    assault_outcome,
    assault_wording,
    refusals,
)

ASSAULT: Final = Action(
    key="assault",
    label="Assault",
    help="Charge into close combat: infantry and cavalry, from maneuver column.",
    source="III.B, VII",
    form=assault_form.AssaultForm,
    resolution=assault.assault,
    words=assault_wording.assault_words,
    severity=assault_outcome.assault_severity,
    factors=assault.assault_factors,
    refusals=refusals.refuse_assault,
    measures=assault_outcome.ASSAULT_MEASURES,
    aftermath=aftermath.after_assault,
)

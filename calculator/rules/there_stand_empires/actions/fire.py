"""Fire, deployed and advancing."""

from __future__ import annotations

from typing import Final

from calculator.rules.system import Action
from calculator.rules.there_stand_empires import aftermath, fire, fire_forms, fire_wording, refusals

DEPLOYED_FIRE: Final = Action(
    key="deployed-fire",
    label="Deployed fire",
    help="Fire by infantry or artillery that began the turn deployed.",
    source="III.B, VI",
    form=fire_forms.DeployedFireForm,
    resolution=fire.fire,
    words=fire_wording.fire_words,
    severity=fire.fire_severity,
    factors=fire.fire_factors,
    refusals=refusals.refuse_deployed_fire,
    measures=fire.FIRE_MEASURES,
    aftermath=aftermath.after_fire,
)
ADVANCING_FIRE: Final = Action(
    key="advancing-fire",
    label="Advancing fire",
    help="Fire by infantry or artillery in maneuver column or square, or in the turn it deploys.",
    source="III.B, VI",
    form=fire_forms.AdvancingFireForm,
    resolution=fire.fire,
    words=fire_wording.fire_words,
    severity=fire.fire_severity,
    factors=fire.fire_factors,
    refusals=refusals.refuse_advancing_fire,
    measures=fire.FIRE_MEASURES,
    aftermath=aftermath.after_fire,
)

"""Fire, deployed and advancing."""

from __future__ import annotations

from typing import Final

from calculator.rules.system import Action, Beneficiary, Measure, Severity
from calculator.rules.there_stand_empires.fire.form import AdvancingFireForm, DeployedFireForm
from calculator.rules.there_stand_empires.fire.narration import narrate
from calculator.rules.there_stand_empires.fire.rule import (
    FireOutcome,
    after_fire,
    fire,
    fire_factors,
    fire_severity,
    refuse_advancing_fire,
    refuse_deployed_fire,
)

_SEVERITY: Final = Severity(fire_severity, Beneficiary.ACTOR, "the firer")
_MEASURES: Final = (
    Measure[FireOutcome]("any-effect", "any effect", lambda o: o.target.harmed),
    Measure[FireOutcome]("disordered", "target disordered or worse", lambda o: o.target.disordered),
    Measure[FireOutcome]("falls-back", "target falls back or worse", lambda o: o.target.beaten),
    Measure[FireOutcome](
        "demoralized", "target demoralized or worse", lambda o: o.target.demoralized
    ),
    Measure[FireOutcome]("base-lost", "a base lost or worse", lambda o: o.target.lost_bases),
    Measure[FireOutcome]("removed", "target removed from play", lambda o: o.target.removed),
)

DEPLOYED_FIRE: Final = Action(
    key="deployed-fire",
    label="Deployed fire",
    help="Fire by infantry or artillery that began the turn deployed.",
    source="III.B, VI",
    form=DeployedFireForm,
    procedure=fire,
    narration=narrate,
    severity=_SEVERITY,
    factors=fire_factors,
    refusals=refuse_deployed_fire,
    measures=_MEASURES,
    aftermath=after_fire,
)
ADVANCING_FIRE: Final = Action(
    key="advancing-fire",
    label="Advancing fire",
    help="Fire by infantry or artillery in maneuver column or square, or in the turn it deploys.",
    source="III.B, VI",
    form=AdvancingFireForm,
    procedure=fire,
    narration=narrate,
    severity=_SEVERITY,
    factors=fire_factors,
    refusals=refuse_advancing_fire,
    measures=_MEASURES,
    aftermath=after_fire,
)

"""Ranged fire: infantry or artillery fires at a unit that it sees."""

from __future__ import annotations

from typing import Final

from calculator.rules.gods_of_war.ranged_fire import rule
from calculator.rules.gods_of_war.ranged_fire.form import RangedFireForm
from calculator.rules.gods_of_war.ranged_fire.narration import narrate
from calculator.rules.system import Action, Beneficiary, Measure, Severity

RANGED_FIRE: Final = Action(
    key="ranged-fire",
    label="Ranged fire",
    help="Infantry fires up to 2 hexes, artillery up to 4, 6 or 8: each roll of 1-3 removes a "
    "figure, less easily past wheat, from orchards, at a farm or at other artillery.",
    source=rule.SOURCE,
    form=RangedFireForm,
    procedure=rule.procedure,
    narration=narrate,
    severity=Severity(rule.severity, Beneficiary.ACTOR, "the attacker"),
    factors=rule.factors,
    refusals=rule.refusals,
    measures=(
        Measure("hits", "the target is hurt", lambda o: o.target.lost > 0 or o.target.destroyed),
        Measure("breaks", "the target breaks or is destroyed", lambda o: o.target.down),
        Measure("stopped", "there is no shot", lambda outcome: outcome.stop is not None),
    ),
    aftermath=rule.after_fire,
    mnemonic="f",
)

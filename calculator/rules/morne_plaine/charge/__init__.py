"""Cavalry charges: a straight movement of two clear hexes that ends adjacent to an enemy unit."""

from __future__ import annotations

from typing import Final

from calculator.rules.morne_plaine.charge import rule
from calculator.rules.morne_plaine.charge.form import ChargeForm
from calculator.rules.morne_plaine.charge.narration import narrate
from calculator.rules.system import Action, Beneficiary, Measure, Severity

CHARGE: Final = Action(
    key="charge",
    label="Cavalry charge",
    help="A mounted unit charges across two clear hexes in line. The unit charged tests its "
    "morale: a random number from 1 to 9 and the difference of combat strengths against its "
    "morale value.",
    source="Cavalry charges",
    form=ChargeForm,
    procedure=rule.procedure,
    narration=narrate,
    severity=Severity(
        lambda o: list(rule.Effect).index(o.effect), Beneficiary.ACTOR, "the charging unit"
    ),
    factors=rule.factors,
    refusals=rule.refusals,
    measures=(
        Measure("succeeds", "the charge succeeds", lambda o: o.effect is not rule.Effect.STANDS),
        Measure(
            "eliminates", "the unit is eliminated", lambda o: o.effect is rule.Effect.ELIMINATED
        ),
    ),
    aftermath=rule.after_charge,
    mnemonic="c",
)

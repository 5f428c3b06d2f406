"""Close combat: infantry or cavalry attacks the unit in its front hex."""

from __future__ import annotations

from typing import Final

from calculator.rules.gods_of_war.close_combat import rule
from calculator.rules.gods_of_war.close_combat.form import CloseCombatForm
from calculator.rules.gods_of_war.close_combat.narration import narrate
from calculator.rules.system import Action, Beneficiary, Measure, Severity

CLOSE_COMBAT: Final = Action(
    key="close-combat",
    label="Close combat",
    help="Infantry or cavalry attacks the unit in its front hex: a die for each figure on both "
    "sides, highest against highest, the lower of each pair loses a figure.",
    source=rule.SOURCE,
    form=CloseCombatForm,
    procedure=rule.procedure,
    narration=narrate,
    severity=Severity(rule.severity, Beneficiary.ACTOR, "the attacker"),
    factors=rule.factors,
    refusals=rule.refusals,
    measures=(
        Measure("wins", "the defender loses more", lambda outcome: outcome.balance > 0),
        Measure("loses", "the attacker loses more", lambda outcome: outcome.balance < 0),
        Measure("breaks", "the defender breaks or is destroyed", lambda o: o.defender.down),
        Measure("attacker-breaks", "the attacker breaks", lambda o: o.attacker.down),
        Measure("unscathed", "the attacker loses none", lambda o: o.attacker.lost == 0),
    ),
    aftermath=rule.after_close_combat,
    mnemonic="c",
)

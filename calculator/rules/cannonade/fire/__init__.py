"""The Cannonade phase: one cannon fires at one hex."""

from __future__ import annotations

from typing import Final

from calculator.rules.cannonade.fire import rule
from calculator.rules.cannonade.fire.form import CannonadeForm
from calculator.rules.cannonade.fire.narration import narrate
from calculator.rules.system import Action, Beneficiary, Measure, Severity

CANNONADE: Final = Action(
    key="cannonade",
    label="Cannonade",
    help="One cannon fires at a formation up to 6 hexes away: 1D6 casualties, modified by indirect "
    "fire, troop density, range and terrain.",
    source=rule.SOURCE,
    form=CannonadeForm,
    procedure=rule.procedure,
    narration=narrate,
    severity=Severity(
        lambda o: (o.killed, o.officer_killed, -o.friends_killed, not o.friends_officer_killed),
        Beneficiary.ACTOR,
        "the side that fires",
    ),
    factors=rule.modifiers,
    refusals=rule.refusals,
    measures=(
        Measure("kills", "kills anyone", lambda outcome: outcome.killed > 0),
        Measure("sweeps", "leaves no men in the hex", lambda outcome: outcome.left == 0),
        Measure("falls-short", "kills its own side", lambda outcome: outcome.friends_killed > 0),
    ),
    aftermath=rule.after_fire,
    mnemonic="c",
)

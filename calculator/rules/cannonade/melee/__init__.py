"""The Melee phase: formations attack an adjacent enemy formation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from calculator.rules.action import Measure, Severity
from calculator.rules.cannonade.melee import rule
from calculator.rules.cannonade.melee.form import MeleeForm
from calculator.rules.cannonade.melee.narration import narrate
from calculator.rules.cannonade.terms import Side
from calculator.rules.declared import declared


def suffering(fate: rule.Fate) -> Callable[[rule.MeleeOutcome], bool]:
    """Whether the defenders lose and suffer `fate`."""
    return lambda outcome: outcome.winner is Side.ATTACKERS and outcome.fate is fate


MELEE: Final = declared(
    key="melee",
    label="Melee",
    help="Formations attack an adjacent enemy formation: the ratio of men gives the row of the "
    "Melee Result Table, and the Casualty Result Table the fate of the losers.",
    source=rule.SOURCE,
    form=MeleeForm,
    procedure=rule.procedure,
    narration=narrate,
    severity=Severity(rule.severity, "the attackers"),
    factors=rule.factors,
    refusals=rule.refusals,
    measures=(
        Measure("wins", "the attackers win", lambda outcome: outcome.winner is Side.ATTACKERS),
        Measure("loses", "the defenders win", lambda outcome: outcome.winner is Side.DEFENDERS),
        Measure("stalemate", "neither side wins", lambda outcome: outcome.winner is None),
        Measure("captures", "the defenders surrender", suffering(rule.Fate.SURRENDER)),
        Measure("routs", "the defenders rout", suffering(rule.Fate.ROUT)),
        Measure("slaughters", "the defenders are slaughtered", suffering(rule.Fate.SLAUGHTER)),
    ),
    aftermath=rule.after_melee,
    mnemonic="m",
)

"""The Melee phase: formations attack an adjacent enemy formation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from calculator.rules.cannonade.melee.aftermath import after_melee
from calculator.rules.cannonade.melee.form import MeleeForm
from calculator.rules.cannonade.melee.narration import narrate
from calculator.rules.cannonade.melee.rule import (
    SOURCE,
    Fate,
    MeleeOutcome,
    factors,
    procedure,
    refusals,
    severity,
)
from calculator.rules.cannonade.terms import Side
from calculator.rules.system import Action, Beneficiary, Measure, Severity


def suffering(fate: Fate) -> Callable[[MeleeOutcome], bool]:
    """Whether the defenders lose and suffer `fate`."""
    return lambda outcome: outcome.winner is Side.ATTACKERS and outcome.fate is fate


MELEE: Final = Action(
    key="melee",
    label="Melee",
    help="Formations attack an adjacent enemy formation: the ratio of men gives the row of the "
    "Melee Result Table, and the Casualty Result Table the fate of the losers.",
    source=SOURCE,
    form=MeleeForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(severity, Beneficiary.ACTOR, "the attackers"),
    factors=factors,
    refusals=refusals,
    measures=(
        Measure("wins", "the attackers win", lambda outcome: outcome.winner is Side.ATTACKERS),
        Measure("loses", "the defenders win", lambda outcome: outcome.winner is Side.DEFENDERS),
        Measure("stalemate", "neither side wins", lambda outcome: outcome.winner is None),
        Measure("captures", "the defenders surrender", suffering(Fate.SURRENDER)),
        Measure("routs", "the defenders rout", suffering(Fate.ROUT)),
        Measure("slaughters", "the defenders are slaughtered", suffering(Fate.SLAUGHTER)),
    ),
    aftermath=after_melee,
    mnemonic="m",
)

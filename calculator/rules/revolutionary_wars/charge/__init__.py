"""The Charge Action and the Countercharge Reaction, from contact to pursuit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from calculator.rules.revolutionary_wars.charge.aftermath import after_charge, uncounted
from calculator.rules.revolutionary_wars.charge.factors import (
    charge_factors,
    countercharge_factors,
)
from calculator.rules.revolutionary_wars.charge.form import ChargeForm, CounterchargeForm
from calculator.rules.revolutionary_wars.charge.legal import (
    charge_refusals,
    countercharge_refusals,
)
from calculator.rules.revolutionary_wars.charge.losses import losses
from calculator.rules.revolutionary_wars.charge.narration import narrate
from calculator.rules.revolutionary_wars.charge.outcome import ChargeOutcome
from calculator.rules.revolutionary_wars.charge.procedure import PATHS, charge, charge_in_full
from calculator.rules.revolutionary_wars.charge.state import End
from calculator.rules.system import Action, Beneficiary, Measure, Severity

MEASURES: Final[tuple[Measure[ChargeOutcome], ...]] = (
    Measure(
        "enemy-breaks",
        "every enemy charged breaks, is overrun or wiped out",
        lambda outcome: all(fate.end.is_beaten for fate in outcome.enemies),
    ),
    Measure(
        "enemy-destroyed",
        "every enemy charged is destroyed or overrun",
        lambda outcome: all(
            fate.end.is_lost or fate.end is End.OVERRUN for fate in outcome.enemies
        ),
    ),
    Measure(
        "chargers-break",
        "every charger breaks or is wiped out",
        lambda outcome: all(fate.end.is_beaten for fate in outcome.chargers),
    ),
    Measure(
        "chargers-destroyed",
        "every charger is destroyed",
        lambda outcome: all(fate.end.is_lost for fate in outcome.chargers),
    ),
    Measure(
        "pursues",
        "some charger pursues",
        lambda outcome: any(fate.end in {End.PURSUED, End.CHASED_OFF} for fate in outcome.chargers),
    ),
)

SHARED: Final[Mapping[str, Any]] = {
    "procedure": charge,
    "narration": narrate,
    "severity": Severity(lambda outcome: outcome.severity, Beneficiary.ACTOR, "the chargers"),
    "measures": MEASURES,
    "aftermath": after_charge,
    "in_full": charge_in_full,
    "paths": PATHS,
    "unlisted": uncounted,
    "losses": losses,
}
"""What a charge and a countercharge have in common."""

CHARGE: Final[Action[Any, Any]] = Action(
    key="charge",
    label="Charge",
    help="Battalions charge: terrain, the enemy's test to stand, the chargers' own, melee in "
    "rounds until one side breaks, flight and pursuit.",
    source="Charge Action",
    form=ChargeForm,
    factors=charge_factors,
    refusals=charge_refusals,
    mnemonic="c",
    **SHARED,
)

COUNTERCHARGE: Final[Action[Any, Any]] = Action(
    key="countercharge",
    label="Countercharge",
    help="The enemy meets a charge half way: both battalions count as charging and test to stand "
    "at the same time.",
    source="Countercharge Reaction",
    form=CounterchargeForm,
    factors=countercharge_factors,
    refusals=countercharge_refusals,
    mnemonic="o",
    **SHARED,
)

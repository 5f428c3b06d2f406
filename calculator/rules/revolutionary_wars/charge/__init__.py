"""The Charge Action and the Countercharge Reaction, from contact to pursuit."""

from __future__ import annotations

from typing import Any, Final

from calculator.rules.revolutionary_wars.charge.aftermath import after_charge
from calculator.rules.revolutionary_wars.charge.countercharge import CounterchargeForm
from calculator.rules.revolutionary_wars.charge.factors import (
    charge_factors,
    countercharge_factors,
)
from calculator.rules.revolutionary_wars.charge.form import ChargeForm
from calculator.rules.revolutionary_wars.charge.legal import (
    charge_refusals,
    countercharge_refusals,
)
from calculator.rules.revolutionary_wars.charge.outcome import ChargeOutcome
from calculator.rules.revolutionary_wars.charge.resolution import charge, countercharge
from calculator.rules.revolutionary_wars.charge.state import End
from calculator.rules.revolutionary_wars.charge.words import charge_words, countercharge_words
from calculator.rules.system import Action, Measure

_MEASURES: Final[tuple[Measure[ChargeOutcome], ...]] = (
    Measure(
        "enemy-breaks",
        "every enemy charged breaks, is overrun or wiped out",
        lambda outcome: all(fate.end.is_broken or fate.end.is_lost for fate in outcome.enemies),
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
        lambda outcome: all(fate.end.is_broken or fate.end.is_lost for fate in outcome.chargers),
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

CHARGE: Final[Action[Any, Any]] = Action(
    key="charge",
    label="Charge",
    help="Battalions charge: terrain, the enemy's test to stand, the chargers' own, melee in "
    "rounds until one side breaks, flight and pursuit.",
    source="Charge Action",
    form=ChargeForm,
    resolution=charge,
    words=charge_words,
    severity=lambda outcome: outcome.severity,
    factors=charge_factors,
    refusals=charge_refusals,
    measures=_MEASURES,
    aftermath=after_charge,
    mnemonic="c",
)

COUNTERCHARGE: Final[Action[Any, Any]] = Action(
    key="countercharge",
    label="Countercharge",
    help="The enemy meets a charge half way: both battalions count as charging and test to stand "
    "at the same time.",
    source="Countercharge Reaction",
    form=CounterchargeForm,
    resolution=countercharge,
    words=countercharge_words,
    severity=lambda outcome: outcome.severity,
    factors=countercharge_factors,
    refusals=countercharge_refusals,
    measures=_MEASURES,
    aftermath=after_charge,
    mnemonic="o",
)

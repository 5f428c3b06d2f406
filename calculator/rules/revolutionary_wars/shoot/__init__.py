"""The Shoot Action, and the Shoot Reaction that goes the same way."""

from __future__ import annotations

from typing import Any, Final

from calculator.rules.revolutionary_wars.shoot.form import ShootForm
from calculator.rules.revolutionary_wars.shoot.narration import (
    aftermath,
    factors,
    narrate,
    refusals,
)
from calculator.rules.revolutionary_wars.shoot.volley import shoot, shoot_in_full
from calculator.rules.revolutionary_wars.terms import Order
from calculator.rules.system import Action, Beneficiary, Measure, Severity

SHOOT: Final[Action[Any, Any]] = Action(
    key="shoot",
    label="Shoot",
    help="A battalion shoots at one enemy battalion in its swept ground, as an action or a "
    "reaction: hits, saves, firepower and disorder.",
    source="Shoot Action; Shoot Reaction",
    form=ShootForm,
    procedure=shoot,
    narration=narrate,
    severity=Severity(lambda outcome: outcome.severity, Beneficiary.ACTOR, "the shooters"),
    factors=factors,
    refusals=refusals,
    measures=(
        Measure("destroys", "a platoon is destroyed", lambda outcome: outcome.lost > 0),
        Measure(
            "shatters",
            "the target ends Shattered or wiped out",
            lambda outcome: outcome.wiped_out or outcome.order is Order.SHATTERED,
        ),
        Measure(
            "unsettles",
            "the target does not end Solid",
            lambda outcome: outcome.wiped_out or outcome.order is not Order.SOLID,
        ),
        Measure("wipes-out", "the target is wiped out", lambda outcome: outcome.wiped_out),
    ),
    aftermath=aftermath,
    in_full=shoot_in_full,
    mnemonic="s",
)

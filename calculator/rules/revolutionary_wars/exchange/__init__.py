"""An exchange: fire or not, the enemy's reaction, and the charge to the end, as one question."""

from __future__ import annotations

from typing import Any, Final

from calculator.chance.procedure import Procedure
from calculator.rules.revolutionary_wars.charge import MEASURES
from calculator.rules.revolutionary_wars.charge.aftermath import uncounted
from calculator.rules.revolutionary_wars.charge.outcome import ChargeOutcome
from calculator.rules.revolutionary_wars.exchange.decisions import chosen, decisions, factors
from calculator.rules.revolutionary_wars.exchange.form import ExchangeForm
from calculator.rules.revolutionary_wars.exchange.narration import aftermath, narrate
from calculator.rules.revolutionary_wars.exchange.rule import (
    ExchangeInFull,
    law_in_full,
    law_of,
    refusals,
)
from calculator.rules.system import Action, Beneficiary, Severity
from calculator.rules.tables import Tables


def exchange(form: ExchangeForm, tables: Tables) -> Procedure[Any, ChargeOutcome]:
    """The whole, with the choices that the form makes or that are best."""
    return law_of(form, tables, *chosen(form, tables), form.count_platoons)


def in_full(form: ExchangeForm, tables: Tables) -> Procedure[Any, ExchangeInFull]:
    """The same with all that became of both."""
    return law_in_full(form, tables, *chosen(form, tables))


EXCHANGE: Final[Action[Any, Any]] = Action(
    key="exchange",
    label="Exchange",
    help="Charge at once, fire first or not; the enemy's reaction; the charge to the end: the odds "
    "of the whole for both sides' choices, the best reply marked.",
    source="Turn Sequence, B; Activating Battalions; Reactions",
    form=ExchangeForm,
    procedure=exchange,
    narration=narrate,
    severity=Severity(lambda outcome: outcome.severity, Beneficiary.ACTOR, "the chargers"),
    factors=factors,
    refusals=refusals,
    measures=MEASURES,
    aftermath=aftermath,
    in_full=in_full,
    unlisted=uncounted,
    decisions=decisions,
    mnemonic="h",
)

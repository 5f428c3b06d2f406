"""An exchange: fire or not, the enemy's reaction, and the charge to the end, as one question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

import attrs

from calculator.chance.interface import Draw
from calculator.chance.procedure import Procedure
from calculator.rules.aftermath import Aftermath
from calculator.rules.revolutionary_wars.charge import MEASURES
from calculator.rules.revolutionary_wars.charge.narration import TableSteps, events
from calculator.rules.revolutionary_wars.charge.outcome import ChargeOutcome, left_by, uncounted
from calculator.rules.revolutionary_wars.charge.pursuit import Detail
from calculator.rules.revolutionary_wars.charge.state import End, Stage
from calculator.rules.revolutionary_wars.exchange.decisions import (
    CHOICES,
    chosen,
    decisions,
    factors,
    reply_words,
)
from calculator.rules.revolutionary_wars.exchange.form import ExchangeForm, Reply
from calculator.rules.revolutionary_wars.exchange.rule import (
    ExchangeInFull,
    law_in_full,
    law_of,
    meeting,
    refusals,
)
from calculator.rules.revolutionary_wars.narration import narrated, sentence
from calculator.rules.revolutionary_wars.terms import Formation
from calculator.rules.system import Action, Beneficiary, Narration, Severity
from calculator.rules.tables import Tables


def narrate(
    form: ExchangeForm, drawn: ExchangeInFull, draws: Sequence[Draw], tables: Tables
) -> Narration:
    """What both did, what came of it, what to do on the table, and how the dice fell."""
    met = meeting(form, tables, drawn.replied, Detail.EVERYTHING)
    charger, enemy = met.combatants.everyone
    reply = reply_words(drawn.first, drawn.replied)
    did = f"the {charger.name} {CHOICES[drawn.first]}", f"the {enemy.name} {reply}"
    first, *others = events(met.combatants, drawn.outcome)
    clauses = (f"{sentence(did)} {first[:1].upper()}{first[1:]}", *others)
    return narrated(draws, clauses, *_steps(drawn, TableSteps(met), enemy.name))


def _steps(drawn: ExchangeInFull, steps: TableSteps, enemy: str) -> Iterator[str]:
    for (_, before), (stage, after) in pairwise(drawn.course):
        match stage:
            case Stage.CHARGE:
                yield from steps.between(stage, before.fight, after.fight)
            case _:
                if after.reacted and drawn.reply is Reply.COUNTERCHARGE:
                    yield from steps.met()
                elif after.reacted and drawn.reply is Reply.SQUARE:
                    yield f"Form the {enemy} into square"
                yield from steps.losses(before.fight, after.fight, "from the flanks")


def aftermath(form: ExchangeForm, drawn: ChargeOutcome | ExchangeInFull) -> Aftermath:
    """Both battalions; one that formed square and has not run stands in square."""
    if not isinstance(drawn, ExchangeInFull):
        return left_by(drawn)
    left, (enemy,) = left_by(drawn.outcome), drawn.outcome.enemies
    if not left.target or drawn.replied is not Reply.SQUARE or enemy.end is End.BROKE:
        return left
    return attrs.evolve(left, target={**left.target, "formation": Formation.SQUARE.value})


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

"""An exchange in words, and what it leaves of both battalions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calculator.chance.interface import Draw
from calculator.chance.scripted import Scripted
from calculator.rules.aftermath import Aftermath
from calculator.rules.revolutionary_wars.charge.aftermath import GONE, charged, left_of
from calculator.rules.revolutionary_wars.charge.combatants import Combatants
from calculator.rules.revolutionary_wars.charge.form import ChargeForm
from calculator.rules.revolutionary_wars.charge.narration import TableSteps, headline_of
from calculator.rules.revolutionary_wars.charge.outcome import ChargeOutcome
from calculator.rules.revolutionary_wars.charge.pursuit import Detail
from calculator.rules.revolutionary_wars.charge.state import End
from calculator.rules.revolutionary_wars.exchange.decisions import CHOICES, REPLIES, chosen
from calculator.rules.revolutionary_wars.exchange.form import ExchangeForm, Reply
from calculator.rules.revolutionary_wars.exchange.rule import (
    ExchangeInFull,
    law_in_full,
    meeting,
)
from calculator.rules.revolutionary_wars.narration import dice_shown, sentence
from calculator.rules.revolutionary_wars.terms import Formation
from calculator.rules.system import Narration
from calculator.rules.tables import Tables


def narrate(
    form: ExchangeForm, outcome: ChargeOutcome, draws: Sequence[Draw], tables: Tables
) -> Narration:
    """What both did, what came of it, what to do on the table, and how the dice fell."""
    full = law_in_full(form, tables, *chosen(form, tables)).result(Scripted(draws))
    fought = _combatants(form, tables, full)
    (charger,), (enemy,) = fought.chargers, fought.enemies
    reply = full.reply if full.reacted else Reply.STAND
    did = sentence(
        [f"the {charger.name} {CHOICES[full.fires]}", f"the {enemy.name} {REPLIES[reply]}"]
    )
    steps = (*_before(full, enemy.name), *TableSteps(ChargeForm(), fought, full.charge))
    headline = f"{did} {headline_of(fought, full.charge.outcome)}"
    return Narration(headline, steps, dice_shown(draws))


def _combatants(form: ExchangeForm, tables: Tables, full: ExchangeInFull) -> Combatants:
    reply = full.reply if full.reacted else Reply.STAND
    charger, enemy = meeting(form, tables, reply, Detail.EVERYTHING).battalions
    return Combatants((charger,), (enemy,))


def _before(full: ExchangeInFull, enemy: str) -> Iterator[str]:
    if full.reacted and full.reply is Reply.SQUARE:
        yield f"Form the {enemy} into square"
    if full.reacted and full.reply is Reply.COUNTERCHARGE:
        yield f"Move the {enemy} half of its charge move to meet the charge"


def aftermath(form: ExchangeForm, outcome: ChargeOutcome | ExchangeInFull) -> Aftermath:
    """Both battalions; one that formed square and has not run stands in square."""
    listed = outcome if isinstance(outcome, ChargeOutcome) else outcome.charge.outcome
    charger, enemy = listed.chargers[0], listed.enemies[0]
    target = left_of(enemy)
    squared = isinstance(outcome, ExchangeInFull) and (
        outcome.reacted and outcome.reply is Reply.SQUARE
    )
    if target is not None and squared and enemy.end is not End.BROKE:
        target["formation"] = Formation.SQUARE.value
    return Aftermath(
        actor=charged(charger),
        target=target,
        actor_gone=GONE.get(charger.end, ""),
        target_gone=GONE.get(enemy.end, ""),
    )

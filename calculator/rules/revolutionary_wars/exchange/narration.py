"""An exchange in words, and what it leaves of both battalions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from calculator.chance.interface import Draw
from calculator.rules.aftermath import Aftermath
from calculator.rules.revolutionary_wars.charge.aftermath import GONE, charged, left_of
from calculator.rules.revolutionary_wars.charge.narration import TableSteps, events
from calculator.rules.revolutionary_wars.charge.outcome import ChargeOutcome
from calculator.rules.revolutionary_wars.charge.pursuit import Detail
from calculator.rules.revolutionary_wars.charge.state import End, Stage
from calculator.rules.revolutionary_wars.exchange.decisions import CHOICES, reply_words
from calculator.rules.revolutionary_wars.exchange.form import ExchangeForm, Reply
from calculator.rules.revolutionary_wars.exchange.rule import ExchangeInFull, meeting
from calculator.rules.revolutionary_wars.narration import narrated, sentence
from calculator.rules.revolutionary_wars.terms import Formation
from calculator.rules.system import Narration
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
    outcome = drawn.outcome if isinstance(drawn, ExchangeInFull) else drawn
    charger, enemy = outcome.chargers[0], outcome.enemies[0]
    target = left_of(enemy)
    squared = isinstance(drawn, ExchangeInFull) and drawn.replied is Reply.SQUARE
    if target is not None and squared and enemy.end is not End.BROKE:
        target["formation"] = Formation.SQUARE.value
    return Aftermath(
        actor=charged(charger),
        target=target,
        actor_gone=GONE.get(charger.end, ""),
        target_gone=GONE.get(enemy.end, ""),
    )

"""An exchange: fire or not, the enemy's reaction, and the charge to the end, as one question."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Any, Final

import attrs

from calculator.chance.procedure import Procedure
from calculator.rules.action import Draws, Narration, Severity
from calculator.rules.aftermath import Aftermath
from calculator.rules.decisions import Decision
from calculator.rules.declared import declared
from calculator.rules.modifiers import Factor, ruled
from calculator.rules.revolutionary_wars.charge import MEASURES
from calculator.rules.revolutionary_wars.charge.narration import TableSteps, events
from calculator.rules.revolutionary_wars.charge.outcome import (
    ChargeOutcome,
    left_by,
    uncounted_faults,
)
from calculator.rules.revolutionary_wars.charge.pursuit import Detail
from calculator.rules.revolutionary_wars.charge.state import End, Stage
from calculator.rules.revolutionary_wars.exchange.form import Aim, ExchangeForm, First, Reply
from calculator.rules.revolutionary_wars.exchange.rule import (
    ExchangeInFull,
    charge_after,
    first_fire_form,
    law_in_full,
    law_of,
    refusals,
    reply_refusals,
)
from calculator.rules.revolutionary_wars.narration import narrated, sentence
from calculator.rules.revolutionary_wars.shoot.volley import Shooting
from calculator.rules.revolutionary_wars.terms import Formation
from calculator.rules.tables import Tables

CHOICES: Final = {
    First.AT_ONCE: "charges at once",
    First.NO: "acts first, then charges",
    First.YES: "fires, then charges",
}
REPLIES: Final = {
    Reply.STAND: "stands",
    Reply.SHOOT: "shoots",
    Reply.COUNTERCHARGE: "countercharges",
    Reply.SQUARE: "forms square",
}


def chosen(form: ExchangeForm, tables: Tables) -> tuple[First, Reply]:
    """What both sides do: as the form says or, where it leaves that open, what is best.

    The enemy knows whether it has been fired at when it replies, so its reply is the best to that.
    """
    if form.first is not First.BEST and form.reply is not Reply.BEST:
        return form.first, form.reply
    best = next(pair for pair in decisions(form, tables) if pair.best)
    return best.first, best.replied


def factors(form: ExchangeForm, tables: Tables) -> Iterator[Factor]:
    """What each choice comes to against each reply, in points of a hundred."""
    for pair in decisions(form, tables):
        (label, chance), *_ = pair.chances.items()
        points = round(100 * chance)
        mark = " - best" if pair.best else " - best reply" if pair.best_reply else ""
        name = f"{pair.choice}, enemy {pair.reply}: {label} {points}%{mark}"
        yield ruled("decision", name, "chargers", points, "Turn Sequence, B; Reactions")


@attrs.frozen(kw_only=True)
class _Pair(Decision):
    """A choice and a reply with what comes of them, as they are asked of the rules, too."""

    first: First
    replied: Reply

    @property
    def worth(self) -> tuple[Fraction, Fraction]:
        """The chance that choices are judged by, then how seldom the chargers break."""
        judged, *_ = self.chances.values()
        return judged, -self.chances["the chargers break or are lost"]


@lru_cache(maxsize=32)
def decisions(form: ExchangeForm, tables: Tables) -> tuple[_Pair, ...]:
    """Every choice with every reply that the rules allow, as far as the form leaves them open."""
    pairs = [
        _Pair(
            choice=CHOICES[first],
            reply=reply_words(first, reply),
            chances=_chances(form, tables, first, reply),
            first=first,
            replied=reply,
        )
        for first in _choices(form, tables)
        for reply in _replies(form, tables, first)
    ]
    by_choice = [list(replied) for _, replied in groupby(pairs, key=lambda pair: pair.first)]
    least = [min(replied, key=lambda pair: pair.worth) for replied in by_choice]
    best = max(least, key=lambda pair: pair.worth)
    return tuple(attrs.evolve(pair, best_reply=pair in least, best=pair is best) for pair in pairs)


def reply_words(first: First, reply: Reply) -> str:
    """What the enemy does; it has no choice if the charge is a first action."""
    return "cannot react" if first is First.AT_ONCE else REPLIES[reply]


def _choices(form: ExchangeForm, tables: Tables) -> list[First]:
    if form.first is not First.BEST:
        return [form.first]
    cannot_fire = any(Shooting(first_fire_form(form), tables).refusals())
    return [first for first in CHOICES if not (first is First.YES and cannot_fire)]


def _replies(form: ExchangeForm, tables: Tables, first: First) -> tuple[Reply, ...]:
    if first is First.AT_ONCE:
        return (Reply.STAND,)
    if form.reply is not Reply.BEST:
        return (form.reply,)
    return tuple(reply for reply in REPLIES if not list(reply_refusals(form, tables, reply)))


def _chances(form: ExchangeForm, tables: Tables, first: First, reply: Reply) -> dict[str, Fraction]:
    odds = law_of(form, tables, first, reply).odds()
    shares = {measure.key: odds.share(measure.holds) for measure in MEASURES}
    judged = {
        Aim.BREAKS: ("the enemy breaks or is lost", shares["enemy-breaks"]),
        Aim.DESTROYED: ("the enemy is destroyed", shares["enemy-destroyed"]),
        Aim.CHARGERS_LAST: ("the chargers last", 1 - shares["chargers-break"]),
    }
    chief = judged.pop(form.aim)
    listed = [judged[aim] for aim in (Aim.BREAKS, Aim.DESTROYED) if aim in judged]
    return dict([chief, *listed, ("the chargers break or are lost", shares["chargers-break"])])


def narrate(form: ExchangeForm, drawn: ExchangeInFull, draws: Draws, tables: Tables) -> Narration:
    """What both did, what came of it, what to do on the table, and how the dice fell."""
    met = charge_after(form, tables, drawn.replied, Detail.EVERYTHING)
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
                    yield from steps.countercharge_moves()
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


EXCHANGE: Final = declared(
    key="exchange",
    label="Exchange",
    help="Charge at once, fire first or not; the enemy's reaction; the charge to the end: the odds "
    "of the whole for both sides' choices, the best reply marked.",
    source="Turn Sequence, B; Activating Battalions; Reactions",
    form=ExchangeForm,
    procedure=exchange,
    narration=narrate,
    severity=Severity(lambda outcome: outcome.severity, "the chargers"),
    factors=factors,
    refusals=refusals,
    measures=MEASURES,
    aftermath=aftermath,
    in_full=in_full,
    unlisted=uncounted_faults,
    decisions=decisions,
    mnemonic="h",
)

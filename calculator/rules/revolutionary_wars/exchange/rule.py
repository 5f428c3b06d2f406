"""An exchange as one question: what both sides may choose, and what comes of each choice."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Any, Final

import attrs

from calculator.chance.procedure import Course, Procedure, traced
from calculator.conditions import where
from calculator.errors import Fault, Refusal
from calculator.rules.action import Action, Aftermath, Decision, Draws, Narration, Parties, Severity
from calculator.rules.modifiers import Modifier, Pull, answers, pulls
from calculator.rules.revolutionary_wars import battalion as battalions
from calculator.rules.revolutionary_wars.battalion import Battalion, called, narrated, sentence
from calculator.rules.revolutionary_wars.charge.combatants import ROLES
from calculator.rules.revolutionary_wars.charge.narration import TableSteps, events
from calculator.rules.revolutionary_wars.charge.outcome import (
    ChargeOutcome,
    left_by,
    uncounted_faults,
)
from calculator.rules.revolutionary_wars.charge.pursuit import Detail
from calculator.rules.revolutionary_wars.charge.rule import MEASURES
from calculator.rules.revolutionary_wars.charge.state import End, Stage
from calculator.rules.revolutionary_wars.exchange import steps
from calculator.rules.revolutionary_wars.exchange.form import Aim, ExchangeForm, First, Reply
from calculator.rules.revolutionary_wars.exchange.steps import Engagement, ExchangeSteps
from calculator.rules.revolutionary_wars.forms import acting_upon
from calculator.rules.revolutionary_wars.shoot.form import ShootForm
from calculator.rules.revolutionary_wars.shoot.rule import Shoot
from calculator.rules.revolutionary_wars.terms import Formation, Order
from calculator.rules.tables import Tables

SOURCE: Final = "Turn Sequence, B; Activating Battalions; Reactions"

CHOICES: Final = (First.AT_ONCE, First.NO, First.YES)
REPLIES: Final = (Reply.STAND, Reply.SHOOT, Reply.COUNTERCHARGE, Reply.SQUARE)


@attrs.frozen(kw_only=True)
class Pair(Decision):
    """A choice and a reply with what comes of them, as they are asked of the rules, too."""

    first: First
    replied: Reply

    @property
    def worth(self) -> tuple[Fraction, Fraction]:
        """The chance that choices are judged by, then how seldom the chargers break."""
        judged, *_ = self.chances.values()
        return judged, -self.chances["the chargers break or are lost"]

    @property
    def points(self) -> int:
        """That chance in points of a hundred."""
        return round(100 * self.worth[0])

    def __str__(self) -> str:
        label = next(iter(self.chances))
        mark = " - best" if self.best else " - best reply" if self.best_reply else ""
        return f"{self.choice}, enemy {self.reply}: {label} {self.points}%{mark}"


def _departing(answer: Modifier[Any]) -> Modifier[Any]:
    """An answer, where it is not the usual one."""
    (attribute,) = answer.also_reads
    return attrs.evolve(answer, when=~where(attribute, getattr(ExchangeForm(), attribute)))


DECISION: Final = Modifier[Pair](
    stage="decision",
    name=str,
    side="chargers",
    source="Turn Sequence, B; Reactions",
    number=lambda pair, _: pair.points,
    given=True,
    also_reads=tuple(attrs.fields_dict(ExchangeForm)),
)
ANSWERED: Final = tuple(_departing(one) for one in answers(ExchangeForm))
"""What is answered otherwise than usual, on which the worth of every choice hangs."""


@lru_cache(maxsize=32)
def _weighed(form: ExchangeForm, tables: Tables) -> tuple[Pair, ...]:
    """Every choice with every reply, worked out once for all questions about an exchange."""
    return Exchange(form, tables).weighed()


def reply_words(first: First, reply: Reply) -> str:
    """What the enemy does; it has no choice if the charge is a first action."""
    return "cannot react" if first is First.AT_ONCE else reply.meaning


@attrs.frozen
class ExchangeInFull:
    """All that became of both, what they chose, and the course of it, state by state."""

    outcome: ChargeOutcome
    listed: ChargeOutcome
    first: First
    reply: Reply
    course: Course[Stage, Engagement]

    @property
    def replied(self) -> Reply:
        """The reply that was made: the enemy stands if it could not make the one chosen."""
        _, end = self.course[-1]
        return self.reply if end.reacted else Reply.STAND


class Exchange(Action[ExchangeForm, ChargeOutcome]):
    """Fire first or charge at once, then the enemy's reaction, then the charge to the end. The
    odds are of the whole, for each choice of both sides, with the best reply marked."""

    key = "exchange"
    source = SOURCE
    severity = Severity[ChargeOutcome](lambda outcome: outcome.severity, "the chargers")
    measures = MEASURES
    modifiers = (DECISION, *ANSWERED)
    mnemonic = "h"

    @property
    def _both(self) -> tuple[Battalion, Battalion]:
        return acting_upon(self.form, self.tables, ROLES)

    def refusals(self) -> Iterator[Refusal]:
        """Why there is no such exchange."""
        form, (charger, enemy) = self.form, self._both
        for each in (charger, enemy):
            yield from battalions.formation_refusals(each)
        yield from battalions.charging_refusals(charger)
        if charger.card.has("charge-move") and form.range > charger.card.number("charge-move"):
            moves = charger.card.number("charge-move")
            yield Refusal(f"the {charger.name} charges {moves} inches", "Charge into Contact")
        if form.first is First.YES:
            yield from self._shooting(steps.first_fire_form(form))
        if form.first is First.AT_ONCE and form.reply not in {Reply.BEST, Reply.STAND}:
            yield Refusal(
                "nobody can react to a charge that is the first action of a battalion, only to a "
                "second: the enemy can only stand",
                "When You Can React",
            )
        elif form.reply is not Reply.BEST:
            yield from self._replying(form.reply)

    def _shooting(self, form: ShootForm) -> Iterator[Refusal]:
        return Shoot(form, self.tables).refusals()

    def _replying(self, reply: Reply) -> Iterator[Refusal]:
        """Why the enemy cannot reply so."""
        form, (charger, enemy) = self.form, self._both
        if reply is Reply.STAND:
            return
        yield from battalions.reacting_refusals(enemy)
        if form.range > (reach := Fraction(self.tables.points("reach.react"))):
            yield Refusal(f"the enemy is more than {reach} inches away", "When You Can React")
        if reply is Reply.SHOOT:
            reaction = steps.reaction_fire_form(form, form.enemy_platoons, Order.SHAKEN)
            yield from self._shooting(reaction)
        elif reply is Reply.COUNTERCHARGE:
            yield from battalions.countercharging_refusals(enemy.card, charger.card)
        elif enemy.formation is Formation.SQUARE:
            yield Refusal(f"the {enemy.name} is in square already", "Change Formation Reaction")
        else:
            square = attrs.evolve(enemy, formation=Formation.SQUARE)
            yield from battalions.formation_refusals(square)

    def pulls(self) -> Iterator[Pull]:
        """What each choice comes to against each reply, and on which answers that hangs."""
        if not any(self.refusals()):
            for pair in self.decisions():
                yield from pulls([DECISION], pair, self.tables)
            yield from pulls(ANSWERED, self.form, self.tables)

    def decisions(self) -> tuple[Pair, ...]:
        """Every choice with every reply that the rules allow, as far as they are left open."""
        return _weighed(self.form, self.tables)

    def weighed(self) -> tuple[Pair, ...]:
        """The same, worked out anew."""
        pairs = [
            Pair(
                choice=first.meaning,
                reply=reply_words(first, reply),
                chances=self._chances(first, reply),
                first=first,
                replied=reply,
            )
            for first in self._choices()
            for reply in self._replies(first)
        ]
        by_choice = [list(replied) for _, replied in groupby(pairs, key=lambda pair: pair.first)]
        least = [min(replied, key=lambda pair: pair.worth) for replied in by_choice]
        best = max(least, key=lambda pair: pair.worth)
        return tuple(
            attrs.evolve(pair, best_reply=pair in least, best=pair is best) for pair in pairs
        )

    def _choices(self) -> list[First]:
        if self.form.first is not First.BEST:
            return [self.form.first]
        cannot_fire = any(self._shooting(steps.first_fire_form(self.form)))
        return [first for first in CHOICES if not (first is First.YES and cannot_fire)]

    def _replies(self, first: First) -> list[Reply]:
        if first is First.AT_ONCE:
            return [Reply.STAND]
        if self.form.reply is not Reply.BEST:
            return [self.form.reply]
        return [reply for reply in REPLIES if not any(self._replying(reply))]

    def _chances(self, first: First, reply: Reply) -> dict[str, Fraction]:
        odds = self._law(first, reply, counted=False).odds()
        shares = {measure.key: odds.share(measure.holds) for measure in MEASURES}
        lost = "overrun or destroyed" if self.form.enemy.is_artillery else "destroyed"
        judged = {
            Aim.BREAKS: ("the enemy breaks or is lost", shares["enemy-breaks"]),
            Aim.DESTROYED: (f"the enemy is {lost}", shares["enemy-destroyed"]),
            Aim.CHARGERS_LAST: ("the chargers last", 1 - shares["chargers-break"]),
        }
        chief = judged.pop(self.form.aim)
        listed = [judged[aim] for aim in (Aim.BREAKS, Aim.DESTROYED) if aim in judged]
        return dict([chief, *listed, ("the chargers break or are lost", shares["chargers-break"])])

    def _law(
        self, first: First, reply: Reply, counted: bool
    ) -> Procedure[Engagement, ChargeOutcome]:
        """The whole for one choice and one reply, with platoons counted or not."""
        detail = Detail.PLATOONS if counted else Detail.FATES
        made = ExchangeSteps(self.form, self.tables, first, reply, detail)

        def conclude(at: Engagement) -> ChargeOutcome:
            return made.without_reply.outcome(at.fight, counted)

        return Procedure(made.start, tuple(made.stages.values()), conclude)

    @property
    def _chosen(self) -> tuple[First, Reply]:
        """What both sides do: as the form says or, where it leaves that open, what is best.

        The enemy knows whether it has been fired at when it replies, so its reply is the best to
        that.
        """
        form = self.form
        if form.first is not First.BEST and form.reply is not Reply.BEST:
            return form.first, form.reply
        best = next(pair for pair in self.decisions() if pair.best)
        return best.first, best.replied

    def procedure(self) -> Procedure[Engagement, ChargeOutcome]:
        """The whole, with the choices that the form makes or that are best."""
        return self._law(*self._chosen, self.form.count_platoons)

    def in_full(self) -> Procedure[Course[Stage, Engagement], ExchangeInFull]:
        """The same with all that became of both."""
        first, reply = self._chosen
        made = ExchangeSteps(self.form, self.tables, first, reply, Detail.EVERYTHING)

        def conclude(course: Course[Stage, Engagement]) -> ExchangeInFull:
            _, (fight, _) = course[-1]
            exact, listed = (
                made.without_reply.outcome(fight, counted)
                for counted in (True, self.form.count_platoons)
            )
            return ExchangeInFull(exact, listed, first, reply, course)

        return traced((Stage.START, made.start), made.stages, conclude)

    def unlisted(self) -> Iterator[Fault]:
        """Platoons, unless they are counted."""
        return uncounted_faults(self.form)

    def parties(self) -> Parties:
        charger, enemy = acting_upon(self.form, self.tables, ROLES)
        return called({"actor": charger, "target": enemy})

    def narrate(self, drawn: ExchangeInFull, draws: Draws) -> Narration:
        """What both did, what came of it, what to do on the table, and how the dice fell."""
        met = steps.charge_after(self.form, self.tables, drawn.replied, Detail.EVERYTHING)
        charger, enemy = met.combatants.everyone
        reply = reply_words(drawn.first, drawn.replied)
        did = f"the {charger.name} {drawn.first.meaning}", f"the {enemy.name} {reply}"
        first, *others = events(met.combatants, drawn.outcome)
        clauses = (f"{sentence(did)} {first[:1].upper()}{first[1:]}", *others)
        return narrated(draws, clauses, *_on_table(drawn, TableSteps(met), enemy.name))

    def after(self, drawn: ChargeOutcome | ExchangeInFull) -> Aftermath:
        """Both battalions; one that formed square and has not run stands in square."""
        if not isinstance(drawn, ExchangeInFull):
            return left_by(drawn)
        left, (enemy,) = left_by(drawn.outcome), drawn.outcome.enemies
        if not left.target or drawn.replied is not Reply.SQUARE or enemy.end is End.BROKE:
            return left
        return attrs.evolve(left, target={**left.target, "formation": Formation.SQUARE.value})


def _on_table(drawn: ExchangeInFull, steps: TableSteps, enemy: str) -> Iterator[str]:
    """What the players do, from one state to the next."""
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

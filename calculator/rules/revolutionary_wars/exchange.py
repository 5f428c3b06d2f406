"""An exchange: fire, a reaction and a charge as one question, with what both sides may choose."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Any, Final

import attrs

from calculator.chance.interface import Chance, Part
from calculator.chance.procedure import Repeat
from calculator.conditions import where
from calculator.errors import Refusal
from calculator.kinds import Word
from calculator.rules.action import Aftermath, Decision
from calculator.rules.modifiers import Modifier, Pull, answers, pulls
from calculator.rules.phrases import capitalized
from calculator.rules.revolutionary_wars import battalions, fields, forms, shoot
from calculator.rules.revolutionary_wars.charge import fates, law, rule
from calculator.rules.revolutionary_wars.charge.fates import BattalionState, Fight
from calculator.rules.revolutionary_wars.charge.form import AnyCharge, ChargeForm, CounterchargeForm
from calculator.rules.revolutionary_wars.checks.drill import keeps_order
from calculator.rules.revolutionary_wars.terms import Formation, Order
from calculator.rules.tables import Tables

CHARGER, ENEMY = range(2)
"""Places in the fight."""


class First(Word):
    """What the charging battalion does first: shoot, something else, or charge."""

    BEST = "best"
    YES = "yes", "fires, then charges"
    NO = "no", "acts first, then charges"
    AT_ONCE = "at-once", "charges at once"


class Reply(Word):
    """What the enemy does as the charge is declared, its second action."""

    BEST = "best"
    STAND = "stand", "stands"
    SHOOT = "shoot", "shoots"
    COUNTERCHARGE = "countercharge", "countercharges"
    SQUARE = "square", "forms square"


class Aim(Word):
    """By which chance of the charging side choices and replies are judged."""

    BREAKS = "enemy-breaks", "the enemy breaks or is lost"
    DESTROYED = "enemy-destroyed", "the enemy is {lost}"
    CHARGERS_LAST = "chargers-last", "the chargers last"


class ExchangeForm(forms.FoughtOut, forms.FiringBattalions):
    """A battalion activates against an enemy: two actions of its own, a reaction between them."""

    first: First = fields.BATTALION.choice(
        First, "Fires first", source="Activating Battalions; When You Can React; Shoot Action"
    )
    """Yes: it shoots, then charges. No: it first does something else, such as move or form column.
    Either way the charge is its second action, and the enemy can react. At once: the charge is its
    first: nobody can react. Best: the choice against which the enemy's best reply helps least."""
    reply: Reply = fields.ENEMY.choice(Reply, "Enemy's reply", source="Reactions; Turn Sequence, B")
    """It stands, shoots, countercharges or forms square. One that has been Shattered, or has too
    few platoons for a square, can only stand. Best: the reply that helps the chargers least."""
    aim: Aim = fields.ODDS.choice(
        Aim,
        "Judged by",
        source="designer's judgement: the text leaves a commander's aim to the commander",
    )
    """The chance by which choices are judged best: that the enemy breaks or is lost, that it is
    destroyed (of guns, overrun or destroyed), or that the chargers neither break nor are lost."""
    near_general: bool = fields.own_general()
    enemy_near_general: bool = fields.enemy_near_general()


def _answers(form: ExchangeForm, kind: type[forms.TwoBattalions]) -> dict[str, Any]:
    """What an exchange is asked, as far as another form asks it too."""
    both = attrs.fields_dict(kind).keys() & attrs.fields_dict(ExchangeForm).keys()
    return {key: getattr(form, key) for key in both}


@lru_cache(maxsize=16)
def _charge_of(form: AnyCharge, tables: Tables, detail: fates.Detail) -> rule.Encounter:
    """One for every law of an exchange: so what is worked out for one choice serves the others."""
    return (rule.Countercharge if form.mutual else rule.Charge)(form, tables, detail)


@lru_cache(maxsize=256)
def fire_back(form: ExchangeForm, tables: Tables, platoons: int, order: Order) -> shoot.Shoot:
    """The Shoot Reaction of an enemy with so many platoons, in some order."""
    reaction = forms.ShootForm(
        battalion=form.enemy,
        formation=form.enemy_formation,
        order=order,
        platoons=platoons,
        enemy=form.battalion,
        enemy_formation=form.formation,
        enemy_order=form.order,
        enemy_platoons=form.platoons,
        range=form.range,
    )
    return shoot.Shoot(reaction, tables, Exchange.roles[::-1])


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

    def __str__(self) -> str:
        label = next(iter(self.chances))
        mark = " - best" if self.best else " - best reply" if self.best_reply else ""
        return f"{self.choice}, enemy {self.reply}: {label} {round(100 * self.worth[0])}%{mark}"


DECISION: Final = Modifier[Pair](
    stage="decision",
    name=str,
    side="chargers",
    source="Turn Sequence, B; Reactions",
    number=lambda pair, _: round(100 * pair.worth[0]),
    given=True,
    also_reads=tuple(attrs.fields_dict(ExchangeForm)),
)
ANSWERED: Final = tuple(
    attrs.evolve(one, when=~where(name, getattr(ExchangeForm(), name)))
    for one in answers(ExchangeForm)
    for name in one.also_reads
)
"""What is answered otherwise than usual, on which the worth of every choice hangs."""


@lru_cache(maxsize=32)
def _weighed(form: ExchangeForm, tables: Tables) -> tuple[Pair, ...]:
    """Every choice with every reply, worked out once for all questions about an exchange."""
    made = Exchange(form, tables)
    pairs = [made.pair(first, reply) for first, reply in made.open_to_both()]
    by_choice = [list(replied) for _, replied in groupby(pairs, key=lambda pair: pair.first)]
    least = [min(replied, key=lambda pair: pair.worth) for replied in by_choice]
    best = max(least, key=lambda pair: pair.worth)
    return tuple(attrs.evolve(pair, best_reply=pair in least, best=pair is best) for pair in pairs)


def reply_words(first: First, reply: Reply) -> str:
    """What the enemy does; it has no choice if the charge is a first action."""
    return "cannot react" if first is First.AT_ONCE else reply.meaning


class Exchange(forms.TwoSided[ExchangeForm, fates.ChargeOutcome], law.ToTheEnd):
    """Fire first or charge at once, then the enemy's reaction, then the charge to the end. The
    odds are of the whole, for each choice of both sides, with the best reply marked."""

    key = "exchange"
    source = "Turn Sequence, B; Activating Battalions; Reactions"
    modifiers = (DECISION, *ANSWERED)
    speaks_of = {"actor": fates.by_words("charger"), "target": fates.by_words("enemy")}
    charged = range(ENEMY, ENEMY + 1)

    def refusals(self) -> Iterator[Refusal]:
        form = self.form
        yield from self.unanswered.refusals()
        if form.first is First.YES:
            yield from self.first_fire.refusals()
        if form.first is not First.AT_ONCE:
            yield from self._replying(form.reply)
        elif form.reply not in {Reply.BEST, Reply.STAND}:
            yield Refusal(
                "nobody can react to a charge that is the first action of a battalion, only to a "
                "second: the enemy can only stand",
                "When You Can React",
            )

    def _replying(self, reply: Reply) -> Iterator[Refusal]:
        form, (charger, enemy) = self.form, self.both
        if reply in {Reply.BEST, Reply.STAND}:
            return
        yield from enemy.reacting_refusals(form.range)
        if reply is Reply.SHOOT:
            yield from fire_back(form, self.tables, enemy.platoons, Order.SHAKEN).refusals()
        elif reply is Reply.COUNTERCHARGE:
            yield from enemy.countercharging_refusals(charger.card)
        elif enemy.formation is Formation.SQUARE:
            yield Refusal(f"{enemy} is in square already", "Change Formation Reaction")
        else:
            yield from attrs.evolve(enemy, formation=Formation.SQUARE).formation_refusals()

    def counting(self) -> Iterator[Pull]:
        for pair in self.decisions():
            yield from pulls([DECISION], pair, self.tables)
        yield from pulls(ANSWERED, self.form, self.tables)

    def decisions(self) -> tuple[Pair, ...]:
        return _weighed(self.form, self.tables)

    def open_to_both(self) -> Iterator[tuple[First, Reply]]:
        """The choices and replies that the rules allow, as far as they are left open."""
        choices, replies = [self.form.first], [self.form.reply]
        if self.form.first is First.BEST:
            fires = [] if any(self.first_fire.refusals()) else [First.YES]
            choices = [First.AT_ONCE, First.NO, *fires]
        if self.form.reply is Reply.BEST:
            _, *replies = (one for one in Reply if not any(self._replying(one)))
        for first in choices:
            for reply in [Reply.STAND] if first is First.AT_ONCE else replies:
                yield first, reply

    def pair(self, first: First, reply: Reply) -> Pair:
        """One choice and one reply, with the chances of the whole."""
        form = self.form.but(first=first, reply=reply, count_platoons=False)
        odds = Exchange(form, self.tables).procedure().odds()
        shares = {measure.key: odds.share(measure.holds) for measure in self.measures}
        lost = "overrun or destroyed" if form.enemy.is_artillery else "destroyed"
        shares[Aim.CHARGERS_LAST.value] = 1 - shares["chargers-break"]
        judged = (form.aim, Aim.BREAKS, Aim.DESTROYED)
        chances = {aim.meaning.format(lost=lost): shares[aim.value] for aim in judged}
        chances["the chargers break or are lost"] = shares["chargers-break"]
        does = reply_words(first, reply)
        return Pair(choice=first.meaning, reply=does, chances=chances, first=first, replied=reply)

    @cached_property
    def chosen(self) -> ExchangeForm:
        """What both sides do: as the form says or, where it leaves that open, what is best. A reply
        is best to whether it has been fired at."""
        if self.form.first is not First.BEST and self.form.reply is not Reply.BEST:
            return self.form
        best = next(pair for pair in self.decisions() if pair.best)
        return self.form.but(first=best.first, reply=best.replied)

    @cached_property
    def first_fire(self) -> shoot.Shoot:
        """The Shoot Action of the charging battalion."""
        form = forms.ShootForm(**_answers(self.form, forms.ShootForm))
        return shoot.Shoot(form, self.tables, self.roles)

    @cached_property
    def unanswered(self) -> rule.Encounter:
        """The charge once the enemy has stood or shot."""
        return self._charge(Reply.STAND)

    @cached_property
    def answered(self) -> rule.Encounter:
        """The charge once the enemy has made its reply."""
        return self._charge(self.chosen.reply)

    def _charge(self, reply: Reply) -> rule.Encounter:
        kind = CounterchargeForm if reply is Reply.COUNTERCHARGE else ChargeForm
        answers = _answers(self.form, kind)
        if reply is Reply.SQUARE:
            answers["enemy_formation"] = Formation.SQUARE
        return _charge_of(kind(**answers), self.tables, self.detail)

    def start(self) -> Fight:
        return self.unanswered.start()

    def stages(self) -> law.Stages:
        stages: law.Stages = {}
        if self.chosen.first is First.YES:
            stages[fates.Stage.FIRST_FIRE] = self._first_fire
        if self.chosen.first is not First.AT_ONCE:
            stages[fates.Stage.REACTION] = self._react
        return stages | {fates.Stage.CHARGE: Repeat(self._charge_on, fates.is_over)}

    def _first_fire(self, at: Fight, chance: Chance) -> Fight:
        charger, enemy = at.states
        enemy = self._shot_at(enemy, self.first_fire, chance)
        return self.answered.main.still_met([charger, enemy])

    def _react(self, at: Fight, chance: Chance) -> Fight:
        """The reply that was chosen, if it can still be made: it may disorder the enemy."""
        (charger, enemy), reply = at.states, self.chosen.reply
        too_few = reply is Reply.SQUARE and enemy.platoons < battalions.SQUARE_PLATOONS
        can_react = enemy.fights and enemy.order is not Order.SHATTERED and not too_few
        if reply is Reply.STAND or not can_react:
            return at
        if reply is Reply.SHOOT:
            shots = fire_back(self.form, self.tables, enemy.platoons, enemy.order)
            charger = self._shot_at(charger, shots, chance)
        if not keeps_order(self.both[ENEMY], enemy.order, chance):
            enemy = enemy.disordered
        rounds = self.answered.main
        if charger.fights and charger.order is Order.SHATTERED:
            charger = rounds.pursuit.leave(CHARGER, charger, fates.End.STANDS)
        return rounds.still_met([charger, enemy])._replace(reacted=True)

    @staticmethod
    def _shot_at(state: BattalionState, shots: shoot.Shoot, chance: Chance) -> BattalionState:
        left = shots.throw(shoot.Target(state.platoons, state.order))(chance)
        return fates.standing(left.platoons, left.enemy_order)

    def _charge_on(self, at: Fight, chance: Chance) -> Fight:
        step = Part(self._met(at).main.round, (at._replace(reacted=False),))
        return chance.at_once((step,), lambda ends: ends[0]._replace(reacted=at.reacted))

    def _met(self, at: Fight) -> rule.Encounter:
        return self.answered if at.reacted else self.unanswered

    def events(self, drawn: fates.ChargeInFull) -> Iterator[str]:
        first, (charger, enemy) = self.chosen.first, self.both
        did = f"{charger} {first.meaning}", f"{enemy} {reply_words(first, self.replied(drawn))}"
        event, *others = self.unanswered.events(drawn)
        yield f"{battalions.sentence(*did)} {capitalized(event)}"
        yield from others

    def replied(self, drawn: fates.ChargeInFull) -> Reply:
        """The reply that was made: the enemy stands if it could not make the one chosen."""
        _, end = drawn.course[-1]
        return self.chosen.reply if end.reacted else Reply.STAND

    def between(self, stage: fates.Stage, before: Fight, after: Fight) -> Iterator[str]:
        met, reply = self._met(after), self.chosen.reply
        if stage is fates.Stage.CHARGE:
            yield from met.between(stage, before, after)
            return
        if after.reacted and reply is Reply.COUNTERCHARGE:
            yield from met.countercharge_moves()
        elif after.reacted and reply is Reply.SQUARE:
            yield f"Form {self.both[ENEMY]} into square"
        yield from fates.losses(met.everyone, before.states, after.states)

    def after(self, drawn: fates.ChargeOutcome | fates.ChargeInFull) -> Aftermath:
        """Both battalions; one that formed square and has not run stands in square."""
        left = self.unanswered.after(drawn)
        told = isinstance(drawn, fates.ChargeInFull) and self.replied(drawn)
        if left.target and told is Reply.SQUARE:
            return attrs.evolve(left, target={"formation": Formation.SQUARE.value, **left.target})
        return left

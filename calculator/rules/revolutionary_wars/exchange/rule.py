"""An exchange: the first fire, the reaction and the charge, by the rules of each."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import attrs

from calculator.chance.interface import Chance, Part
from calculator.chance.procedure import Course, Procedure, Repeat, Step, traced
from calculator.errors import Refusal
from calculator.rules.revolutionary_wars.battalion import (
    SQUARE_PLATOONS,
    charging_refusals,
    countercharging_refusals,
    formation_refusals,
    reacting_refusals,
)
from calculator.rules.revolutionary_wars.charge.combatants import ROLES
from calculator.rules.revolutionary_wars.charge.form import ChargeForm, CounterchargeForm
from calculator.rules.revolutionary_wars.charge.outcome import ChargeOutcome
from calculator.rules.revolutionary_wars.charge.procedure import ChargeSteps
from calculator.rules.revolutionary_wars.charge.pursuit import Detail
from calculator.rules.revolutionary_wars.charge.state import (
    BattalionState,
    End,
    Fight,
    Stage,
    is_over,
)
from calculator.rules.revolutionary_wars.checks.order import reacts
from calculator.rules.revolutionary_wars.exchange.form import ExchangeForm, First, Reply
from calculator.rules.revolutionary_wars.forms import TwoBattalions, acting_upon
from calculator.rules.revolutionary_wars.shoot.form import ShootForm
from calculator.rules.revolutionary_wars.shoot.volley import Shooting, Target
from calculator.rules.revolutionary_wars.terms import Formation, Order
from calculator.rules.tables import Tables

CHARGER, ENEMY = range(2)
"""Places in the fight."""


class Engagement(NamedTuple):
    """An exchange between two steps; `reacted` is whether the enemy made the reply chosen."""

    fight: Fight
    reacted: bool = False


@lru_cache(maxsize=16)
def charge_after(form: ExchangeForm, tables: Tables, reply: Reply, detail: Detail) -> ChargeSteps:
    """The charge once the enemy has stood or shot, formed square or countercharged.

    One for every law of an exchange: so what is worked out for one choice serves the others.
    """
    kind = CounterchargeForm if reply is Reply.COUNTERCHARGE else ChargeForm
    answers = _answers(form, kind)
    if reply is Reply.SQUARE:
        answers["enemy_formation"] = Formation.SQUARE
    return ChargeSteps(kind(**answers), tables, detail)


def first_fire_form(form: ExchangeForm) -> ShootForm:
    """The Shoot Action of the charging battalion."""
    return ShootForm(**_answers(form, ShootForm))


def _answers(form: ExchangeForm, kind: type[TwoBattalions]) -> dict[str, Any]:
    """What an exchange is asked, as far as another form asks it too."""
    both = attrs.fields_dict(kind).keys() & attrs.fields_dict(ExchangeForm).keys()
    return {key: getattr(form, key) for key in both}


class Exchange:
    """The steps of an exchange in which both sides' choices are made."""

    def __init__(
        self, form: ExchangeForm, tables: Tables, first: First, reply: Reply, detail: Detail
    ) -> None:
        self._form = form
        self._tables = tables
        self._first = first
        self._reply = reply
        self.without_reply = charge_after(form, tables, Reply.STAND, detail)
        """The charge if the enemy does not reply."""
        self.start = Engagement(self.without_reply.start)
        answered = reply in {Reply.SQUARE, Reply.COUNTERCHARGE}
        self._with_reply = (
            charge_after(form, tables, reply, detail) if answered else self.without_reply
        )
        self._volleys = lru_cache(maxsize=None)(self._shooting_back)

    @property
    def stages(self) -> dict[Stage, Step[Engagement] | Repeat[Engagement]]:
        """The first fire, the reaction, the charge."""
        stages: dict[Stage, Step[Engagement] | Repeat[Engagement]] = {}
        if self._first is First.YES:
            stages[Stage.FIRST_FIRE] = self._first_fire
        if self._first is not First.AT_ONCE:
            stages[Stage.REACTION] = self._react
        return stages | {Stage.CHARGE: Repeat(self._charge, lambda at: is_over(at.fight))}

    def _first_fire(self, at: Engagement, chance: Chance) -> Engagement:
        charger, enemy = at.fight.states
        shots = Shooting(first_fire_form(self._form), self._tables, ROLES)
        enemy = self._shot_at(enemy, shots, chance)
        if not enemy.fights:
            charger = self.without_reply.main.pursuit.leave(CHARGER, charger, End.STANDS)
        return Engagement(Fight((charger, enemy)))

    def _react(self, at: Engagement, chance: Chance) -> Engagement:
        charger, enemy = at.fight.states
        if not enemy.fights or not self._can_react(enemy):
            return at
        if self._reply is Reply.SHOOT:
            charger = self._shot_at(charger, self._volleys(enemy.platoons, enemy.order), chance)
        battalion = self.without_reply.combatants.everyone[ENEMY]
        enemy = enemy._replace(order=reacts(attrs.evolve(battalion, order=enemy.order), chance))
        leave = self._with_reply.main.pursuit.leave
        if charger.fights and charger.order is Order.SHATTERED:
            charger = leave(CHARGER, charger, End.STANDS)
        if not charger.fights:
            enemy = leave(ENEMY, enemy, End.STANDS)
        return Engagement(Fight((charger, enemy)), reacted=True)

    def _can_react(self, enemy: BattalionState) -> bool:
        """Whether the reply that was chosen can still be made."""
        if self._reply is Reply.STAND or enemy.order is Order.SHATTERED:
            return False
        return self._reply is not Reply.SQUARE or enemy.platoons >= SQUARE_PLATOONS

    @staticmethod
    def _shot_at(state: BattalionState, shots: Shooting, chance: Chance) -> BattalionState:
        """What a volley leaves of a battalion."""
        platoons, order, _ = shots.volley(Target(state.platoons, state.order, 0))(chance)
        return BattalionState(platoons, order, None if platoons else End.WIPED_OUT)

    def _shooting_back(self, platoons: int, order: Order) -> Shooting:
        form = reaction_fire_form(self._form, platoons, order)
        return Shooting(form, self._tables, ROLES[::-1])

    def _charge(self, at: Engagement, chance: Chance) -> Engagement:
        """The next step of the charge, whose law is the same in every exchange of these two."""
        met = self._with_reply if at.reacted else self.without_reply
        step = Part(met.main.round, (at.fight,))
        return chance.at_once((step,), lambda ends: Engagement(ends[0], at.reacted))


def law_of(
    form: ExchangeForm, tables: Tables, first: First, reply: Reply, counted: bool = False
) -> Procedure[Engagement, ChargeOutcome]:
    """The whole for one choice and one reply, with platoons counted or not."""
    made = Exchange(form, tables, first, reply, Detail.PLATOONS if counted else Detail.FATES)

    def conclude(at: Engagement) -> ChargeOutcome:
        return made.without_reply.outcome(at.fight, counted)

    return Procedure(made.start, tuple(made.stages.values()), conclude)


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


def law_in_full(
    form: ExchangeForm, tables: Tables, first: First, reply: Reply
) -> Procedure[Course[Stage, Engagement], ExchangeInFull]:
    """The same with all that became of both."""
    made = Exchange(form, tables, first, reply, Detail.EVERYTHING)

    def conclude(course: Course[Stage, Engagement]) -> ExchangeInFull:
        _, (fight, _) = course[-1]
        exact, listed = (
            made.without_reply.outcome(fight, counted) for counted in (True, form.count_platoons)
        )
        return ExchangeInFull(exact, listed, first, reply, course)

    return traced((Stage.START, made.start), made.stages, conclude)


def reaction_fire_form(form: ExchangeForm, platoons: int | None, order: Order) -> ShootForm:
    """The Shoot Reaction of an enemy with so many platoons, in some order."""
    return ShootForm(
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


def refusals(form: ExchangeForm, tables: Tables) -> Iterator[Refusal]:
    """Why there is no such exchange."""
    charger, enemy = acting_upon(form, tables, ROLES)
    for each in (charger, enemy):
        yield from formation_refusals(each)
    yield from charging_refusals(charger)
    if charger.card.has("charge-move") and form.range > charger.card.number("charge-move"):
        moves = charger.card.number("charge-move")
        yield Refusal(f"the {charger.name} charges {moves} inches", "Charge into Contact")
    if form.first is First.YES:
        yield from Shooting(first_fire_form(form), tables).refusals()
    if form.first is First.AT_ONCE and form.reply not in {Reply.BEST, Reply.STAND}:
        yield Refusal(
            "nobody can react to a charge that is the first action of a battalion, only to a "
            "second: the enemy can only stand",
            "When You Can React",
        )
    elif form.reply is not Reply.BEST:
        yield from reply_refusals(form, tables, form.reply)


def reply_refusals(form: ExchangeForm, tables: Tables, reply: Reply) -> Iterator[Refusal]:
    """Why the enemy cannot reply so."""
    charger, enemy = acting_upon(form, tables, ROLES)
    if reply is Reply.STAND:
        return
    yield from reacting_refusals(enemy)
    if form.range > (reach := Fraction(tables.points("reach.react"))):
        yield Refusal(f"the enemy is more than {reach} inches away", "When You Can React")
    if reply is Reply.SHOOT:
        fire = reaction_fire_form(form, form.enemy_platoons, Order.SHAKEN)
        yield from Shooting(fire, tables).refusals()
    elif reply is Reply.COUNTERCHARGE:
        yield from countercharging_refusals(enemy.card, charger.card)
    elif enemy.formation is Formation.SQUARE:
        yield Refusal(f"the {enemy.name} is in square already", "Change Formation Reaction")
    else:
        yield from formation_refusals(attrs.evolve(enemy, formation=Formation.SQUARE))

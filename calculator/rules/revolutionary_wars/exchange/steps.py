"""An exchange: the first fire, the reaction and the charge, by the rules of each."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import attrs

from calculator.chance.interface import Chance, Part
from calculator.chance.procedure import Repeat, Step
from calculator.rules.revolutionary_wars.battalion import SQUARE_PLATOONS
from calculator.rules.revolutionary_wars.charge.combatants import ROLES
from calculator.rules.revolutionary_wars.charge.form import ChargeForm, CounterchargeForm
from calculator.rules.revolutionary_wars.charge.law import ChargeLaw
from calculator.rules.revolutionary_wars.charge.pursuit import Detail
from calculator.rules.revolutionary_wars.charge.rule import Charge, Countercharge
from calculator.rules.revolutionary_wars.charge.state import (
    BattalionState,
    End,
    Fight,
    Stage,
    is_over,
)
from calculator.rules.revolutionary_wars.checks.order import keeps_order
from calculator.rules.revolutionary_wars.exchange.form import ExchangeForm, First, Reply
from calculator.rules.revolutionary_wars.forms import TwoBattalions
from calculator.rules.revolutionary_wars.shoot.form import ShootForm
from calculator.rules.revolutionary_wars.shoot.rule import Shoot
from calculator.rules.revolutionary_wars.shoot.volley import Target
from calculator.rules.revolutionary_wars.terms import Formation, Order
from calculator.rules.tables import Tables

CHARGER, ENEMY = range(2)
"""Places in the fight."""


class Engagement(NamedTuple):
    """An exchange between two steps; `reacted` is whether the enemy made the reply chosen."""

    fight: Fight
    reacted: bool = False


@lru_cache(maxsize=16)
def charge_after(form: ExchangeForm, tables: Tables, reply: Reply, detail: Detail) -> ChargeLaw:
    """The charge once the enemy has stood or shot, formed square or countercharged.

    One for every law of an exchange: so what is worked out for one choice serves the others.
    """
    if reply is Reply.COUNTERCHARGE:
        return Countercharge(CounterchargeForm(**_answers(form, CounterchargeForm)), tables, detail)
    answers = _answers(form, ChargeForm)
    if reply is Reply.SQUARE:
        answers["enemy_formation"] = Formation.SQUARE
    return Charge(ChargeForm(**answers), tables, detail)


def first_fire_form(form: ExchangeForm) -> ShootForm:
    """The Shoot Action of the charging battalion."""
    return ShootForm(**_answers(form, ShootForm))


def _answers(form: ExchangeForm, kind: type[TwoBattalions]) -> dict[str, Any]:
    """What an exchange is asked, as far as another form asks it too."""
    both = attrs.fields_dict(kind).keys() & attrs.fields_dict(ExchangeForm).keys()
    return {key: getattr(form, key) for key in both}


class ExchangeSteps:
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
        shots = Shoot(first_fire_form(self._form), self._tables, ROLES)
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
        if not keeps_order(battalion, enemy.order, chance):
            enemy = enemy._replace(order=enemy.order.disordered)
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
    def _shot_at(state: BattalionState, shots: Shoot, chance: Chance) -> BattalionState:
        """What a volley leaves of a battalion."""
        platoons, order, _ = shots.volley(Target(state.platoons, state.order, 0))(chance)
        return BattalionState(platoons, order, None if platoons else End.WIPED_OUT)

    def _shooting_back(self, platoons: int, order: Order) -> Shoot:
        form = reaction_fire_form(self._form, platoons, order)
        return Shoot(form, self._tables, ROLES[::-1])

    def _charge(self, at: Engagement, chance: Chance) -> Engagement:
        """The next step of the charge, whose law is the same in every exchange of these two."""
        met = self._with_reply if at.reacted else self.without_reply
        step = Part(met.main.round, (at.fight,))
        return chance.at_once((step,), lambda ends: Engagement(ends[0], at.reacted))


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

"""An exchange: the first fire, the reaction and the charge, by the rules of each."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final

import attrs

from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, Repeat, Step
from calculator.errors import Refusal
from calculator.rules.revolutionary_wars.battalion import (
    SQUARE_PLATOONS,
    Battalion,
    charging_refusals,
    formation_refusals,
    meeting_refusals,
)
from calculator.rules.revolutionary_wars.charge.lineup import Lineup
from calculator.rules.revolutionary_wars.charge.outcome import ChargeInFull, ChargeOutcome, Fate
from calculator.rules.revolutionary_wars.charge.pursuit import Detail, Pursuit, Side
from calculator.rules.revolutionary_wars.charge.rounds import ChargeRounds, CounterchargeRounds
from calculator.rules.revolutionary_wars.charge.state import (
    BattalionState,
    Destruction,
    End,
    Fight,
    is_over,
)
from calculator.rules.revolutionary_wars.checks.order import reacts
from calculator.rules.revolutionary_wars.exchange.form import ExchangeForm, FireFirst, Reply
from calculator.rules.revolutionary_wars.forms import acting_upon
from calculator.rules.revolutionary_wars.shoot.form import ShootForm
from calculator.rules.revolutionary_wars.shoot.narration import refusals as shoot_refusals
from calculator.rules.revolutionary_wars.shoot.volley import Shooting, Target, shooting
from calculator.rules.revolutionary_wars.terms import Formation, Order
from calculator.rules.tables import Tables

CHARGER, ENEMY, REACTED = range(3)
"""Places in the fight: the enemy is in the second as it was, in the third once it reacted."""

ROLES: Final = ("charging", "charged")


class Exchange:
    """The steps of an exchange in which both sides' choices are made."""

    def __init__(
        self, form: ExchangeForm, tables: Tables, fires: bool, reply: Reply, detail: Detail
    ) -> None:
        self._form = form
        self._tables = tables
        self._fires = fires
        self._reply = reply
        charger, enemy = acting_upon(form, tables, ROLES)
        charger = attrs.evolve(charger, near_general=form.near_general)
        enemy = attrs.evolve(enemy, near_general=form.enemy_near_general)
        squared = attrs.evolve(enemy, formation=Formation.SQUARE)
        self.battalions = (charger, enemy, squared if reply is Reply.SQUARE else enemy)
        self._pursuit = Pursuit(
            self.battalions, (CHARGER,), Side(hold=form.hold), Side(), detail=detail
        )
        self._volleys = lru_cache(maxsize=None)(self._shooting_back)

    @property
    def start(self) -> Fight:
        """Before the first action."""
        charger, enemy, _ = self.battalions
        return Fight(
            (
                BattalionState(charger.platoons, charger.order),
                BattalionState(enemy.platoons, enemy.order),
                BattalionState(0, enemy.order, End.UNTOUCHED),
            )
        )

    @property
    def steps(self) -> tuple[Step[Fight] | Repeat[Fight], ...]:
        """The first fire, the reaction, the charge on an enemy that did not react or on one that
        did.
        """
        fire = (self._first_fire,) if self._fires else ()
        return (*fire, self._react, self._charge, self._meet)

    def outcome(self, fight: Fight, counted: bool) -> ChargeOutcome:
        """What became of both."""
        charger, enemy, reacted = fight.states
        met = enemy if reacted.end is End.UNTOUCHED else reacted
        return ChargeOutcome((Fate.of(charger, counted),), (Fate.of(met, counted),))

    def _first_fire(self, fight: Fight, chance: Chance) -> Fight:
        charger, enemy, reacted = fight.states
        shots = shooting(first_fire_form(self._form), self._tables)
        left = _named(shots, self.battalions[CHARGER]).volley(shots.start)(chance)
        if not left.platoons:
            stands = self._pursuit.leave(CHARGER, charger, End.STANDS)
            wiped = self._pursuit.leave(ENEMY, BattalionState(0, left.order), End.WIPED_OUT)
            return Fight((stands, wiped, reacted))
        return Fight((charger, enemy._replace(platoons=left.platoons, order=left.order), reacted))

    def _react(self, fight: Fight, chance: Chance) -> Fight:
        charger, enemy, _ = fight.states
        if not enemy.fights or not self._can_react(enemy):
            return fight
        reacting = attrs.evolve(self.battalions[ENEMY], order=enemy.order)
        if self._reply is Reply.SHOOT:
            charger = self._fire_at(charger, enemy, chance)
        order = reacts(reacting, chance)
        gone = BattalionState(0, enemy.order, End.UNTOUCHED)
        moved = BattalionState(enemy.platoons, order)
        if not charger.fights:
            return Fight((charger, gone, self._stays(REACTED, moved)))
        if charger.order is Order.SHATTERED:
            return Fight((self._stays(CHARGER, charger), gone, self._stays(REACTED, moved)))
        return Fight((charger, gone, moved))

    def _can_react(self, enemy: BattalionState) -> bool:
        """Whether the reply that was chosen can still be made."""
        if self._reply is Reply.STAND or enemy.order is Order.SHATTERED:
            return False
        return self._reply is not Reply.SQUARE or enemy.platoons >= SQUARE_PLATOONS

    def _fire_at(
        self, charger: BattalionState, enemy: BattalionState, chance: Chance
    ) -> BattalionState:
        shots = self._volleys(enemy.platoons, enemy.order)
        left = shots.volley(Target(charger.platoons, charger.order, 0))(chance)
        if not left.platoons:
            return self._pursuit.leave(CHARGER, BattalionState(0, left.order), End.WIPED_OUT)
        return BattalionState(left.platoons, left.order)

    def _shooting_back(self, platoons: int, order: Order) -> Shooting:
        form = reaction_fire_form(self._form, platoons, order)
        return _named(shooting(form, self._tables), self.battalions[ENEMY])

    def _stays(self, one: int, state: BattalionState) -> BattalionState:
        return self._pursuit.leave(one, state, End.STANDS)

    @property
    def _charge(self) -> Repeat[Fight]:
        rounds = ChargeRounds(
            self.battalions,
            [Lineup(self.battalions, [CHARGER], [ENEMY])],
            self._pursuit,
            shock=not self._form.soft_ground,
        )
        return Repeat(rounds.round, _enemy_is_done)

    @property
    def _meet(self) -> Repeat[Fight]:
        mutual = self._reply is Reply.COUNTERCHARGE
        lineup = Lineup(self.battalions, [CHARGER], [REACTED], mutual)
        felt = not self._form.soft_ground
        if mutual:
            felt = felt and bool(self._tables.points("countercharge.shock"))
        kind = CounterchargeRounds if mutual else ChargeRounds
        rounds = kind(self.battalions, [lineup], self._pursuit, shock=felt)
        return Repeat(rounds.round, is_over)


def law_of(
    form: ExchangeForm, tables: Tables, fires: bool, reply: Reply, counted: bool = False
) -> Procedure[Fight, ChargeOutcome]:
    """The whole for one choice and one reply, with platoons counted or not."""
    detail = Detail.PLATOONS if counted else Detail.FATES
    made = Exchange(form, tables, fires, reply, detail)
    return Procedure(made.start, made.steps, lambda fight: made.outcome(fight, counted))


@attrs.frozen
class ExchangeInFull:
    """All that became of both, and what they chose; `reacted` is whether the reply was made."""

    charge: ChargeInFull
    fires: bool
    reply: Reply
    reacted: bool


def law_in_full(
    form: ExchangeForm, tables: Tables, fires: bool, reply: Reply
) -> Procedure[Fight, ExchangeInFull]:
    """The same with all that became of both."""
    made = Exchange(form, tables, fires, reply, Detail.EVERYTHING)

    def conclude(fight: Fight) -> ExchangeInFull:
        charger, enemy, reacted = fight.states
        did = reacted.end is not End.UNTOUCHED
        enemy = reacted if did else enemy
        destroyed = (_of_two(charger.destroyed), _of_two(enemy.destroyed))
        charge = ChargeInFull(made.outcome(fight, counted=True), destroyed)
        return ExchangeInFull(charge, fires, reply, did)

    return Procedure(made.start, made.steps, conclude)


def _of_two(loss: Destruction | None) -> Destruction | None:
    """How a battalion was destroyed; the enemy has the second place, whether it reacted or not."""
    if loss is None:
        return None
    return attrs.evolve(loss, catchers=tuple(min(one, ENEMY) for one in loss.catchers))


def _named(shots: Shooting, shooter: Battalion) -> Shooting:
    """Shooting by a battalion under the name that it has in the exchange."""
    return attrs.evolve(shots, shooter=attrs.evolve(shots.shooter, name=shooter.name))


def _enemy_is_done(fight: Fight) -> bool:
    """Whether the enemy as it was fights no more: it has reacted, or its fight is over."""
    _, enemy, _ = fight.states
    return enemy.end is not None and (
        fight.states[REACTED].end is not End.UNTOUCHED or is_over(fight)
    )


def first_fire_form(form: ExchangeForm) -> ShootForm:
    """The Shoot Action of the charging battalion."""
    return ShootForm(
        battalion=form.battalion,
        formation=form.formation,
        order=form.order,
        platoons=form.platoons,
        enemy=form.enemy,
        enemy_formation=form.enemy_formation,
        enemy_order=form.enemy_order,
        enemy_platoons=form.enemy_platoons,
        range=form.range,
        concealed=form.concealed,
        hill=form.hill,
    )


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
        yield from formation_refusals(each.card, each.formation, each.platoons)
    yield from charging_refusals(charger)
    if charger.card.has("charge-move") and form.range > charger.card.number("charge-move"):
        moves = charger.card.number("charge-move")
        yield Refusal(f"the {charger.name} charges {moves} inches", "Charge into Contact")
    if form.first is FireFirst.YES:
        yield from shoot_refusals(first_fire_form(form), tables)
    if form.reply is not Reply.BEST:
        yield from reply_refusals(form, tables, form.reply)


def reply_refusals(form: ExchangeForm, tables: Tables, reply: Reply) -> Iterator[Refusal]:
    """Why the enemy cannot reply so."""
    charger, enemy = acting_upon(form, tables, ROLES)
    if reply is Reply.STAND:
        return
    if enemy.order is Order.SHATTERED:
        yield Refusal(f"the {enemy.name} is Shattered and cannot react", "When You Can React")
    if form.range > (reach := Fraction(tables.points("reach.react"))):
        yield Refusal(f"the enemy is more than {reach} inches away", "When You Can React")
    if reply is Reply.SHOOT:
        yield from shoot_refusals(
            reaction_fire_form(form, form.enemy_platoons, Order.SHAKEN), tables
        )
    elif reply is Reply.COUNTERCHARGE:
        yield from meeting_refusals(enemy.card, charger.card)
    elif enemy.formation is Formation.SQUARE:
        yield Refusal(f"the {enemy.name} is in square already", "Change Formation Reaction")
    else:
        yield from formation_refusals(enemy.card, Formation.SQUARE, enemy.platoons)

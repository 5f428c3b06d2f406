"""A player's turn: two Actions a battalion, Reactions of the enemy's, a platoon hit once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from calculator.chance.one_path import OnePath
from calculator.forms import parse_form
from calculator.rules.phrases import counted, series
from calculator.rules.revolutionary_wars.charge.combatants import ROLES
from calculator.rules.revolutionary_wars.charge.state import Stage
from calculator.rules.revolutionary_wars.checks.brigade import MORALE_CHECK
from calculator.rules.revolutionary_wars.exchange.form import ExchangeForm, First
from calculator.rules.revolutionary_wars.exchange.rule import Exchange
from calculator.rules.revolutionary_wars.exchange.steps import first_fire_form, reaction_fire_form
from calculator.rules.revolutionary_wars.shoot.form import ShootForm
from calculator.rules.revolutionary_wars.shoot.rule import Shoot
from calculator.rules.revolutionary_wars.shoot.volley import Volley
from calculator.rules.tables import Tables
from calculator.rules.turns import ActionTaken, Held, Once, Permission, TurnLaw, TurnSoFar

_TWO: Final = 2
"""The Actions of a battalion (Activating Battalions)."""

_ACTIONS: Final = frozenset({"charge", "exchange", "shoot", "reform", "spike-guns"})
"""What is an Action; the other steps are parts of one, or Reactions."""

_IN_REACTION: Final = frozenset({"shoot"})
"""Of those, what a battalion may do in the enemy's turn (Reactions)."""


class PlayerTurn(TurnLaw):
    """Each player has turns; in them each battalion takes up to two Actions."""

    alternates = True
    source = "Activating Battalions"
    began = {"platoons": "start-platoons"}
    once = {
        "brigade-morale": Once("the morale of each brigade was checked", MORALE_CHECK, of_each={})
    }

    def permits(
        self, taken: ActionTaken, tables: Tables, earlier: Sequence[ActionTaken]
    ) -> Iterator[Permission]:
        """A second action as its order allows it; parts of an action go on as they lead on."""
        if taken.action not in _ACTIONS or actions(earlier) < _TWO:
            yield from (Permission(key) for key in taken.may)

    def acted(self, turn: TurnSoFar, asked: ActionTaken) -> Iterator[Held]:
        """That a battalion has had its two Actions."""
        if asked.action not in _ACTIONS or turn.is_the_enemy_s:
            return
        own = [one for one in turn.actions if one.unit == asked.unit and one.action in _ACTIONS]
        if actions([*own, asked]) > _TWO and own:
            entries = series([f"entry {one.number}" for one in own])
            text = f"{asked.unit} has taken {counted(actions(own), 'Action')} this turn ({entries})"
            yield Held(text, self.source, own[-1].number)

    def forbids(self, turn: TurnSoFar, asked: ActionTaken, tables: Tables) -> Iterable[Held]:
        if turn.is_the_enemy_s and asked.action in _ACTIONS - _IN_REACTION:
            yield Held("it is the enemy's turn: battalions only react", "Reactions")
        if asked.action in {"shoot", "exchange"} and asked.target:
            yield from _rolled_for(turn, asked, tables)

    def aimed(self, turn: TurnSoFar, target: str, tables: Tables) -> Mapping[str, str]:
        """The hits on a battalion since the turn began, by volleys and in exchanges."""
        hits = 0
        for one in _volleys(turn, target, tables):
            hits = one.hits + (hits if one.before is None else one.before)
        return {"hits-before": str(hits)} if hits else {}


def actions(taken: Iterable[ActionTaken]) -> int:
    """The Actions that a battalion has taken: two, if it shot twice, or fired and charged."""
    twice = {("shoot", "twice"), ("exchange", "best"), ("exchange", "yes"), ("exchange", "no")}
    asks = {"shoot": "shoots", "exchange": "first"}
    return sum(
        1 + ((one.action, one.answers.get(asks.get(one.action, ""))) in twice)
        for one in taken
        if one.action in _ACTIONS
    )


def _rolled_for(turn: TurnSoFar, asked: ActionTaken, tables: Tables) -> Iterator[Held]:
    """That a platoon is rolled for once in a player's turn, save by the second of one battalion's
    consecutive Shoots (Multiple Shoot Actions)."""
    shots: dict[str, int] = {}
    before = [one for one in _volleys(turn, asked.target, tables) if one.by != asked.unit]
    for one in before:
        shots[one.by] = max(shots.get(one.by, 0), one.dice)
    if not shots:
        return
    stood = max(one.stood for one in before)
    left = stood - sum(shots.values())
    law = _shoot(asked, tables)
    if law and law.dice(law.target.platoons) > left:
        rolled = f"{sum(shots.values())} of the {stood} platoons of {asked.target}"
        entries = series([f"entry {one.entry}" for one in before])
        swept = f": swept at most {left}" if left > 0 and asked.action == "shoot" else ""
        text = f"{rolled} have been rolled for this turn ({entries}){swept}"
        yield Held(text, "Multiple Shoot Actions", before[-1].entry)


def _shoot(asked: ActionTaken, tables: Tables) -> Shoot | None:
    """The law of a volley, or of the fire with which an exchange begins."""
    if asked.action == "shoot":
        return Shoot(parse_form(ShootForm, asked.answers), tables)
    form = parse_form(ExchangeForm, asked.answers)
    return Shoot(first_fire_form(form), tables, ROLES) if form.first is First.YES else None


class _Volley(NamedTuple):
    """A volley on a battalion: its entry, by whom, at how many platoons of how many, its hits, and
    those that were there `before` as far as it was asked."""

    entry: int
    by: str
    dice: int
    stood: int
    hits: int
    before: int | None = None


def _volleys(turn: TurnSoFar, target: str, tables: Tables) -> Iterator[_Volley]:
    """The volleys on a battalion in this player's turn, by either side."""
    for one in sorted((*turn.actions, *turn.theirs), key=lambda taken: taken.number):
        if (one.action, one.target) == ("shoot", target) and (law := _shoot(one, tables)):
            before, stood = law.start.hits, law.start.platoons
            hits = int(one.later.get("hits-before", before)) - before
            yield _Volley(one.number, one.unit, law.dice(stood), stood, hits, before)
        elif one.action == "exchange" and target in {one.target, one.unit}:
            fire, reply = _exchanged(tuple(one.answers.items()), one.seed, tables)
            by, found = (one.unit, fire) if target == one.target else (one.target, reply)
            if found:
                yield found._replace(entry=one.number, by=by)


@lru_cache(maxsize=64)
def _exchanged(
    answers: tuple[tuple[str, str], ...], seed: str, tables: Tables
) -> tuple[_Volley | None, _Volley | None]:
    """The fire with which an exchange began and that in reply, drawn again from its seed."""
    form, chance = parse_form(ExchangeForm, dict(answers)), OnePath(seed)
    drawn = Exchange(form, tables).in_full().result(chance)
    hits = [one.value.hits for one in chance.draws if isinstance(one.value, Volley)]
    fire = reply = None
    for (_, was), (stage, _) in pairwise(drawn.course):
        charger, enemy = was.fight.states
        if stage is Stage.FIRST_FIRE:
            dice = Shoot(first_fire_form(form), tables, ROLES).dice(enemy.platoons)
            fire = _Volley(0, "", dice, enemy.platoons, hits.pop(0))
        elif stage is Stage.REACTION and hits:
            back = reaction_fire_form(form, enemy.platoons, enemy.order)
            dice = Shoot(back, tables, ROLES[::-1]).dice(charger.platoons)
            reply = _Volley(0, "", dice, charger.platoons, hits.pop(0))
    return fire, reply


TURN: Final = PlayerTurn()

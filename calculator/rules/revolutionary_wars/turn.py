"""A player's turn: two Actions a battalion, Reactions of the enemy's, a platoon hit once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from calculator.chance.one_path import OnePath
from calculator.forms import parse_form
from calculator.rules.phrases import counted, series
from calculator.rules.revolutionary_wars.charge.state import Stage
from calculator.rules.revolutionary_wars.checks.brigade import MORALE_CHECK
from calculator.rules.revolutionary_wars.exchange.form import ExchangeForm
from calculator.rules.revolutionary_wars.exchange.rule import Exchange
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
        if asked.action == "shoot" and asked.target:
            yield from _rolled_for(turn, asked, tables)

    def aimed(self, turn: TurnSoFar, target: str, tables: Tables) -> Mapping[str, str]:
        """The hits on a battalion since the turn began, by volleys and in exchanges."""
        hits = 0
        for one in turn.actions:
            if one.target == target and one.action == "shoot":
                hits = int(one.later.get("hits-before", hits))
            elif one.target == target and one.action == "exchange":
                hits += _first_fire(tuple(one.answers.items()), one.seed, tables)
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
    before = [one for one in turn.actions if (one.action, one.target) == ("shoot", asked.target)]
    for one in before:
        if one.unit != asked.unit:
            shots[one.unit] = max(shots.get(one.unit, 0), _dice(one.answers, tables))
    if not shots:
        return
    stood = max(int(one.answers["enemy-platoons"]) for one in before)
    left = stood - sum(shots.values())
    if _dice(asked.answers, tables) > left:
        rolled = f"{sum(shots.values())} of the {stood} platoons of {asked.target}"
        entries = series([f"entry {one.number}" for one in before if one.unit in shots])
        more = f": swept at most {left}" if left > 0 else ""
        text = f"{rolled} have been rolled for this turn ({entries}){more}"
        yield Held(text, "Multiple Shoot Actions", before[-1].number)


def _dice(answers: Mapping[str, str], tables: Tables) -> int:
    """The platoons that a volley rolls for."""
    law = Shoot(parse_form(ShootForm, answers), tables)
    return law.dice(law.target.platoons)


@lru_cache(maxsize=64)
def _first_fire(answers: tuple[tuple[str, str], ...], seed: str, tables: Tables) -> int:
    """The hits with which an exchange began, drawn again from its seed."""
    chance = OnePath(seed)
    drawn = Exchange(parse_form(ExchangeForm, dict(answers)), tables).in_full().result(chance)
    if Stage.FIRST_FIRE not in {stage for stage, _ in drawn.course}:
        return 0
    return next((one.value.hits for one in chance.draws if isinstance(one.value, Volley)), 0)


TURN: Final = PlayerTurn()

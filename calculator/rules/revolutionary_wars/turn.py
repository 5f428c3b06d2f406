"""A player's turn: two Actions a battalion, Reactions of the enemy's, a platoon hit once; what a
battalion may do next has the inches that its card gives it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from calculator.chance.one_path import OnePath
from calculator.forms import parse_form
from calculator.rules.phrases import counted, series
from calculator.rules.revolutionary_wars import exchange, forms, shoot, terms
from calculator.rules.revolutionary_wars.charge.fates import Stage
from calculator.rules.revolutionary_wars.checks.drill import CAN_REACT, MORALE_CHECK, SECOND
from calculator.rules.revolutionary_wars.checks.fight import STAND
from calculator.rules.revolutionary_wars.checks.flight import ONCE, SPIKE_ACTION
from calculator.rules.tables import Tables
from calculator.rules.turns import ActionTaken, Held, Once, Permission, TurnLaw, TurnSoFar

_TWO: Final = 2
"""The Actions of a battalion (Activating Battalions)."""

_ACTIONS: Final = frozenset({"charge", "exchange", "shoot", "reform", "spike-guns"})
"""What is an Action; the other steps are parts of one, or Reactions."""

_AT_A_TIME: Final[Mapping[str, Sequence[str]]] = {
    "pursue": ("rolled for its pursuit", "once in an Action", ONCE),
    "react": ("reacted", "once to an enemy's second Action; or name another", CAN_REACT),
    "stand": ("tested to stand", "once before the fight goes on; or name another", STAND.source),
}
"""Of what is rolled for once at a time: it in the past, how often, and where that is said."""

_AT_THE_START: Final = "brigade-morale"
"""What is done at the start of a player's turn (Turn Sequence, A)."""

_FIT: Final = ("", terms.Order.SOLID.value, terms.Order.SHAKEN.value)
"""Orders in which a battalion charges, moves and spikes guns, "" for what nothing has changed
(Order & Disorder, Permitted Actions while Shattered)."""


class PlayerTurn(TurnLaw):
    """Each player has turns; in them each battalion takes up to two Actions."""

    alternates = True
    aside = frozenset({_AT_THE_START, "replenish", "general", "recover-guns"})
    source = "Activating Battalions"
    began = {"platoons": "start-platoons"}
    once = {
        _AT_THE_START: Once(
            "the morale of {whose} was checked", MORALE_CHECK, of_each={}, by_name="each brigade"
        )
    }

    def permits(self, taken: ActionTaken, tables: Tables) -> Iterator[Permission]:
        """A second action as its order allows it; parts of an action go on as they lead on."""
        if taken.action not in _ACTIONS or (actions(taken.earlier) < _TWO and not taken.in_reply):
            yield from following(taken, tables)

    def acted(self, turn: TurnSoFar, asked: ActionTaken) -> Iterator[Held]:
        """That a battalion has had its two Actions, or that what it asks for is not its first, or
        its second, as it says."""
        if asked.action not in _ACTIONS or turn.is_the_enemy_s:
            return
        own = [one for one in turn.actions if one.unit == asked.unit and one.action in _ACTIONS]
        if actions([*own, asked]) > _TWO and own:
            entries = series([f"entry {one.number}" for one in own])
            text = f"{asked.unit} has taken {counted(actions(own), 'Action')} this turn ({entries})"
            yield Held(text, self.source, own[-1].number)
        yield from _misplaced(own, asked)

    def forbids(self, turn: TurnSoFar, asked: ActionTaken, tables: Tables) -> Iterable[Held]:
        shattered = asked.answers.get("order") == terms.Order.SHATTERED.value
        if turn.is_the_enemy_s and asked.action in _ACTIONS - {"shoot"} | {"recover-guns"}:
            yield Held(f"{turn.whose}: battalions only react", "Reactions")
        elif turn.is_its_own and asked.action == "react":
            yield Held(f"{turn.whose}: battalions react in the enemy's", "Reactions")
        elif turn.is_the_enemy_s and asked.action == _AT_THE_START:
            yield Held(f"{turn.whose}: a brigade is checked as its own starts", MORALE_CHECK)
        elif asked.action == _AT_THE_START and asked.side:
            acts = [one.number for one in turn.actions if one.action in _ACTIONS]
            if acts and not turn.is_the_enemy_s:
                text = f"battalions have begun to act (entry {acts[0]})"
                yield Held(f"{text}: morale is checked before that", MORALE_CHECK, acts[0])
        elif turn.is_the_enemy_s and asked.action == "shoot" and shattered:
            text = f"{asked.unit or 'it'} is Shattered and cannot react"
            yield Held(text, "Reactions, When You Can React")
        if asked.action == "spike-guns" and asked.side and "overrun" not in turn.gone:
            yield Held("no enemy guns are overrun, by the record", SPIKE_ACTION, ends=False)
        yield from _ruled_twice(turn, asked)
        yield from _fired_otherwise(turn, asked)
        if asked.action in {"shoot", "exchange"} and asked.target:
            yield from _rolled_for(turn, asked, tables)

    def aimed(self, turn: TurnSoFar, target: str, tables: Tables) -> Mapping[str, str]:
        hits = 0
        for one in _volleys(turn, target, tables):
            hits = one.hits + (hits if one.before is None else one.before)
        return {"hits-before": str(hits)} if hits else {}


def following(taken: ActionTaken, tables: Tables) -> Iterator[Permission]:
    """What a ruling leaves open to its battalion, each with its numbers."""
    card = terms.Card(terms.CardName(taken.answers["battalion"]), tables)
    for key in taken.may:
        match key:
            case "shoot":
                yield from _shooting(taken, card)
            case "reform":
                yield _reform(taken)
            case "charge" | "pursue" if not card.has("charge-move"):
                pass
            case "charge":
                most = card.number("charge-move")
                limit, words = {"range": str(most)}, f"charge: up to {_inches(most)}"
                yield Permission(key, words, at_most=limit, needs={"order": _FIT})
            case "pursue":
                yield Permission(key, f"pursuit: {_inches(card.number('charge-move'))}")
            case "break-and-run" if not card.name.is_artillery:
                yield Permission(key, f"break and run: {_inches(card.number('move-open'))}")
            case "spike-guns":
                words, needs = "spike guns within 2 inches", {"order": _FIT}
                yield Permission(key, words, needs=needs, gone="overrun")
            case _:
                yield Permission(key)
    if {"shoot", "reform"} <= set(taken.may):
        yield _move(card, tables)


def _shooting(taken: ActionTaken, card: terms.Card) -> Iterator[Permission]:
    """Fire as far as a weapon of its card reaches; a battery that has fired goes on so."""
    if card.name.is_artillery:
        began = taken.answers.get("fire-as") if taken.action == "shoot" else None
        named = {"fire-as": began} if began else {}
        lines = {
            one.value: card.weapon(one.meaning)
            for one in forms.FireAs
            if began in {None, one.value}
        }
    else:
        named, lines = {}, {"": card.weapon("small-arms")}
    reaches = {one: line.reach for one, line in lines.items() if line.ranges}
    if reaches:
        words = (_inches(reach) + f" as {one}" * bool(one) for one, reach in reaches.items())
        limit = {"range": str(max(reaches.values()))}
        yield Permission("shoot", f"shoot: up to {', '.join(words)}", named, limit)


def _reform(taken: ActionTaken) -> Permission:
    """A reform of who is not Solid; the second of two running succeeds by itself."""
    worse = (terms.Order.SHAKEN.value, terms.Order.SHATTERED.value)
    if taken.action == "reform":
        words = "second reform, which succeeds by itself"
        return Permission("reform", words, {"attempt": "second"}, needs={"order": worse})
    was_solid = taken.answers.get("order") == terms.Order.SOLID.value
    return Permission("reform", needs={"order": worse if was_solid else ("", *worse)})


def _move(card: terms.Card, tables: Tables) -> Permission:
    """A Move Action, which is measured and not drawn; guns go forward no farther than they may."""
    most = card.number("move-open")
    words = f"move: up to {_inches(most)} in the open, with its general near"
    if card.name.is_artillery and (forward := tables.points("move.awkward")) < most:
        words += f", {forward} forward"
    return Permission("movement", words, {"second-action": "yes"}, needs={"order": _FIT})


def _inches(number: int) -> str:
    return counted(number, "inch", "inches")


def _misplaced(own: Sequence[ActionTaken], asked: ActionTaken) -> Iterator[Held]:
    """That no Reform Action came just before one that is to succeed by itself, or one did, or that
    a charge said to be the first action is the second."""
    reformed = bool(own) and own[-1].action == "reform"
    attempt = asked.answers.get("attempt") if asked.action == "reform" else None
    if attempt == "second" and not reformed:
        text = f"{asked.unit} has taken no Reform Action just before this one"
        yield Held(text, SECOND, ends=False)
    elif attempt == "first" and reformed:
        text = f"{asked.unit} has just taken a Reform Action (entry {own[-1].number})"
        yield Held(f"{text}: the second succeeds by itself", SECOND, own[-1].number, ends=False)
    if own and asked.action == "exchange" and asked.answers.get("first") == "at-once":
        text = f"{asked.unit} has acted this turn (entry {own[-1].number})"
        told = f"{text}: its charge is its second action, and the enemy can react"
        yield Held(told, "When You Can React", own[-1].number, ends=False)


def _ruled_twice(turn: TurnSoFar, asked: ActionTaken) -> Iterator[Held]:
    """That a battalion has just rolled for what is rolled for once: that nothing else is known of
    it since, nor of the enemy, if it has not pursued; or that it has reacted to the same enemy."""
    if asked.action not in _AT_A_TIME or not asked.unit:
        return
    done, once, source = _AT_A_TIME[asked.action]
    own = [one for one in turn.actions if one.unit == asked.unit]
    since = own if source == ONCE else [*own, *turn.theirs]
    last = max((one.number for one in since), default=0)
    for one in own:
        to_another = asked.target not in {"", one.target}
        again = source == CAN_REACT and asked.target == one.target != ""
        if one.action == asked.action and not to_another and (again or one.number == last):
            text = f"{asked.unit} has {done} (entry {one.number}): {once}"
            yield Held(text, source, one.number)
            return


def _fired_otherwise(turn: TurnSoFar, asked: ActionTaken) -> Iterator[Held]:
    """That a battery fires as cannon or as howitzers, one or the other each turn."""
    fires, key = asked.answers.get("fire-as"), "fire-as"
    shots = (one for one in turn.actions if (one.action, one.unit) == ("shoot", asked.unit))
    for one in shots if asked.action == "shoot" and asked.unit else ():
        if one.answers.get(key, fires) != fires:
            text = f"{asked.unit} fires as {one.answers[key]} this turn (entry {one.number})"
            yield Held(text, "Shoot Action, Artillery Fire as Cannon or Howitzer", one.number)
            return


def actions(taken: Iterable[ActionTaken]) -> int:
    """The Actions that a battalion has taken: two, if it shot or reformed twice, or fired and
    charged; an exchange that it begins otherwise may be its second."""
    twice = {("shoot", "twice"), ("exchange", "best"), ("exchange", "yes"), ("reform", "both")}
    asks = {"shoot": "shoots", "exchange": "first", "reform": "attempt"}
    count = 0
    for one in taken:
        how = one.action, one.answers.get(asks.get(one.action, ""))
        if one.action in _ACTIONS:
            count = max(count, how == ("exchange", "no")) + 1 + (how in twice)
    return count


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


def _shoot(asked: ActionTaken, tables: Tables) -> shoot.Shoot | None:
    """The law of a volley, or of the fire with which an exchange begins."""
    if asked.action == "shoot":
        return shoot.Shoot(parse_form(forms.ShootForm, asked.answers), tables)
    law = exchange.Exchange(parse_form(exchange.ExchangeForm, asked.answers), tables)
    return law.first_fire if law.form.first is exchange.First.YES else None


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
            before, stood = law.form.hits_before, law.target.platoons
            hits = int(one.later.get("hits-before", before)) - before
            yield _Volley(one.number, one.unit, law.dice(stood), stood, hits, before)
        elif one.action == "exchange" and target in {one.target, one.unit}:
            fired = _exchanged(tuple(one.answers.items()), one.seed, tables)
            by, whom = (one.unit, "target") if target == one.target else (one.target, "actor")
            if whom in fired:
                yield _Volley(one.number, by, *fired[whom])


@lru_cache(maxsize=64)
def _exchanged(
    answers: tuple[tuple[str, str], ...], seed: str, tables: Tables
) -> Mapping[str, tuple[int, int, int]]:
    """By role in an exchange the dice of fire on it, its platoons and hits, drawn from its seed."""
    law = exchange.Exchange(parse_form(exchange.ExchangeForm, dict(answers)), tables)
    chance = OnePath(seed)
    drawn = law.in_full().result(chance)
    stages = dict(drawn.course)
    rolled: dict[str, Any] = {one.ask.partition(" shoots, ")[0]: one.value for one in chance.draws}
    charger, enemy = stages[Stage.START].states
    fired = dict[str, tuple[shoot.Shoot, int]]()
    if Stage.FIRST_FIRE in stages:
        fired["target"] = law.first_fire, enemy.platoons
        _, enemy = stages[Stage.FIRST_FIRE].states
    if law.replied(drawn) is exchange.Reply.SHOOT:
        shots = exchange.fire_back(law.form, tables, enemy.platoons, enemy.order)
        fired["actor"] = shots, charger.platoons
    return {
        whom: (shots.dice(stood), stood, getattr(rolled.get(shots.one.name), "hits", 0))
        for whom, (shots, stood) in fired.items()
    }

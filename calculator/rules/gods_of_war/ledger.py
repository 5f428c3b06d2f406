"""A turn's ledger: actions left, who acted last, and the cards that stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from calculator.rules.gods_of_war.cards.deck import Card
from calculator.rules.gods_of_war.in_play import LASTING
from calculator.rules.gods_of_war.turn import TurnForm, actions_of
from calculator.rules.phrases import counted, series
from calculator.rules.tables import Tables
from calculator.rules.turn_so_far import ActionTaken, TurnSoFar

_FREE: Final = frozenset({"play-card", "line-of-sight", "wanted-cards"})
"""What costs no action: cards, and what is only looked up."""

_OF_NO_UNIT: Final = frozenset({"repair", "draw-card", "draw-terrain"})

_MORE: Final = {
    Card.INSPIRED_COMMAND: "inspired_command",
    Card.FLANKING_MOVE: "flanking_move",
    Card.SWIFT_MARCH: "swift_march",
}
"""Cards that give more actions, and the fields in which a turn counts them."""


def ledger(turn: TurnSoFar, tables: Tables) -> Iterator[str]:
    """What is left of a turn, from the actions taken in it."""
    yield _actions_left(turn, tables)
    if fogged := _played(turn.against, Card.FOG_OF_WAR):
        less = counted(fogged, "action")
        yield f"{Card.FOG_OF_WAR.title}, played by the enemy, has taken {less}."
    if (last := _last_to_act(turn)) is not None and last.unit:
        yield f"{last.unit} acted last: another unit or another action comes before it acts again."
    lasting = {key: 1 for key in LASTING if turn.side.get(key) == "yes"}
    if standing := _in_play({**lasting, **turn.copies.get("", {})}):
        yield _ended(f"In play: {series(standing)}")
    for name in turn.units:
        if guards := _in_play(turn.copies.get(name, {})):
            yield _ended(f"On guard over {name}: {series(guards)}")


def _actions_left(turn: TurnSoFar, tables: Tables) -> str:
    cards = {field: _played(turn.actions, card) for card, field in _MORE.items()}
    fogged = _played(turn.against, Card.FOG_OF_WAR)
    whole = actions_of(TurnForm(**cards, fog_of_war=fogged), tables)
    costly = [action for action in turn.actions if cost(action)]
    marched = min(sum(action.action == "move" for action in costly), whole.moves)
    left = max(whole.actions - sum(map(cost, costly)) + marched, 0)
    more = whole.moves - marched
    moves = f", and {counted(more, 'more Move')}" if more else ""
    return f"{left} of {counted(whole.actions, 'action')} left{moves}."


def _played(actions: Iterable[ActionTaken], card: Card) -> int:
    """How many copies of a card were played, and not put away; a turn counts up to four."""
    played = (
        action.action == "play-card"
        and action.answers.get("card") == card.value
        and action.answers.get("discarded") != "yes"
        for action in actions
    )
    return min(sum(played), 4)


def cost(taken: ActionTaken) -> int:
    """The actions that it cost: none under a card that makes it free or part of the one before."""
    if taken.action in _FREE:
        return 0
    if taken.action == "repair":
        return int(taken.answers.get("repairs", "1"))
    return 0 if in_answer(taken) or _joined_to_its_move(taken) else 1


def _joined_to_its_move(taken: ActionTaken) -> bool:
    """Whether Double Time makes one action of it and of what the unit did just before; a card that
    is in play while another unit attacks waits."""
    return taken.answers.get("double-time") == taken.answers.get("acted-before") == "yes"


def in_answer(taken: ActionTaken) -> bool:
    """Whether it is a free shot, taken in answer to an enemy's move."""
    return taken.action == "ranged-fire" and taken.answers.get("free-shot") == "yes"


def acted_before(turn: TurnSoFar, unit: str) -> dict[str, str]:
    """Whether the unit about to act took the action before as well."""
    last = _last_to_act(turn)
    return {"acted-before": "yes" if last and last.unit == unit else "no"}


def _last_to_act(turn: TurnSoFar) -> ActionTaken | None:
    """The last action that cost something, if a unit took it: a repair activates none, nor does a
    draw, whatever unit was picked when it was asked."""
    acting = (taken for taken in reversed(turn.actions) if cost(taken))
    last = next(acting, None)
    return last if last and last.action not in _OF_NO_UNIT else None


def _in_play(copies: Mapping[str, int]) -> list[str]:
    """The names of the cards in play, with how many there are of one that has been played twice."""
    return [f"{Card(k).title}{f' ({n} copies)' if n > 1 else ''}" for k, n in copies.items()]


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith("!") else f"{sentence}."

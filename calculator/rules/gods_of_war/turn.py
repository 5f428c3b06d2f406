"""A turn: its actions, cards counted, and its ledger: what is left of them and what stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

import attrs

from calculator.chance.interface import Chance
from calculator.forms import Form, entry
from calculator.kinds import Whole
from calculator.rules.action import Action, Draws, Narration, Place, Severity
from calculator.rules.gods_of_war.cards import Card, ended
from calculator.rules.gods_of_war.in_play import LASTING
from calculator.rules.modifiers import answers
from calculator.rules.phrases import counted, series
from calculator.rules.tables import Tables
from calculator.rules.turns import ActionTaken, Held, Permission, TurnLaw, TurnSoFar

SOURCE: Final = "Overview; Bonus cards"


_asked_card: Final = partial(entry, Whole(0, 4, "cards"), source="Bonus cards")


@attrs.frozen(kw_only=True)
class TurnForm(Form):
    """Cards that change the number of actions, how many of each."""

    inspired_command: int = _asked_card("Inspired Command", help="1 more action each, up to 7.")
    flanking_move: int = _asked_card("Flanking Move", help="1 more action each, at once.")
    swift_march: int = _asked_card("Swift March", help="1 more Move each.")
    fog_of_war: int = _asked_card(
        "Fog of War", help="Played by the enemy in its last turn: 1 action less each."
    )


@attrs.frozen
class TurnActions:
    """Actions of any sort, and Moves beyond them."""

    actions: int
    moves: int

    @property
    def label(self) -> str:
        more = f" and {counted(self.moves, 'more Move', 'more Moves')}" if self.moves else ""
        return counted(self.actions, "action") + more


class Turn(Action[TurnForm, TurnActions]):
    """How many actions a turn has, cards counted."""

    key = "actions"
    label = "Actions this turn"
    source = SOURCE
    severity = Severity[TurnActions](lambda o: (o.actions, o.moves), "the side whose turn it is")
    modifiers = tuple(answers(TurnForm))
    place = Place.AID
    mnemonic = "i"

    def resolve(self, chance: Chance | None = None) -> TurnActions:
        """Fog first; Inspired Command never lifts a turn above 7; Flanking Move comes on top."""
        form, points = self.form, self.tables.points
        base = points("turn.actions") - form.fog_of_war * points("turn.fog-of-war")
        inspired = form.inspired_command * points("turn.inspired-command")
        lifted = max(base, min(base + inspired, points("turn.inspired-most")))
        actions = max(lifted, 0) + form.flanking_move * points("turn.flanking-move")
        if not self.tables.is_so("turn.flanking-beyond"):
            actions = max(lifted, min(actions, points("turn.inspired-most")))
        return TurnActions(actions, form.swift_march * points("turn.swift-march"))

    def narrate(self, drawn: TurnActions, draws: Draws) -> Narration:
        """The number, and where it comes from."""
        return Narration(
            f"The turn has {drawn.label}.",
            ("No unit acts twice in a row, and no two bonus cards are drawn in a row.",),
            self._how(),
        )

    def _how(self) -> Iterator[str]:
        form, points = self.form, self.tables.points
        yield f"{points('turn.actions')} actions a turn."
        if form.fog_of_war:
            yield f"Fog of War: {form.fog_of_war} less."
        if form.inspired_command:
            most = points("turn.inspired-most")
            yield f"Inspired Command: up to {form.inspired_command} more, to {most} at most."
        if form.flanking_move:
            yield f"Flanking Move: {form.flanking_move} more."


_FREE: Final = frozenset({"play-card", "line-of-sight", "wanted-cards"})
"""What costs no action: cards, and what is only looked up."""

_OF_NO_UNIT: Final = frozenset({"repair", "draw-card", "draw-terrain"})

_MORE_ACTIONS: Final = (Card.INSPIRED_COMMAND, Card.FLANKING_MOVE, Card.SWIFT_MARCH)
"""Cards that give more actions; a field of the same name counts each."""


class ArmyTurn(TurnLaw):
    """A side's turn of six actions, of which no unit takes two in a row."""

    alternates = True

    def permits(
        self, taken: ActionTaken, tables: Tables, earlier: Sequence[ActionTaken]
    ) -> Iterator[Permission]:
        """A unit that has acted may do so again after another, and pivot or change formation."""
        on_the_spot = ("pivot", "change-formation") if taken.may else ()
        return (Permission(key) for key in (*taken.may, *on_the_spot))

    def out_of_turn(self, taken: ActionTaken) -> bool:
        """Whether it is a free shot, taken in answer to an enemy's move."""
        return taken.action == "ranged-fire" and taken.answers.get("free-shot") == "yes"

    def follows(self, turn: TurnSoFar, unit: str) -> Mapping[str, str]:
        """Whether the unit about to act took the action before as well, and whether guns fire for
        no action: under an Artillery Barrage all do, as long as the turn lasts."""
        last = _last_to_act(turn)
        now = turn.units[unit].now if unit in turn.units else {}
        is_gun = "artillery" in now.get("unit", "")
        barrage = is_gun and _played(turn.actions, Card.ARTILLERY_BARRAGE)
        return {
            "acted-before": "yes" if last and last.unit == unit else "no",
            **({"free-shot": "yes"} if barrage else {}),
        }

    def forbids(self, turn: TurnSoFar, asked: ActionTaken, tables: Tables) -> Iterator[Held]:
        """An action more than the turn has left."""
        spent = sum(one.answers.get("regroup") == "yes" for one in turn.actions)
        if asked.answers.get("regroup") == "yes" and spent >= _played(turn.actions, Card.REGROUP):
            yield Held("no Regroup has been played that would make it free", "Bonus cards")
        left, moves, whole = _left(turn, tables)
        if asked.side and cost(asked) > left and not (asked.action == "move" and moves):
            text = f"{counted(left, 'action')} of {whole} left this turn"
            yield Held(text if left else f"no action of {whole} is left this turn", SOURCE)

    def ledger(self, turn: TurnSoFar, tables: Tables) -> Iterator[str]:
        """What is left of a turn, from the actions taken in it."""
        yield _actions_left(turn, tables)
        if fogged := _played(turn.against, Card.FOG_OF_WAR):
            less = counted(fogged, "action")
            yield f"{Card.FOG_OF_WAR.title}, played by the enemy, has taken {less}."
        if (last := _last_to_act(turn)) is not None and last.unit:
            waits = "another unit or another action comes before it acts again"
            yield f"{last.unit} acted last: {waits}."
        lasting = {key: 1 for key in LASTING if turn.side.get(key) == "yes"}
        if standing := _in_play({**lasting, **turn.copies.get("", {})}):
            yield ended(f"In play: {series(standing)}")
        for name in turn.units:
            if guards := _in_play(turn.copies.get(name, {})):
                yield ended(f"On guard over {name}: {series(guards)}")


TURN: Final = ArmyTurn()


def _left(turn: TurnSoFar, tables: Tables) -> tuple[int, int, int]:
    """The actions that are left, the Moves beyond them, and the actions of the whole turn."""
    cards = {card.name.lower(): _played(turn.actions, card) for card in _MORE_ACTIONS}
    fogged = _played(turn.against, Card.FOG_OF_WAR)
    whole = Turn(TurnForm(**cards, fog_of_war=fogged), tables).resolve()
    costly = [action for action in turn.actions if cost(action)]
    marched = min(sum(action.action == "move" for action in costly), whole.moves)
    left = max(whole.actions - sum(map(cost, costly)) + marched, 0)
    return left, whole.moves - marched, whole.actions


def _actions_left(turn: TurnSoFar, tables: Tables) -> str:
    left, more, whole = _left(turn, tables)
    moves = f", and {counted(more, 'more Move')}" if more else ""
    return f"{left} of {counted(whole, 'action')} left{moves}."


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
    if taken.answers.get("regroup") == "yes":
        return 0
    if taken.action == "repair":
        return int(taken.answers.get("repairs", "1"))
    return 0 if TURN.out_of_turn(taken) or _joined_to_its_move(taken) else 1


def _joined_to_its_move(taken: ActionTaken) -> bool:
    """Whether Double Time makes one action of it and of what the unit did just before; a card that
    is in play while another unit attacks waits."""
    return taken.answers.get("double-time") == taken.answers.get("acted-before") == "yes"


def _last_to_act(turn: TurnSoFar) -> ActionTaken | None:
    """The last action that cost something, if a unit took it: a repair activates none, nor does a
    draw, whatever unit was picked when it was asked."""
    acting = (taken for taken in reversed(turn.actions) if cost(taken))
    last = next(acting, None)
    return last if last and last.action not in _OF_NO_UNIT else None


def _in_play(copies: Mapping[str, int]) -> list[str]:
    """The names of the cards in play, with how many there are of one that has been played twice."""
    return [f"{Card(k).title}{f' ({n} copies)' if n > 1 else ''}" for k, n in copies.items()]

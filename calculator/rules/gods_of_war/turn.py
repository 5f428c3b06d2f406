"""A side's turn: six actions, cards that give more or make some free, and cards in play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from calculator.rules.gods_of_war import army, attack, cards, terms
from calculator.rules.gods_of_war.terms import Card
from calculator.rules.phrases import counted, series
from calculator.rules.tables import Tables
from calculator.rules.turns import ActionTaken, Held, Permission, TurnLaw, TurnSoFar

CARDS: Final = cards.SOURCE

_COSTLY: Final = frozenset(
    ("", *terms.UNIT_ACTIONS, "pivot", "change-formation", "draw-card", "draw-terrain")
)
"""What is an action of the turn (Actions); "" is one that was taken without the calculator."""

_MORE_ACTIONS: Final = (Card.INSPIRED_COMMAND, Card.FLANKING_MOVE, Card.SWIFT_MARCH)
"""Cards that give more actions; a field of the same name counts each."""


_HELD: Final = "-held"
"""How the keys end of the cards that a side is known to hold."""


def _drawn(taken: ActionTaken) -> Mapping[str, int]:
    """The card that came into the hand."""
    card = taken.outcome.get("card", Card.NOTHING.value)
    return {f"{card}{_HELD}": 1} if card != Card.NOTHING.value else {}


def _hand(turn: TurnSoFar) -> Mapping[str, int]:
    """How many of each card a side is known to hold."""
    return {card.value: int(turn.side.get(f"{card.value}{_HELD}", "0")) for card in Card}


def _not_held(turn: TurnSoFar, asked: ActionTaken) -> Iterator[Held]:
    """That the whole hand is known, and is of other cards."""
    if asked.action != "play-card" or not asked.side:
        return
    known = _hand(turn)
    hand, card = int(asked.answers.get("hand", "0")), asked.answers.get("card", "")
    if hand and sum(known.values()) >= hand and not known.get(card):
        holds = series(_titles({key: number for key, number in known.items() if number}))
        text = f"the hand holds {holds}, as it was drawn, and no {Card(card).title}"
        yield Held(text, CARDS, ends=False)


class ArmyTurn(TurnLaw):
    """A side's turn of six actions, of which no unit takes two in a row."""

    alternates = True
    counts = {
        "draw-card": _drawn,
        "play-card": lambda taken: {f"{taken.answers['card']}{_HELD}": -1},
    }

    def permits(self, taken: ActionTaken, tables: Tables) -> Iterator[Permission]:
        """A unit that has acted may do so again after another, as units of its kind can."""
        if not taken.may or "unit" not in taken.answers:
            return
        unit, points = terms.Unit(taken.answers["unit"]), tables.points
        if not unit.is_artillery:
            yield Permission("close-combat")
        if not unit.is_cavalry:
            reach = counted(points(f"ranged.reach.{unit.value}"), "hex", "hexes")
            yield Permission("ranged-fire", f"ranged fire: up to {reach}")
        yield from _moves(unit, tables)
        figures = tuple(str(number) for number in range(attack.strength_of(unit, tables)))
        yield Permission("repair", needs={"strength": figures})
        yield Permission("pivot", "pivot: one step" if unit.is_artillery else "pivot: any way")
        if unit is terms.Unit.INFANTRY:
            yield Permission("change-formation")

    def out_of_turn(self, taken: ActionTaken) -> bool:
        """Whether it is a free shot, taken in answer to an enemy's move."""
        return taken.action == "ranged-fire" and taken.answers.get("free-shot") == "yes"

    def shows_whose(self, taken: ActionTaken) -> bool:
        """Actions are, and cards that are played."""
        return bool(taken.action) and (_plays(taken) or self.cost(taken) > 0)

    def follows(self, turn: TurnSoFar, unit: str) -> Mapping[str, str]:
        """Whether the unit about to act took the action before as well, whether it fires for no
        action: guns under an Artillery Barrage, as long as the turn lasts, and whoever answers the
        enemy by a Reserve Fire; and a card that the hand is known to hold."""
        last = self._last_to_act(turn)
        free = self._barrages_left(turn, unit) or (turn.is_the_enemy_s and self._reserves(turn) > 0)
        held = [key for key, number in _hand(turn).items() if number > 0]
        return {
            **({"card": held[0]} if held else {}),
            "acted-before": "yes" if last and last.unit == unit else "no",
            **({"free-shot": "yes"} if free else {}),
        }

    def forbids(self, turn: TurnSoFar, asked: ActionTaken, tables: Tables) -> Iterator[Held]:
        """An action more than the turn has left, or in the enemy's turn, and cards that nobody has
        played."""
        cost = self.cost(asked) if asked.side else 0
        if turn.is_the_enemy_s and cost:
            yield Held(f"{turn.whose}: of yours only a Reserve Fire answers it", army.SOURCE)
            return
        if turn.is_the_enemy_s and asked.side and _plays(asked):
            yield Held(f"{turn.whose}: cards are played in your own", CARDS)
        yield from self._again_at_once(turn, asked)
        yield from _not_held(turn, asked)
        yield from _not_in_play(turn, asked)
        spent = sum(one.answers.get("regroup") == "yes" for one in turn.actions)
        if asked.answers.get("regroup") == "yes" and spent >= _played(turn.actions, Card.REGROUP):
            yield Held("no Regroup has been played that would make it free", CARDS, ends=False)
        if asked.side and self.out_of_turn(asked):
            yield from self._no_free_shot(turn, asked.unit)
        left, moves, whole = self._left(turn, tables)
        if cost > left and not (asked.action == "move" and moves):
            text = f"{counted(left, 'action')} of {whole} left this turn"
            yield Held(text if left else f"no action of {whole} is left this turn", army.SOURCE)

    def _again_at_once(self, turn: TurnSoFar, asked: ActionTaken) -> Iterator[Held]:
        """That the unit has just acted, or its side has just drawn, and it is said not to be so."""
        last, answers = self._last_to_act(turn), asked.answers
        denied = answers.get("acted-before") == "no" and self.cost(asked) > 0
        if last and last.unit == asked.unit and denied:
            text = f"{asked.unit} has just acted (entry {last.number})"
            told = f"{text}: another unit or another action comes between"
            yield Held(told, "Actions", last.number, ends=False)
        drew = turn.side.get("drew-before") == "yes" and answers.get("drew-before") == "no"
        if asked.action == "draw-card" and drew:
            text = "the side's last action drew a bonus card: another comes between"
            yield Held(text, CARDS, ends=False)

    def left(self, turn: TurnSoFar, tables: Tables) -> str:
        left, more, whole = self._left(turn, tables)
        moves = f", and {counted(more, 'more Move')}" if more else ""
        return f"{left} of {counted(whole, 'action')} left{moves}"

    def ledger(self, turn: TurnSoFar, tables: Tables) -> Iterator[str]:
        yield f"{self.left(turn, tables)}."
        if fogged := _played(turn.against, Card.FOG_OF_WAR):
            less = counted(fogged, "action")
            yield f"{Card.FOG_OF_WAR.title}, played by the enemy, has taken {less}."
        if (last := self._last_to_act(turn)) is not None and last.unit:
            waits = "another unit or another action comes before it acts again"
            yield f"{last.unit} acted last: {waits}."
        lasting = {key: 1 for key in terms.LASTING if turn.side.get(key) == "yes"}
        if standing := _titles({**lasting, **turn.copies.get("", {})}):
            yield f"{series(standing)} in play."
        for name in turn.units:
            if guards := _titles(turn.copies.get(name, {})):
                yield f"{series(guards)} on guard over {name}."

    def cost(self, taken: ActionTaken) -> int:
        """The actions that it cost: none under a card that makes it free or part of the one before,
        none for cards themselves and for what is only looked up.

        Double Time makes one action of an attack and of what the unit did just before; a card that
        is in play while another unit attacks waits.
        """
        if taken.action not in _COSTLY or taken.answers.get("regroup") == "yes":
            return 0
        if taken.action == "repair":
            return int(taken.answers.get("repairs", "1"))
        joined = taken.answers.get("double-time") == taken.answers.get("acted-before") == "yes"
        return 0 if joined or self.out_of_turn(taken) else 1

    def _left(self, turn: TurnSoFar, tables: Tables) -> tuple[int, int, int]:
        """The actions that are left, the Moves beyond them, and the actions of the whole turn."""
        cards = {card.name.lower(): _played(turn.actions, card) for card in _MORE_ACTIONS}
        fogged = _played(turn.against, Card.FOG_OF_WAR)
        whole = army.Turn(army.TurnForm(**cards, fog_of_war=fogged), tables).resolve()
        costly = [action for action in turn.actions if self.cost(action)]
        marched = min(sum(action.action == "move" for action in costly), whole.moves)
        left = max(whole.actions - sum(map(self.cost, costly)) + marched, 0)
        return left, whole.moves - marched, whole.actions

    def _free_shots(self, turn: TurnSoFar, unit: str) -> list[ActionTaken]:
        """Those that a unit has fired this turn."""
        return [one for one in turn.actions if one.unit == unit and self.out_of_turn(one)]

    def _barrages_left(self, turn: TurnSoFar, unit: str) -> int:
        """The free shots that Artillery Barrages leave a gun in its side's turn."""
        now = turn.unit(unit).now
        if turn.is_the_enemy_s or "artillery" not in now.get("unit", ""):
            return 0
        barrages = _played(turn.actions, Card.ARTILLERY_BARRAGE)
        return max(barrages - len(self._free_shots(turn, unit)), 0)

    def _reserves(self, turn: TurnSoFar) -> int:
        """The Reserve Fires that stand: played in the side's turn, for that of the enemy, each for
        one shot."""
        if turn.is_its_own:
            return 0
        barrages = _played(turn.actions, Card.ARTILLERY_BARRAGE)
        fired = [one.unit for one in turn.actions if self.out_of_turn(one)]
        used = sum(max(fired.count(unit) - barrages, 0) for unit in {*fired})
        return _played((*turn.earlier, *turn.actions), Card.RESERVE_FIRE) - used

    def _no_free_shot(self, turn: TurnSoFar, unit: str) -> Iterator[Held]:
        """That none is left: each Artillery Barrage gives each gun one in its side's turn, each
        Reserve Fire one unit in the enemy's, and where nobody says whose it is: which move it
        answers, the table knows."""
        if self._barrages_left(turn, unit) or self._reserves(turn) > 0:
            return
        fired = self._free_shots(turn, unit)
        is_barrage = turn.is_its_own and _played(turn.actions, Card.ARTILLERY_BARRAGE) > 0
        if fired:
            text = f"{unit} has fired for no action this turn (entry {fired[-1].number})"
            yield Held(text, CARDS, fired[-1].number)
        elif is_barrage:
            text = f"{unit} is no artillery, which alone an Artillery Barrage lets fire for nothing"
            yield Held(text, CARDS, ends=False)
        else:
            wanted = [] if turn.is_the_enemy_s else ["Artillery Barrage"]
            wanted += [] if turn.is_its_own else ["Reserve Fire"]
            text = f"no {' and no '.join(wanted)} has been played that would make it free"
            yield Held(text, CARDS, ends=False)

    def _last_to_act(self, turn: TurnSoFar) -> ActionTaken | None:
        """The last action that cost something, if a unit took it: a repair activates none, nor does
        a draw, whatever unit was picked when it was asked."""
        last = next((taken for taken in reversed(turn.actions) if self.cost(taken)), None)
        of_no_unit = {"repair", "draw-card", "draw-terrain"}
        return last if last and last.action not in of_no_unit else None


def _moves(unit: terms.Unit, tables: Tables) -> Iterator[Permission]:
    """The Moves of a unit with their points: those of infantry by its formation."""
    ways = [one.value for one in terms.Formation] if unit is terms.Unit.INFANTRY else [unit.value]
    for way in ways:
        if points := tables.points(f"move.points.{way}"):
            words = f"move: {counted(points, 'movement point')}"
            needs = {"formation": ("", way)} if unit is terms.Unit.INFANTRY else {}
            yield Permission("move", words, needs=needs)


def _not_in_play(turn: TurnSoFar, asked: ActionTaken) -> Iterator[Held]:
    """That a card is claimed which its side has not in play, or a guard which does not stand over
    the target: a card is played out of the hand before it serves."""
    if not asked.side or asked.action not in _COSTLY:
        return
    for key in (*terms.SPENT_AT_ONCE, *terms.LASTING):
        if asked.answers.get(key) == "yes" and turn.side.get(key) != "yes":
            name = Card(key).title.removesuffix("!")
            yield Held(f"no {name} is in play: play it out of the hand first", CARDS, ends=False)
    theirs = turn.facing.get(asked.target, {})
    for key in terms.GUARDS if theirs else ():
        if asked.answers.get(key) == "yes" and theirs.get(key) != "yes":
            text = f"no {Card(key).title} stands guard over {asked.target}"
            yield Held(f"{text}: its side has played none", CARDS, ends=False)


def _plays(taken: ActionTaken) -> bool:
    """Whether a card is played, and not put away."""
    return taken.action == "play-card" and taken.answers.get("discarded") != "yes"


def _played(actions: Iterable[ActionTaken], card: Card) -> int:
    """How many copies of a card were played, and not put away; a turn counts up to four."""
    return min(sum(_plays(one) and one.answers.get("card") == card.value for one in actions), 4)


def _titles(copies: Mapping[str, int]) -> list[str]:
    """The names of the cards in play, with how many there are of one that has been played twice."""
    return [f"{Card(k).title}{f' ({n} copies)' if n > 1 else ''}" for k, n in copies.items()]

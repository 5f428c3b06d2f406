"""Turns: a coin decides who has the first; in its four phases a formation acts as its last action
leaves it to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from calculator import forms, kinds
from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance
from calculator.rules.action import Action, Draws, Narration, Outcome, Place, Severity
from calculator.rules.cannonade.terms import Terrain
from calculator.rules.phrases import counted, shown
from calculator.rules.tables import Tables
from calculator.rules.turns import ActionTaken, Held, Once, Permission, TurnLaw, TurnSoFar


class PhasedTurn(TurnLaw):
    """Cannonade, march, melee, rally."""

    alternates = True
    source = phases_source = "1-Cannonade Phase to 4-Rally Phase"
    phases = {f"{key} phase": {key} for key in ("cannonade", "march", "melee", "rally")}

    once = {"turn-order": Once("the coin was flipped for the turn order", "Set-piece battle")}

    def initiative(self, turn: TurnSoFar, sides: Mapping[str, str]) -> str:
        flipped = turn.once[-1] if turn.once else ActionTaken()
        if flipped.side not in sides:
            return ""
        callers = flipped.outcome.get("callers")
        return next((key for key in sides if (key == flipped.side) is callers), "")

    def phase_of(self, taken: ActionTaken) -> int | None:
        """Routers and prisoners move as a melee ends, by the hand of the enemy, in any phase."""
        moved = taken.answers.get("mover") in {"routers", "prisoners"}
        return None if moved else super().phase_of(taken)

    def permits(self, taken: ActionTaken, tables: Tables) -> Iterator[Permission]:
        """What its ruling says; who has gone as far as it moves in a turn marches no more, but for
        the prisoners that it escorts."""
        marched = taken.answers.get("mover", "") if taken.action == "march" else ""
        left = tables.points(f"move.{marched}") - _hexes(taken.earlier, marched) if marched else 0
        for key in taken.may:
            if key == "rally":
                yield Permission(key, "rally routers, if any are next to it")
            elif key != "march":
                yield Permission(key)
            elif left > 0:
                yield Permission(key, f"march: {counted(left, 'hex', 'hexes')} left")
        escorts = taken.answers.get("prisoners", "0") != "0"
        if marched not in {"", "prisoners"} and left <= 0 and escorts:
            yield Permission("march", "march of its prisoners", {"mover": "prisoners"})

    def forbids(self, turn: TurnSoFar, asked: ActionTaken, tables: Tables) -> Iterable[Held]:
        """Only men rally whom a melee, or a panic, has made to rout; nobody moves farther in two
        marches than in one; the coin falls before anything else of the turn."""
        taken = (*turn.actions, *turn.theirs)
        done = [one.number for one in taken if self.phase_of(one) is not None]
        if asked.action == "turn-order" and done:
            text = f"the turn has begun (entry {min(done)}): the coin falls before that"
            yield Held(text, "Set-piece battle", min(done))
        if asked.action == "march" and asked.unit and asked.answers:
            own = [one for one in turn.actions if one.unit == asked.unit]
            mover, path = asked.answers["mover"], asked.answers["path"].split(", ")
            gone, move = _hexes(own, mover), tables.points(f"move.{mover}")
            entire = mover == "cavalry" and {*path} != {Terrain.CLEAR.value}
            if gone and (gone + len(path) > move or entire):
                text = f"{asked.unit} has entered {gone} of {counted(move, 'hex', 'hexes')}"
                last = [one.number for one in own if one.action == "march"][-1]
                yield Held(f"{text} this turn (entry {last})", "March phase", last)
        if asked.action == "rally" and asked.side:
            routing = int(turn.side.get("routing", "0"))
            if int(asked.answers.get("routing-men", "0")) > routing:
                text = f"{counted(routing, 'man', 'men')} of this side rout"
                yield Held(text, "Rally Table", ends=False)


def _hexes(taken: Iterable[ActionTaken], mover: str) -> int:
    """The hexes that a formation, or those it has with it, entered by its marches."""
    marched = (one for one in taken if (one.action, one.answers.get("mover")) == ("march", mover))
    return sum(int(one.outcome.get("entered", 0)) for one in marched)


COIN: Final = "coin"
SOURCE: Final = "Set-piece battle"


class Coin(kinds.Word):
    """The two faces of the coin."""

    HEADS = "heads"
    TAILS = "tails"


class TurnOrderForm(forms.Form):
    """What one side calls."""

    call: Coin = forms.choice(Coin, "Your call", source=SOURCE)
    """Called right, your side has the first turn; called wrong, the enemy."""


class FirstTurn(Outcome):
    """Whether the side that called has the first turn."""

    callers: bool

    @property
    def label(self) -> str:
        return "your side goes first" if self.callers else "the enemy goes first"


class TurnOrder(Action[TurnOrderForm, FirstTurn]):
    """Flip a coin to see which side has the first turn."""

    key = "turn-order"
    source = SOURCE
    severity = Severity[FirstTurn](lambda o: o.callers)
    speaks_of = {"army": ("your side",), "enemy-army": ("the enemy",)}
    place = Place.BUTTON

    def resolve(self, chance: Chance) -> FirstTurn:
        return FirstTurn(chance.draw(Distribution.uniform(Coin), COIN) is self.form.call)

    def narrate(self, drawn: FirstTurn, draws: Draws) -> Narration:
        how = f"Called {self.form.call}; the coin fell {shown(draws, COIN)}."
        return Narration(f"{drawn.label.capitalize()}.", (), (how,))

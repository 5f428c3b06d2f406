"""Turns: a coin decides who has the first; in its four phases a formation acts as its last action
leaves it to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs

from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance
from calculator.forms import Form, choice
from calculator.kinds import Word
from calculator.rules.action import Action, Draws, Narration, Place, Severity
from calculator.rules.phrases import counted, shown
from calculator.rules.tables import Tables
from calculator.rules.turns import ActionTaken, Held, Phase, TurnLaw, TurnSoFar

_MOVED_BY_THE_ENEMY: Final = frozenset({"routers", "prisoners"})
"""Who moves as a melee ends, by the hand of the enemy, whatever the phase."""


class PhasedTurn(TurnLaw):
    """Cannonade, march, melee, rally."""

    alternates = True
    source = phases_source = "1-Cannonade Phase to 4-Rally Phase"
    phases = (
        Phase("cannonade phase", frozenset({"cannonade"})),
        Phase("march phase", frozenset({"march"})),
        Phase("melee phase", frozenset({"melee"})),
        Phase("rally phase", frozenset({"rally"})),
    )

    def phase_of(self, taken: ActionTaken) -> int | None:
        moved = taken.answers.get("mover") in _MOVED_BY_THE_ENEMY
        return None if moved else super().phase_of(taken)

    def forbids(self, turn: TurnSoFar, asked: ActionTaken, tables: Tables) -> Iterable[Held]:
        """Only men rally whom a melee, or a panic, has made to rout."""
        if asked.action == "rally" and asked.side:
            routing = int(turn.side.get("routing", "0"))
            if int(asked.answers.get("routing-men", "0")) > routing:
                yield Held(f"{counted(routing, 'man', 'men')} of this side rout", "Rally Table")


TURN: Final = PhasedTurn()


COIN: Final = "coin"
SOURCE: Final = "Set-piece battle"


class Coin(Word):
    """The two faces of the coin."""

    HEADS = "heads"
    TAILS = "tails"


@attrs.frozen(kw_only=True)
class TurnOrderForm(Form):
    """What one side calls."""

    call: Coin = choice(
        Coin,
        "Your call",
        source=SOURCE,
        help="Called right, your side has the first turn; called wrong, the enemy.",
    )


@attrs.frozen
class FirstTurn:
    """Whether the side that called has the first turn."""

    callers: bool

    @property
    def label(self) -> str:
        return "your side goes first" if self.callers else "the enemy goes first"


class TurnOrder(Action[TurnOrderForm, FirstTurn]):
    """Flip a coin to see which side has the first turn."""

    key = "turn-order"
    source = SOURCE
    severity = Severity[FirstTurn](lambda outcome: outcome.callers)
    place = Place.BUTTON
    mnemonic = "c"

    def resolve(self, chance: Chance) -> FirstTurn:
        """One flip of a fair coin."""
        return FirstTurn(chance.draw(Distribution.uniform(Coin), COIN) is self.form.call)

    def narrate(self, drawn: FirstTurn, draws: Draws) -> Narration:
        """Who goes first, and how the coin fell."""
        how = f"Called {self.form.call}; the coin fell {shown(draws, COIN)}."
        return Narration(f"{drawn.label.capitalize()}.", (), (how,))

"""The coin that decides turn order."""

from __future__ import annotations

from typing import Final

import attrs

from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance
from calculator.forms import Form, choice
from calculator.kinds import Word
from calculator.rules.action import Action, Draws, Narration, Place, Severity
from calculator.rules.phrases import shown

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

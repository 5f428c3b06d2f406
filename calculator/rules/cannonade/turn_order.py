"""The coin that decides turn order."""

from __future__ import annotations

from typing import Any, Final

import attrs

from calculator.chance.distribution import Distribution
from calculator.chance.procedure import Procedure, single
from calculator.forms import Form, choice
from calculator.kinds import Word
from calculator.rules.action import Draws, Narration, Place, Severity
from calculator.rules.aftermath import Aftermath
from calculator.rules.declared import declared
from calculator.rules.phrases import shown
from calculator.rules.tables import Tables

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
        default=Coin.HEADS,
        mnemonic="y",
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


def procedure(form: TurnOrderForm, _: Tables) -> Procedure[Any, FirstTurn]:
    """One flip of a fair coin."""
    coin = Distribution.uniform(Coin)
    return single(lambda chance: FirstTurn(chance.draw(coin, COIN) is form.call))


def narrate(form: TurnOrderForm, outcome: FirstTurn, draws: Draws, _: Tables) -> Narration:
    """Who goes first, and how the coin fell."""
    how = f"Called {form.call}; the coin fell {shown(draws, COIN)}."
    return Narration(f"{outcome.label.capitalize()}.", (), (how,))


TURN_ORDER: Final = declared(
    key="turn-order",
    label="Turn order",
    help="Flip a coin to see which side has the first turn.",
    source=SOURCE,
    form=TurnOrderForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(lambda outcome: outcome.callers),
    place=Place.BUTTON,
    aftermath=lambda form, outcome: Aftermath(),
    mnemonic="c",
)

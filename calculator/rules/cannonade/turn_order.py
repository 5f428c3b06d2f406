"""The coin that decides turn order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import attrs

from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance, Draw
from calculator.chance.resolution import Resolution, single
from calculator.forms import Form, choice
from calculator.kinds import Word
from calculator.rules.system import Action, Place, Words
from calculator.rules.tables import Tables
from calculator.rules.telling import shown

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
        mnemonic="c",
        source=SOURCE,
        help="Called right, your side has the first turn; called wrong, the enemy.",
    )


@attrs.frozen
class First:
    """Whether the side that called has the first turn."""

    callers: bool

    @property
    def label(self) -> str:
        return "your side goes first" if self.callers else "the enemy goes first"


def resolution(form: TurnOrderForm, _: Tables) -> Resolution[Any, First]:
    """One flip of a fair coin."""

    def flip(chance: Chance) -> First:
        return First(chance.draw(Distribution.uniform(Coin), COIN) is form.call)

    return single(flip)


def words(form: TurnOrderForm, outcome: First, draws: Sequence[Draw], _: Tables) -> Words:
    """Who goes first, and how the coin fell."""
    headline = f"{outcome.label.capitalize()}."
    return Words(headline, (), (f"Called {form.call}; the coin fell {shown(draws, COIN)}.",))


TURN_ORDER: Final = Action(
    key="turn-order",
    label="Turn order",
    help="Flip a coin to see which side has the first turn.",
    source=SOURCE,
    form=TurnOrderForm,
    resolution=resolution,
    words=words,
    severity=lambda outcome: outcome.callers,
    place=Place.BUTTON,
    mnemonic="c",
)

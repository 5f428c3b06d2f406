"""Drawing a bonus card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from calculator.chance.distribution import Distribution
from calculator.chance.interface import Draw
from calculator.chance.resolution import Resolution, single
from calculator.errors import Refusal
from calculator.forms import Form, whole, yes_no
from calculator.rules.gods_of_war.cards.deck import EFFECTS, SOURCE, Card, asked_deck
from calculator.rules.gods_of_war.cards.stacks import Stack, size
from calculator.rules.system import Action, Measure, Words
from calculator.rules.tables import Tables
from calculator.rules.telling import counted

CARD: Final = "card"


@attrs.frozen(kw_only=True)
class DrawCardForm(Form):
    """A deck, and the hand that the card comes to."""

    deck: Stack[Card] = asked_deck()
    hand: int = whole(
        0,
        12,
        "Cards in hand",
        default=0,
        unit="cards",
        mnemonic="h",
        source=SOURCE,
        help="Cards held already. A hand holds 4; playing or discarding one costs no action.",
    )
    drew_before: bool = yes_no(
        "Drew just before",
        mnemonic="j",
        source=SOURCE,
        help="The action before this one also drew a bonus card: another must come between.",
    )


@attrs.frozen
class Drawn:
    """The card drawn."""

    card: Card

    @property
    def label(self) -> str:
        return self.card.title


def refusals(form: DrawCardForm, tables: Tables) -> Iterator[Refusal]:
    """A full hand, or two draws in a row."""
    most = tables.points("cards.hand")
    if form.hand >= most:
        held = counted(most, "card")
        yield Refusal(f"a hand holds {held}: play or discard one first, at no cost", SOURCE)
    if form.drew_before:
        yield Refusal("no two bonus cards are drawn in a row: act otherwise between", SOURCE)


def resolution(form: DrawCardForm, _: Tables) -> Resolution[Any, Drawn]:
    """One card, each in the deck being equally likely."""
    return single(lambda chance: Drawn(chance.draw(Distribution(form.deck), CARD)))


def words(form: DrawCardForm, outcome: Drawn, _: Sequence[Draw], tables: Tables) -> Words:
    """The card, what it does, and what is left."""
    card, left = outcome.card, size(form.deck) - 1
    how = (f"{counted(size(form.deck), 'card')} in the deck, {left or 'none'} now.",)
    if card is Card.NOTHING:
        return Words("You Get Nothing.", ("Discard it.",), how)
    most = counted(tables.points("cards.hand"), "card")
    hand = f"Take it into your hand: {form.hand + 1} of {most}."
    stop = "" if card.title.endswith("!") else "."
    return Words(f"You draw {card.title}{stop}", (hand, EFFECTS[card]), how)


DRAW_CARD: Final = Action(
    key="draw-card",
    label="Draw a bonus card",
    help="One card from the deck that you state, unless your hand is full or you drew just before.",
    source=SOURCE,
    form=DrawCardForm,
    resolution=resolution,
    words=words,
    severity=lambda outcome: -list(Card).index(outcome.card),
    refusals=refusals,
    measures=(Measure("nothing", "you get nothing", lambda outcome: outcome.card is Card.NOTHING),),
    mnemonic="d",
)

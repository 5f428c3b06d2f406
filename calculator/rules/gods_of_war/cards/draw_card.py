"""Drawing a bonus card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from calculator.chance.distribution import Distribution
from calculator.chance.interface import Draw
from calculator.chance.procedure import Procedure, single
from calculator.errors import Refusal
from calculator.forms import Form, parse_form, texts, yes_no
from calculator.rules.aftermath import Aftermath
from calculator.rules.gods_of_war.cards.deck import EFFECTS, SOURCE, Card, asked_deck, asked_hand
from calculator.rules.gods_of_war.cards.stacks import Stack, size, without
from calculator.rules.phrases import counted
from calculator.rules.system import Action, Beneficiary, Measure, Narration, Severity
from calculator.rules.tables import Tables

CARD: Final = "card"


@attrs.frozen(kw_only=True)
class DrawCardForm(Form):
    """A deck, and the hand that the card comes to."""

    deck: Stack[Card] = asked_deck()
    hand: int = asked_hand()
    drew_before: bool = yes_no(
        "Drew just before",
        mnemonic="j",
        source=SOURCE,
        help="The action before this one also drew a bonus card: another must come between.",
    )


@attrs.frozen
class CardDrawn:
    """The card drawn."""

    card: Card

    @property
    def label(self) -> str:
        return self.card.title


def refusals(form: DrawCardForm, tables: Tables) -> Iterator[Refusal]:
    """An empty deck, a full hand, or two draws in a row."""
    if not form.deck:
        yield Refusal("no card is left in the deck", SOURCE)
    most = tables.points("cards.hand")
    if form.hand >= most:
        held = counted(most, "card")
        yield Refusal(f"a hand holds {held}: play or discard one first, at no cost", SOURCE)
    if form.drew_before:
        yield Refusal("no two bonus cards are drawn in a row: act otherwise between", SOURCE)


def procedure(form: DrawCardForm, _: Tables) -> Procedure[Any, CardDrawn]:
    """One card, each in the deck being equally likely."""
    return single(lambda chance: CardDrawn(chance.draw(Distribution(form.deck), CARD)))


def after_draw(form: DrawCardForm, outcome: CardDrawn) -> Aftermath:
    """The deck without the card; the hand with it, if there is anything to hold."""
    left = attrs.evolve(
        form,
        deck=without(form.deck, [outcome.card]),
        hand=form.hand + (outcome.card is not Card.NOTHING),
        drew_before=True,
    )
    shown = texts(left)
    return Aftermath(side={key: shown[key] for key in ("deck", "hand", "drew-before")})


def narrate(form: DrawCardForm, outcome: CardDrawn, _: Sequence[Draw], tables: Tables) -> Narration:
    """The card, what it does, and what is left."""
    left = parse_form(DrawCardForm, after_draw(form, outcome).side)
    card = outcome.card
    how = (f"{counted(size(form.deck), 'card')} in the deck, {size(left.deck) or 'none'} now.",)
    if card is Card.NOTHING:
        return Narration("You Get Nothing.", ("Discard it.",), how)
    most = counted(tables.points("cards.hand"), "card")
    hand = f"Take it into your hand: {left.hand} of {most}."
    stop = "" if card.title.endswith("!") else "."
    return Narration(f"You draw {card.title}{stop}", (hand, EFFECTS[card]), how)


DRAW_CARD: Final = Action(
    key="draw-card",
    label="Draw a bonus card",
    help="One card from the deck that you state, unless your hand is full or you drew just before.",
    source=SOURCE,
    form=DrawCardForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(lambda outcome: -list(Card).index(outcome.card), Beneficiary.NOBODY),
    refusals=refusals,
    measures=(Measure("nothing", "you get nothing", lambda outcome: outcome.card is Card.NOTHING),),
    aftermath=after_draw,
    mnemonic="d",
)

"""Bonus cards: drawing and playing one, and how many hoped for will come."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import comb
from typing import Final

from calculator import forms, kinds
from calculator.chance import distribution, interface
from calculator.errors import Fault, Refusal
from calculator.rules.action import Action, Aftermath, Draws, Measure, Narration, Outcome, Severity
from calculator.rules.gods_of_war import stacks, terms
from calculator.rules.gods_of_war.terms import Card
from calculator.rules.modifiers import answers
from calculator.rules.phrases import counted, span

SOURCE: Final = "Bonus cards"
ASKED: Final = forms.Heading("", SOURCE)

DECK: Final = stacks.asked_stack(
    Card,
    "Deck",
    "all, you-get-nothing 4; or charge 2, rout 1",
    source=SOURCE,
    help="The cards still in the deck. The rules do not list them: type yours, or keep one of "
    "each card and one You Get Nothing.",
)


asked_hand: Final = partial(
    ASKED.entry,
    kinds.Whole(0, 12, "cards"),
    "Cards in hand",
    help="Cards held already. A hand holds 4; playing or discarding one costs no action.",
)


class DrawCardForm(forms.Form):
    """A deck, and the hand that the card comes to."""

    deck: stacks.Stack[Card] = DECK
    hand: int = asked_hand()
    drew_before: bool = ASKED.yes_no("Drew just before")
    """The action before this one also drew a bonus card: another must come between."""


class CardDrawn(Outcome):
    """The card drawn."""

    card: Card

    @property
    def label(self) -> str:
        return self.card.title


class DrawCard(Action[DrawCardForm, CardDrawn]):
    "Draw one card from your deck, unless your hand is full or you drew just before."

    key = "draw-card"
    label = "Draw a bonus card"
    source = SOURCE
    severity = Severity[CardDrawn](lambda o: -o.card.rank)
    measures = (
        Measure("nothing", "you get nothing", lambda o: o.card is Card.NOTHING, unwanted=True),
    )
    modifiers = tuple(answers(DrawCardForm, "deck"))

    def refusals(self) -> Iterator[Refusal]:
        if not self.form.deck:
            yield Refusal("no card is left in the deck", SOURCE)
        most = self.tables.points("cards.hand")
        if self.form.hand >= most:
            held = counted(most, "card")
            yield Refusal(f"a hand holds {held}: play or discard one first, at no cost", SOURCE)
        if self.form.drew_before:
            yield Refusal("no two bonus cards are drawn in a row: act otherwise between", SOURCE)

    def resolve(self, chance: interface.Chance) -> CardDrawn:
        return CardDrawn(chance.draw(distribution.Distribution(self.form.deck), "card"))

    def left(self, drawn: CardDrawn) -> DrawCardForm:
        """The deck without the card; the hand with it, if there is anything to hold."""
        return self.form.but(
            deck=stacks.without(self.form.deck, [drawn.card]),
            hand=self.form.hand + (drawn.card is not Card.NOTHING),
            drew_before=True,
        )

    def after(self, drawn: CardDrawn) -> Aftermath:
        return Aftermath(side=forms.texts(self.left(drawn)))

    def narrate(self, drawn: CardDrawn, draws: Draws) -> Narration:
        left, card = self.left(drawn), drawn.card
        cards, now = counted(stacks.size(self.form.deck), "card"), stacks.size(left.deck) or "none"
        how = (f"{cards} in the deck, {now} now.",)
        if card is Card.NOTHING:
            return Narration("You Get Nothing.", ("Discard it.",), how)
        most = counted(self.tables.points("cards.hand"), "card")
        hand = f"Take it into your hand: {left.hand} of {most}."
        return Narration(f"{drawn.label} drawn.", (hand, card.meaning), how)


class PlayCardForm(forms.Form):
    """A card out of the hand."""

    card: Card = ASKED.choice(Card, default=Card.HEROIC_DEFENCE)
    """The card played. It stays in play until it has served or its time is over."""
    hand: int = asked_hand(default=1)
    discarded: bool = ASKED.yes_no()
    """The card is put away with no effect, to make room for another."""


class CardPlayed(Outcome):
    """The card that has left the hand, and whether it takes effect."""

    card: Card
    discarded: bool

    @property
    def label(self) -> str:
        return f"{self.card.title} {'discarded' if self.discarded else 'played'}"


class PlayCard(Action[PlayCardForm, CardPlayed]):
    """Play a card out of your hand, or discard it; neither costs an action."""

    key = "play-card"
    label = "Play a card"
    source = SOURCE
    severity = Severity[CardPlayed](lambda o: o.card.rank)
    modifiers = tuple(answers(PlayCardForm, "card", "discarded"))

    def refusals(self) -> Iterator[Refusal]:
        if self.form.card is Card.NOTHING:
            yield Refusal("You Get Nothing is no card that a hand can hold", SOURCE)
        if not self.form.hand:
            yield Refusal("there is no card in the hand", SOURCE)
        most = self.tables.points("cards.hand")
        if self.form.hand > most and not self.form.discarded:
            held = f"a hand holds {counted(most, 'card')}, not {self.form.hand}"
            yield Refusal(f"{held}: discard down to that first, at no cost", SOURCE)

    def resolve(self, chance: interface.Chance) -> CardPlayed:
        return CardPlayed(self.form.card, self.form.discarded)

    def after(self, drawn: CardPlayed) -> Aftermath:
        """The hand without the card; the card in play on its unit or, as most, on its side. Only
        cards that some action asks about are in play."""
        asked = {*terms.SPENT_AT_ONCE, *terms.LASTING, *terms.GUARDS}
        playing = {drawn.card.value} & asked if not drawn.discarded else ()
        in_play, hand = dict.fromkeys(playing, "yes"), {"hand": str(self.form.hand - 1)}
        if drawn.card in {Card.ENTRENCH, Card.HEROIC_DEFENCE}:
            return Aftermath(in_play, side=hand, may=terms.UNIT_ACTIONS)
        return Aftermath(side=hand | in_play, may=terms.UNIT_ACTIONS)

    def narrate(self, drawn: CardPlayed, draws: Draws) -> Narration:
        card = self.form.card
        hand = f"{counted(self.form.hand - 1, 'card').capitalize()} left in the hand."
        if drawn.discarded:
            return Narration(f"{drawn.label}.", (hand,))
        until = "It ends with your turn, if it has not been spent before."
        if card is Card.FOG_OF_WAR:
            until = "It ends with that turn."
        elif card.value in terms.GUARDS or card is Card.RESERVE_FIRE:
            until = "It stands guard until it has served, or the enemy's turn is over."
        return Narration(f"{drawn.label}.", (card.meaning, until, hand))


class WantedForm(forms.Form):
    """A deck, the cards hoped for, and how many are drawn."""

    deck: stacks.Stack[Card] = DECK
    wanted: tuple[Card, ...] = ASKED.entry(
        stacks.list_kind(Card, "charge, rout"), "Cards wanted", default=(Card.CHARGE,)
    )
    """The cards you hope for: any of them will do."""
    draws: int = ASKED.entry(kinds.Whole(1, 99, "cards"), default=3)
    """Cards that you draw, one after another. A turn of 6 actions has room for 3, since no two
    draws are made in a row."""

    def faults(self) -> Iterator[Fault]:
        cards = stacks.size(self.deck)
        if not cards:
            yield Fault("deck", "no card is left in it", "one card or more")
        elif self.draws > cards:
            yield Fault("draws", f"the deck holds {counted(cards, 'card')}", span(1, cards))

    @property
    def wanted_in_deck(self) -> int:
        """How many of the cards in the deck are wanted."""
        return sum(number for card, number in self.deck if card in self.wanted)


class WantedDrawn(Outcome):
    """How many of the cards drawn were wanted."""

    wanted: int

    @property
    def label(self) -> str:
        return f"{counted(self.wanted, 'wanted card')} drawn"


class WantedCards(Action[WantedForm, WantedDrawn]):
    "How likely you are to draw the cards you hope for."

    key = "wanted-cards"
    source = SOURCE
    severity = Severity[WantedDrawn](lambda o: o.wanted)
    measures = (Measure("any", "a wanted card comes", lambda o: o.wanted > 0),)
    modifiers = tuple(answers(WantedForm))

    def resolve(self, chance: interface.Chance) -> WantedDrawn:
        """Draws without putting back: of all hands of that size, those with so many wanted."""
        wanted, draws = self.form.wanted_in_deck, self.form.draws
        others = stacks.size(self.form.deck) - wanted
        hands = (
            (came, comb(wanted, came) * comb(others, draws - came))
            for came in range(min(wanted, draws) + 1)
        )
        odds = distribution.Distribution((came, weight) for came, weight in hands if weight)
        return WantedDrawn(chance.draw(odds, "wanted cards"))

    def narrate(self, drawn: WantedDrawn, draws: Draws) -> Narration:
        form, cards = self.form, stacks.size(self.form.deck)
        how = [f"Wanted cards in the deck: {form.wanted_in_deck} of {cards}."]
        if form.draws > 1:
            actions = f"{form.draws} draws take {2 * form.draws - 1} actions"
            how.append(f"{actions}, since no two come in a row.")
        return Narration(f"{drawn.label.capitalize()}.", (), how)

    def after(self, drawn: WantedDrawn) -> Aftermath:
        return Aftermath(may=terms.UNIT_ACTIONS)

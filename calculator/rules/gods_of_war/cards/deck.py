"""The bonus cards, what each does, and drawing one from the deck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs

from calculator.chance.distribution import Distribution
from calculator.chance.procedure import Procedure, single
from calculator.errors import Refusal
from calculator.forms import Form, parse_form, texts, whole, yes_no
from calculator.kinds import Word
from calculator.rules.aftermath import Aftermath
from calculator.rules.gods_of_war.cards.stacks import Stack, asked_stack, size, without
from calculator.rules.phrases import counted
from calculator.rules.system import Action, Beneficiary, Draws, Measure, Narration, Severity
from calculator.rules.tables import Tables

SOURCE: Final = "Bonus cards"


class Card(Word):
    """The 21 bonus cards, and the draw that brings none."""

    SWIFT_MARCH = "swift-march"
    CHARGE = "charge"
    VOLLEY_FIRE = "volley-fire"
    FORCED_MARCH = "forced-march"
    RALLY = "rally"
    AMBUSH = "ambush"
    ENTRENCH = "entrench"
    FOG_OF_WAR = "fog-of-war"
    FLANKING_MOVE = "flanking-move"
    ARTILLERY_BARRAGE = "artillery-barrage"
    REGROUP = "regroup"
    SUPPLY_RUN = "supply-run"
    BOLD_ADVANCE = "bold-advance"
    RESERVE_FIRE = "reserve-fire"
    ENGINEERS = "engineers"
    SKIRMISHER_SCREEN = "skirmisher-screen"
    HEROIC_DEFENCE = "heroic-defence"
    DOUBLE_TIME = "double-time"
    CANNON_BLAST = "cannon-blast"
    ROUT = "rout"
    INSPIRED_COMMAND = "inspired-command"
    NOTHING = "you-get-nothing"

    @property
    def title(self) -> str:
        """The name as printed on the card."""
        words = (word if word == "of" else word.capitalize() for word in self.value.split("-"))
        return " ".join(words) + ("!" if self in _SHOUTED else "")


_SHOUTED: Final = frozenset({Card.CHARGE, Card.RALLY, Card.ROUT})


def ended(sentence: str) -> str:
    """A sentence with its stop, unless it ends with the name of a card that is shouted."""
    return sentence if sentence.endswith("!") else f"{sentence}."


EFFECTS: Final[Mapping[Card, str]] = {
    Card.SWIFT_MARCH: "One more Move this turn.",
    Card.CHARGE: "Cavalry attacks with 2 more strength this turn.",
    Card.VOLLEY_FIRE: "The next artillery attack has double the normal dice.",
    Card.FORCED_MARCH: "One unit moves up to twice its normal movement.",
    Card.RALLY: "A friendly unit gets back 1 figure.",
    Card.AMBUSH: "An attack ignores the terrain penalty.",
    Card.ENTRENCH: "A unit has 1 more die in defence this turn.",
    Card.FOG_OF_WAR: "The enemy has 1 action less in its next turn.",
    Card.FLANKING_MOVE: "One more action at once.",
    Card.ARTILLERY_BARRAGE: "All artillery fires without spending actions this turn.",
    Card.REGROUP: "A unit changes formation without spending an action.",
    Card.SUPPLY_RUN: "Two units get back 1 figure each.",
    Card.BOLD_ADVANCE: "Infantry in line or column has 2 more movement this turn.",
    Card.RESERVE_FIRE: "A free shot in answer to an enemy move.",
    Card.ENGINEERS: "Two terrain tiles are placed this turn in place of one.",
    Card.SKIRMISHER_SCREEN: "Light cavalry blocks one ranged attack this turn.",
    Card.HEROIC_DEFENCE: "A unit ignores its first loss in combat.",
    Card.DOUBLE_TIME: "An infantry unit moves and attacks in one action.",
    Card.CANNON_BLAST: "The next attack of an artillery unit has 2 more dice.",
    Card.ROUT: "An enemy unit that loses a combat retreats 1 hex.",
    Card.INSPIRED_COMMAND: "One more action this turn, up to 7.",
    Card.NOTHING: "No effect, and nothing to hold.",
}

DECK: Final = asked_stack(
    Card,
    "Deck",
    "all, you-get-nothing 4; or charge 2, rout 1",
    mnemonic="d",
    source=SOURCE,
    help="The cards still to be drawn. The text does not list its deck: state yours, or leave "
    "it at one of each card and one You Get Nothing.",
)


def asked_hand(default: int = 0) -> int:
    """How many cards the side holds."""
    return whole(
        0,
        12,
        "Cards in hand",
        default=default,
        unit="cards",
        mnemonic="h",
        source=SOURCE,
        help="Cards held already. A hand holds 4; playing or discarding one costs no action.",
    )


@attrs.frozen(kw_only=True)
class DrawCardForm(Form):
    """A deck, and the hand that the card comes to."""

    deck: Stack[Card] = DECK
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
    return single(lambda chance: CardDrawn(chance.draw(Distribution(form.deck), "card")))


def after_draw(form: DrawCardForm, outcome: CardDrawn) -> Aftermath:
    """The deck without the card; the hand with it, if there is anything to hold."""
    left = attrs.evolve(
        form,
        deck=without(form.deck, [outcome.card]),
        hand=form.hand + (outcome.card is not Card.NOTHING),
        drew_before=True,
    )
    return Aftermath(side=texts(left))


def narrate(form: DrawCardForm, outcome: CardDrawn, _: Draws, tables: Tables) -> Narration:
    """The card, what it does, and what is left."""
    left = parse_form(DrawCardForm, after_draw(form, outcome).side)
    card = outcome.card
    how = (f"{counted(size(form.deck), 'card')} in the deck, {size(left.deck) or 'none'} now.",)
    if card is Card.NOTHING:
        return Narration("You Get Nothing.", ("Discard it.",), how)
    most = counted(tables.points("cards.hand"), "card")
    hand = f"Take it into your hand: {left.hand} of {most}."
    return Narration(ended(f"You draw {card.title}"), (hand, EFFECTS[card]), how)


DRAW_CARD: Final = Action(
    key="draw-card",
    label="Draw a bonus card",
    help="One card from the deck that you state, unless your hand is full or you drew just before.",
    source=SOURCE,
    form=DrawCardForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(lambda outcome: -outcome.card.rank, Beneficiary.NOBODY),
    refusals=refusals,
    measures=(Measure("nothing", "you get nothing", lambda outcome: outcome.card is Card.NOTHING),),
    aftermath=after_draw,
    mnemonic="d",
)

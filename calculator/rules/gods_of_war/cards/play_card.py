"""Playing or discarding a card, which never costs an action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from calculator.chance.procedure import settled
from calculator.errors import Refusal
from calculator.forms import Form, choice, yes_no
from calculator.rules.aftermath import Aftermath
from calculator.rules.gods_of_war.cards.deck import EFFECTS, SOURCE, Card, asked_hand, ended
from calculator.rules.gods_of_war.in_play import GUARDS, LASTING, SPENT_AT_ONCE, UNIT_ACTIONS
from calculator.rules.phrases import counted
from calculator.rules.system import Action, Beneficiary, Draws, Narration, Severity
from calculator.rules.tables import Tables

ON_A_UNIT: Final = frozenset({Card.ENTRENCH, Card.HEROIC_DEFENCE})
"""Guards of the one unit that they are played on; the rest serve a whole side."""

_ASKED: Final = frozenset({*SPENT_AT_ONCE, *LASTING, *GUARDS})
"""Cards that some action asks about: in play they answer for themselves."""


@attrs.frozen(kw_only=True)
class PlayCardForm(Form):
    """A card out of the hand."""

    card: Card = choice(
        Card,
        "Card",
        default=Card.HEROIC_DEFENCE,
        mnemonic="c",
        source=SOURCE,
        help="The card played. It stays in play until it has served or its time is over.",
    )
    hand: int = asked_hand(default=1)
    discarded: bool = yes_no(
        "Discarded",
        mnemonic="d",
        source=SOURCE,
        help="The card is put away with no effect, to make room for another.",
    )


@attrs.frozen
class CardPlayed:
    """The card that has left the hand, and whether it takes effect."""

    card: Card
    discarded: bool

    @property
    def label(self) -> str:
        return f"{self.card.title} {'discarded' if self.discarded else 'played'}"


def refusals(form: PlayCardForm, _: Tables) -> Iterator[Refusal]:
    """What is no card, and a hand that holds none."""
    if form.card is Card.NOTHING:
        yield Refusal("You Get Nothing is no card that a hand can hold", SOURCE)
    if not form.hand:
        yield Refusal("there is no card in the hand", SOURCE)


def after_play(form: PlayCardForm, outcome: CardPlayed) -> Aftermath:
    """The hand without the card; the card in play on its unit or its side."""
    key = outcome.card.value
    in_play = {key: "yes"} if key in _ASKED and not outcome.discarded else {}
    on_unit = outcome.card in ON_A_UNIT
    return Aftermath(
        actor=in_play if on_unit else {},
        side={"hand": str(form.hand - 1)} | ({} if on_unit else in_play),
        may=UNIT_ACTIONS,
    )


def narrate(form: PlayCardForm, outcome: CardPlayed, _: Draws, __: Tables) -> Narration:
    """What the card does, for how long, and what is left in the hand."""
    left = after_play(form, outcome)
    hand = f"{counted(int(left.side['hand']), 'card').capitalize()} left in the hand."
    if outcome.discarded:
        return Narration(f"You discard {form.card.title.removesuffix('!')}.", (hand,))
    steps = (EFFECTS[form.card], _until(form.card), hand)
    return Narration(ended(f"You play {form.card.title}"), steps)


def _until(card: Card) -> str:
    """How long a card stays in play."""
    if card is Card.FOG_OF_WAR:
        return "It ends with that turn."
    if card.value in GUARDS or card is Card.RESERVE_FIRE:
        return "It stands guard until it has served, or the enemy's turn is over."
    return "It ends with your turn, if it has not been spent before."


PLAY_CARD: Final = Action(
    key="play-card",
    label="Play a card",
    help="Play a card out of your hand, or discard it; neither costs an action.",
    source=SOURCE,
    form=PlayCardForm,
    procedure=lambda form, _: settled(CardPlayed(form.card, form.discarded)),
    narration=narrate,
    severity=Severity(lambda outcome: outcome.card.rank, Beneficiary.NOBODY),
    refusals=refusals,
    aftermath=after_play,
    mnemonic="y",
)

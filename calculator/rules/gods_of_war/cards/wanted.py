"""How many of the cards hoped for come in some draws."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Any, Final

import attrs

from calculator.chance.distribution import Distribution
from calculator.chance.procedure import Procedure, single
from calculator.errors import Fault
from calculator.forms import Form, entry, whole
from calculator.rules.aftermath import Aftermath
from calculator.rules.gods_of_war.cards.deck import DECK, SOURCE, Card
from calculator.rules.gods_of_war.cards.stacks import Stack, list_kind, size
from calculator.rules.gods_of_war.in_play import UNIT_ACTIONS
from calculator.rules.phrases import counted, span
from calculator.rules.system import Action, Beneficiary, Draws, Measure, Narration, Severity
from calculator.rules.tables import Tables


@attrs.frozen(kw_only=True)
class WantedForm(Form):
    """A deck, the cards hoped for, and how many are drawn."""

    deck: Stack[Card] = DECK
    wanted: tuple[Card, ...] = entry(
        list_kind(Card, "charge, rout"),
        "Cards wanted",
        default=(Card.CHARGE,),
        mnemonic="w",
        source=SOURCE,
        help="The cards you hope for: any of them will do.",
    )
    draws: int = whole(
        1,
        99,
        "Draws",
        default=3,
        unit="cards",
        mnemonic="m",
        source=SOURCE,
        help="Cards that you draw, one after another. A turn of 6 actions has room for 3, since no "
        "two draws are made in a row.",
    )

    def faults(self) -> Iterator[Fault]:
        """No more draws than there are cards."""
        cards = size(self.deck)
        if not cards:
            yield Fault("deck", "no card is left in it", "one card or more")
        elif self.draws > cards:
            yield Fault("draws", f"the deck holds {counted(cards, 'card')}", span(1, cards))

    @property
    def wanted_in_deck(self) -> int:
        """How many of the cards in the deck are wanted."""
        return sum(number for card, number in self.deck if card in self.wanted)


@attrs.frozen
class WantedDrawn:
    """How many of the cards drawn were wanted."""

    wanted: int

    @property
    def label(self) -> str:
        return f"{counted(self.wanted, 'wanted card')} drawn"


def procedure(form: WantedForm, _: Tables) -> Procedure[Any, WantedDrawn]:
    """Draws without putting back: of all hands of that size, those with so many wanted cards."""
    wanted = form.wanted_in_deck
    others = size(form.deck) - wanted
    hands = (
        (came, comb(wanted, came) * comb(others, form.draws - came))
        for came in range(min(wanted, form.draws) + 1)
    )
    odds = Distribution((came, weight) for came, weight in hands if weight)
    return single(lambda chance: WantedDrawn(chance.draw(odds, "wanted cards")))


def narrate(form: WantedForm, outcome: WantedDrawn, _: Draws, __: Tables) -> Narration:
    """How many came, and from what."""
    deck = f"{_wanted_of(form.wanted_in_deck, size(form.deck), 'card in the deck')}."
    if form.draws == 1:
        return Narration(
            f"The card drawn is {'' if outcome.wanted else 'not '}wanted.", (), (deck,)
        )
    turns = f"{form.draws} draws take {2 * form.draws - 1} actions, since no two come in a row."
    return Narration(f"{_wanted_of(outcome.wanted, form.draws, 'card drawn')}.", (), (deck, turns))


def _wanted_of(wanted: int, number: int, what: str) -> str:
    """How many of some cards are wanted: 2 of the 22 cards in the deck are wanted."""
    cards = counted(number, what, what.replace("card", "cards"))
    which = f"The {cards}" if wanted == number == 1 else f"{wanted or 'None'} of the {cards}"
    return f"{which} {'is' if wanted <= 1 else 'are'} wanted"


WANTED_CARDS: Final = Action(
    key="wanted-cards",
    label="Wanted cards",
    help="How many of the cards you hope for come in some draws from the deck that you state.",
    source=SOURCE,
    form=WantedForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(lambda outcome: outcome.wanted, Beneficiary.NOBODY),
    measures=(Measure("any", "a wanted card comes", lambda outcome: outcome.wanted > 0),),
    aftermath=lambda form, outcome: Aftermath(may=UNIT_ACTIONS),
    mnemonic="w",
)

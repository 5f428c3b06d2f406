"""The bonus cards, what each does, and the deck they are drawn from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from calculator.forms import entry, whole
from calculator.kinds import Word
from calculator.rules.gods_of_war.cards.stacks import one_of_each, stack_kind

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


def asked_deck() -> Any:
    """The cards that may still be drawn."""
    return entry(
        stack_kind(Card, "all, you-get-nothing 4; or charge 2, rout 1"),
        "Deck",
        default=one_of_each(Card),
        mnemonic="d",
        source=SOURCE,
        help="The cards still to be drawn. The text does not list its deck: state yours, or leave "
        "it at one of each card and one You Get Nothing.",
    )


def asked_hand(default: int = 0) -> Any:
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

"""A battalion as an order of battle lists it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from calculator.forms import Form, entry
from calculator.rules.revolutionary_wars import fields
from calculator.rules.revolutionary_wars.terms import CardName
from calculator.rules.tables import Tables


@attrs.frozen(kw_only=True)
class Unit(Form):
    """A battalion, squadron or battery: the card it goes by, and its platoons."""

    card: CardName = fields.card(help="The battalion card that this battalion goes by.")
    platoons: int = entry(
        fields.PLATOONS,
        default=6,
        source="Your Army, Platoons",
        help="Its platoons when the battle begins.",
    )


ROLES: Final[Mapping[str, Mapping[str, str | tuple[str, ...]]]] = {
    "actor": {
        "card": "battalion",
        "platoons": "platoons",
        "order": "order",
        "formation": "formation",
        "formation-units": "battalions",
        "other-formations": "other-brigades",
    },
    "target": {
        "card": "enemy",
        "platoons": ("enemy-platoons", "guns"),
        "order": "enemy-order",
        "formation": "enemy-formation",
    },
    "friend": {
        "card": "skirmishers",
        "platoons": "skirmish-platoons",
        "platoons-lost": "lost",
    },
    "beyond": {
        "card": "fresh",
        "platoons": "fresh-platoons",
        "order": "fresh-order",
        "formation": "fresh-formation",
    },
}
"""What a battalion fills in; its order and formation are what the table or a duel makes of it."""


def at_most(unit: Mapping[str, str], _: Tables) -> Mapping[str, int]:
    """Platoons that are lost do not come back."""
    return {"platoons": int(unit["platoons"])}

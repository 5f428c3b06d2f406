"""A battalion as an order of battle lists it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from calculator.forms import Form
from calculator.rules.revolutionary_wars import fields
from calculator.rules.revolutionary_wars.terms import CardName


@attrs.frozen(kw_only=True)
class Unit(Form):
    """A battalion, squadron or battery: its card, and its platoons if not the card's number."""

    card: CardName = fields.card(
        "Card", CardName.LINE, help="The battalion card that this battalion goes by."
    )
    platoons: int | None = fields.platoons("Platoons")


ROLES: Final[Mapping[str, Mapping[str, str]]] = {
    "actor": {"card": "battalion", "platoons": "platoons"},
    "target": {"card": "enemy", "platoons": "enemy-platoons"},
}

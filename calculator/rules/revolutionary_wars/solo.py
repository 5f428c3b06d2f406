"""The battalions that a form speaks of, with their cards under the tables in force."""

from __future__ import annotations

from calculator.rules.revolutionary_wars.battalion import Battalion, told_apart
from calculator.rules.revolutionary_wars.cards import Card
from calculator.rules.revolutionary_wars.forms import FacedBattalion, OrderedBattalion
from calculator.rules.tables import Tables


def acting(form: OrderedBattalion, tables: Tables, name: str = "") -> Battalion:
    """The battalion that acts."""
    card = Card(form.battalion, tables)
    platoons = form.platoons or card.platoons
    return Battalion(name or card.name.battalion, card, form.formation, form.order, platoons)


def acting_upon(
    form: FacedBattalion, tables: Tables, roles: tuple[str, str]
) -> tuple[Battalion, Battalion]:
    """The battalion that acts and its enemy, named by their roles if they share a card."""
    names = told_apart([(roles[0], form.battalion.battalion), (roles[1], form.enemy.battalion)])
    card = Card(form.enemy, tables)
    enemy = Battalion(
        names[1],
        card,
        form.enemy_formation,
        form.enemy_order,
        form.enemy_platoons or card.platoons,
    )
    return acting(form, tables, names[0]), enemy

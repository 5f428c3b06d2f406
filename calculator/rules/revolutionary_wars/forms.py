"""The forms that actions build on, and the battalions that they describe."""

from __future__ import annotations

import attrs

from calculator.forms import Form
from calculator.rules.revolutionary_wars import fields
from calculator.rules.revolutionary_wars.battalion import Battalion, distinct_names, named
from calculator.rules.revolutionary_wars.cards import Card
from calculator.rules.revolutionary_wars.terms import CardName, Formation, Order
from calculator.rules.tables import Tables


@attrs.frozen(kw_only=True)
class OrderedBattalion(Form):
    """The battalion that acts, in an action to which only its card and its order matter."""

    battalion: CardName = fields.own_card(
        default=CardName.FRENCH_LINE,
        help="The card of the battalion that acts.",
    )
    order: Order = fields.order(group="Battalion")

    formation = Formation.ATTACK_COLUMN
    near_general = False
    """What does not matter where it is not asked."""

    @property
    def platoons(self) -> int | None:
        """Any number will do where it is not asked."""
        return None


@attrs.frozen(kw_only=True)
class CountedBattalion(OrderedBattalion):
    """The battalion that acts, in an action to which its formation does not matter."""

    platoons: int | None = fields.platoons(group="Battalion")


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class OneBattalion(CountedBattalion):
    """The battalion that acts, or that is asked about."""

    formation: Formation = fields.own_formation(default=Formation.ATTACK_COLUMN)


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class FacedBattalion(OneBattalion):
    """The battalion that acts and the enemy it faces, whose order does not matter."""

    enemy: CardName = fields.enemy()
    enemy_formation: Formation = fields.enemy_formation()
    enemy_platoons: int | None = fields.enemy_platoons()

    enemy_order = Order.SOLID
    enemy_near_general = False
    """What does not matter where it is not asked."""

    def names(self, roles: tuple[str, str]) -> tuple[str, ...]:
        """What both are called: by their roles if they share a card."""
        both = (self.battalion.battalion, self.enemy.battalion)
        return distinct_names(list(zip(roles, both, strict=True)))


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class TwoBattalions(FacedBattalion):
    """The battalion that acts and the enemy it acts upon."""

    enemy_order: Order = fields.order(group="Enemy")


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class FightingBattalions(TwoBattalions):
    """A charging battalion and the enemy in a melee."""

    fighting: int | None = fields.fighting(
        "Platoons fighting",
        source="Charge Action, 4. Melee, Chargers Roll to Hit",
        help="Front-rank platoons with an enemy in front of them, or beside such a platoon; at "
        "most the whole front rank. Worked out from formations and base sizes, the middle of one "
        "side against that of the other.",
        group="Battalion",
    )
    enemy_fighting: int | None = fields.fighting(
        "Enemy platoons fighting",
        source="Charge Action, 4. Melee, Enemy Rolls to Hit",
        help="Platoons in front of a charging platoon, or adjacent to such a platoon; if it "
        "countercharged, at most its front rank. Worked out like those of the chargers.",
        group="Enemy",
    )
    enemy_corner: int = fields.corner(
        "Struck on the corner",
        help="Front-rank platoons of the enemy that are contacted on a corner: they strike back "
        "with their Strike to Flank.",
        group="Enemy",
    )


def fielded(
    name: CardName,
    tables: Tables,
    formation: Formation,
    order: Order,
    platoons: int | None,
    near_general: bool,
) -> Battalion:
    """A battalion called by its card, at the full strength of that unless platoons are counted."""
    card = Card(name, tables)
    platoons = platoons or card.platoons
    return Battalion(name.battalion, card, formation, order, platoons, near_general)


def acting(form: OrderedBattalion, tables: Tables) -> Battalion:
    """The battalion that acts."""
    return fielded(
        form.battalion, tables, form.formation, form.order, form.platoons, form.near_general
    )


def acting_upon(
    form: FacedBattalion, tables: Tables, roles: tuple[str, str]
) -> tuple[Battalion, Battalion]:
    """The battalion that acts and its enemy, named by their roles if they share a card."""
    enemy = fielded(
        form.enemy,
        tables,
        form.enemy_formation,
        form.enemy_order,
        form.enemy_platoons,
        form.enemy_near_general,
    )
    (charger,), (enemy,) = named([acting(form, tables)], [enemy], roles=roles)
    return charger, enemy


def fighting_battalions(
    form: FightingBattalions, tables: Tables, roles: tuple[str, str]
) -> tuple[Battalion, Battalion]:
    """A charging battalion and its enemy, with the platoons that a player counted."""
    charger, enemy = acting_upon(form, tables, roles)
    return (
        attrs.evolve(charger, fighting=form.fighting),
        attrs.evolve(enemy, fighting=form.enemy_fighting, corner=form.enemy_corner),
    )

"""The parts that forms share: the battalion that acts, and the one it acts upon.

Keys are the same in every action, so that a unit of an order of battle fills in the same fields.
Mnemonic letters in lower case are the battalion's, their capitals the enemy's.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

import attrs

from calculator.forms import Form, choice, entry, whole, yes_no
from calculator.kinds import Optional
from calculator.numbers import Measure
from calculator.rules.revolutionary_wars.cards import MOST_PLATOONS
from calculator.rules.revolutionary_wars.terms import CardName, Formation, Order

AS_CARD: Final = "card"
"""The word for a battalion at the full strength of its card."""

WORKED_OUT: Final = "worked-out"
FAR: Final = "far"
TABLE: Final = 96
"""Inches; no table is longer."""


GROUPS: Final = ("Battalion", "Enemy", "Ground", "Afterwards", "Fresh battalion", "Odds")
"""The order in which groups of fields stand on any form."""


LEADING: Final = ("battalion", "formation", "order", "platoons")
"""The fields that come first in their group."""


def by_group(_: type, attributes: list[Any]) -> list[Any]:
    """Keep the fields of a group together, also those that forms inherit from one another."""

    def place(one: Any) -> tuple[int, int]:
        name = one.name.removeprefix("enemy_").removeprefix("fresh_")
        leading = LEADING.index(name) if name in LEADING else len(LEADING)
        group = GROUPS.index(one.metadata["field"]["group"])
        return group, -1 if one.name in {"enemy", "fresh"} else leading

    return sorted(attributes, key=place)


def card(label: str, default: CardName, **told: Any) -> Any:
    """A battalion card by name."""
    return choice(CardName, label, default=default, source="Battalion Cards", **told)


def formation(label: str, default: Formation, **told: Any) -> Any:
    """A formation."""
    return choice(
        Formation,
        label,
        default=default,
        source="Formations",
        help="Line, double line (light and skirmish infantry), skirmish line, march column, attack "
        "column or square. A double skirmish line is asked as a skirmish line.",
        **told,
    )


def order(label: str, default: Order = Order.SOLID, **told: Any) -> Any:
    """A degree of order."""
    return choice(
        Order,
        label,
        default=default,
        source="Order & Disorder",
        help="Solid troops re-roll failures, Shattered troops successes; Shaken ones neither.",
        **told,
    )


def platoons(label: str, **told: Any) -> Any:
    """Platoons now on the table."""
    return whole(
        1,
        MOST_PLATOONS,
        label,
        default=None,
        blank=AS_CARD,
        unit="platoons",
        source="Your Army, Platoons",
        help="How many platoons are left on the table; `card` for the full strength of the card.",
        **told,
    )


def near_general(label: str, **told: Any) -> Any:
    """Whether a general is near enough for re-rolls."""
    return yes_no(
        label,
        source="Scattering Platoons; Running off the Table; Reform Action",
        help="The brigade or divisional general is within 6 inches: failed Rally from Rout and "
        "Reform rolls are rolled again.",
        **told,
    )


def soft_ground(**told: Any) -> Any:
    """Whether the charge crosses ground that takes its shock away."""
    return yes_no(
        "Soft ground",
        group="Ground",
        mnemonic="s",
        source="Charge Action, Soft Ground",
        help="The charge crosses soft ground or deep snow: it has no shock.",
        **told,
    )


def hold(default: bool = False, **told: Any) -> Any:
    """Whether a player wants no pursuit."""
    return yes_no(
        "Hold back from pursuit",
        default=default,
        group="Afterwards",
        mnemonic="h",
        source="Charge Action, Controlling Pursuit",
        help="The battalion's player does not want to pursue and rolls to control it.",
        **told,
    )


def platoons_fighting(label: str, source: str, help: str, **told: Any) -> Any:
    """How many platoons roll to hit in the first melee."""
    return whole(
        1,
        MOST_PLATOONS,
        label,
        default=None,
        blank=WORKED_OUT,
        unit="platoons",
        source=source,
        help=help,
        **told,
    )


def edge(label: str, help: str, **told: Any) -> Any:
    """A distance to the edge of the table."""
    return entry(
        Optional(Measure(Fraction(0), Fraction(TABLE)), FAR),
        label,
        default=None,
        source="Running off the Table; Pursuing off the Table",
        help=help,
        **told,
    )


@attrs.frozen(kw_only=True)
class OrderedBattalion(Form):
    """The battalion that acts, in an action to which only its card and its order matter."""

    battalion: CardName = card(
        "Battalion",
        CardName.FRENCH_LINE,
        help="The card of the battalion that acts.",
        group="Battalion",
        mnemonic="b",
    )
    order: Order = order("Order", group="Battalion", mnemonic="o")

    @property
    def formation(self) -> Formation:
        """Any will do where it is not asked."""
        return Formation.ATTACK_COLUMN

    @property
    def platoons(self) -> int | None:
        """Any number will do where it is not asked."""
        return None


@attrs.frozen(kw_only=True)
class CountedBattalion(OrderedBattalion):
    """The battalion that acts, in an action to which its formation does not matter."""

    platoons: int | None = platoons("Platoons", group="Battalion", mnemonic="l")


@attrs.frozen(kw_only=True, field_transformer=by_group)
class OneBattalion(CountedBattalion):
    """The battalion that acts, or that is asked about."""

    formation: Formation = formation(
        "Formation", Formation.ATTACK_COLUMN, group="Battalion", mnemonic="f"
    )


def enemy(**told: Any) -> Any:
    """The card of the other side."""
    return card(
        "Enemy",
        CardName.BRITISH_LINE,
        help="The card of the battalion acted upon.",
        group="Enemy",
        mnemonic="B",
        **told,
    )


def enemy_formation(**told: Any) -> Any:
    """The formation of the other side."""
    return formation("Enemy formation", Formation.LINE, group="Enemy", mnemonic="F", **told)


def enemy_platoons(**told: Any) -> Any:
    """The platoons of the other side."""
    return platoons("Enemy platoons", group="Enemy", mnemonic="L", **told)


@attrs.frozen(kw_only=True, field_transformer=by_group)
class FacedBattalion(OneBattalion):
    """The battalion that acts and the enemy it faces, whose order does not matter."""

    enemy: CardName = enemy()
    enemy_formation: Formation = enemy_formation()
    enemy_platoons: int | None = enemy_platoons()

    @property
    def enemy_order(self) -> Order:
        """Any will do where it is not asked."""
        return Order.SOLID


@attrs.frozen(kw_only=True, field_transformer=by_group)
class TwoBattalions(FacedBattalion):
    """The battalion that acts and the enemy it acts upon."""

    enemy_order: Order = order("Enemy order", group="Enemy", mnemonic="O")


@attrs.frozen(kw_only=True, field_transformer=by_group)
class FightingBattalions(TwoBattalions):
    """A charging battalion and the enemy in a melee."""

    fighting: int | None = platoons_fighting(
        "Platoons fighting",
        "Charge Action, 4. Melee, Chargers Roll to Hit",
        "Front-rank platoons with an enemy in front of them, or beside such a platoon; at most the "
        "whole front rank. Worked out from formations and base sizes, the middle of one side "
        "against that of the other.",
        group="Battalion",
    )
    enemy_fighting: int | None = platoons_fighting(
        "Enemy platoons fighting",
        "Charge Action, 4. Melee, Enemy Rolls to Hit",
        "Platoons in front of a charging platoon, or adjacent to such a platoon; if it "
        "countercharged, at most its front rank. Worked out like those of the chargers.",
        group="Enemy",
    )

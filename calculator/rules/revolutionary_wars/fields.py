"""The fields that forms share, of the battalion that acts and the one it acts upon.

Keys are the same in every action, so that a unit of an order of battle fills in the same fields.
Mnemonic letters in lower case are the battalion's, their capitals the enemy's.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from calculator.forms import choice, entry, whole, yes_no
from calculator.kinds import Length, Optional
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


def card(label: str, default: CardName, **metadata: Any) -> Any:
    """A battalion card by name."""
    return choice(CardName, label, default=default, source="Battalion Cards", **metadata)


def formation(label: str, default: Formation, **metadata: Any) -> Any:
    """A formation."""
    return choice(
        Formation,
        label,
        default=default,
        source="Formations",
        help="Line, double line (light and skirmish infantry), skirmish line, march column, attack "
        "column or square. A double skirmish line is asked as a skirmish line.",
        **metadata,
    )


def order(label: str, default: Order = Order.SOLID, **metadata: Any) -> Any:
    """A degree of order."""
    return choice(
        Order,
        label,
        default=default,
        source="Order & Disorder",
        help="Solid troops re-roll failures, Shattered troops successes; Shaken ones neither.",
        **metadata,
    )


def platoons(label: str, **metadata: Any) -> Any:
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
        **metadata,
    )


def near_general(label: str, **metadata: Any) -> Any:
    """Whether a general is near enough for re-rolls."""
    return yes_no(
        label,
        source="Scattering Platoons; Running off the Table; Reform Action",
        help="The brigade or divisional general is within 6 inches: failed Rally from Rout and "
        "Reform rolls are rolled again.",
        **metadata,
    )


def soft_ground(mnemonic: str = "s", **metadata: Any) -> Any:
    """Whether the charge crosses ground that takes its shock away."""
    return yes_no(
        "Soft ground",
        group="Ground",
        mnemonic=mnemonic,
        source="Charge Action, Soft Ground",
        help="The charge crosses soft ground or deep snow: it has no shock.",
        **metadata,
    )


def hold(default: bool = False, mnemonic: str = "h", **metadata: Any) -> Any:
    """Whether a player wants no pursuit."""
    return yes_no(
        "Hold back from pursuit",
        default=default,
        group="Afterwards",
        mnemonic=mnemonic,
        source="Charge Action, Controlling Pursuit",
        help="The battalion's player does not want to pursue and rolls to control it.",
        **metadata,
    )


def platoons_fighting(label: str, source: str, help: str, **metadata: Any) -> Any:
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
        **metadata,
    )


def edge(label: str, help: str, **metadata: Any) -> Any:
    """A distance to the edge of the table."""
    return entry(
        Optional(Length(Fraction(0), Fraction(TABLE)), FAR),
        label,
        default=None,
        source="Running off the Table; Pursuing off the Table",
        help=help,
        **metadata,
    )


def enemy(**metadata: Any) -> Any:
    """The card of the other side."""
    return card(
        "Enemy",
        CardName.BRITISH_LINE,
        help="The card of the battalion acted upon.",
        group="Enemy",
        mnemonic="B",
        **metadata,
    )


def enemy_formation(**metadata: Any) -> Any:
    """The formation of the other side."""
    return formation("Enemy formation", Formation.LINE, group="Enemy", mnemonic="F", **metadata)


def enemy_platoons(**metadata: Any) -> Any:
    """The platoons of the other side."""
    return platoons("Enemy platoons", group="Enemy", mnemonic="L", **metadata)

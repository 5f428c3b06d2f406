"""The fields that forms share, of the battalion that acts and the one it acts upon: keys are the
same in every action, so that a unit of an order of battle fills in the same fields.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any, Final

from calculator.forms import Heading, choice, entry, yes_no
from calculator.kinds import Length, Optional, Whole
from calculator.rules.revolutionary_wars import terms

WORKED_OUT: Final = "worked-out"
TABLE: Final = 96
"""Inches; no table is longer."""

GROUPS: Final = ("Battalion", "Enemy", "Ground", "Afterwards", "Fresh battalion", "Odds")
"""The order in which groups of fields stand on any form."""

BATTALION, ENEMY, GROUND, AFTERWARDS, FRESH, ODDS = map(Heading, GROUPS)

LEADING: Final = ("enemy", "fresh", "battalion", "formation", "order", "platoons", "aim")
"""The fields that come first in their group."""


def by_group(_: type, attributes: list[Any]) -> list[Any]:
    """Keep the fields of a group together, also those that forms inherit from one another."""

    def place(one: Any) -> tuple[int, int]:
        name = one.name.removeprefix("enemy_").removeprefix("fresh_")
        leading = LEADING.index(name) if name in LEADING else len(LEADING)
        return GROUPS.index(one.metadata["field"]["group"]), leading

    return sorted(attributes, key=place)


PLATOONS: Final = Whole(1, terms.MOST_PLATOONS, "platoons")
PLATOONS_OR_NONE: Final = Whole(0, terms.MOST_PLATOONS, "platoons")

card: Final = partial(choice, terms.CardName, source="Battalion Cards")

formation: Final = partial(
    choice,
    terms.Formation,
    source="Formations",
    help="Line, double line (light and skirmish infantry), skirmish line, march column, attack "
    "column or square. For a double skirmish line choose skirmish line.",
)
own_formation: Final = partial(formation, group="Battalion")

order: Final = partial(
    choice,
    terms.Order,
    source="Order & Disorder",
    help="Solid troops re-roll failures, Shattered troops successes; Shaken ones neither.",
)

platoons: Final = partial(
    entry,
    Optional(PLATOONS, "card"),
    source="Your Army, Platoons",
    help="How many platoons are left on the table; `card` for the full strength of the card.",
)

fighting: Final = partial(entry, Optional(PLATOONS, WORKED_OUT))
"""How many platoons roll to hit in the first melee."""

corner: Final = partial(
    entry, PLATOONS_OR_NONE, source="Charge Action, 4. Melee, Enemy Rolls to Hit"
)
"""How many platoons are struck on a corner."""

near_general: Final = partial(
    yes_no,
    source="Scattering Platoons; Running off the Table; Reform Action",
    help="The brigade or divisional general is within 6 inches: failed Rally from Rout and "
    "Reform rolls are rolled again.",
)
own_general: Final = partial(near_general, "General near", group="Battalion")
enemy_near_general: Final = partial(near_general, "Enemy general near", group="Enemy")

soft_ground: Final = partial(
    GROUND.yes_no,
    source="Charge Action, Soft Ground",
    help="The charge crosses soft ground or deep snow: it has no shock.",
)

hold: Final = partial(
    AFTERWARDS.yes_no,
    "Hold back from pursuit",
    source="Charge Action, Controlling Pursuit",
    help="The battalion's player does not want to pursue and rolls to control it.",
)

contact: Final = partial(
    choice, terms.Contact, source="Charge Action, Charged in the Flank; Clipped by a Charge"
)

obstacle: Final = partial(
    choice, terms.Obstacle, source="Charge Action, Defending Obstacles; Defending a Building"
)

ON_TABLE: Final = Length(Fraction(0), Fraction(TABLE))

edge: Final = partial(
    GROUND.entry, Optional(ON_TABLE, "far"), source="Running off the Table; Pursuing off the Table"
)
"""A distance to the edge of the table."""

enemy: Final = partial(
    ENEMY.choice,
    terms.CardName,
    source="Battalion Cards",
    default=terms.CardName("british-line"),
    help="The card of the enemy battalion.",
)

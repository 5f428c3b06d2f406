"""The fields that forms share, of the battalion that acts and the one it acts upon.

Keys are the same in every action, so that a unit of an order of battle fills in the same fields.
Mnemonic letters in lower case are the battalion's, their capitals the enemy's.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any, Final

from calculator.forms import Heading, choice, entry, yes_no
from calculator.kinds import Length, Optional, Whole
from calculator.rules.revolutionary_wars.battalion import Contact, Obstacle
from calculator.rules.revolutionary_wars.cards import MOST_PLATOONS
from calculator.rules.revolutionary_wars.terms import CardName, Formation, Order

WORKED_OUT: Final = "worked-out"
TABLE: Final = 96
"""Inches; no table is longer."""


GROUPS: Final = ("Battalion", "Enemy", "Ground", "Afterwards", "Fresh battalion", "Odds")
"""The order in which groups of fields stand on any form."""

BATTALION, ENEMY, GROUND, AFTERWARDS, FRESH, ODDS = map(Heading, GROUPS)
"""The headings of most of them."""


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


card: Final = partial(choice, CardName, source="Battalion Cards")
"""A battalion card by name."""

formation: Final = partial(
    choice,
    Formation,
    source="Formations",
    help="Line, double line (light and skirmish infantry), skirmish line, march column, attack "
    "column or square. For a double skirmish line choose skirmish line.",
)
"""A formation."""

own_formation: Final = partial(formation, group="Battalion")
"""The formation of the battalion that acts."""

order: Final = partial(
    choice,
    Order,
    source="Order & Disorder",
    help="Solid troops re-roll failures, Shattered troops successes; Shaken ones neither.",
)
"""A degree of order."""

PLATOONS: Final = Whole(1, MOST_PLATOONS, "platoons")
"""A number of platoons."""

platoons: Final = partial(
    entry,
    Optional(PLATOONS, "card"),
    source="Your Army, Platoons",
    help="How many platoons are left on the table; `card` for the full strength of the card.",
)
"""Platoons now on the table."""

fighting: Final = partial(entry, Optional(PLATOONS, WORKED_OUT))
"""How many platoons roll to hit in the first melee."""

corner: Final = partial(
    entry, Whole(0, MOST_PLATOONS, "platoons"), source="Charge Action, 4. Melee, Enemy Rolls to Hit"
)
"""How many platoons are struck on a corner."""

near_general: Final = partial(
    yes_no,
    source="Scattering Platoons; Running off the Table; Reform Action",
    help="The brigade or divisional general is within 6 inches: failed Rally from Rout and "
    "Reform rolls are rolled again.",
)
"""Whether a general is near enough for re-rolls."""

enemy_near_general: Final = partial(near_general, "Enemy general near", group="Enemy")
"""Whether the other side's is."""

firing_range: Final = partial(
    GROUND.inches, 0, TABLE, default=3, source="Shoot Action, 2. Roll to Hit"
)
"""How far off the target of a volley is."""

concealed: Final = partial(
    GROUND.yes_no,
    source="Shoot Action, Concealed Target",
    help="The target is within or behind tall or short terrain: 1 more to hit. Skirmishers "
    "ignore terrain within 2 inches of themselves.",
)
"""Whether terrain conceals the target of a volley."""

hill: Final = partial(
    GROUND.yes_no,
    source="Shoot Action, Target on a Hill",
    help="The target stands on a hill: 1 more to hit.",
)
"""Whether the target of a volley stands on a hill."""

soft_ground: Final = partial(
    yes_no,
    group="Ground",
    source="Charge Action, Soft Ground",
    help="The charge crosses soft ground or deep snow: it has no shock.",
)
"""Whether the charge crosses ground that takes its shock away."""

hold: Final = partial(
    yes_no,
    "Hold back from pursuit",
    group="Afterwards",
    source="Charge Action, Controlling Pursuit",
    help="The battalion's player does not want to pursue and rolls to control it.",
)
"""Whether a player wants no pursuit."""

contact: Final = partial(
    choice,
    Contact,
    source="Charge Action, Charged in the Flank; Clipped by a Charge",
)
"""Where a charge strikes."""

obstacle: Final = partial(
    choice,
    Obstacle,
    source="Charge Action, Defending Obstacles; Defending a Building",
)
"""What is defended."""

count_platoons: Final = partial(
    ODDS.yes_no, "Count platoons in the odds", source="designer's judgement"
)
"""Whether odds list numbers of platoons."""

edge: Final = partial(
    entry,
    Optional(Length(Fraction(0), Fraction(TABLE)), "far"),
    group="Ground",
    source="Running off the Table; Pursuing off the Table",
)
"""A distance to the edge of the table."""

own_card: Final = partial(card, group="Battalion")
"""The card of the battalion that acts."""

enemy: Final = partial(
    card, default=CardName.BRITISH_LINE, help="The card of the enemy battalion.", group="Enemy"
)
"""The card of the other side."""

enemy_formation: Final = partial(formation, group="Enemy")
"""The formation of the other side."""

enemy_platoons: Final = partial(platoons, group="Enemy")
"""The platoons of the other side."""

"""What is asked about shooting."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import attrs

from calculator.conditions import where
from calculator.kinds import Optional, Whole, Word
from calculator.rules.revolutionary_wars import fields, forms
from calculator.rules.revolutionary_wars.terms import CardName, Formation

SKIRMISHERS: Final = frozenset(
    card for card in CardName if card.value.endswith(("skirmish", "cossacks"))
)
"""The cards of skirmishers, on foot or mounted."""


class FireAs(Word):
    """How a battery shoots this turn."""

    CANNON = "cannon"
    HOWITZERS = "howitzers"


class ShootActions(Word):
    """How many consecutive Shoot Actions a battalion takes."""

    ONCE = "once"
    TWICE = "twice"


IS_WORKED_OUT: Final = where("swept", None)
"""The platoons in the swept ground follow from how both battalions stand."""
BY_CARD: Final = where("battalion", *SKIRMISHERS)
SKIRMISHES: Final = BY_CARD | where("formation", Formation.SKIRMISH_LINE)
"""Each platoon shoots at one platoon instead of sweeping ground."""


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class ShootForm(forms.TwoBattalions):
    """A battalion shoots at an enemy battalion in its swept ground."""

    formation: Formation = fields.own_formation(default=Formation.LINE)
    platoons: int | None = fields.platoons(group="Battalion", matters=IS_WORKED_OUT | SKIRMISHES)
    fire_as: FireAs = fields.BATTALION.choice(
        FireAs,
        source="Shoot Action, Artillery Fire as Cannon or Howitzer",
        help="A battery shoots as cannon or as howitzers, each with its own line on the card.",
        matters=where("battalion.is_artillery"),
    )
    shoots: ShootActions = fields.BATTALION.choice(
        ShootActions,
        source="Shoot Action, Multiple Shoot Actions",
        help="Once, or twice in two consecutive Shoot Actions. The second is against what the "
        "first left of the target.",
    )
    range: Fraction = fields.firing_range(
        help="Inches to the target. A range on the end of a band belongs to that band.",
    )
    swept: int | None = fields.ENEMY.entry(
        Optional(fields.PLATOONS, fields.WORKED_OUT),
        "Platoons in swept ground",
        source="Shoot Action, 1. Determine Target Platoons",
        help="The target's platoons in the swept ground and in sight; one die is rolled for each. "
        "Worked out from formations and base sizes, the middle of the shooters against that of the "
        "target. Ask again for each other battalion in the swept ground.",
    )
    flank: bool = fields.ENEMY.yes_no(
        "Shot at end on",
        source="Shoot Action, Check Swept Ground",
        help="The shooters face the target's flank, so that its ranks stand side by side before "
        "them and its line stretches away.",
        matters=IS_WORKED_OUT,
    )
    corners: bool = fields.BATTALION.yes_no(
        "Corners fire too",
        default=True,
        source="Shoot Action, Check Swept Ground, Squares",
        help="A square may also sweep the ground out to the diagonals of its corners; say no where "
        "friends stand there.",
        matters=IS_WORKED_OUT & where("formation", Formation.SQUARE) & ~BY_CARD,
    )
    start_platoons: int | None = fields.ENEMY.entry(
        Optional(fields.PLATOONS, "as-now"),
        "Enemy platoons at start",
        source="Shoot Action, 5. Disorder the Target",
        help="How many platoons the target had at the start of the turn: hits are measured against "
        "them.",
    )
    hits_before: int = fields.ENEMY.entry(
        Whole(0, 48, "hits"),
        source="Shoot Action, 5. Disorder the Target; Multiple Shoot Actions",
        help="Hits that the target has already received from other shooting this turn.",
    )
    concealed: bool = fields.concealed()
    hill: bool = fields.hill("On a hill")
    crossfire: bool = fields.GROUND.yes_no(
        source="Shoot Action, Crossfire",
        help="The target is in the swept ground of two battalions whose fronts form a right angle "
        "or more: failed rolls to hit are rolled again.",
    )
    fortified: bool = fields.GROUND.yes_no(
        source="Shoot Action, Re-Roll against Fortifications",
        help="The target is behind a wall, in a building or in a fortification: successful "
        "firepower rolls are rolled again, unless howitzers shoot.",
    )

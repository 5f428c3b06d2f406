"""What is asked about a charge."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import attrs

from calculator.errors import Fault
from calculator.forms import choice, entry, whole, yes_no
from calculator.kinds import Word
from calculator.rules.revolutionary_wars import fields, forms
from calculator.rules.revolutionary_wars.battalion import Resolve
from calculator.rules.revolutionary_wars.cards import MOST_PLATOONS
from calculator.rules.revolutionary_wars.charge.chase import Caught
from calculator.rules.revolutionary_wars.charge.others import Other, others
from calculator.rules.revolutionary_wars.terms import CAVALRY, CardName, Formation, Order

MOST_BATTALIONS: Final = 4
"""Battalions in one charge: with more, exact odds would take too long."""


class Contact(Word):
    """How a charge strikes a battalion."""

    FRONT = "front"
    FLANK = "flank"
    CLIPPED = "clipped"


class Obstacle(Word):
    """What the enemy defends."""

    NONE = "none"
    OBSTACLE = "obstacle"
    TALL_WALL = "tall-wall"
    BUILDING = "building"


class Beyond(Word):
    """What a pursuit, or cavalry that breaks through, runs into."""

    NOTHING = "nothing"
    FRESH_BATTALION = "fresh-battalion"


def _fresh(form: ChargeForm) -> bool:
    return form.beyond is Beyond.FRESH_BATTALION


def _fresh_pursued(form: ChargeForm) -> bool:
    """Whether the fresh enemy can be pursued: who has pursued already does not do so again."""
    return _fresh(form) and form.battalion in CAVALRY


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class EncounterForm(forms.FightingBattalions):
    """What a charge and a countercharge both ask."""

    enemy_near_general: bool = fields.near_general(
        "Enemy general near", group="Enemy", mnemonic="G"
    )
    soft_ground: bool = fields.soft_ground()
    edge: Fraction | None = fields.edge(
        "Table edge behind enemy",
        "Inches from the enemy to the edge of the table behind it, or `far`.",
        group="Ground",
    )
    own_edge: Fraction | None = fields.edge(
        "Table edge behind chargers",
        "Inches from where the chargers strike to the edge of the table behind them, or `far`.",
        group="Ground",
    )
    hold: bool = fields.hold()
    caught: Caught = choice(
        Caught,
        "Pursuit catches",
        default=Caught.WORKED_OUT,
        group="Afterwards",
        source="Charge Action, Catching the Enemy",
        help="Whether pursuers reach the broken enemy. Worked out, they do if their charge move is "
        "no shorter than its move in the open.",
    )
    count_platoons: bool = yes_no(
        "Count platoons in the odds",
        group="Odds",
        mnemonic="c",
        source="designer's judgement",
        help="List every number of platoons left as an outcome of its own. The result tells the "
        "losses in any case.",
    )


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class ChargeForm(EncounterForm):
    """Battalions charge enemy battalions."""

    also_charging: tuple[Other, ...] = entry(
        others(charged=False),
        "Also charging",
        default=(),
        group="Battalion",
        source="Charge Action, Multiple Battalions Charging",
        help="Further battalions that charge with this one, side by side to its left in the order "
        "written.",
    )
    contact: Contact = choice(
        Contact,
        "Charged in the",
        default=Contact.FRONT,
        group="Enemy",
        mnemonic="i",
        source="Charge Action, Charged in the Flank; Clipped by a Charge",
        help="Flank if the charge began on the enemy's flank and strikes it there; clipped if the "
        "enemy was caught up in a charge on another battalion without positive contact.",
    )
    resolve: Resolve = choice(
        Resolve,
        "Enemy's resolve",
        default=Resolve.TESTS,
        group="Enemy",
        mnemonic="w",
        source="Charge Action, Choosing to Break and Run",
        help="Whether the enemy tests to stand or chooses to break and run, at once or once a "
        "melee has been fought. Those who choose to run re-roll failed Rally from Rout rolls.",
    )
    also_charged: tuple[Other, ...] = entry(
        others(charged=True),
        "Also charged",
        default=(),
        group="Enemy",
        source="Charge Action, Charging Multiple Battalions",
        help="Further battalions that are charged, side by side with the enemy. Add flank, "
        "clipped, runs or general to one as need be.",
    )
    crossing: bool = yes_no(
        "Through terrain",
        group="Ground",
        mnemonic="u",
        source="Charge Action, Charging through Terrain",
        help="The charge starts in, goes into or through terrain. It disorders the chargers; "
        "cavalry platoons that fail their Charge Across Terrain are destroyed.",
    )
    crossing_platoons: int | None = whole(
        1,
        MOST_PLATOONS,
        "Platoons crossing",
        default=None,
        blank="all",
        unit="platoons",
        group="Ground",
        source="Charge Action, Cavalry Charging through Terrain",
        help="How many platoons of the charging battalion go through the terrain.",
        matters=lambda form: form.crossing,
    )
    obstacle: Obstacle = choice(
        Obstacle,
        "Enemy defends",
        default=Obstacle.NONE,
        group="Ground",
        mnemonic="k",
        source="Charge Action, Defending Obstacles; Defending a Building",
        help="Behind an obstacle the enemy improves its number by 4 and the chargers are "
        "disordered; so too behind a tall wall or in a building, which only a skirmish line may "
        "charge.",
    )
    beyond: Beyond = choice(
        Beyond,
        "Behind the enemy",
        default=Beyond.NOTHING,
        group="Afterwards",
        mnemonic="j",
        source="Charge Action, Pursuing into a Fresh Battalion; Cavalry Break Through",
        help="Whether a fresh enemy battalion stands where a pursuit by the charging battalion, or "
        "its cavalry breaking through, must run into it.",
    )
    fresh: CardName = fields.card(
        "Fresh enemy",
        CardName.BRITISH_LINE,
        help="The card of the battalion that is run into.",
        group="Fresh battalion",
        matters=_fresh,
    )
    fresh_formation: Formation = fields.formation(
        "Fresh formation", Formation.LINE, group="Fresh battalion", matters=_fresh
    )
    fresh_order: Order = fields.order("Fresh order", group="Fresh battalion", matters=_fresh)
    fresh_platoons: int | None = fields.platoons(
        "Fresh platoons", group="Fresh battalion", matters=_fresh
    )
    fresh_flank: bool = yes_no(
        "Fresh in the flank",
        group="Fresh battalion",
        source="Charge Action, Charged in the Flank",
        help="The pursuit strikes the fresh battalion in the flank.",
        matters=_fresh,
    )
    fresh_near_general: bool = fields.near_general(
        "Fresh general near", group="Fresh battalion", matters=_fresh_pursued
    )

    def faults(self) -> Iterator[Fault]:
        """No more battalions than can be worked out."""
        battalions = 2 + len(self.also_charging) + len(self.also_charged)
        if battalions > MOST_BATTALIONS:
            key = "also-charging" if self.also_charging else "also-charged"
            yield Fault(
                key,
                f"{battalions} battalions are too many for exact odds of one charge",
                f"{MOST_BATTALIONS} of both sides together; ask about the rest by itself",
            )

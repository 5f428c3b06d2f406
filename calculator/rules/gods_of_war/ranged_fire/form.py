"""What is asked about ranged fire."""

from __future__ import annotations

import attrs

from calculator.forms import choice, yes_no
from calculator.rules.gods_of_war import fields, sight
from calculator.rules.gods_of_war.sight import Obstacle, SightForm
from calculator.rules.gods_of_war.terms import Bearing, Formation, Terrain, Unit


@attrs.frozen(kw_only=True)
class RangedFireForm(SightForm):
    """Infantry or artillery, its target, what lies between, and the cards played."""

    unit: Unit = fields.asked_unit()
    strength: int | None = fields.asked_strength()
    formation: Formation = fields.asked_formation()
    terrain: Terrain = fields.TERRAIN
    bearing: Bearing = fields.BEARING
    acted_before: bool = fields.asked_acted_before()
    range: int = sight.RANGE
    through_wheat: bool = yes_no(
        "Through wheat",
        group=sight.GROUP,
        mnemonic="l",
        matters=lambda form: form.range > 1,
        source="Terrain",
        help="The line of fire passes through wheat: -1 on the roll that still hits, once, however "
        "much wheat there is.",
    )
    between: Obstacle = sight.BETWEEN
    split_terrain: int = sight.SPLIT_TERRAIN
    split_units: int = sight.SPLIT_UNITS
    target: Unit = fields.TARGET
    target_strength: int | None = fields.TARGET_STRENGTH
    target_terrain: Terrain = choice(
        Terrain,
        "Target stands in",
        default=Terrain.OPEN,
        group="Defender",
        mnemonic="k",
        source="Terrain",
        help="Terrain of the target's hex. Infantry in a farm is hit on one roll less. Units in "
        "woods cannot be fired at.",
    )
    ambush: bool = yes_no(
        "Ambush",
        group="Cards",
        matters=lambda form: (
            form.terrain in {Terrain.ORCHARDS, Terrain.WHEAT} or form.fires_through_wheat
        ),
        source="Bonus cards",
        help="The attacker's card: the attack ignores the penalties of orchards and wheat.",
    )
    volley_fire: bool = yes_no(
        "Volley Fire",
        group="Cards",
        matters=lambda form: form.unit.is_artillery,
        source="Bonus cards",
        help="The attacker's card: artillery rolls double the normal number of dice.",
    )
    cannon_blast: bool = yes_no(
        "Cannon Blast",
        group="Cards",
        mnemonic="c",
        matters=lambda form: form.unit.is_artillery,
        source="Bonus cards",
        help="The attacker's card: artillery rolls 2 more dice.",
    )
    double_time: bool = fields.DOUBLE_TIME
    free_shot: bool = fields.asked_card(
        "Free shot",
        "The shot costs no action: all artillery under Artillery Barrage, or one unit that "
        "answers an enemy move with Reserve Fire.",
    )
    heroic_defence: bool = fields.HEROIC_DEFENCE
    skirmisher_screen: bool = fields.asked_card(
        "Skirmisher Screen", "The defender's card: its light cavalry blocks this attack."
    )

    @property
    def fires_through_wheat(self) -> bool:
        """Whether wheat lies between; at range 1 nothing does."""
        return self.through_wheat and self.range > 1

    @property
    def point_blank(self) -> bool:
        """Artillery at an adjacent target."""
        return self.unit.is_artillery and self.range == 1

"""What is asked about ranged fire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from calculator.errors import Fault
from calculator.forms import Form, yes_no
from calculator.rules.gods_of_war import fields, sight
from calculator.rules.gods_of_war.sight import Obstacle
from calculator.rules.gods_of_war.terms import Bearing, Formation, Terrain, Unit


def _is_artillery(form: Any) -> bool:
    return bool(form.unit.is_artillery)


@attrs.frozen(kw_only=True)
class RangedFireForm(Form):
    """Infantry or artillery, its target, what lies between, and the cards played."""

    unit: Unit = fields.asked_unit()
    strength: int | None = fields.asked_strength()
    formation: Formation = fields.asked_formation(matters=fields.in_formation)
    terrain: Terrain = fields.asked_terrain()
    bearing: Bearing = fields.asked_bearing()
    acted_before: bool = fields.asked_acted_before()
    range: int = sight.asked_range()
    through_wheat: bool = yes_no(
        "Through wheat",
        group=sight.GROUP,
        mnemonic="l",
        matters=lambda form: form.range > 1,
        source="Terrain",
        help="The line of fire passes through wheat: -1 on the roll that still hits, once, however "
        "much wheat there is.",
    )
    between: Obstacle = sight.asked_between()
    split_terrain: int = sight.asked_split_terrain()
    split_units: int = sight.asked_split_units()
    target: Unit = fields.asked_target()
    target_strength: int | None = fields.asked_target_strength()
    target_terrain: Terrain = fields.asked_target_terrain(
        "Terrain of the target's hex. Infantry in a farm is hit on one roll less. Units in woods "
        "cannot be fired at."
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
        matters=_is_artillery,
        source="Bonus cards",
        help="The attacker's card: artillery rolls double the normal number of dice.",
    )
    cannon_blast: bool = yes_no(
        "Cannon Blast",
        group="Cards",
        mnemonic="c",
        matters=_is_artillery,
        source="Bonus cards",
        help="The attacker's card: artillery rolls 2 more dice.",
    )
    double_time: bool = fields.asked_double_time()
    free_shot: bool = yes_no(
        "Free shot",
        group="Cards",
        source="Bonus cards",
        help="The shot costs no action: all artillery under Artillery Barrage, or one unit that "
        "answers an enemy move with Reserve Fire.",
    )
    heroic_defence: bool = fields.asked_heroic_defence()
    skirmisher_screen: bool = yes_no(
        "Skirmisher Screen",
        group="Cards",
        source="Bonus cards",
        help="The defender's card: its light cavalry blocks this attack.",
    )

    @property
    def fires_through_wheat(self) -> bool:
        """Whether wheat lies between; at range 1 nothing does."""
        return self.through_wheat and self.range > 1

    @property
    def point_blank(self) -> bool:
        """Artillery at an adjacent target."""
        return self.unit.is_artillery and self.range == 1

    def faults(self) -> Iterator[Fault]:
        """No more split hexes than the line can meet."""
        return sight.too_many_splits(self)

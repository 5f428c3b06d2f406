"""Fields that several actions ask alike, so that what was answered once stays answered, and what
the rules permit by them: ground to stand on, an action to spend, an arc of fire."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from calculator.conditions import where
from calculator.errors import Refusal
from calculator.forms import Heading, choice, entry
from calculator.kinds import Optional, Whole
from calculator.rules.gods_of_war.terms import Bearing, Formation, Terrain, Unit
from calculator.rules.tables import Tables

MOST_STRENGTH: Final = 6
"""The most strength a player may state: room for scenarios with stronger units than the text's."""

INFANTRY: Final = where("unit.is_infantry")
CAVALRY: Final = where("unit.is_cavalry")
GUNS: Final = where("unit.is_artillery")
IN_FORMATION: Final = INFANTRY & ~where("terrain", Terrain.FARM)
"""It is infantry in a formation; a garrison has none, and leaves its farm in column."""

ATTACKER: Final = Heading("Attacker")
DEFENDER: Final = Heading("Defender")
CARDS: Final = Heading("Cards", "Bonus cards")

asked_unit: Final = partial(
    ATTACKER.choice,
    Unit,
    source="Unit types",
    help="The type of the unit that acts. Infantry fights by formation, cavalry only hand to "
    "hand, artillery only at range.",
)
"""Which type of unit acts."""

asked_figures: Final = partial(
    entry, Optional(Whole(0, MOST_STRENGTH, "figures"), "full"), source="Close combat"
)
"""How many figures a unit has left; full strength unless it is said."""

asked_strength: Final = partial(
    asked_figures,
    group="Attacker",
    help="Figures left, a die each: infantry and cavalry have 4 at full strength, artillery 2. "
    "A unit with none is broken.",
)
"""How many figures the unit that acts has left."""

asked_formation: Final = partial(
    ATTACKER.choice,
    Formation,
    matters=IN_FORMATION,
    source="Formations",
    help="Column: moves 2, +2 to each die in close combat, 1 die at range. Line: moves 1, +1, "
    "a die for each figure at range. Square: cannot move, +6 defending against cavalry, -2 "
    "against infantry, 1 die at range in any direction.",
)
"""The formation of the unit that acts."""

asked_acted_before: Final = partial(
    ATTACKER.yes_no,
    "Acted just before",
    source="Actions",
    help="The unit took the action before this one. It never acts twice in a row; another "
    "unit, or an action of no unit, comes between.",
)
"""Whether the unit also took the action before."""


asked_card: Final = CARDS.yes_no
"""Whether a card is in play."""

asked_terrain: Final = partial(choice, Terrain, source="Terrain")
"""The terrain of a hex."""

TERRAIN: Final = asked_terrain(
    "Stands in",
    group="Attacker",
    help="Terrain of the unit's own hex. Nobody attacks from woods. Orchards and wheat "
    "spoil its fire; artillery on hills fires over units; a farm lets infantry fire all round.",
)

BEARING: Final = ATTACKER.choice(
    Bearing,
    "Target lies",
    source="Facing and arcs of fire",
    help="Where the target lies, in steps of 60 degrees from the way the unit faces. Close "
    "combat: straight ahead. Fire: up to one step aside; all round from a square or a farm.",
)

TARGET: Final = DEFENDER.choice(
    Unit, source="Unit types", help="The type of the unit that is attacked."
)

TARGET_STRENGTH: Final = asked_figures(
    "Target's strength",
    group="Defender",
    help="Figures left of the unit attacked, a die each in its reply: at full strength 4, "
    "artillery 2. A broken unit, with none, cannot reply and is finished off.",
)

asked_target_terrain: Final = partial(asked_terrain, "Target stands in", group="Defender")
"""The terrain of the unit that is attacked."""

DOUBLE_TIME: Final = asked_card(
    "Double Time",
    help="The attacker's card: the infantry's move just before and this attack are one action.",
    matters=INFANTRY & where("acted_before"),
)

HEROIC_DEFENCE: Final = asked_card(
    "Heroic Defence", help="The defender's card: it ignores the first loss."
)


def terrain_refusals(unit: Unit, terrain: Terrain) -> Iterator[Refusal]:
    """Why a unit cannot stand in such a hex."""
    if terrain is Terrain.POND:
        yield Refusal("no unit may enter a pond", "Terrain")
    if terrain.infantry_only and not unit.is_infantry:
        yield Refusal(f"only infantry may enter a hex of {terrain}, not {unit}", "Terrain")


def in_woods(terrain: Terrain, target_terrain: Terrain, tables: Tables) -> Iterator[Refusal]:
    """Combat is prohibited from woods and into them."""
    prohibited = tables.entry("woods.combat-prohibited")
    if prohibited.value and terrain is Terrain.WOODS:
        yield Refusal("units in woods cannot attack", "Terrain", prohibited.standing)
    if prohibited.value and target_terrain is Terrain.WOODS:
        nobody = "units in woods cannot be the target of any attack"
        yield Refusal(nobody, "Terrain", prohibited.standing)


def second_action_refusals(acted: bool, excused: bool) -> Iterator[Refusal]:
    """No unit takes two actions running, unless a card makes them one or none."""
    if acted and not excused:
        yield Refusal(
            "a unit never acts twice in a row: use another unit or take another action between",
            "Actions",
        )


def arc(unit: Unit, formation: Formation, terrain: Terrain) -> int:
    """Steps of facing to either side of its front through which a unit fires, 0 to 3."""
    everywhere = terrain is Terrain.FARM or formation is Formation.SQUARE
    return Bearing.BEHIND.steps if unit.is_infantry and everywhere else 1

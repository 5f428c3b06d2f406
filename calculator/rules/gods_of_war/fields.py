"""Fields that several actions ask alike, so that what was answered once stays answered."""

from __future__ import annotations

from functools import partial
from typing import Final

from calculator.conditions import where
from calculator.forms import Heading, choice, entry
from calculator.kinds import Optional, Whole
from calculator.rules.gods_of_war.figures import MOST_STRENGTH
from calculator.rules.gods_of_war.terms import Bearing, Formation, Terrain, Unit

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

"""Fields that several actions ask alike, so that what was answered once stays answered."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from calculator.forms import choice, whole, yes_no
from calculator.rules.gods_of_war.figures import MOST_STRENGTH
from calculator.rules.gods_of_war.terms import Bearing, Formation, Terrain, Unit


def in_formation(form: Any) -> bool:
    """Whether it is infantry in a formation; a garrison has none, and leaves its farm in column."""
    return form.unit.is_infantry and form.terrain is not Terrain.FARM


asked_unit: Final = partial(
    choice,
    Unit,
    "Unit",
    default=Unit.INFANTRY,
    group="Attacker",
    mnemonic="u",
    source="Unit types",
    help="The type of the unit that acts. Infantry fights by formation, cavalry only hand to "
    "hand, artillery only at range.",
)
"""Which type of unit acts."""

asked_strength: Final = partial(
    whole,
    0,
    MOST_STRENGTH,
    "Strength",
    default=None,
    blank="full",
    unit="figures",
    group="Attacker",
    mnemonic="s",
    source="Close combat",
    help="Figures left, a die each: infantry and cavalry have 4 at full strength, artillery 2. "
    "A unit with none is broken.",
)
"""How many figures the unit that acts has left."""

asked_formation: Final = partial(
    choice,
    Formation,
    "Formation",
    default=Formation.COLUMN,
    group="Attacker",
    mnemonic="f",
    matters=in_formation,
    source="Formations",
    help="Column: moves 2, +2 to each die in close combat, 1 die at range. Line: moves 1, +1, "
    "a die for each figure at range. Square: cannot move, +6 defending against cavalry, -2 "
    "against infantry, 1 die at range in any direction.",
)
"""The formation of the unit that acts."""

asked_acted_before: Final = partial(
    yes_no,
    "Acted just before",
    group="Attacker",
    mnemonic="j",
    source="Actions",
    help="The unit took the action before this one. It never acts twice in a row; another "
    "unit, or an action of no unit, comes between.",
)
"""Whether the unit also took the action before."""


def asked_card(label: str, help: str, mnemonic: str = "", group: str = "Cards") -> bool:
    """Whether a card is in play."""
    return yes_no(label, group=group, mnemonic=mnemonic, source="Bonus cards", help=help)


TERRAIN: Final = choice(
    Terrain,
    "Stands in",
    default=Terrain.OPEN,
    group="Attacker",
    mnemonic="w",
    source="Terrain",
    help="Terrain of the unit's own hex. Nobody attacks from woods. Orchards and wheat "
    "spoil its fire; artillery on hills fires over units; a farm lets infantry fire all round.",
)

BEARING: Final = choice(
    Bearing,
    "Target lies",
    default=Bearing.AHEAD,
    group="Attacker",
    mnemonic="b",
    source="Facing and arcs of fire",
    help="Where the target lies, in steps of 60 degrees from the way the unit faces. Close "
    "combat: straight ahead. Fire: up to one step aside; all round from a square or a farm.",
)

TARGET: Final = choice(
    Unit,
    "Target",
    default=Unit.INFANTRY,
    group="Defender",
    mnemonic="g",
    source="Unit types",
    help="The type of the unit that is attacked.",
)

TARGET_STRENGTH: Final = whole(
    0,
    MOST_STRENGTH,
    "Target's strength",
    default=None,
    blank="full",
    unit="figures",
    group="Defender",
    mnemonic="h",
    source="Close combat",
    help="Figures left of the unit attacked, a die each in its reply: at full strength 4, "
    "artillery 2. A broken unit, with none, cannot reply and is finished off.",
)

DOUBLE_TIME: Final = yes_no(
    "Double Time",
    group="Cards",
    mnemonic="d",
    matters=lambda form: form.unit.is_infantry and form.acted_before,
    source="Bonus cards",
    help="The attacker's card: the infantry's move just before and this attack are one action.",
)

HEROIC_DEFENCE: Final = asked_card(
    "Heroic Defence", "The defender's card: it ignores the first loss.", "y"
)

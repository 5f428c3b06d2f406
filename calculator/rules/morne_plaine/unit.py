"""What an order of battle says: what is printed on a unit's counter, and pieces of terrain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from calculator.conditions import where
from calculator.forms import Form, choice, entry
from calculator.kinds import Whole
from calculator.rules.morne_plaine import terms
from calculator.rules.morne_plaine.terms import CHART, EFFECT, Terrain, UnitType
from calculator.rules.tables import Tables


@attrs.frozen(kw_only=True)
class Counter(Form):
    """One unit: its type, strength, morale and movement."""

    type: UnitType = choice(
        UnitType,
        default=UnitType.INFANTRY,
        source=CHART,
        help="Leader, infantry, cavalry or artillery.",
    )
    strength: int = EFFECT.entry(
        Whole(0, 30, "CS points"),
        "Combat strength",
        default=5,
        help="Combat strength (CS) before any loss.",
    )
    morale: int = EFFECT.entry(
        Whole(0, 9, "MV points"),
        "Morale value",
        default=4,
        matters=~where("type", UnitType.LEADER),
        help="Morale value (MV) before any loss; leaders have none.",
    )
    command_radius: int = terms.asked_radius(
        default=0, matters=where("type", UnitType.LEADER), help="Stripes of a leader."
    )
    allowance: int = entry(
        Whole(0, 30, "movement points"),
        "Movement allowance",
        default=6,
        source="Movement phase",
        help="Movement points at the beginning of a turn.",
    )


@attrs.frozen(kw_only=True)
class TerrainForm(Form):
    """Hexes of one terrain that a scenario names."""

    terrain: Terrain = choice(Terrain, source=CHART, help="What these hexes contain.")


ROLES: Final[Mapping[str, Mapping[str, str | tuple[str, ...]]]] = {
    "actor": {
        "type": "unit",
        **{key: key for key in ("strength", "allowance", "morale", "starting-morale")},
        **{key: key for key in ("moved", "bombarded", "movement-over", "road-free")},
    },
    "target": {
        "type": ("target", "enemy"),
        "strength": "target-strength",
        "morale": ("target-morale", "enemy-morale"),
        "command-radius": "command-radius",
    },
}
"""A target is the unit charged, or the one whose zone of control is asked about."""


def at_most(unit: Mapping[str, str], _: Tables) -> Mapping[str, int]:
    """Strength that is lost does not come back."""
    return {"strength": int(unit["strength"])}


def starting_values(unit: Mapping[str, str], _: Tables) -> Mapping[str, str]:
    """The morale that a unit begins with, up to which it may rally."""
    return {"starting-morale": unit["morale"]} if "morale" in unit else {}

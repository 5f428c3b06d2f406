"""What the rules permit: ground to stand on, an action to spend, an arc of fire."""

from __future__ import annotations

from collections.abc import Iterator

from calculator.errors import Refusal
from calculator.rules.gods_of_war.terms import Bearing, Formation, Terrain, Unit
from calculator.rules.tables import Tables


def terrain_refusals(unit: Unit, terrain: Terrain) -> Iterator[Refusal]:
    """Why a unit cannot stand in such a hex."""
    if terrain is Terrain.POND:
        yield Refusal("no unit may enter a pond", "Terrain")
    if terrain.infantry_only and not unit.is_infantry:
        yield Refusal(f"only infantry may enter a hex of {terrain}, not {unit}", "Terrain")


def in_woods(terrain: Terrain, target_terrain: Terrain, tables: Tables) -> Iterator[Refusal]:
    """Combat is prohibited from woods and into them."""
    if not tables.points("woods.combat-prohibited"):
        return
    if terrain is Terrain.WOODS:
        yield Refusal("units in woods cannot attack", "Terrain")
    if target_terrain is Terrain.WOODS:
        yield Refusal("units in woods cannot be the target of any attack", "Terrain")


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

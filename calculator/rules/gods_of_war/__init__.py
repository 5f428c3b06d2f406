"""Gods of War: two armies of eight units on hexes, highest dice against highest."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from calculator.rules.gods_of_war.close_combat import CLOSE_COMBAT
from calculator.rules.gods_of_war.ranged_fire import RANGED_FIRE
from calculator.rules.gods_of_war.sight import LINE_OF_SIGHT
from calculator.rules.gods_of_war.unit import ROLES, ArmyUnit, Tile, army_doubts
from calculator.rules.system import RuleSystem

SYSTEM: Final = RuleSystem(
    key="gods-of-war",
    title="Gods of War",
    summary="Two armies of eight units on hexes: paired dice, ranged volleys, bonus cards.",
    actions=(CLOSE_COMBAT, RANGED_FIRE, LINE_OF_SIGHT),
    tables_path=Path(__file__).with_name("tables.toml"),
    sequence=(
        "A turn has 6 actions; no unit acts twice in a row.",
        "Move, pivot, attack, change formation, repair, draw terrain or draw a bonus card.",
    ),
    unit=ArmyUnit,
    roles=ROLES,
    terrain=Tile,
    army_doubts=army_doubts,
)

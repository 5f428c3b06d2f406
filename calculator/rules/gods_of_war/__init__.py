"""Gods of War: two armies of eight units on hexes, highest dice against highest."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from calculator.rules.gods_of_war.arcs import ARCS
from calculator.rules.gods_of_war.cards import DRAW_CARD, PLAY_CARD, WANTED_CARDS
from calculator.rules.gods_of_war.close_combat import CLOSE_COMBAT
from calculator.rules.gods_of_war.draw_terrain import DRAW_TERRAIN
from calculator.rules.gods_of_war.in_play import GUARDS, LASTING, SPENT_AT_ONCE
from calculator.rules.gods_of_war.move import MOVE
from calculator.rules.gods_of_war.ranged_fire import RANGED_FIRE
from calculator.rules.gods_of_war.repair import REPAIR
from calculator.rules.gods_of_war.sight import LINE_OF_SIGHT
from calculator.rules.gods_of_war.turn import TURN, acted_before, in_answer, ledger
from calculator.rules.gods_of_war.unit import (
    ROLES,
    ArmyUnit,
    SideForm,
    Tile,
    army_doubts,
    at_most,
    marked,
    starting_values,
)
from calculator.rules.gods_of_war.weighing import WEIGH_CLOSE_COMBAT, WEIGH_RANGED_FIRE
from calculator.rules.system import RuleSystem

SYSTEM: Final = RuleSystem(
    key="gods-of-war",
    title="Gods of War",
    version=1,
    summary="Two armies of eight units on hexes: paired dice, ranged volleys, bonus cards.",
    actions=(
        CLOSE_COMBAT,
        RANGED_FIRE,
        MOVE,
        REPAIR,
        DRAW_CARD,
        PLAY_CARD,
        DRAW_TERRAIN,
        LINE_OF_SIGHT,
        WANTED_CARDS,
        WEIGH_CLOSE_COMBAT,
        WEIGH_RANGED_FIRE,
        ARCS,
        TURN,
    ),
    tables_path=Path(__file__).with_name("tables.toml"),
    statements_path=Path(__file__).with_name("statements.toml"),
    sequence=(
        "Sides take turns of 6 actions each; no unit acts twice in a row.",
        "Move: movement points for turns and hexes. Pivot: any facing; artillery one step.",
        "Attack: close combat into the front hex, or ranged fire within arc, range and sight.",
        "Change formation: infantry to column, line or square.",
        "Repair: 1 figure back to a damaged or broken unit.",
        "Draw terrain, and place it at once; or draw a bonus card, never two in a row.",
        "Cards are played at any time of the turn, at no cost.",
        "Victory: the last enemy unit destroyed, or infantry on the enemy's starting row.",
    ),
    unit=ArmyUnit,
    side=SideForm,
    each_turn=frozenset(("drew-before", *LASTING)),
    cards=dict.fromkeys(SPENT_AT_ONCE, 0) | dict.fromkeys(GUARDS, 1),
    out_of_turn=in_answer,
    follows=acted_before,
    ledger=ledger,
    roles=ROLES,
    formation="formation",
    condition=("formation", "strength"),
    symbols={"artillery": "guns", "cavalry": "horse", "infantry": "foot"},
    starting_values=starting_values,
    at_most=at_most,
    marked=marked,
    terrain=Tile,
    army_doubts=army_doubts,
    chief="close-combat",
    ground=("terrain", "target-terrain"),
)

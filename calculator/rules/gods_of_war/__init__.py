"""Gods of War: two armies of eight units on hexes, highest dice against highest."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from calculator.rules.gods_of_war import in_play, turn, unit
from calculator.rules.gods_of_war.arcs import Arcs
from calculator.rules.gods_of_war.cards import DrawCard, PlayCard, WantedCards
from calculator.rules.gods_of_war.close_combat import CloseCombat, WeighCloseCombat
from calculator.rules.gods_of_war.draw_terrain import DrawTerrain
from calculator.rules.gods_of_war.move import Move
from calculator.rules.gods_of_war.on_the_spot import ChangeFormation, Pivot
from calculator.rules.gods_of_war.ranged_fire import RangedFire, WeighRangedFire
from calculator.rules.gods_of_war.repair import Repair
from calculator.rules.gods_of_war.sight import LineOfSight
from calculator.rules.system import RuleSystem, lettered

SYSTEM: Final = RuleSystem(
    key="gods-of-war",
    title="Gods of War",
    version=1,
    summary="Two armies of eight units on hexes: paired dice, ranged volleys, bonus cards.",
    actions=(
        CloseCombat,
        RangedFire,
        Move,
        Pivot,
        ChangeFormation,
        Repair,
        DrawCard,
        PlayCard,
        DrawTerrain,
        LineOfSight,
        WantedCards,
        WeighCloseCombat,
        WeighRangedFire,
        Arcs,
        turn.Turn,
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
    unit=unit.ArmyUnit,
    side=unit.SideForm,
    each_turn=frozenset(("drew-before", *in_play.LASTING)),
    cards=dict.fromkeys(in_play.SPENT_AT_ONCE, 0) | dict.fromkeys(in_play.GUARDS, 1),
    turn_at=f"{__name__}.turn:TURN",
    roles=unit.ROLES,
    formation="formation",
    condition=("formation", "strength"),
    symbols={"artillery": "guns", "cavalry": "horse", "infantry": "foot"},
    starting_values=unit.starting_values,
    at_most=unit.at_most,
    marked=unit.marked,
    terrain=unit.Tile,
    army_doubts=unit.army_doubts,
    chief="close-combat",
    letters=lettered(
        "u unit, s strength, f formation, w terrain, b bearing, j acted-before, g target",
        "h target-strength, m target-formation, k target-terrain, l struck, c charge",
        "d double-time, e entrench, y heroic-defence, o rout",
        "i range, l through-wheat, e between, o split-terrain, m split-units, c cannon-blast",
        "h path, c forced-march, b bold-advance",
        "i into, c regroup",
        "i repairs, y rally, l supply-run",
        "d deck, h hand, j drew-before",
        "c card, d discarded",
        "l tiles, e engineers",
        "w wanted, m draws",
        "i inspired-command, l flanking-move, w swift-march, f fog-of-war",
    ),
    foremost=(
        "unit",
        "strength",
        "formation",
        "terrain",
        "bearing",
        "target",
        "target-strength",
        "target-formation",
        "target-terrain",
        "struck",
        "range",
    ),
    ground=("terrain", "target-terrain"),
)

"""Gods of War: two armies of eight units on hexes, highest dice against highest."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from calculator.rules.gods_of_war import army, cards, close_combat, move, on_the_spot, sight, terms
from calculator.rules.gods_of_war.ranged_fire import RangedFire, WeighRangedFire
from calculator.rules.gods_of_war.stacks import DrawTerrain
from calculator.rules.system import RuleSystem, keyed, lettered

SYSTEM: Final = RuleSystem(
    key="gods-of-war",
    title="Gods of War",
    version=2,
    summary="Two armies of eight units on hexes: paired dice, ranged volleys, bonus cards.",
    actions=(
        close_combat.CloseCombat,
        RangedFire,
        move.Move,
        on_the_spot.Pivot,
        on_the_spot.ChangeFormation,
        on_the_spot.Repair,
        cards.DrawCard,
        cards.PlayCard,
        DrawTerrain,
        sight.LineOfSight,
        cards.WantedCards,
        close_combat.WeighCloseCombat,
        WeighRangedFire,
        sight.Arcs,
        army.Turn,
    ),
    tables_path=Path(__file__).with_name("tables.toml"),
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
    unit=army.ArmyUnit,
    side=army.SideForm,
    each_turn=frozenset(("drew-before", *terms.LASTING)),
    cards=dict.fromkeys(terms.SPENT_AT_ONCE, 0) | dict.fromkeys(terms.GUARDS, 1),
    turn_at=f"{__name__}.turn:ArmyTurn",
    roles=army.ROLES,
    formation="formation",
    condition=("formation", "strength"),
    symbols={"artillery": "guns", "cavalry": "horse", "infantry": "foot"},
    starting_values=army.starting_values,
    at_most=army.at_most,
    marked=army.marked,
    terrain=army.Tile,
    army_doubts=army.army_doubts,
    chief="close-combat",
    action_letters=lettered(
        "c close-combat, f ranged-fire, m move, v pivot, n change-formation, e repair, d draw-card",
        "y play-card, o draw-terrain, l line-of-sight, w wanted-cards, g weigh-close-combat",
        "h weigh-ranged-fire, u arc-of-fire, i actions",
    ),
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
    foremost=keyed(
        "unit, strength, formation, terrain, bearing, target, target-strength",
        "target-formation, target-terrain, struck, range",
    ),
    ground=("terrain", "target-terrain"),
)

"""There Stand Empires as the calculator knows it: its actions, units and turn sequence."""

from __future__ import annotations

from typing import Final

from calculator.rules.system import RuleSystem
from calculator.rules.there_stand_empires import forecasting, orders_of_battle
from calculator.rules.there_stand_empires.actions import ACTIONS
from calculator.rules.there_stand_empires.brigade import BrigadeForm

SYSTEM: Final = RuleSystem(
    key="there-stand-empires",
    title="There Stand Empires",
    summary="Napoleonic battles by brigades, in turns of an hour.",
    actions=ACTIONS,
    tables_path=__file__.replace("system.py", "tables.toml"),
    sequence=(
        "1. Draw the initiative: that side goes first, or makes the enemy go first.",
        "2. The side whose turn it is picks a division, or a corps or army general, yet to act.",
        "3. Each unit of the division takes one action; its general may move up to 28 inches.",
        "4. The sides alternate; when one has acted with everything, the other has the rest.",
        "5. Check army morale where half the units are broken or demoralized, once a turn.",
        "6. When all have acted, the next turn begins.",
    ),
    unit=BrigadeForm,
    roles={
        "actor": {
            "arm": "actor",
            "quality": "quality",
            "bases": "bases",
            "starting-bases": "starting-bases",
            "state": "actor-state",
            "formation": "formation",
            "linear-tactics": "linear-tactics",
            "columns-may-assault": "columns-may-assault",
        },
        "target": {
            "arm": "target",
            "quality": "target-quality",
            "bases": "target-bases",
            "starting-bases": "target-starting-bases",
            "state": "target-state",
            "formation": "target-formation",
            "transport-defeat-is-capture": "captures-transport",
        },
    },
    side=orders_of_battle.SideForm,
    terrain=orders_of_battle.TerrainForm,
    battle=orders_of_battle.BattleForm,
    army_doubts=orders_of_battle.army_doubts,
    forecast=forecasting.PLAN,
    aliases={"deploy-maneuver-in-line": "deploy", "maneuver-in-line": "deploy"},
)
"""The system."""

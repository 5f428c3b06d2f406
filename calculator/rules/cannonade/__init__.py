"""Cannonade: men and cannon on hexes, a ratio table, a rally table."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from calculator.rules.cannonade import army, fire, march, melee, rally, turn
from calculator.rules.system import RuleSystem, lettered

SYSTEM: Final = RuleSystem(
    key="cannonade",
    title="Cannonade",
    version=5,
    summary="Men and cannon on hexes: cannon fire, melee by ratio, routers and rallying.",
    actions=(
        fire.Cannonade,
        march.March,
        melee.Melee,
        rally.Rallying,
        turn.TurnOrder,
        army.Stacking,
        army.Ammunition,
        army.ArmyPoints,
        army.VictoryPoints,
    ),
    tables_path=Path(__file__).with_name("tables.toml"),
    sequence=(
        "1. Cannonade phase: each cannon with 4 men and ammunition may fire",
        "2. March phase: formations move, join and split; not a cannon that fired, nor its crew",
        "3. Melee phase: a formation attacks once, and is attacked once",
        "4. Rally phase: a formation next to friendly routers rolls on the Rally Table",
    ),
    unit=army.Formation,
    side=army.SideForm,
    each_turn=frozenset({"fired", "fought"}),
    tallies=frozenset({"victory-points", "prisoners-held", "unarmed", "routing"}),
    roles=army.ROLES,
    condition=("men",),
    symbols={"cannon": "guns", "cavalry": "horse", "infantry": "foot"},
    terrain=army.Hexes,
    army_doubts=army.army_doubts,
    turn_at=f"{__name__}.turn:PhasedTurn",
    chief="melee",
    action_letters=lettered(
        "c cannonade, h march, m melee, y rally, c turn-order, s stacking, a ammunition",
        "i army-points, v victory-points",
    ),
    letters=lettered(
        "m men, h holds, b baggage-distance, u turns-beyond, g range, w between, f friends",
        "i friends-officer, d target-men, e target-terrain, o target-officer",
        "w mover, h path, e crew, i fired",
        "k formations, K also-attacking, l officer, y flag, g fought, s target-holds",
        "j target-flag",
        "w routing-men",
        "y call",
        "w cannon, b baggage, o officers, e terrain",
        "k infantry, l cavalry, f flags",
        "k man-killed, m man-captured, o officer-killed, f officer-captured, n cannon-captured",
        "b baggage-captured, g flag-captured",
    ),
    foremost=("men", "holds", "range", "target-men", "target-terrain", "formations", "friends"),
    ground=("target-terrain", "between"),
)

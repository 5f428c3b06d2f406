"""Morne Plaine: hexes, movement costs, zones of control, cavalry charges."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from calculator.rules.morne_plaine import charge, movement, terms
from calculator.rules.morne_plaine.lost_pages import Bombardment, Rally
from calculator.rules.morne_plaine.zones import Leaving, Zone
from calculator.rules.system import RuleSystem, keyed, lettered

SYSTEM: Final = RuleSystem(
    key="morne-plaine",
    title="Morne Plaine",
    version=3,
    summary="Hexes with movement costs, marshes, zones of control and cavalry charges.",
    actions=(movement.Movement, charge.Charge, movement.Marsh, Bombardment, Rally, Zone, Leaving),
    tables_path=Path(__file__).with_name("tables.toml"),
    sequence=(
        "1. Bombardment phase",
        "2. Movement phase: units move by turns as the player likes; charges take place on the way",
        "3. Combat phase: a unit that charged has half as much strength again against its victim",
        "4. Rally phase",
    ),
    unit=terms.Counter,
    roles=terms.ROLES,
    condition=("strength", "morale"),
    symbols={"artillery": "guns", "cavalry": "horse", "infantry": "foot"},
    starting_values=terms.starting_values,
    at_most=terms.at_most,
    each_turn=terms.EACH_TURN,
    turn_at=f"{__name__}.terms:PhasedTurn",
    terrain=terms.TerrainForm,
    chief="charge",
    action_letters=lettered(
        "o movement, c charge, m marsh-test, b bombardment, y rally, k zone-of-control",
        "l leave-zone",
    ),
    letters=lettered(
        "u unit, l allowance, e from-terrain, o in-zone-of, h path",
        "s strength, g target, h target-strength, m target-morale, d command-radius",
        "e target-terrain, b can-retreat, w zones-entered, f first-hex, c second-hex, j streams",
        "y occupied, i in-line, k zone-on-the-way",
        "g mounted-guns, c in-command, b bombarded, h reach, i range, w line",
        "m morale, s starting-morale, o moved, k in-enemy-zone, l next-to-leader",
        "u enemy, m enemy-morale, e enemy-terrain, h hex-terrain, w hexside",
        "h zone-ahead",
    ),
    foremost=keyed(
        "unit, strength, allowance, target, target-strength, target-terrain, range, line, path"
    ),
    ground=("target-terrain",),
)

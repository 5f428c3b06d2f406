"""Revolutionary Wars: battalions, battalion cards, dice pools with re-rolls and saves."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from calculator.rules.revolutionary_wars.cards import read_tables
from calculator.rules.revolutionary_wars.charge import CHARGE, COUNTERCHARGE
from calculator.rules.system import RuleSystem

SYSTEM: Final = RuleSystem(
    key="revolutionary-wars",
    title="Revolutionary Wars",
    summary="Battalions from the American War of Independence to 1815: order and disorder, charges "
    "and volleys, a card for each battalion.",
    actions=(CHARGE, COUNTERCHARGE),
    tables_path=Path(__file__).with_name("tables.toml"),
    read_tables=read_tables,
    sequence=(
        "A. Start of turn: check brigade morale, victory conditions, ambushes, reserves",
        "B. Select a brigade; its general moves up to 16 inches",
        "   Select battalions of it; they take a first action",
        "   Declare their second action",
        "   The opponent's battalions within 12 inches react",
        "   They take the second action",
        "   Repeat for the brigade's other battalions",
        "   Its general moves up to 32 inches",
        "C. Repeat for the player's other brigades",
        "D. The opposing player's turn",
    ),
)

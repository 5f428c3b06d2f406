"""Revolutionary Wars: battalions, battalion cards, dice pools with re-rolls and saves."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from calculator.rules.revolutionary_wars import exchange, forms, shoot, terms
from calculator.rules.revolutionary_wars.charge.rule import Charge, Countercharge
from calculator.rules.revolutionary_wars.checks import drill, fight, flight, movement
from calculator.rules.system import RuleSystem, lettered

SYSTEM: Final = RuleSystem(
    key="revolutionary-wars",
    title="Revolutionary Wars",
    version=5,
    summary="Battalions from the American War of Independence to 1815: order and disorder, charges "
    "and volleys, a card for each battalion.",
    actions=(
        *(Charge, Countercharge, exchange.Exchange, shoot.Shoot),
        *(drill.React, drill.Reform, fight.Stand, movement.Cross, fight.MeleeRound),
        *(flight.BreakAndRun, flight.Pursue, flight.SpikeGuns, flight.RecoverGuns),
        *(drill.MoraleCheck, drill.Replenish, movement.General, movement.Movement),
    ),
    tables_path=Path(__file__).with_name("tables.toml"),
    read_tables=terms.read_tables,
    unit=forms.Unit,
    roles=forms.ROLES,
    at_most=forms.at_most,
    turn_at=f"{__name__}.turn:PlayerTurn",
    state="order",
    formation="formation",
    condition=("order", "formation", "platoons"),
    symbols={"guns": "guns", "cavalry": "horse", "line": "foot", "light": "foot"},
    chief="charge",
    action_letters=lettered(
        "c charge, o countercharge, h exchange, s shoot, e reform, m melee, k break-and-run",
        "u pursue, i spike-guns, d recover-guns, g brigade-morale, l replenish, y general",
    ),
    letters=lettered(
        "b battalion, f formation, o order, n platoons, B enemy, F enemy-formation, O enemy-order",
        "L enemy-platoons, G enemy-near-general, c contact, w resolve, s soft-ground, d edge",
        "u crossing, k obstacle, h hold, C caught, j beyond, m count-platoons",
        "g near-general, i roll-to-react, H enemy-hold",
        "d first, e reply, i range, c concealed, l hill, j aim",
        "w fire-as, s shoots, d corners, e swept, k flank, g crossfire, j fortified",
        "c reaction, d distance",
        "c attempt",
        "i testing, m after-melee",
        "c countercharged",
        "c chose, u pursued",
        "g guns",
        "c threatened",
        "b battalions, o other-brigades",
        "m removed, s skirmishers, l lost",
        "m left, g away",
        "m moving, g wing, s second-action, c in-command, h through, w way",
    ),
    foremost=(
        *("battalion", "formation", "order", "platoons"),
        *("enemy", "enemy-formation", "enemy-order", "enemy-platoons"),
        *("contact", "obstacle", "reply", "range"),
    ),
    ground=("obstacle", "soft-ground", "concealed", "fortified", "hill"),
    generals="Activating Brigades",
    general_field="leader",
    sequence=(
        "A. Start of turn: brigade morale, victory conditions, ambushes, reserves",
        "B. Select a brigade; its general moves up to 16 inches",
        "   Select battalions of it; they take a first action",
        "   Declare their second action; enemies within 12 inches react",
        "   They take the second action",
        "   Repeat for the brigade's other battalions",
        "   Its general moves up to 32 inches",
        "C. Repeat for the player's other brigades",
        "D. The opposing player's turn",
        "Actions: move, charge, shoot, change formation, about face, reform, spike guns",
        "Shattered: only shoot and reform; no reactions",
    ),
)

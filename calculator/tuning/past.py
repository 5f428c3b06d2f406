"""The battles of 1792-1815 that forecasts are held against, as spreadsheets have them.

The figures are of T. N. Dupuy's data base of battles (CDB90), made for the United States Army
Concepts Analysis Agency and in the public domain; 32 of its larger battles come with the package.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from calculator.errors import Fault, FaultsError, raise_any
from calculator.rules.forecast_plan import PastArmy, PastBattle
from calculator.scenarios.spreadsheets import SpreadsheetRow, read_rows

SOURCE: Final = "T. N. Dupuy's data base of battles, CDB90"
SHIPPED: Final = Path(__file__).parent / "data" / "battles-1792-1815.csv"

SEED: Final = "1815"
"""What the shipped numbers were found and are scored with."""

YEARS: Final = (1792, 1815)
MOST_MEN: Final = 1_000_000
MOST_HOURS: Final = 240

NEEDED: Final = (
    "battle",
    "year",
    "attacker_men",
    "defender_men",
    "attacker_loss",
    "defender_loss",
    "winner",
)
OPTIONAL: Final = (
    "attacker",
    "defender",
    "attacker_cavalry",
    "defender_cavalry",
    "attacker_guns",
    "defender_guns",
    "defence",
    "terrain",
    "front_km",
    "hours",
)
WINNERS: Final = ("attacker", "defender", "drawn")
DEFENCES: Final = ("", "none", "hasty", "prepared", "fortified")


@cache
def shipped() -> tuple[PastBattle, ...]:
    """The battles that come with the package."""
    return read_battles()


def read_battles(*names: str) -> tuple[PastBattle, ...]:
    """The battles of a CSV file, or without one those that come with the package.

    Raises `FaultsError` with every fault, by row and column.
    """
    if len(names) > 1:
        raise FaultsError([Fault("BATTLES.csv", f"{len(names)} files", "one, or none")])
    rows = read_rows(names[0] if names else str(SHIPPED), NEEDED, [*NEEDED, *OPTIONAL])
    battles = tuple(map(_battle, rows))
    raise_any(fault for row in rows for fault in row.faults)
    return battles


def _battle(row: SpreadsheetRow) -> PastBattle:
    """The battle of a row; without meaning where the row has faults."""
    return PastBattle(
        battle=row.name("battle"),
        year=row.number("year", *YEARS) or 0,
        attacker=_force(row, "attacker"),
        defender=_force(row, "defender"),
        defence=row.word("defence", DEFENCES),
        terrain=row.text("terrain"),
        hours=_hours(row),
        winner=row.word("winner", WINNERS),
    )


def _force(row: SpreadsheetRow, side: str) -> PastArmy:
    men = row.number(f"{side}_men", 1, MOST_MEN) or 1
    loss = row.number(f"{side}_loss", 0, MOST_MEN) or 0
    cavalry = row.number(f"{side}_cavalry", 0, MOST_MEN, needed=False)
    guns = row.number(f"{side}_guns", 0, 5000, needed=False)
    for key, part in (("loss", loss), ("cavalry", cavalry or 0)):
        if men > 1 and part > men:
            row.wrong(f"{side}_{key}", f"{part} are more than its {men} men", f"0 to {men}")
    return PastArmy(men, loss, cavalry, guns)


def _hours(row: SpreadsheetRow) -> float | None:
    text = row.text("hours")
    if not text:
        return None
    try:
        hours = float(text)
    except ValueError:
        hours = 0
    if 0 < hours <= MOST_HOURS:
        return hours
    row.wrong("hours", f"{text!r} cannot be", f"hours up to {MOST_HOURS}, or nothing")
    return None

"""What any movement leaves of the unit that moves: its points, and what it may still do."""

from __future__ import annotations

from typing import Final

from calculator.rules.aftermath import MOVED
from calculator.rules.morne_plaine.terms import UnitType

EACH_TURN: Final = frozenset({"allowance", "moved", "bombarded"})
"""What of a unit is as it was again when the turn ends."""


def moved(left: int, goes_on: bool) -> dict[str, str]:
    """A unit that has moved, with so many movement points left if its movement goes on."""
    return {"allowance": str(left if goes_on else 0), "moved": "yes"} | MOVED


def may(unit: UnitType, goes_on: bool) -> tuple[str, ...]:
    """What a unit may still do this turn; who has no points left may have a road's free hex."""
    moving = ("movement", *["charge"] * unit.mounted, "marsh-test") if goes_on else ()
    return (*moving, "rally")

"""Base moves in inches, before terrain (III.B, IV, VII), and how lengths are written."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from calculator.lengths import shown_length
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.terms import Arm, Quality


def base_move(tables: Tables, action: str, arm: Arm, quality: Quality) -> Fraction:
    """The base move of a unit in the movement action with key `action`.

    Marches and maneuvers are shares of a route march. A deployment shifts the unit by a fixed
    distance, and a square stays where it is. Assaults go as far as `assault_reach` says.
    """
    if action not in {"route-march", "march", "maneuver-in-column"}:
        return tables.fraction(f"move.{action}")
    rated = f"{arm.value}.{quality.value}" if arm.has_quality else arm.value
    route = tables.fraction(f"move.route-march.{rated}")
    if action == "route-march":
        return route
    return to_half_inch(route * tables.fraction(f"move.share.{action}"))


def assault_reach(tables: Tables, arm: Arm, deployed: bool) -> Fraction:
    """How far off the target of an assault may be, in inches of base movement (VII)."""
    return tables.fraction(f"move.assault.{'linear-tactics' if deployed else arm.family}")


def to_half_inch(length: Fraction) -> Fraction:
    """A length rounded down to half an inch, the finest that the rules measure by."""
    return Fraction(floor(2 * length), 2)


def inches(length: Fraction) -> str:
    """A length and its unit: 1/2 inch, 1 inch, 5 1/2 inches."""
    return f"{shown_length(length)} {'inch' if 0 < length <= 1 else 'inches'}"

"""A turn of four phases, and a unit that moves in it: its points, and what it may still do."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from calculator.errors import Refusal
from calculator.forms import Heading, as_text
from calculator.kinds import Whole
from calculator.rules.action import MOVED
from calculator.rules.morne_plaine.terms import CHART, UnitType
from calculator.rules.turns import Phase, TurnLaw

EACH_TURN: Final = frozenset({"allowance", "moved", "bombarded", "movement-over", "road-free"})
"""What of a unit is as it was again when the turn ends."""

SOURCE: Final = "Movement phase"
MOVING: Final = Heading("Moving unit", SOURCE)

asked_unit: Final = partial(MOVING.choice, UnitType, default=UnitType.INFANTRY, source=CHART)
"""Of which type the unit is."""

ALLOWANCE: Final = MOVING.entry(
    Whole(0, 30, "points"),
    "Movement points",
    default=6,
    help="What is left of its movement allowance.",
)

MOVEMENT_OVER: Final = MOVING.yes_no(
    "Movement over",
    help="Its movement has ended this turn: in an enemy zone of control, stuck in a marsh, or "
    "because it has bombarded.",
)


def ended(over: bool) -> Iterator[Refusal]:
    """Why a unit moves no more, not even along a road that costs nothing."""
    if over:
        yield Refusal("its movement is over for this turn", SOURCE)


def moved(left: int, goes_on: bool, road_free: bool = True) -> dict[str, str]:
    """A unit that has moved, with so many movement points left if its movement goes on, and whether
    the next hex along a road is one of those that cost nothing."""
    return {
        "allowance": str(left if goes_on else 0),
        "moved": "yes",
        "movement-over": as_text(not goes_on),
        "road-free": as_text(road_free),
    } | MOVED


def may(unit: UnitType, goes_on: bool) -> tuple[str, ...]:
    """What a unit may still do this turn; who has no points left may have a road's free hex."""
    moving = ("movement", *["charge"] * unit.mounted, "marsh-test") if goes_on else ()
    return (*moving, "rally")


class PhasedTurn(TurnLaw):
    """Bombardment, movement with its charges, combat, rally."""

    alternates = True
    phases_source = "Bombardment phase to Rally phase"
    phases = (
        Phase("bombardment phase", frozenset({"bombardment"})),
        Phase("movement phase", frozenset({"movement", "charge", "marsh-test"})),
        Phase("rally phase", frozenset({"rally"})),
    )


TURN: Final = PhasedTurn()

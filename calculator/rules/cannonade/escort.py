"""Prisoners, routing and unarmed men: who escorts them, who captures them, who sets them free."""

from __future__ import annotations

from typing import Any, Final

from calculator.forms import Matters, always, whole
from calculator.rules.aftermath import Consequence

SOURCE: Final = "March phase, prisoners and routers"

MOST: Final = 120
MOST_POINTS: Final = 2000

UNARMED: Final = (
    "To rearm, a man must move adjacent to a baggage unit. An enemy formation that enters the hex "
    "of unarmed men takes them prisoner."
)


def asked_prisoners(label: str, group: str, help: str) -> Any:
    """How many prisoners a formation escorts."""
    return whole(0, MOST, label, default=0, unit="men", group=group, source=SOURCE, help=help)


def asked_routers(label: str, group: str, help: str, matters: Matters = always) -> Any:
    """How many routing men stand in a hex that an enemy may enter."""
    return whole(
        0, MOST, label, default=0, unit="men", group=group, source=SOURCE, help=help,
        matters=matters,
    )  # fmt: skip


def asked_points(label: str) -> Any:
    """What a side has scored before this."""
    return whole(
        0,
        MOST_POINTS,
        label,
        default=0,
        unit="points",
        group="Victory points so far",
        source="Victory points",
        help="Victory points scored before this, for the running total.",
    )


def running(so_far: int, score: int) -> dict[str, str]:
    """A side's victory points once it has scored: never below none."""
    return {"victory-points": str(max(so_far + score, 0))} if score else {}


def group(answer: str, men: int, who: str) -> tuple[Consequence, ...]:
    """So many men who are no formation of the order of battle: routing, unarmed; none of none."""
    return (Consequence(answer, who, {"men": str(men)}),) if men else ()

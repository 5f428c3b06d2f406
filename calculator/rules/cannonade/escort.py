"""Prisoners, routing and unarmed men: who escorts them, who captures them, who sets them free."""

from __future__ import annotations

from typing import Final

from calculator.conditions import Condition, always
from calculator.forms import entry
from calculator.kinds import Whole
from calculator.rules.action import Consequence
from calculator.rules.phrases import counted

SOURCE: Final = "March phase, prisoners and routers"

UNARMED: Final = (
    "To rearm, a man must move adjacent to a baggage unit. An enemy formation that enters the hex "
    "of unarmed men takes them prisoner."
)


def asked_unformed(label: str, group: str, help: str, matters: Condition = always) -> int:
    """How many men there are who are under no formation's arms: prisoners, routing or unarmed."""
    men = Whole(0, 120, "men")
    return entry(men, label, group=group, source=SOURCE, help=help, matters=matters)


def asked_points(label: str) -> int:
    """What a side has scored before this."""
    return entry(
        Whole(0, 2000, "points"),
        label,
        group="Victory points so far",
        source="Victory points",
        help="Victory points scored before this, for the running total.",
    )


def points_won(score: int, so_far: int) -> str:
    """Points that a side scores or loses, in words, and what it has then if it had any before."""
    total = f", {max(so_far + score, 0)} in all" if so_far else ""
    return f"{counted(abs(score), 'victory point')}{total}"


def tallied(
    *, victory_points: int = 0, prisoners_held: int = 0, unarmed: int = 0, routing: int = 0
) -> dict[str, str]:
    """By how much a side's points and its prisoners, unarmed and routing men rise or fall."""
    counts = {
        "victory-points": victory_points,
        "prisoners-held": prisoners_held,
        "unarmed": unarmed,
        "routing": routing,
    }
    return {key: f"{men:+d}" for key, men in counts.items() if men}


def unformed(answer: str, men: int, who: str) -> tuple[Consequence, ...]:
    """So many men who are no formation of the order of battle: routing, unarmed; none of none."""
    return (Consequence(answer, who, {"men": str(men)}),) if men else ()

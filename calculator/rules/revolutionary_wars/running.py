"""Flight told to the table: how far a broken battalion goes, and what is the end of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from calculator.rules.revolutionary_wars.battalion import Battalion
from calculator.rules.revolutionary_wars.charge.chase import Loss, Ruin
from calculator.rules.revolutionary_wars.charge.state import End
from calculator.rules.telling import counted


def flight_step(
    battalion: Battalion, broke: End, edge: Fraction | None, *, off: bool = False
) -> str:
    """How it runs, or how cavalry rides on.

    `edge` is the distance in inches to the edge of the table on its way, None if far; `off` whether
    it goes over.
    """
    name = f"the {battalion.name}"
    if broke is End.BROKE_THROUGH:
        way = straight_ahead(battalion.card.number("charge-move"), edge, off)
        return f"Move {name} {way} through the enemy it charged, in its present formation"
    way = straight_ahead(battalion.card.number("move-open"), edge, off)
    return (
        f"Turn {name} about in attack column and run it {way}, 2 inches clear of the enemy but "
        "through friends, who are disordered"
    )


def straight_ahead(inches: int, edge: Fraction | None, off: bool) -> str:
    """How far it goes, as far as the table goes."""
    if not reaches(edge, inches):
        return f"{counted(inches, 'inch', 'inches')} straight ahead"
    return f"straight ahead {'off' if off else 'to the edge of'} the table"


def reaches(edge: Fraction | None, inches: int) -> bool:
    """Whether a move would go over the edge of the table."""
    return edge is not None and inches > edge


def overrun_step(battalion: Battalion) -> str:
    """What is done with guns that break."""
    return f"Leave the guns of the {battalion.name} where they are and mark them overrun"


def removal(battalion: Battalion, loss: Loss, catchers: Sequence[str] = ()) -> str:
    """That it is removed, and why."""
    why = {
        Ruin.SHATTERED: "it was Shattered when it broke",
        Ruin.RAN_OFF: "it has fled the battle",
        Ruin.CAUGHT: f"{' and '.join(catchers) or 'its pursuer'} caught it",
        Ruin.SCATTERED: "too few of its platoons kept together",
    }
    then = "Remove" if loss.broke is End.OVERRUN else "Then remove"
    return f"{then} the {battalion.name} from the table: {why[loss.ruin]}"

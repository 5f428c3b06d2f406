"""Flight on the table: how far a broken battalion goes, and what is the end of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars.battalion import Battalion, Contact
from calculator.rules.revolutionary_wars.charge.state import DestroyedBy, Destruction, End


def flight_step(
    battalion: Battalion, broke: End, edge: Fraction | None, *, off: bool = False
) -> str:
    """How it runs, or how cavalry rides on.

    `edge` is the distance in inches to the edge of the table on its way, None if far; `off` whether
    it goes over.
    """
    name = f"the {battalion.name}"
    if broke is End.BROKE_THROUGH:
        run = straight_ahead(battalion.card.number("charge-move"), edge, off)
        return f"Move {name} {run} through the enemy it charged, in its present formation"
    run = straight_ahead(battalion.card.number("move-open"), edge, off)
    turn = "Form" if battalion.contact is Contact.REAR else "Turn"
    about = "in attack column" if battalion.contact is Contact.REAR else "about in attack column"
    return (
        f"{turn} {name} {about} and run it {run}, 2 inches clear of the enemy but "
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


def removal(battalion: Battalion, loss: Destruction, catchers: Sequence[str] = ()) -> str:
    """That it is removed, and why."""
    why = {
        DestroyedBy.SHATTERED: "it was Shattered when it broke",
        DestroyedBy.RAN_OFF: "it has fled the battle",
        DestroyedBy.CAUGHT: f"{' and '.join(catchers) or 'its pursuer'} caught it",
        DestroyedBy.SCATTERED: "too few of its platoons kept together",
    }
    then = "Remove" if loss.broke is End.OVERRUN else "Then remove"
    return f"{then} the {battalion.name} from the table: {why[loss.by]}"

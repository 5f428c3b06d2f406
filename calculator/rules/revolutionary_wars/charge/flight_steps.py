"""Flight on the table: how far a broken battalion goes, and what is the end of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars.battalion import Battalion, Contact
from calculator.rules.revolutionary_wars.charge.pursuit import reaches
from calculator.rules.revolutionary_wars.charge.state import (
    BattalionState,
    DestroyedBy,
    Destruction,
    End,
)


def flight_steps(
    battalion: Battalion, platoons: int, after: BattalionState, edge: Fraction | None
) -> Iterator[str]:
    """How a battalion of so many `platoons` runs, or cavalry rides on, and what it loses by it.

    `edge` is the distance in inches to the edge of the table on its way, None if far. Who is caught
    or was Shattered before is not removed yet: pursuers move first.
    """
    loss = after.destroyed
    broke = loss.broke if loss else after.end
    mark = "" if loss else ", mark it Shattered"
    if broke is End.OVERRUN:
        if not loss:
            yield overrun_step(battalion)
        return
    off = loss is not None and loss.by is DestroyedBy.RAN_OFF
    if broke is End.BROKE_THROUGH:
        run = straight_ahead(battalion.card.number("charge-move"), edge, off)
        through = f"{run} through the enemy it charged, in its present formation"
        yield f"Move the {battalion.name} {through}{mark.replace(', ', ', and ')}"
    else:
        run = straight_ahead(battalion.card.number("move-open"), edge, off)
        rear = battalion.contact is Contact.REAR
        turn, about = ("Form", "") if rear else ("Turn", "about ")
        yield (
            f"{turn} the {battalion.name} {about}in attack column{mark} and run it {run}, 2 inches "
            "clear of the enemy but through friends, who are disordered"
        )
    if loss and loss.by in {DestroyedBy.RAN_OFF, DestroyedBy.SCATTERED}:
        yield removal_step(battalion, loss)
    elif not loss and (lost := platoons - after.platoons):
        scattered = f"{counted(lost, 'platoon')} of the {battalion.name}"
        yield f"Remove {scattered} that scatter{'s' if lost == 1 else ''}, {after.platoons} left"


def straight_ahead(inches: int, edge: Fraction | None, off: bool) -> str:
    """How far it goes, as far as the table goes."""
    if not reaches(edge, inches):
        return f"{counted(inches, 'inch', 'inches')} straight ahead"
    return f"straight ahead {'off' if off else 'to the edge of'} the table"


def overrun_step(battalion: Battalion) -> str:
    """What is done with guns that break."""
    return f"Leave the guns of the {battalion.name} where they are and mark them overrun"


def removal_step(battalion: Battalion, loss: Destruction, catchers: Sequence[str] = ()) -> str:
    """That it is removed, and why."""
    why = {
        DestroyedBy.SHATTERED: "it was Shattered when it broke",
        DestroyedBy.RAN_OFF: "it has fled the battle",
        DestroyedBy.CAUGHT: f"{' and '.join(catchers) or 'its pursuer'} caught it",
        DestroyedBy.SCATTERED: "too few of its platoons kept together",
    }
    return f"Remove the {battalion.name} from the table: {why[loss.by]}"

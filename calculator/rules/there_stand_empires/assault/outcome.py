"""What can come of an assault, and how outcomes are ordered (VII)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

import attrs

from calculator.kinds import Word
from calculator.lengths import Inches, in_inches
from calculator.rules.there_stand_empires.moves import inches
from calculator.rules.there_stand_empires.status import Fate


class Course(Word):
    """How far an assault gets, from the worst for it to the best."""

    ORDERS_LOST = "orders-lost"
    OUT_OF_REACH = "out-of-reach"
    PUSHED_BACK = "pushed-back"
    STOPPED = "stopped"
    REPULSED = "repulsed"
    DRAWN = "drawn"
    CARRIED = "carried"

    @property
    def charges(self) -> bool:
        """Whether the charge sets off in earnest."""
        return self not in {Course.ORDERS_LOST, Course.OUT_OF_REACH}

    @property
    def goes_home(self) -> bool:
        """Whether the charge reaches its target."""
        return self in {Course.REPULSED, Course.DRAWN, Course.CARRIED}


@attrs.frozen(cache_hash=True)
class AssaultOutcome:
    """What comes of an assault.

    `inches` is how far late orders let it go when that is too short. `squared` says that the
    target formed an emergency square, whatever became of it then; `target_acted` that it has used
    its action for the turn; `breakthrough` that the cavalry may charge on into another enemy.
    """

    course: Course
    actor: Fate
    target: Fate
    inches: Fraction = attrs.field(default=Inches(0), converter=in_inches)
    squared: bool = False
    target_acted: bool = False
    breakthrough: bool = False

    @property
    def label(self) -> str:
        """The outcome in a few words: the attackers' fate, unless it says "target"."""
        mine, theirs = self.actor.summary("driven back"), self.target.summary(self.driven)
        match self.course:
            case Course.ORDERS_LOST:
                text = "orders lost"
            case Course.OUT_OF_REACH:
                text = f"orders late: {inches(self.inches)}, out of reach"
            case Course.CARRIED:
                text = f"carried: target {theirs}"
                text += " in square" if self.squared and self.target.removed else ""
                text += f"; attackers {mine}" if self.actor.harmed else ""
            case Course.DRAWN:
                text = f"drawn: attackers {mine}, target "
                text += theirs if self.target.harmed else "unchanged"
            case Course.STOPPED | Course.PUSHED_BACK if self.actor.removed:
                text = f"attackers {mine} by fire"
            case course:
                text = f"{_COURSES[course]}, {mine}" if self.actor.harmed else _COURSES[course]
        return f"{text}; target in square" if self.stands_in_square else text

    @property
    def stands_in_square(self) -> bool:
        """Whether the target is left on the table in an emergency square."""
        return self.squared and not self.target.removed

    @property
    def driven(self) -> str:
        """How the target goes back, in section V's words."""
        return "thrown back" if self.target.demoralized else "pushed back"


_COURSES: Final = {
    Course.STOPPED: "stopped 1 inch short",
    Course.PUSHED_BACK: "pushed back to its start",
    Course.REPULSED: "repulsed",
}


def assault_severity(outcome: AssaultOutcome) -> tuple[Any, ...]:
    """From orders lost to the target broken: how far the assault gets, then who suffers what."""
    return (
        list(Course).index(outcome.course),
        outcome.inches,
        outcome.target.gravity,
        tuple(-part for part in outcome.actor.gravity),
    )

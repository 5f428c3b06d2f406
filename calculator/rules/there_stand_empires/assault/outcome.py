"""What comes of an assault, and how each contest of it ends."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, Final

import attrs

from calculator.kinds import Word
from calculator.lengths import Inches, in_inches
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.assault.contests import CloseCombat, DefensiveFire
from calculator.rules.there_stand_empires.orders import inches
from calculator.rules.there_stand_empires.status import UNHARMED, Blow, Fate
from calculator.rules.there_stand_empires.terms import State

NOWHERE: Final = Inches(0)


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
    inches: Fraction = attrs.field(default=NOWHERE, converter=in_inches)
    squared: bool = False
    target_acted: bool = False
    breakthrough: bool = False

    @property
    def label(self) -> str:
        """The outcome in a few words: the attackers' fate, unless it says "target"."""
        mine, theirs = self.actor.summary("driven back"), self.target.summary(self.driven)
        course = "held off" if self.held_off else _COURSES.get(self.course, "")
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
            case _:
                text = f"{course}, {mine}" if self.actor.harmed else course
        return f"{text}; target in square" if self.stands_in_square else text

    @property
    def severity(self) -> tuple[Any, ...]:
        """How far the assault gets, from orders lost to carried, then who suffers what."""
        suffered = tuple(-part for part in self.actor.gravity)
        return self.course.rank, self.inches, self.target.gravity, suffered

    @property
    def stands_in_square(self) -> bool:
        """Whether the target is left on the table in an emergency square."""
        return self.squared and not self.target.removed

    @property
    def held_off(self) -> bool:
        """Whether the charge was repulsed without harm."""
        return self.course is Course.REPULSED and not self.actor.harmed

    @property
    def driven(self) -> str:
        """How the target goes back, in section V's words."""
        return "thrown back" if self.target.demoralized else "pushed back"


_COURSES: Final = {
    Course.STOPPED: "stopped 1 inch short",
    Course.PUSHED_BACK: "pushed back to its start",
    Course.REPULSED: "repulsed",
}

UNDER_FIRE: Final = {
    DefensiveFire.STOPPED: (Course.STOPPED, UNHARMED),
    DefensiveFire.STOPPED_DISORDERED: (Course.STOPPED, Blow(State.DISORDERED)),
    DefensiveFire.PUSHED_BACK: (Course.PUSHED_BACK, Blow(State.DISORDERED)),
    DefensiveFire.PUSHED_BACK_DEMORALIZED: (Course.PUSHED_BACK, Blow(State.DEMORALIZED)),
    DefensiveFire.LOSES_A_BASE: (Course.PUSHED_BACK, Blow(State.DEMORALIZED, bases=1)),
}
"""How an assault ends that does not go home, and what defensive fire deals to the charge."""


@lru_cache(maxsize=256)
def close_combat_end(
    rung: CloseCombat, unshaken: bool, tables: Tables
) -> tuple[Course, Blow, Blow]:
    """How a close combat ends, and what it deals to the charge and to its target.

    An `unshaken` victor keeps its order however hard it won.
    """
    near, far = tables.numbers("assault.close-combat.driven-back")
    carried, repulsed, shaken = Course.CARRIED, Course.REPULSED, Blow(State.DISORDERED)
    thrown_back = partial(Blow, State.DEMORALIZED, back=far)
    ends = {
        CloseCombat.BROKEN: (carried, UNHARMED, thrown_back(breaks=True)),
        CloseCombat.LOSES_TWO_BASES: (carried, UNHARMED, thrown_back(bases=2)),
        CloseCombat.LOSES_A_BASE: (carried, UNHARMED, thrown_back(bases=1)),
        CloseCombat.THROWN_BACK: (carried, UNHARMED, thrown_back()),
        CloseCombat.PUSHED_BACK: (
            carried,
            UNHARMED if unshaken else shaken,
            Blow(State.DISORDERED, back=near),
        ),
        CloseCombat.DRAWN: (Course.DRAWN, shaken, shaken),
        CloseCombat.HELD_OFF: (repulsed, UNHARMED, UNHARMED),
        CloseCombat.REPULSED: (repulsed, shaken, UNHARMED),
        CloseCombat.REPULSED_DEMORALIZED: (repulsed, Blow(State.DEMORALIZED), UNHARMED),
        CloseCombat.REPULSED_LOSES_A_BASE: (repulsed, Blow(State.DEMORALIZED, bases=1), UNHARMED),
    }
    return ends[rung]

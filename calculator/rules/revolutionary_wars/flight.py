"""Breaking and running: platoons scatter, the table's edge nears (Charge Action, Break and Run)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import attrs

from calculator.chance.interface import Chance, Throw
from calculator.rules import telling
from calculator.rules.revolutionary_wars.battalion import Battalion
from calculator.rules.revolutionary_wars.rolls import Again, Roll, at_least, passes, passing


class Flight(NamedTuple):
    """How a battalion runs.

    `edge` is the distance in inches to the edge of the table along its way, None if it is out of
    reach. A battalion that is not `pursued`, `chose` to run or is near a general re-rolls failures.
    """

    pursued: bool = True
    chose: bool = False
    edge: Fraction | None = None
    speed: int = 0

    def rally_roll(self, battalion: Battalion) -> Roll:
        """Its Rally from Rout; being Shattered does not matter to it."""
        again = battalion.near_general or self.chose or not self.pursued
        return at_least(battalion.card.number("rally"), Again.of(failures=again))

    def runs_off(self, battalion: Battalion, chance: Chance) -> bool:
        """Whether its run takes it to the edge of the table and over it."""
        if self.edge is None or self.speed <= self.edge:
            return False
        halts = passes(chance, self.rally_roll(battalion), f"{battalion.name} halts at the edge")
        return not halts

    def scatter(
        self, battalion: Battalion, platoons: int, chance: Chance, counted: bool = True
    ) -> int:
        """Platoons that keep together, 0 if too few do.

        Not `counted`, any number that is enough is told as 1.
        """
        roll = self.rally_roll(battalion)
        return _scattering(battalion, platoons, roll, counted)(chance)


@lru_cache(maxsize=1024)
def _scattering(battalion: Battalion, platoons: int, roll: Roll, counted: bool) -> Throw[int]:
    reading = Together(platoons, battalion.card.minimum, counted)
    told = telling.counted(platoons, "platoon")
    ask = f"{battalion.name} scatters, {told}, each keeps together on {roll}"
    return Throw(passing(platoons, roll), reading, ask)


@attrs.frozen
class Together:
    """Reads off how many platoons kept together what is left of the battalion.

    Reduced to `minimum` platoons or fewer it is destroyed; one that lost none has not been reduced.
    """

    platoons: int
    minimum: int
    counted: bool = True

    def __call__(self, kept: int) -> int:
        if kept < self.platoons and kept <= self.minimum:
            return 0
        return kept if self.counted else 1

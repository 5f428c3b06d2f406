"""What is measured while something is varied: one pairing, or all pairings of two sides."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import attrs

from calculator.errors import CalculatorError
from calculator.scenarios.model import Scenario
from calculator.tuning.chances import Setting, chance_of
from calculator.tuning.matchups import Situation


class NothingToMeasureError(CalculatorError):
    """The rules forbid the action to every pairing that was asked about."""


@attrs.frozen
class Subject:
    """A pairing by name; without names, every unit of the first side against every other one.

    `actor` and `target` are unit names, either of them empty for all units of its side.
    """

    situation: Situation
    actor: str = ""
    target: str = ""

    def settings(self, scenario: Scenario) -> Iterator[Setting]:
        """The settings of all pairings, in the order of the file."""
        actors = [scenario.find(self.actor)] if self.actor else None
        targets = [scenario.find(self.target)] if self.target else None
        if actors is None:
            enemy = targets[0].side if targets else scenario.sides[-1].key
            actors = [unit for unit in scenario.units if unit.side != enemy]
        if targets is None:
            own = {unit.side for unit in actors}
            targets = [unit for unit in scenario.units if unit.side not in own]
        for actor in actors:
            for target in targets:
                yield self.situation.setting(scenario, actor, target)

    def chance(self, scenario: Scenario) -> Fraction:
        """The measure of the pairing, or its mean over all pairings that the rules allow.

        Raises `NothingToMeasureError` where there is none.
        """
        found = mean_of(chance_of(s, self.situation.measure) for s in self.settings(scenario))
        if found is None:
            raise NothingToMeasureError(
                f"the rules forbid {self.situation.action} to every pairing asked about"
            )
        return found


def mean_of(chances: Iterator[Fraction | None]) -> Fraction | None:
    """The mean of the chances that there are, or None if there are none."""
    allowed = [chance for chance in chances if chance is not None]
    return sum(allowed, Fraction(0)) / len(allowed) if allowed else None

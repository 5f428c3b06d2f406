"""What is measured while something is varied: one pairing, or all pairings of two sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import attrs

from calculator.errors import CalculatorError, Fault, FaultsError
from calculator.scenarios.model import Scenario, Unit
from calculator.tuning.chances import Setting, chance_of, mean_of, refusals_of
from calculator.tuning.matchups import Situation


class NothingToMeasureError(CalculatorError):
    """The rules forbid the action to every pairing asked about, or there is nothing to vary."""


@attrs.frozen
class Subject:
    """A pairing by name; without names, every unit of the first side against every other one.

    `actor` and `target` are unit names, either of them empty for all units of its side.
    """

    situation: Situation
    actor: str = ""
    target: str = ""

    def settings(self, scenario: Scenario) -> Iterator[Setting]:
        """The settings of all pairings, in the order of the file.

        Raises `FaultsError` for units that there are not, or that are of the same side.
        """
        actors = [scenario.find(self.actor)] if self.actor else None
        targets = [scenario.find(self.target)] if self.target else None
        if actors is None:
            enemy = targets[0].side if targets else scenario.sides[-1].key
            actors = [unit for unit in scenario.units if unit.side != enemy]
        if targets is None:
            own = {unit.side for unit in actors}
            targets = [unit for unit in scenario.units if unit.side not in own]
        if self.actor and self.target:
            check_opponents(actors, targets[0])
        return self.situation.settings(scenario, actors, targets)

    def title(self, scenario: Scenario, *measures: str) -> str:
        """What is measured, and of whom: of one unit with many, or of many, it is the mean."""
        system, situation = scenario.system, self.situation
        pair = self.actor or "every unit"
        is_one = bool(self.actor)
        if system.asked_of("target", system.action(situation.action)):
            pair = f"{pair} against {self.target or 'every enemy'}"
            is_one = is_one and bool(self.target)
        title = situation.title(system, *measures)
        return f"{scenario.title}: {title}; {pair}{'' if is_one else ', the mean'}"

    def chance(self, scenario: Scenario) -> Fraction:
        """The measure of the pairing, or its mean over all pairings that the rules allow.

        Raises `NothingToMeasureError` where there is none.
        """
        settings = list(self.settings(scenario))
        found = mean_of(chance_of(setting, self.situation.measure) for setting in settings)
        if found is None:
            reasons = dict.fromkeys(
                str(why) for setting in settings for why in refusals_of(setting)
            )
            raise NothingToMeasureError(
                f"the rules forbid {self.situation.action} to every pairing asked about: "
                + "; ".join(reasons)
            )
        return found


def check_opponents(actors: Sequence[Unit], target: Unit) -> None:
    """Raise `FaultsError` for whoever is of the target's own side, or is named more than once."""
    faults = [
        Fault(actor.name, f"is of the same side as {target.name}", "a unit of another side")
        for actor in actors
        if actor.side == target.side
    ]
    paths = [actor.path for actor in actors]
    faults += [
        Fault(actor.name, "is named more than once", "each unit once, in order")
        for number, actor in enumerate(actors)
        if actor.path in paths[:number]
    ]
    if faults:
        raise FaultsError(faults)

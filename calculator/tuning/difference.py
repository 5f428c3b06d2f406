"""What changed between two scenarios, in what they say and in the odds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import attrs

from calculator.errors import CalculatorError
from calculator.scenarios.model import Scenario
from calculator.tuning.changes import Change, changes
from calculator.tuning.matchups import Situation


@attrs.frozen
class Shift:
    """One pairing whose chance is another in the second scenario."""

    actor: str
    target: str
    before: Fraction | None
    after: Fraction | None

    @property
    def size(self) -> Fraction:
        """How far the chance moved; a pairing newly allowed or forbidden moves from or to 0."""
        return abs((self.after or Fraction(0)) - (self.before or Fraction(0)))


@attrs.frozen
class Difference:
    """Changes of what is written, units found in one scenario alone, and shifts of the odds."""

    changes: tuple[Change, ...]
    removed: tuple[str, ...]
    added: tuple[str, ...]
    shifts: tuple[Shift, ...]


def difference(first: Scenario, second: Scenario, situation: Situation) -> Difference:
    """Compare unit by unit, by side and name. Raises `CalculatorError` for different systems."""
    if first.system.key != second.system.key:
        raise CalculatorError(
            f"{first.title} is played by {first.system.title}, {second.title} by "
            f"{second.system.title}: their odds cannot be compared"
        )
    before, after = first.by_full_name, second.by_full_name
    common = [name for name in before if name in after]
    return Difference(
        tuple(changes(first, second)),
        tuple(name for name in before if name not in after),
        tuple(name for name in after if name not in before),
        tuple(sorted(_shifts(first, second, common, situation), key=lambda shift: -shift.size)),
    )


def _shifts(
    first: Scenario, second: Scenario, common: list[str], situation: Situation
) -> Iterator[Shift]:
    before, after = first.by_full_name, second.by_full_name
    minds_target = first.system.asked_of("target", first.system.action(situation.action))
    for actor in common:
        enemies = [target for target in common if before[target].side != before[actor].side]
        for target in enemies if minds_target else enemies[:1]:
            was = situation.chance(first, before[actor], before[target])
            now = situation.chance(second, after[actor], after[target])
            if was != now:
                yield Shift(actor, target if minds_target else "any", was, now)

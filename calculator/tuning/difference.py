"""What changed between two scenarios, in what they say and in the odds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import attrs

from calculator.errors import CalculatorError
from calculator.forms import Form, texts, written
from calculator.scenarios.model import Scenario
from calculator.tuning.matchups import Situation


@attrs.frozen
class Change:
    """One answer of a unit, a side or the rules in force, or one table value, that differs."""

    what: str
    key: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.what}: {self.key} {self.before} -> {self.after}"


def changes(before: Scenario, after: Scenario) -> Iterator[Change]:
    """What differs in the rules in force, in sides and units that both have, then in tables.

    What follows from other answers by itself is no change of its own.
    """
    yield from _differing("rules", before.rules, after.rules)
    sides = {side.key: side for side in after.sides}
    for side in before.sides:
        if side.key in sides:
            yield from _differing(side.key, side.form, sides[side.key].form)
    later = after.by_full_name
    for name, unit in before.by_full_name.items():
        if name in later:
            yield from _differing(name, unit.form, later[name].form)
    for entry in before.tables:
        present = after.tables.entry(entry.key).value
        if present != entry.value:
            yield Change("tables", entry.key, str(entry.value), str(present))


def _differing(what: str, old: Form | None, new: Form | None) -> Iterator[Change]:
    if old is None or new is None:
        return
    was, now = texts(old), texts(new)
    stand_in_file = {**written(old), **written(new)}
    for key in was:
        if was[key] != now[key] and key in stand_in_file:
            yield Change(what, key, was[key], now[key])


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
    asks_of_target = first.system.asked_of("target", first.system.action(situation.action))
    for actor in common:
        enemies = [target for target in common if before[target].side != before[actor].side]
        for target in enemies if asks_of_target else enemies[:1]:
            was = situation.chance(first, before[actor], before[target])
            now = situation.chance(second, after[actor], after[target])
            if was != now:
                yield Shift(actor, target if asks_of_target else "any", was, now)

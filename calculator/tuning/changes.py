"""What differs between two states of a scenario."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from calculator.forms import Form, texts
from calculator.scenarios.model import Scenario
from calculator.tuning.drafts import written


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

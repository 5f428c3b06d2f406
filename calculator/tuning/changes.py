"""What two states of a scenario say differently."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from calculator.forms import texts
from calculator.scenarios.model import Scenario, Unit
from calculator.tuning.drafts import written


@attrs.frozen
class Change:
    """One answer of one unit, or one table value, that differs."""

    what: str
    key: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.what}: {self.key} {self.before} -> {self.after}"


def units_by_name(scenario: Scenario) -> dict[str, Unit]:
    """All units by "side: name", which no two share."""
    return {f"{unit.side}: {unit.name}": unit for unit in scenario.units}


def changes(before: Scenario, after: Scenario) -> Iterator[Change]:
    """What differs, unit by unit where both have a unit of that name, then table by table.

    What follows from other answers by itself is no change of its own.
    """
    earlier, later = units_by_name(before), units_by_name(after)
    for name in earlier:
        if name not in later:
            continue
        old, new = earlier[name].form, later[name].form
        was, now = texts(old), texts(new)
        said = {**written(old), **written(new)}
        for key in was:
            if was[key] != now[key] and key in said:
                yield Change(name, key, was[key], now[key])
    for entry in before.tables:
        present = after.tables.entry(entry.key).value
        if present != entry.value:
            yield Change("tables", entry.key, str(entry.value), str(present))

"""Army tallies as the umpire enters them: how near each army is to a check of its morale."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from calculator.errors import Fault, FaultsError, raise_any
from calculator.journal.entry import Entry
from calculator.journal.report import army_counts
from calculator.roll import calls_for_check
from calculator.rules.armies import ArmyCount
from calculator.rules.system import RuleSystem

COUNTS: Final = ("units", "broken", "demoralized")
"""What such a note tells, in this order."""


@attrs.frozen
class ArmyTally:
    """One army by its name, as a check of its morale counts it, and whether it is due for one."""

    side: str
    count: ArmyCount
    due: bool = False

    @property
    def lost(self) -> int:
        """The units that are gone or demoralized."""
        return self.count.removed + self.count.demoralized

    def with_due_check(self, system: RuleSystem) -> ArmyTally:
        """The army with whether the rules of a system call for a check of its morale."""
        try:
            due = calls_for_check(system, self.count)
        except FaultsError:  # more units than the form of the check takes: it says so when asked
            due = False
        return attrs.evolve(self, due=due)

    @property
    def brief(self) -> str:
        """The tally for where there is little room."""
        return self._tallied(f"{self.count.removed}+{self.count.demoralized}")

    def __str__(self) -> str:
        return self._tallied(f"{self.count.removed} broken, {self.count.demoralized} demoralized")

    def _tallied(self, lost: str) -> str:
        mark = " - check!" if self.due else ""
        units = self.count.units
        return f"{self.side}: {lost} of {units} ({100 * self.lost / units:.0f}%){mark}"


def read_army(answers: Mapping[str, str]) -> ArmyTally:
    """The army that an umpire typed. Raises `FaultsError` with every fault at once."""
    faults: list[Fault] = []
    counts: dict[str, int] = {}
    side = answers.get("side", "").strip()
    if not side:
        faults.append(Fault("side", "is missing", "the army's name"))
    for key in COUNTS:
        text = answers.get(key, "").strip()
        if text.isascii() and text.isdigit() and len(text) < 5:
            counts[key] = int(text)
        else:
            faults.append(Fault(key, f"{text!r} is no number of units", "0, 1, 2, ..."))
    if not faults and not 0 < counts["units"] >= counts["broken"] + counts["demoralized"]:
        faults.append(Fault("units", "are fewer than the broken and demoralized, or none"))
    raise_any(faults)
    count = ArmyCount(counts["units"], counts["broken"], counts["demoralized"])
    return ArmyTally(side, count)


def tally_of(entry: Entry) -> ArmyTally | None:
    """The army that a note tells of, if it is a tally."""
    if (found := army_counts(entry)) is None:
        return None
    army, counts = found
    try:
        return read_army({"side": army, **dict(zip(COUNTS, counts, strict=True))})
    except FaultsError:
        return None

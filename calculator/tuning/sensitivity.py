"""Which single rating or table value moves a measure most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from fractions import Fraction
from functools import cached_property

import attrs

from calculator.errors import CalculatorError, ForbiddenError
from calculator.rules.tables import TABLES
from calculator.scenarios.model import Scenario, Unit
from calculator.tuning.chances import Setting
from calculator.tuning.matchups import Subject
from calculator.tuning.sweep import means_of
from calculator.tuning.variations import Variation, ratings


@attrs.frozen
class Swing:
    """One thing moved one step either way, and the measure at both ends.

    `low` and `high` are the values tried, in the order of the field or of numbers; an end that
    cannot be (there is nothing below Poor) is as it stands now.
    """

    step: str
    low: str
    high: str
    at_low: Fraction
    at_high: Fraction

    @property
    def width(self) -> Fraction:
        """How far the measure swings."""
        return abs(self.at_high - self.at_low)


def widest_first(swings: Iterable[Swing]) -> list[Swing]:
    """The swings that move the measure, in order of their width."""
    return sorted((swing for swing in swings if swing.width), key=lambda swing: -swing.width)


@attrs.frozen
class Sensitivity:
    """One step up and down of every rating of the units concerned, and of every table value.

    Raises `NothingToMeasureError` where the rules forbid every pairing.
    """

    scenario: Scenario
    subject: Subject

    def __len__(self) -> int:
        return len(self._steps)

    @cached_property
    def present(self) -> Fraction:
        """The measure as it stands."""
        return self.subject.chance(self.scenario)

    def swings(self, workers: int | None = None) -> Iterator[Swing]:
        """Every swing, those of units first, each as soon as it is known."""
        trials = (self._varied(step, value) for _, step in self._steps for value in step.values)
        measures = (self.subject.situation.measure,)
        with closing(means_of(trials, len(self._settings), measures, workers)) as ends:
            for name, step in self._steps:
                at_low, at_high = (
                    self.present if end is None else end for (end,) in (next(ends), next(ends))
                )
                low, high = step.values
                yield Swing(name, low, high, at_low, at_high)

    @cached_property
    def _steps(self) -> list[tuple[str, Variation]]:
        """What can be moved, by name, over its values below and above."""
        return [*self._unit_steps(), *self._table_steps()]

    def _unit_steps(self) -> Iterator[tuple[str, Variation]]:
        names = Counter(unit.name for unit in self.scenario.units)
        for unit in self._concerned():
            name = unit.name if names[unit.name] == 1 else unit.full_name
            for rating in ratings(self.scenario, unit):
                step = Variation(rating.field.key, rating.beside, unit.full_name)
                yield f"{name}: {rating.field.label.lower()}", step

    def _concerned(self) -> list[Unit]:
        subject, scenario = self.subject, self.scenario
        if subject.actor and subject.target:
            return [scenario.find(subject.actor), scenario.find(subject.target)]
        return list(scenario.units)

    def _table_steps(self) -> Iterator[tuple[str, Variation]]:
        read = frozenset().union(*self._read.values())
        for entry in self.scenario.tables:
            if type(entry.value) is int and entry.key in read:
                values = str(entry.value - 1), str(entry.value + 1)
                step = Variation(f"{TABLES}{entry.key}", values)
                yield step.key, step

    @cached_property
    def _settings(self) -> list[Setting]:
        return list(self.subject.settings(self.scenario))

    @cached_property
    def _read(self) -> dict[Setting, set[str]]:
        """The table values that each pairing as it stands asks for; no other can move it."""
        read: dict[Setting, set[str]] = {}
        for setting in set(self._settings):
            keys = read[setting] = set[str]()
            with suppress(ForbiddenError):
                attrs.evolve(setting, tables=setting.tables.watched(keys)).question.odds()
        return read

    def _varied(self, step: Variation, value: str) -> tuple[Setting, ...]:
        """What is to be solved if a step is taken; nothing where it cannot be."""
        try:
            scenario, subject = step.applied(self.scenario, self.subject, value)
        except CalculatorError:
            return ()
        varied = subject.settings(scenario)
        if step.unit:
            return tuple(varied)
        key, pairings = step.key.removeprefix(TABLES), zip(self._settings, varied, strict=True)
        return tuple(new if key in self._read[old] else old for old, new in pairings)

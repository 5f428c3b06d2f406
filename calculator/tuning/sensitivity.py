"""Which single rating or table value moves a measure most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from fractions import Fraction
from functools import cached_property, partial
from typing import TypeAlias

import attrs

from calculator.cores import PORTION, spread
from calculator.errors import CalculatorError, ForbiddenError
from calculator.rules.tables import TABLES, Tables
from calculator.scenarios.model import Scenario, Unit
from calculator.tuning.chances import Setting, chance_of, mean_of
from calculator.tuning.matchups import Subject
from calculator.tuning.variations import Variation, ratings

Trial: TypeAlias = "tuple[Setting | Fraction | None, ...]"
"""A setting for each pairing that a step may move, the chance for each that it leaves alone."""


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
        present = self.present
        trials = (self._trial(step, value) for _, step in self._steps for value in step.values)
        solve = partial(_mean, measure=self.subject.situation.measure)
        portion = max(1, PORTION // len(self._settings))
        with closing(spread(solve, trials, portion, workers)) as ends:
            for name, step in self._steps:
                low, high = next(ends), next(ends)
                at_low, at_high = (present if end is None else end for end in (low, high))
                low_value, high_value = step.values
                yield Swing(name, low_value, high_value, at_low, at_high)

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
                step = Variation(
                    f"{TABLES}{entry.key}", (str(entry.value - 1), str(entry.value + 1))
                )
                yield step.key, step

    @cached_property
    def _settings(self) -> list[Setting]:
        return list(self.subject.settings(self.scenario))

    @cached_property
    def _chances(self) -> dict[Setting, Fraction | None]:
        measure = self.subject.situation.measure
        return {setting: chance_of(setting, measure) for setting in set(self._settings)}

    @cached_property
    def _read(self) -> dict[Setting, set[str]]:
        """The table values that each pairing as it stands asks for; no other can move it."""
        read: dict[Setting, set[str]] = {}
        for setting in self._chances:
            keys = read[setting] = set[str]()
            with suppress(ForbiddenError):
                attrs.evolve(setting, tables=setting.tables.watched(keys)).question.odds()
        return read

    def _trial(self, step: Variation, value: str) -> Trial:
        """What is to be solved if a step is taken; nothing where it cannot be."""
        try:
            moved, _ = step.applied(self.scenario, self.subject, value)
            if not step.unit:
                key = step.key.removeprefix(TABLES)
                return tuple(self._with_value_of(moved.tables, key, old) for old in self._settings)
            new = self.subject.settings(moved)
            return tuple(self._chances.get(setting, setting) for setting in new)
        except CalculatorError:
            return ()

    def _with_value_of(
        self, tables: Tables, key: str, setting: Setting
    ) -> Setting | Fraction | None:
        """A pairing under tables of which one value is another."""
        reads = key in self._read[setting]
        return attrs.evolve(setting, tables=tables) if reads else self._chances[setting]


def _mean(trial: Trial, measure: str) -> Fraction | None:
    """The measure, or None where the step makes no sense to the system."""
    try:
        return mean_of(
            chance_of(pairing, measure) if isinstance(pairing, Setting) else pairing
            for pairing in trial
        )
    except CalculatorError:
        return None

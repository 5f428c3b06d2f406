"""Sweeps: every combination of what is varied, on all cores, what is done kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from typing import Final, TypeAlias

import attrs

from calculator.cores import PORTION, spread
from calculator.errors import CalculatorError, FaultsError
from calculator.scenarios.model import Scenario
from calculator.tuning.chances import Setting, chance_of, mean_of
from calculator.tuning.matchups import Subject
from calculator.tuning.variations import Variation

MOST_COMBINATIONS: Final = 1_000_000
"""Combinations that one sweep may have; more would not be read by anyone."""

Values: TypeAlias = tuple[str, ...]
Chances: TypeAlias = tuple[Fraction | None, ...]


@attrs.frozen
class SweepRow:
    """One combination: a value for each variation, and the chance of each measure.

    A chance is None where the rules forbid the action, or no unit can be so.
    """

    values: Values
    chances: Chances


@attrs.frozen
class Sweep:
    """What is swept: variations of a scenario, with measures of a subject."""

    scenario: Scenario
    subject: Subject
    variations: tuple[Variation, ...]
    measures: tuple[str, ...]

    def __attrs_post_init__(self) -> None:
        if len(self) > MOST_COMBINATIONS:
            raise CalculatorError(
                f"this sweep has {len(self):,} combinations, more than {MOST_COMBINATIONS:,}: "
                "vary less"
            )
        self._check()

    def __len__(self) -> int:
        return prod(len(variation.values) for variation in self.variations)

    def rows(self, workers: int | None = None) -> Iterator[SweepRow]:
        """Every combination in order, each as soon as it and those before it are done.

        `workers` processes (by default one for each core) share the work; the rows do not depend
        on how many. Whoever stops reading keeps the rows already read.
        """
        asked = map(self.settings, self._combinations())
        measure = partial(_means, measures=self.measures)
        pairings = sum(1 for _ in self.subject.settings(self.scenario))
        few = len(self) * pairings <= PORTION
        portion = max(1, PORTION // pairings)
        with closing(spread(measure, asked, portion, 1 if few else workers)) as chances:
            yield from map(SweepRow, self._combinations(), chances)

    def _check(self) -> None:
        """Raise the `FaultsError` of the first combination if none of them can be."""
        fault: FaultsError | None = None
        for values in self._combinations():
            try:
                self._varied(values)
            except FaultsError as error:
                fault = fault or error
            else:
                return
        if fault:
            raise fault

    def _combinations(self) -> Iterator[Values]:
        return product(*(variation.values for variation in self.variations))

    def settings(self, values: Values) -> tuple[Setting, ...]:
        """The settings of one combination; none if no unit can be so."""
        try:
            scenario, subject = self._varied(values)
        except FaultsError:
            return ()
        return tuple(subject.settings(scenario))

    def _varied(self, values: Values) -> tuple[Scenario, Subject]:
        scenario, subject = self.scenario, self.subject
        for variation, value in zip(self.variations, values, strict=True):
            scenario, subject = variation.applied(scenario, subject, value)
        return scenario, subject


def _means(settings: Sequence[Setting], measures: Sequence[str]) -> Chances:
    """The mean of each measure over some settings."""
    return tuple(
        mean_of(chance_of(setting, measure) for setting in settings) for measure in measures
    )

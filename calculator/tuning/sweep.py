"""Sweeps: every combination of what is varied, on all cores, what is done kept."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
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
        pairings = sum(1 for _ in self.subject.settings(self.scenario))
        workers = 1 if len(self) * pairings <= PORTION else workers
        with closing(means_of(asked, pairings, self.measures, workers)) as chances:
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


def means_of(
    asked: Iterable[Sequence[Setting]], pairings: int, measures: Sequence[str], workers: int | None
) -> Generator[Chances, None, None]:
    """The mean of each measure over the settings of each trial, usually so many pairings.

    None where there is none, the rules forbid all, or the system can make no sense of it. Each
    comes as soon as it and those before it are done, `workers` processes sharing the work.
    """
    portion = max(1, PORTION // pairings)
    return spread(partial(_means, measures=measures), iter(asked), portion, workers)


def _means(settings: Sequence[Setting], measures: Sequence[str]) -> Chances:
    try:
        return tuple(
            mean_of(chance_of(setting, measure) for setting in settings) for measure in measures
        )
    except CalculatorError:
        return (None,) * len(measures)

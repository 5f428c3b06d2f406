"""What comes of varied answers: every combination, each a step, or the nearest to what is wanted.

Sweeps and sensitivity use all cores, and what is done is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from fractions import Fraction
from functools import cached_property, partial
from itertools import groupby, islice, product
from math import prod
from typing import Final, TypeAlias

import attrs

from calculator.cores import PORTION, spread
from calculator.errors import CalculatorError, FaultsError, ForbiddenError
from calculator.forms import fields_of, texts
from calculator.kinds import Text
from calculator.rules.tables import TABLES
from calculator.scenarios.model import Scenario
from calculator.tuning.matchups import NothingToMeasureError, Setting, Subject, chance_of, mean_of
from calculator.tuning.variations import Variation, choices_of, ratings
from calculator.tuning.what_if import identity

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
    """What is swept: variations of a scenario, with measures of a subject.

    Raises the `FaultsError` of the first combination if none of them can be.
    """

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
        if not any(map(self.settings, self._combinations())):
            for first in islice(self._combinations(), 1):
                self._varied(first)

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
        subject, scenario, steps = self.subject, self.scenario, list[tuple[str, Variation]]()
        units = list(scenario.units)
        if subject.actor and subject.target:
            units = [scenario.find(subject.actor), scenario.find(subject.target)]
        names = Counter(unit.name for unit in scenario.units)
        for unit in units:
            name = unit.name if names[unit.name] == 1 else unit.full_name
            for rating in ratings(scenario, unit):
                step = Variation(rating.field.key, rating.beside, unit.full_name)
                steps.append((f"{name}: {rating.field.label.lower()}", step))
        read = frozenset().union(*self._read.values())
        for entry in scenario.tables:
            if type(entry.value) is int and entry.key in read:
                values = str(entry.value - 1), str(entry.value + 1)
                steps.append((key := f"{TABLES}{entry.key}", Variation(key, values)))
        return steps

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


def _read_chance(text: str) -> Fraction:
    with suppress(ValueError, ZeroDivisionError):
        found = Fraction(text.removesuffix("%").strip()) / (100 if text.endswith("%") else 1)
        if 0 <= found <= 1:
            return found
    raise ValueError(f"{text!r} is no chance")


CHANCE: Final = Text(_read_chance, str, "0 to 1, or 0% to 100%")
"""A wanted chance as it is typed."""


@attrs.frozen
class Rung:
    """One choice on the ladder: what would be changed, to what, and what comes of it.

    Numbers next to each other from which the same comes are one choice: `value` is "4 to 20".
    """

    change: str
    value: str
    present: bool
    """Whether this is how it stands now."""
    chance: Fraction
    distance: Fraction


def ladder(scenario: Scenario, subject: Subject, unit: str, target: Fraction) -> list[Rung]:
    """Every single change of a unit, or of the ground it meets on, that moves the chance.

    The nearest to `target`, the wanted chance from 0 to 1, come first; of equally near rungs those
    that change least: the present state, then the order of the fields.

    Raises `NothingToMeasureError` where there is none, with the reasons of the rules.
    """
    rungs = []
    for variation, now in _variations(scenario, subject, unit):
        for value in variation.values:
            with suppress(FaultsError, NothingToMeasureError):
                varied, asked = variation.applied(scenario, subject, value)
                chance = asked.chance(varied)
                away = abs(chance - target)
                rungs.append(Rung(variation.label, value, value == now, chance, away))
    unmoved = {rung.chance for rung in rungs if rung.present}
    rungs = [rung for rung in rungs if rung.present or rung.chance not in unmoved]
    if not rungs:
        subject.chance(scenario)
        raise NothingToMeasureError(f"{unit} has no rating to change")
    return sorted(_folded(rungs), key=lambda rung: (rung.distance, not rung.present))


def _folded(rungs: Sequence[Rung]) -> Iterator[Rung]:
    """The rungs in order, a run of numbers from which the same comes as one."""

    def alike(numbered: tuple[int, Rung]) -> tuple[Rung, int | str]:
        place, rung = numbered
        run = int(rung.value) - place if rung.value.isdecimal() else rung.value
        return attrs.evolve(rung, value=""), run

    for _, group in groupby(enumerate(rungs), alike):
        (_, first), *others = group
        last = others[-1][1].value if others else ""
        yield attrs.evolve(first, value=f"{first.value} to {last}") if last else first


def _variations(scenario: Scenario, subject: Subject, unit: str) -> Iterator[tuple[Variation, str]]:
    """What can be varied and how it stands: what the action asks of the unit in whichever roles it
    takes, what it is but for its arm or card, and the ground."""
    found, system = scenario.find(unit), scenario.system
    action = system.action(subject.situation.action)
    names = {"actor": subject.actor, "target": subject.target}
    taken = [role for role, name in names.items() if not name or scenario.find(name) == found]
    reaching = {key for role in taken for key in system.asked_of(role, action)}
    for rating in ratings(scenario, found):
        key = rating.field.key
        if key in reaching and key != identity(type(found.form)).key:
            yield Variation(key, rating.values, found.full_name), rating.now
    asked = next(iter(subject.settings(scenario))).question
    answers = texts(asked.form)
    for field in fields_of(type(asked.form)):
        if field.key in system.ground and field.matters(asked.form):
            yield Variation(field.key, choices_of(field, answers[field.key])), answers[field.key]

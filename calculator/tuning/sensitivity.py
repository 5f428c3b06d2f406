"""Which single rating or table value moves a measure most."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

import attrs

from calculator.errors import CalculatorError, ForbiddenError
from calculator.forms import fields_of, texts
from calculator.kinds import Choice, Whole
from calculator.scenarios.model import Scenario, Unit
from calculator.tuning.drafts import with_tables, with_unit
from calculator.tuning.subjects import Subject


@attrs.frozen
class Swing:
    """One thing moved one step either way, and the measure at both ends.

    `low` and `high` are the values tried, in the order of the field or of numbers; an end that
    cannot be (there is nothing below Poor) is as it stands now.
    """

    label: str
    low: str
    high: str
    at_low: Fraction
    at_high: Fraction

    @property
    def width(self) -> Fraction:
        """How far the measure swings."""
        return abs(self.at_high - self.at_low)


@attrs.frozen
class Tornado:
    """The measure as it stands, and every swing that moves it, the widest first."""

    present: Fraction
    swings: tuple[Swing, ...]


def tornado(scenario: Scenario, subject: Subject) -> Tornado:
    """One step up and down of every rating of the units concerned, and of every table value."""
    present = subject.chance(scenario)
    swings = [
        *_unit_swings(scenario, subject, present),
        *_table_swings(scenario, subject, present),
    ]
    moving = (swing for swing in swings if swing.width)
    return Tornado(present, tuple(sorted(moving, key=lambda swing: -swing.width)))


def _unit_swings(scenario: Scenario, subject: Subject, present: Fraction) -> Iterator[Swing]:
    for unit in _concerned(scenario, subject):
        now = texts(unit.form)
        for field in fields_of(type(unit.form)):
            if not field.matters(unit.form) or not isinstance(field.kind, Choice | Whole):
                continue
            below, above = _steps(field.kind, now[field.key])
            ends = [
                (value, _chance(with_unit(scenario, unit, {field.key: value}), subject, present))
                if value
                else (now[field.key], present)
                for value in (below, above)
            ]
            (low, at_low), (high, at_high) = ends
            yield Swing(f"{unit.name}: {field.label.lower()}", low, high, at_low, at_high)


def _concerned(scenario: Scenario, subject: Subject) -> list[Unit]:
    named = [scenario.find(name) for name in (subject.actor, subject.target) if name]
    return named if subject.actor and subject.target else list(scenario.units)


def _steps(kind: Choice[Any] | Whole, now: str) -> tuple[str, str]:
    """The values one step below and above `now`, empty where there is none."""
    if isinstance(kind, Whole):
        values = [str(number) for number in range(kind.low, kind.high + 1)]
    else:
        values = list(kind.choices)
    framed = ["", *values, ""]
    index = framed.index(now)
    return framed[index - 1], framed[index + 1]


def _table_swings(scenario: Scenario, subject: Subject, present: Fraction) -> Iterator[Swing]:
    read = _read(scenario, subject)
    for entry in scenario.tables:
        if type(entry.value) is int and entry.key in read:
            low, high = (
                _chance(
                    with_tables(scenario, {entry.key: entry.value + step}, "one step"),
                    subject,
                    present,
                )
                for step in (-1, 1)
            )
            yield Swing(
                f"tables.{entry.key}", str(entry.value - 1), str(entry.value + 1), low, high
            )


def _read(scenario: Scenario, subject: Subject) -> set[str]:
    """The table values that the pairings as they stand ask for; no other can move them."""
    read: set[str] = set()
    for setting in set(subject.settings(scenario)):
        with suppress(ForbiddenError):
            attrs.evolve(setting, tables=scenario.tables.watched(read)).question.odds()
    return read


def _chance(scenario: Scenario, subject: Subject, present: Fraction) -> Fraction:
    """The measure, or the present one where the step makes no sense to the system."""
    try:
        return subject.chance(scenario)
    except CalculatorError:
        return present

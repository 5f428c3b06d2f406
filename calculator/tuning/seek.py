"""Goal seeking: which rating, number of bases or ground comes nearest to a wanted chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import groupby
from typing import Final

import attrs

from calculator.errors import FaultsError
from calculator.forms import fields_of, texts
from calculator.kinds import Text
from calculator.scenarios.model import Scenario, Unit
from calculator.tuning.matchups import NothingToMeasureError, Subject
from calculator.tuning.variations import Variation, choices_of, ratings
from calculator.tuning.what_if import identity


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
    rungs = list(_rungs(scenario, subject, unit, target))
    unmoved = {rung.chance for rung in rungs if rung.present}
    rungs = [rung for rung in rungs if rung.present or rung.chance not in unmoved]
    if not rungs:
        subject.chance(scenario)
        raise NothingToMeasureError(f"{unit} has no rating to change")
    return sorted(_folded(rungs), key=lambda rung: (rung.distance, not rung.present))


def _rungs(scenario: Scenario, subject: Subject, unit: str, target: Fraction) -> Iterator[Rung]:
    """Every change that a unit can have and the rules allow, those that move nothing too."""
    for variation, now in _variations(scenario, subject, unit):
        for value in variation.values:
            try:
                varied, asked = variation.applied(scenario, subject, value)
                chance = asked.chance(varied)
            except (FaultsError, NothingToMeasureError):
                continue
            yield Rung(variation.label, value, value == now, chance, abs(chance - target))


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
    found = scenario.find(unit)
    reaching = _fields_asked_of(scenario, subject, found)
    for rating in ratings(scenario, found):
        key = rating.field.key
        if key in reaching and key != identity(type(found.form)).key:
            yield Variation(key, rating.values, found.full_name), rating.now
    asked = next(iter(subject.settings(scenario))).question
    answers = texts(asked.form)
    for field in fields_of(type(asked.form)):
        if field.key in scenario.system.ground and field.matters(asked.form):
            yield Variation(field.key, choices_of(field, answers[field.key])), answers[field.key]


def _fields_asked_of(scenario: Scenario, subject: Subject, unit: Unit) -> set[str]:
    """The fields of a unit that the action asks for, in whichever roles the unit takes."""
    action = scenario.system.action(subject.situation.action)
    names = {"actor": subject.actor, "target": subject.target}
    taken = [role for role, name in names.items() if not name or scenario.find(name) == unit]
    return {key for role in taken for key in scenario.system.asked_of(role, action)}

"""Goal seeking: which rating, number of bases or cover comes nearest to a wanted chance."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import attrs

from calculator.errors import FaultsError
from calculator.forms import Field, Form, fields_of, mattering, texts
from calculator.kinds import Choice, Whole
from calculator.scenarios.model import Scenario
from calculator.tuning.subjects import NothingToMeasureError, Subject
from calculator.tuning.variations import Variation, choices_of


@attrs.frozen
class Rung:
    """One choice on the ladder: what would be changed, to what, and what comes of it."""

    label: str
    value: str
    present: bool
    """Whether this is how it stands now."""
    chance: Fraction
    distance: Fraction


def ladder(
    scenario: Scenario, subject: Subject, unit: str, target: Fraction, situation: tuple[str, ...]
) -> list[Rung]:
    """Every single change of a unit, or of one of the `situation` fields, nearest first.

    `target` is the wanted chance, 0 to 1. Of equally near rungs, those that change least come
    first: the present state, then the order of the fields. Raises `NothingToMeasureError` where
    there is none, with the reasons of the rules.
    """
    rungs = []
    for variation, now in _variations(scenario, subject, unit, situation):
        for value in variation.values:
            try:
                varied, asked = variation.applied(scenario, subject, value)
                chance = asked.chance(varied)
            except (FaultsError, NothingToMeasureError):
                continue  # no rung: the unit cannot be so, or the rules forbid the action to it
            present = value == now
            rungs.append(Rung(variation.label, value, present, chance, abs(chance - target)))
    if not rungs:
        subject.chance(scenario)
        raise NothingToMeasureError(f"{unit} has no rating to change")
    return sorted(rungs, key=lambda rung: (rung.distance, not rung.present))


def _is_rating(field: Field, form: Form) -> bool:
    """Whether a field rates a unit and does not say what the unit is.

    What a unit is decides which other fields matter: guns and wagons have no quality.
    """
    if not isinstance(field.kind, Choice):
        return isinstance(field.kind, Whole)
    others = (
        attrs.evolve(form, **{field.attribute: field.kind.parse(word)})  # type: ignore[misc]
        for word in field.kind.choices
    )
    return all(mattering(other) == mattering(form) for other in others)


def _variations(
    scenario: Scenario, subject: Subject, unit: str, situation: tuple[str, ...]
) -> Iterator[tuple[Variation, str]]:
    found = scenario.find(unit)
    now = texts(found.form)
    for field in fields_of(type(found.form)):
        if field.matters(found.form) and _is_rating(field, found.form):
            values = choices_of(field, now[field.key])
            yield Variation(field.key, values, f"{found.side}: {found.name}"), now[field.key]
    asked = next(iter(subject.settings(scenario))).question
    answers = texts(asked.form)
    for field in fields_of(type(asked.form)):
        if field.key in situation:
            yield Variation(field.key, choices_of(field, answers[field.key])), answers[field.key]

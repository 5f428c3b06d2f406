"""What of a unit can be moved, and what a designer varies: of units, of the situation, of tables.

What is varied is written `UNIT=FIELD` (every choice of the field), `UNIT.FIELD=a,b`, `FIELD=a,b` or
`tables.KEY=a,b`. `UNIT.at=a,b` varies the ground where a unit stands, by names or parts of names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

import attrs

from calculator.errors import Fault, FaultsError, every, nearest, raise_any
from calculator.forms import Field, Form, field_of, fields_of, parse_form, texts
from calculator.kinds import Choice, Optional, Whole
from calculator.names import key_meant
from calculator.rules.action import AnyAction
from calculator.rules.tables import TABLES
from calculator.scenarios.model import Scenario, Unit
from calculator.tuning.acting import AT
from calculator.tuning.drafts import moved, with_tables, with_unit
from calculator.tuning.matchups import Subject

NOWHERE: Final = "nowhere"
"""Where a unit stands that is varied to stand on none of the listed ground."""


@attrs.frozen
class Variation:
    """One thing that is varied, over the texts in `values`.

    `unit` is a unit's name and `key` a field of units; without a unit `key` is a field of the
    action, or a table value after "tables.".
    """

    key: str
    values: tuple[str, ...]
    unit: str = ""

    @property
    def label(self) -> str:
        """What is varied, as a heading."""
        return f"{self.unit}: {self.key}" if self.unit else self.key

    def applied(self, scenario: Scenario, subject: Subject, value: str) -> tuple[Scenario, Subject]:
        """The scenario and subject with one of the values in force. Raises `FaultsError`."""
        if self.unit:
            unit = scenario.find(self.unit)
            if self.key == AT:
                return moved(scenario, unit, value), subject
            return with_unit(scenario, unit, {self.key: value}), subject
        if self.key.startswith(TABLES):
            name = self.key.removeprefix(TABLES)
            parsed = scenario.tables.typed(name, value)
            return with_tables(scenario, {name: parsed}, "varied"), subject
        answers = {**subject.situation.answers, self.key: value}
        situation = attrs.evolve(subject.situation, answers=answers)
        return scenario, attrs.evolve(subject, situation=situation)


def read_variations(
    texts: Sequence[str], scenario: Scenario, action: AnyAction
) -> tuple[Variation, ...]:
    """The variations that a designer typed. Raises `FaultsError` with every fault at once."""
    found: list[Variation] = every(*(partial(_read, text, scenario, action) for text in texts))
    labels = [one.label for one in found]
    raise_any(
        Fault(text, f"{one.label} is varied already", "each thing once, with all its values")
        for place, (text, one) in enumerate(zip(texts, found, strict=True))
        if one.label in labels[:place]
    )
    return tuple(attrs.evolve(one, values=tuple(dict.fromkeys(one.values))) for one in found)


def choices_of(field: Field, around: str = "") -> tuple[str, ...]:
    """All that a field can be answered with: its words, or whole numbers near `around`."""
    if field.kind.choices:
        return field.kind.choices
    kind = field.kind.inner
    if isinstance(kind, Whole):
        return tuple(str(number) for number in range(kind.low, kind.high + 1))
    return (around,) if around else ()


def _read(text: str, scenario: Scenario, action: AnyAction) -> Variation:
    left, equals, right = text.rpartition("=") if text.count("=") == 1 else ("", "", "")
    if not equals or not left or not right:
        raise FaultsError([Fault(text, "this varies nothing", "UNIT=FIELD or NAME=value,value")])
    values = tuple(part.strip() for part in right.split(","))
    if left.startswith(TABLES):
        for value in values:
            scenario.tables.typed(left.removeprefix(TABLES), value)
        return Variation(left, values)
    if left in {field.key for field in fields_of(action.asks)}:
        return Variation(left, _checked(field_of(action.asks, left), values))
    unit, dot, key = left.rpartition(".")
    if key == AT and dot:
        return Variation(AT, tuple(_places(scenario, values)), scenario.find(unit).full_name)
    if right == AT:
        places = [piece.name for piece in scenario.terrain]
        return Variation(AT, (*places, NOWHERE), scenario.find(left).full_name)
    if dot and right not in _unit_fields(scenario) and not _is_unit(scenario, left):
        found = scenario.find(unit)
        return Variation(key, _checked(_field(scenario, key), values), found.full_name)
    found = scenario.find(left)
    return Variation(right, choices_of(_field(scenario, right)), found.full_name)


def _places(scenario: Scenario, values: Sequence[str]) -> Iterator[str]:
    """The pieces of terrain that are meant. Raises `FaultsError` with those there are."""
    known = {piece.name: piece.name for piece in scenario.terrain}
    for value in values:
        yield NOWHERE if value == NOWHERE else key_meant("terrain", value, known)


def _is_unit(scenario: Scenario, name: str) -> bool:
    try:
        scenario.find(name)
    except FaultsError:
        return False
    return True


def _unit_fields(scenario: Scenario) -> dict[str, Field]:
    fields = fields_of(scenario.system.unit) if scenario.system.unit else ()
    return {field.key: field for field in fields}


def _field(scenario: Scenario, key: str) -> Field:
    known = _unit_fields(scenario)
    if key not in known:
        near = nearest(key, known)
        raise FaultsError([Fault(key, "units have no such field", ", ".join(known), near)])
    return known[key]


def _checked(field: Field, values: tuple[str, ...]) -> tuple[str, ...]:
    every(*(partial(field.kind.parse_at, field.key, value) for value in values))
    return values


@attrs.frozen
class Rating:
    """A field that a unit answers, all its answers in order, and the one that stands now."""

    field: Field
    values: tuple[str, ...]
    now: str

    @property
    def beside(self) -> tuple[str, str]:
        """The values one step below and above; the present one where there is none."""
        index = self.values.index(self.now)
        return self.values[max(index - 1, 0)], self.values[min(index + 1, len(self.values) - 1)]


def ratings(scenario: Scenario, unit: Unit) -> Iterator[Rating]:
    """Every field that matters to a unit and has numbers or words to go through.

    What a file leaves open stands at the figure that the system begins with; what follows from
    other fields, such as the bases that a unit starts with, is no rating of its own.
    """
    form = unit.form
    now = texts(form)
    now |= scenario.system.starting_values(now, scenario.tables)
    for field in fields_of(type(form)):
        if field.matters(form) and isinstance(field.kind.inner, Choice | Whole):
            values = choices_of(field)
            if now[field.key] in values and not _follows(field, form):
                yield Rating(field, values, now[field.key])


def _follows(field: Field, form: Form) -> bool:
    """Whether an answer that is left out is worked out from the others."""
    if not isinstance(field.kind, Optional):
        return False
    others = {key: text for key, text in texts(form).items() if key != field.key}
    return getattr(parse_form(type(form), others), field.attribute) is not None

"""What of a unit can be moved: its ratings, as they stand, and all that they could be."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from calculator.forms import Field, Form, fields_of, parse_form, texts
from calculator.kinds import Choice, Optional, Whole
from calculator.scenarios.model import Scenario, Unit
from calculator.tuning.variations import choices_of


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
    now |= scenario.system.begun(now, scenario.tables)
    for field in fields_of(type(form)):
        if field.matters(form) and isinstance(field.kind.inner, Choice | Whole):
            values = choices_of(field)
            if now[field.key] in values and not _follows(field, form):
                yield Rating(field, values, now[field.key])


def identity(unit: type[Form]) -> Field:
    """The field that does not rate a unit but says what it is, its arm or its card: its first."""
    return fields_of(unit)[0]


def _follows(field: Field, form: Form) -> bool:
    """Whether an answer that is left out is worked out from the others."""
    if not isinstance(field.kind, Optional):
        return False
    others = {key: text for key, text in texts(form).items() if key != field.key}
    return getattr(parse_form(type(form), others), field.attribute) is not None

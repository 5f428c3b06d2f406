"""The rows of the form as the panel draws them, derived from a set-up and nothing else."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from calculator.forms import Field
from calculator.kinds import Kind
from calculator.tui.answers import Answer, answers_of, extremes_of, label_of
from calculator.tui.draft import Draft, filled_by
from calculator.tui.mnemonics import ACTION_KEY

ACTION: Final = "*action"
"""The key of the row that chooses the action; no field's key begins with a star."""

UNIT: Final = "*unit:"
"""What the keys of the rows that pick a unit begin with; the role follows."""

UNIT_KEYS: Final = (",", ".", ";")
"""The keys of the unit rows, in the order of the roles: unshifted, side by side, and no letters."""


class Row(NamedTuple):
    """One row of the form: what it is called, what stands in it, and how it may be answered.

    A row without answers and without a kind opens a list to pick from.
    """

    key: str
    label: str
    letter: str
    text: str
    shown: str
    group: str = ""
    matters: bool = True
    answers: tuple[Answer, ...] = ()
    kind: Kind[Any] | None = None

    @property
    def toggles(self) -> bool:
        """Whether there are just two answers, so that one key is enough."""
        return [answer.text for answer in self.answers] == ["no", "yes"]

    @property
    def extremes(self) -> tuple[str, ...]:
        """The widest that a number can look."""
        return () if self.kind is None else extremes_of(self.kind)


def rows_of(draft: Draft, with_units: bool = False) -> tuple[Row, ...]:
    """All rows of the set-up: the action, the units if there is an order of battle, the fields."""
    mattering = draft.mattering()
    fields = [
        _field_row(draft, field, draft.letters.fields[field.key], field.key in mattering)
        for field in draft.fields
    ]
    units = _unit_rows(draft) if with_units else []
    return (_action_row(draft), *units, *fields)


def _action_row(draft: Draft) -> Row:
    return Row(
        ACTION,
        "Action",
        ACTION_KEY,
        draft.action.key,
        draft.action.label,
        answers=draft.letters.actions,
    )


def _unit_rows(draft: Draft) -> list[Row]:
    keys = {field.key for field in draft.fields}
    return [
        Row(
            UNIT + role,
            role.capitalize(),
            sign,
            draft.units.get(role, ""),
            draft.units.get(role, "pick").rpartition(": ")[2],
            matters=not keys.isdisjoint(filled_by(draft.system, role)),
        )
        for role, sign in zip(draft.system.roles, UNIT_KEYS, strict=False)
    ]


def _field_row(draft: Draft, field: Field, letter: str, matters: bool) -> Row:
    text = draft.text(field)
    return Row(
        field.key,
        field.label,
        letter,
        text,
        label_of(field.kind, text),
        field.group,
        matters,
        answers_of(field.kind),
        field.kind,
    )

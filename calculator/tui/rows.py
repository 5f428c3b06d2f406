"""The rows of the form as the panel draws them, derived from a set-up and nothing else."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from calculator.answering import label_of, reads
from calculator.desk.asking import DECIDING, Asking, Provenance
from calculator.forms import Field
from calculator.kinds import Kind
from calculator.rows import Rows
from calculator.tui.answers import Answer, answers_of, extremes_of
from calculator.tui.letters import Letters
from calculator.tui.mnemonics import ACTION_KEY

ACTION: Final = "*action"
"""The key of the row that chooses the action; no field's key begins with a star."""

UNIT: Final = "*unit:"
"""What the keys of the rows that pick a unit begin with; the role follows."""

ARMY: Final = "army"
"""What stands in the place of a role where a whole army is picked."""

UNIT_KEYS: Final = (",", ".", ";")
"""The keys of the unit rows, in the order of the roles: unshifted, side by side, and no letters."""


MOST_UNFOLDED: Final = 16
"""Answers that unfold below a row; where there are more, as of cards, one is picked by name."""


class FormRow(NamedTuple):
    """One row of the form: what it is called, what stands in it, and how it may be answered.

    A row without answers and without a kind is a unit's.
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
    source: Provenance = Provenance.SAID
    """Where its answer comes from."""
    decides: bool = False
    """Whether it is only assumed and decides much."""

    @property
    def toggles(self) -> bool:
        """Whether there are just two answers, so that one key is enough."""
        return [answer.text for answer in self.answers] == ["no", "yes"]

    @property
    def is_set(self) -> bool:
        """Whether something answers it: a player, the roll, the file or another answer."""
        return self.source is not Provenance.ASSUMED

    @property
    def sign(self) -> str:
        """The sign of where its answer comes from."""
        return DECIDING if self.decides else self.source.sign if self.kind else ""

    @property
    def is_picked(self) -> bool:
        """Whether something opens over it: units and words to pick by name, or the rows of a list
        that can be taken apart.
        """
        if self.lists is not None:
            return True
        return (self.kind is None and not self.answers) or len(self.answers) > MOST_UNFOLDED

    @property
    def lists(self) -> Rows[Any] | None:
        """The kind of a list of rows, as far as its text can be read."""
        return self.kind if isinstance(self.kind, Rows) and reads(self.kind, self.text) else None

    @property
    def extremes(self) -> tuple[str, ...]:
        """The widest that a number can look."""
        return () if self.kind is None else extremes_of(self.kind)


def rows_of(
    set_up: Asking, letters: Letters, with_units: bool = False, army: str = ""
) -> tuple[FormRow, ...]:
    """All rows of the set-up: the action, the units if there is an order of battle, the fields.

    Where an army is checked, its name stands in the place of the units.
    """
    mattering = set_up.mattering()
    by_key, texts, sources = letters.of(set_up.action.asks), set_up.texts, set_up.provenances
    fields = [
        _field_row(field, texts[field.key], by_key[field.key], field.key in mattering)._replace(
            source=sources[field.key]
        )
        for field in set_up.fields
    ]
    units = _unit_rows(set_up) if with_units else []
    if army:
        units = [FormRow(UNIT + ARMY, "Army", UNIT_KEYS[0], army, army)]
    return (_action_row(set_up, letters), *units, *fields)


def _action_row(set_up: Asking, letters: Letters) -> FormRow:
    return FormRow(
        ACTION,
        "Action",
        ACTION_KEY,
        set_up.action.key,
        set_up.action.label,
        answers=letters.actions,
    )


def _unit_rows(set_up: Asking) -> list[FormRow]:
    keys = {field.key for field in set_up.fields}
    return [
        FormRow(
            UNIT + role,
            role.capitalize(),
            sign,
            set_up.units.get(role, ""),
            set_up.units.get(role, "pick").rpartition(": ")[2],
            matters=not keys.isdisjoint(set_up.system.filled_fields(role)),
        )
        for role, sign in zip(set_up.system.roles, UNIT_KEYS, strict=False)
    ]


def _field_row(field: Field, text: str, letter: str, matters: bool) -> FormRow:
    return FormRow(
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

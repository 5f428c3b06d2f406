"""The rows of the form as the panel draws them, derived from a set-up and nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from calculator.answering import label_of, stepped
from calculator.desk.asking import Asking
from calculator.desk.calm import MORE, folds, more_line, unit_line
from calculator.desk.provenance import DECIDING, Provenance
from calculator.desk.turns import dead_ends
from calculator.forms import Field
from calculator.kinds import Kind
from calculator.rows import Rows
from calculator.tui.letters import ACTION_KEY, Answer, Letters, answers_of, extremes_of

ACTION: Final = "*action"
"""The key of the row that chooses the action; no field's key begins with a star."""

UNIT: Final = "*unit:"
"""What the keys of the rows that pick a unit begin with; the role follows."""

ARMY: Final = "army"
"""What stands in the place of a role where a whole army is picked."""

FOLD: Final = "*fold:"
"""What the key of the row begins with behind which others lie; the fold follows."""

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
    fold: str = ""
    """The fold that it lies in; in none it always stands in sight."""
    opens: str = ""
    """The fold that opens below it."""
    line: str = ""
    """What stands on a second line: what lies behind a unit's name."""

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
        if self.key.startswith(FOLD):
            return False
        return (self.kind is None and not self.answers) or len(self.answers) > MOST_UNFOLDED

    @property
    def lists(self) -> Rows[Any] | None:
        """The kind of a list of rows, as far as its text can be taken apart."""
        kind = self.kind
        return kind if isinstance(kind, Rows) and kind.comes_apart(self.text) else None

    def after(self, text: str, by: int) -> str:
        """The answer that follows one by so many, round the ends; the first after none of them."""
        texts = [answer.text for answer in self.answers]
        at = texts.index(text) if text in texts else -by
        return texts[(at + by) % len(texts)]

    def stepped(self, by: int) -> str:
        """What stands in it after a step: the next answer or the last, a number up or down."""
        return self.after(self.text, by) if self.kind is None else stepped(self.kind, self.text, by)

    def answer_by(self, sign: str) -> str:
        """The answer of a letter or, counted from 1, of a digit; nothing where there is none."""
        by_number = {str(place): one.text for place, one in enumerate(self.answers, 1)}
        by_letter = {one.letter: one.text for one in self.answers if one.letter}
        return (by_number | by_letter).get(sign, "")

    @property
    def extremes(self) -> tuple[str, ...]:
        """The widest that a number can look."""
        return () if self.kind is None else extremes_of(self.kind)


def rows_of(
    set_up: Asking,
    letters: Letters,
    with_units: bool = False,
    army: str = "",
    decide: Collection[str] = (),
) -> tuple[FormRow, ...]:
    """All rows of the set-up: the action, the units if there is an order of battle, the fields.

    Where an army is checked, its name stands in the place of the units. What a unit answers lies
    behind its name, and what is neither foremost nor said nor decides much behind the last row.
    """
    mattering, folded = set_up.mattering(), folds(set_up, decide)
    by_key, texts, sources = letters.of(set_up.action.asks), set_up.texts, set_up.provenances
    fields = [
        _field_row(field, texts[field.key], by_key[field.key], field.key in mattering)._replace(
            source=sources[field.key],
            decides=field.key in decide,
            fold=folded[field.key],
            answers=_with_dead_ends(answers_of(field.kind), set_up.futile_answers(field)),
        )
        for field in set_up.fields
    ]
    fields = [
        row._replace(text=set_up.written(row.key), shown=set_up.shown_rows(row.key))
        if set_up.rows(row.key)
        else row
        for row in fields
    ]
    by_fold: dict[str, list[FormRow]] = {}
    for row in fields:
        by_fold.setdefault(row.fold, []).append(row)
    units = _unit_rows(set_up, folded) if with_units else []
    if army:
        units = [FormRow(UNIT + ARMY, "Army", UNIT_KEYS[0], army, army)]
    unfolding = [
        part
        for unit in units
        for part in (unit, *(by_fold.get(unit.opens, ()) if unit.opens else ()))
    ]
    return (
        _action_row(set_up, letters),
        *(unfolding if not army else units),
        *by_fold.get("", ()),
        *_more(set_up, folded),
        *by_fold.get(MORE, ()),
    )


def _more(set_up: Asking, folded: Mapping[str, str]) -> Iterator[FormRow]:
    if line := more_line(set_up, folded):
        yield FormRow(FOLD + MORE, line, "", "", "", opens=MORE)


def _action_row(set_up: Asking, letters: Letters) -> FormRow:
    """The action; what the acting unit cannot do says why."""
    name = set_up.units.get("actor", "")
    ended = dead_ends(set_up.roll, name) if set_up.roll and name else {}
    return FormRow(
        ACTION,
        "Action",
        ACTION_KEY,
        set_up.action.key,
        set_up.action.label,
        answers=_with_dead_ends(letters.actions, ended),
    )


def _unit_rows(set_up: Asking, folded: Mapping[str, str]) -> list[FormRow]:
    keys = {field.key for field in set_up.fields}
    return [
        FormRow(
            UNIT + role,
            role.capitalize(),
            sign,
            set_up.units.get(role, ""),
            set_up.units.get(role, "pick").rpartition(": ")[2],
            matters=not keys.isdisjoint(set_up.system.filled_fields(role)),
            opens=role if role in set_up.units else "",
            line=unit_line(set_up, folded, role) if role in set_up.units else "",
        )
        for role, sign in zip(set_up.roles, UNIT_KEYS, strict=False)
    ]


def _with_dead_ends(answers: Sequence[Answer], ended: Mapping[str, str]) -> tuple[Answer, ...]:
    if not ended:
        return tuple(answers)
    return tuple(one._replace(ended=ended.get(one.text, "")) for one in answers)


def _field_row(field: Field, text: str, letter: str, matters: bool) -> FormRow:
    return FormRow(
        field.key,
        field.label,
        letter,
        text,
        label_of(field.kind, text),
        field.group,
        matters,
        (),
        field.kind,
    )

"""A field as a page shows it: its answers as buttons or a list, a number with its steps, rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import attrs

from calculator.answering import HALF_INCH, fault_of, label_of, reads
from calculator.conditions import always
from calculator.forms import Field
from calculator.kinds import Kind, Length, Optional, Text, Whole
from calculator.rows import UNIT

MOST_BUTTONS: Final = 9
"""Answers that stand side by side as buttons; more of them are a list."""

SHORT: Final = 8
"""Characters of two answers that stand beside their label on a phone."""

NARROW: Final = 5
"""Characters of an answer of which four stand side by side on a phone; of `SHORT` ones three."""

MIDDLE: Final = 14
"""Characters of an answer of which two do."""

NOBODY: Final = "-"
"""What stands for no unit in a list of them."""

_UNIT: Final = Field(
    key=UNIT,
    label="Unit",
    help="A unit of the order of battle. What is known of it fills in the rest.",
    source="the roll",
    kind=Text(str, str, "the name of a unit"),
    default="",
    group="",
    matters=always,
    follows=None,
    attribute=UNIT,
)

MOST_ROWS: Final = 8
"""Rows of a list that the form of a page holds; more than an address can carry would be lost."""


class Limits(NamedTuple):
    """Between what a number lies, and by how much a step moves it."""

    low: str
    high: str
    by: str


class FieldView(NamedTuple):
    """A field as a page shows it. `widget` is "answers", "list", "number", "rows" or "text".

    `choices` are the answers to choose from as they are typed, each with its label; `words` those
    that a text is of, and `known` names that it may be. `origin` tells where its answer comes from.
    Of a list, `rows` are the fields of each of its rows, whose keys are KEY.ROW.FIELD; of a number,
    `limits` are those of its steps. Of answers that are dead ends, `ended` says why.
    """

    field: Field
    key: str
    widget: str
    text: str
    shown: str
    choices: Mapping[str, str]
    words: tuple[str, ...]
    blank: str
    fault: str
    matters: bool
    rows: tuple[tuple[FieldView, ...], ...] = ()
    known: tuple[str, ...] = ()
    origin: str = ""
    limits: Limits | None = None
    ended: Mapping[str, str] = {}

    @property
    def has_room(self) -> bool:
        """Whether a row can be added to a list."""
        return len(self.rows) < MOST_ROWS

    @property
    def columns(self) -> str:
        """How wide each of the answers is: they stand in columns of one width."""
        longest = max(map(len, self.choices.values()))
        widths = {"narrow": NARROW, "small": SHORT, "middle": MIDDLE}
        return next((name for name, most in widths.items() if longest <= most), "wide")

    @property
    def is_short(self) -> bool:
        """Whether there is room for the answers beside the label."""
        labels = self.choices.values()
        return self.widget == "number" or (
            self.widget == "answers" and len(labels) == 2 and len("".join(labels)) <= SHORT
        )


class FieldGroup(NamedTuple):
    """Fields that stand together. Where `line` says what they answer, they lie folded behind it."""

    title: str
    fields: tuple[FieldView, ...]
    line: str = ""


def field_view(field: Field, text: str, matters: bool, prefix: str = "") -> FieldView:
    """The view of a field in which a text stands; a `prefix` says in which row of a list."""
    kind = field.kind
    readable = reads(kind, text)
    own = kind.show(kind.parse(text)) if readable else text
    return FieldView(
        field=field,
        key=prefix + field.key,
        widget=_widget(kind),
        text=own,
        shown=label_of(kind, text) if readable else text,
        choices={word: label_of(kind, word) for word in kind.choices},
        words=words_of(kind),
        blank=kind.blank if isinstance(kind, Optional) else "",
        fault=fault_of(kind, text),
        matters=matters,
        limits=_limits(kind.inner),
    )


def picker(key: str, names: Sequence[str], picked: str, label: str = "Unit") -> FieldView:
    """A list of units by name, one of which may be picked."""
    choices = {NOBODY: "not by name", **{name: name for name in names}}
    shown, field = picked or NOBODY, attrs.evolve(_UNIT, label=label)
    return FieldView(
        field, key, "list", shown, choices.get(shown, shown), choices, (), "", "", True
    )


def _limits(kind: Kind[Any]) -> Limits | None:
    if not isinstance(kind, Whole | Length):
        return None
    by = HALF_INCH if isinstance(kind, Length) else 1
    return Limits(*(str(float(one)) for one in (kind.low, kind.high, by)))


def words_of(kind: Kind[Any]) -> tuple[str, ...]:
    """The words that a text is put together from, of most kinds none."""
    return tuple(word for words in kind.pieces for word in words) if isinstance(kind, Text) else ()


def _widget(kind: Kind[Any]) -> str:
    if kind.choices:
        return "answers" if len(kind.choices) <= MOST_BUTTONS else "list"
    inner = kind.kind if isinstance(kind, Optional) else kind
    return "number" if isinstance(inner, Whole | Length) else "text"

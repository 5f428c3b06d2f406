"""What a visitor asks, as the address of a page has it, and the form that the page shows for it.

An address holds a text for each field by its key, and the units by role under `unit:actor` and the
like. Names that begin with an underscore are a page's own and no answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

import attrs

from calculator.answering import added, fault_of, label_of, reads, shortened, stepped
from calculator.errors import FaultsError
from calculator.forms import Field, fields_of, parse_form
from calculator.kinds import Kind, Length, Optional, Text, Whole
from calculator.roll import Objection
from calculator.rows import Rows
from calculator.rules.action import AnyAction
from calculator.rules.question import Question
from calculator.rules.system import RuleSystem
from calculator.rules.tables import Tables

UNIT: Final = "unit:"
"""How the names of units begin; the role follows."""

MOST_BUTTONS: Final = 9
"""Answers that stand side by side as buttons; more of them are a list."""

SHORT: Final = 8
"""Characters of two answers that stand beside their label on a phone."""

NARROW: Final = 5
"""Characters of an answer of which four stand side by side on a phone; of `SHORT` ones three."""

MIDDLE: Final = 14
"""Characters of an answer of which two do."""

LONGEST: Final = 200
"""Characters of an answer that are read."""

MOST_ROWS: Final = 8
"""Rows of a list that the form of a page holds; more than an address can carry would be lost."""


class FieldView(NamedTuple):
    """A field as a page shows it. `widget` is "answers", "list", "number", "rows" or "text".

    `choices` are the answers to choose from as they are typed, each with its label. `of_unit` is
    the role whose unit answers it, or nothing; `words` those that a text is of, and `known` names
    that it may be. Of a list, `rows` are the fields of each of its rows, whose keys are
    KEY.ROW.FIELD.
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
    of_unit: str
    rows: tuple[tuple[FieldView, ...], ...] = ()
    known: tuple[str, ...] = ()

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
    def in_words(self) -> str:
        """The answer where its label is not beside it; nothing for what is not so, or left open."""
        if not self.matters or self.shown in {"no", self.blank}:
            return ""
        if self.shown == "yes":
            return self.field.label.lower()
        return self.shown if self.choices else f"{self.field.label.lower()} {self.shown}"

    @property
    def is_short(self) -> bool:
        """Whether there is room for the answers beside the label."""
        labels = self.choices.values()
        return self.widget == "number" or (
            self.widget == "answers" and len(labels) == 2 and len("".join(labels)) <= SHORT
        )


class FieldGroup(NamedTuple):
    """Fields that stand together; those of a unit are folded, and `words` say what it answers."""

    title: str
    fields: tuple[FieldView, ...]
    folded: bool = False
    words: str = ""


@attrs.define(eq=False, kw_only=True)
class OpenQuestion:
    """A question as far as it has been put: every field has a text, right or wrong.

    `filled` is what the `units` answer of themselves; `answers` stand above it. `taken` says what
    of it is not as at the start, `objections` why a unit should not take part, `side` whose result
    it is, if not the visitor's, and `generals` whom the enemy has.
    """

    system: RuleSystem
    action: AnyAction
    answers: Mapping[str, str]
    filled: Mapping[str, str] = {}
    units: Mapping[str, str] = {}
    tables: Tables | None = None
    taken: tuple[str, ...] = ()
    objections: tuple[Objection, ...] = ()
    side: str = ""
    generals: tuple[str, ...] = ()
    fields: tuple[Field, ...] = attrs.field(init=False)
    texts: dict[str, str] = attrs.field(init=False)
    _question: Question | None = attrs.field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        self.fields = fields_of(self.action.asks)
        self.texts = {field.key: self._text(field, self.answers) for field in self.fields}

    def _text(self, field: Field, answers: Mapping[str, str]) -> str:
        typed = answers.get(field.key)
        if isinstance(field.kind, Rows):
            typed = _rows_typed(field.kind, field.key, answers) or typed
            return (typed or field.kind.show(()))[: MOST_ROWS * LONGEST]
        if typed is not None and (reads(field.kind, typed) or not field.kind.choices):
            return typed[:LONGEST]
        known = self.filled.get(field.key)
        if known is not None and reads(field.kind, known):
            return known
        return field.kind.show(field.default)

    def step(self, key: str, by: str) -> None:
        """Move a number by 1 or -1; add a word to a text, or by -1 take its last part back.

        What is neither in this form stays as it is.
        """
        key, _, inside = key.partition(".")
        kind, text = self._kind(key), self.texts.get(key, "")
        if isinstance(kind, Text) and by in words_of(kind):
            self._change(key, added(kind, text, by)[:LONGEST])
        elif isinstance(kind, Text) and by == "-1":
            self._change(key, shortened(kind, text) or " ")  # nothing is no answer
        elif by in {"1", "-1"} and inside and isinstance(kind, Rows):
            self._change(key, _stepped_inside(kind, text, inside, int(by)))
        elif by in {"1", "-1"} and kind and reads(kind, text):
            self._change(key, stepped(kind, text, int(by)))

    def _kind(self, key: str) -> Kind[Any] | None:
        return next((field.kind for field in self.fields if field.key == key), None)

    def change_rows(self, key: str, removed: str) -> None:
        """Add a row to a list, or remove one by its place; what is no list stays as it is."""
        kind = self._kind(key)
        rows = _rows_of(kind, self.texts[key]) if isinstance(kind, Rows) else None
        if rows is not None and isinstance(kind, Rows):
            left = [row for place, row in enumerate(rows) if str(place) != removed]
            fresh = [] if removed else [kind.fresh]
            self._change(key, kind.joined([*left, *fresh][:MOST_ROWS]))

    def _change(self, key: str, text: str) -> None:
        self.texts[key] = text
        self._question = None

    def question(self) -> Question:
        """The question. Raises `FaultsError` with everything that is wrong with the answers."""
        if self._question is None:
            form = parse_form(self.action.asks, self.texts)
            self._question = Question(
                self.system, self.action, form, self.tables or self.system.tables
            )
        return self._question

    @property
    def mattering(self) -> frozenset[str]:
        """The keys of the fields that matter; all of them while the answers make no whole."""
        try:
            form = self.question().form
        except FaultsError:
            return frozenset(self.texts)
        return frozenset(field.key for field in self.fields if field.matters(form))

    @property
    def query(self) -> str:
        """The answers as the query of an address."""
        side = {"_side": self.side} if self.side else {}
        return urlencode({**self._named, **side, **self.texts})

    @property
    def query_afresh(self) -> str:
        """The units, and the answers that they do not give themselves."""
        own = {key: text for key, text in self.texts.items() if key not in self.filled}
        return urlencode({**self._named, **own})

    @property
    def _named(self) -> dict[str, str]:
        return {UNIT + role: name for role, name in self.units.items()}

    @property
    def path(self) -> str:
        """The page that asks this."""
        return f"/ask/{self.system.key}/{self.action.key}"

    @property
    def address(self) -> str:
        """The page that asks this, with the answers."""
        return f"{self.path}?{self.query}"

    def sections(self) -> list[FieldGroup]:
        """The form in parts: first what no unit answers, by group; then each unit's own answers."""
        views = self._views()
        groups: dict[str, list[FieldView]] = {}
        for view in views:
            if not view.of_unit:
                groups.setdefault(view.field.group, []).append(view)
        # With units picked, what is left is little: the headings would take more room than it.
        titled = [FieldGroup("" if self.units else g, tuple(found)) for g, found in groups.items()]
        return [*titled, *(self._of_unit(role, views) for role in self.units)]

    def _of_unit(self, role: str, views: list[FieldView]) -> FieldGroup:
        own = tuple(view for view in views if view.of_unit == role)
        words = filter(None, (view.in_words for view in own))
        return FieldGroup(self.units[role], own, True, ", ".join(words))

    def _views(self) -> list[FieldView]:
        """The fields as the page shows them, in the order of the form."""
        mattering = self.mattering
        of_unit = {key: role for role in self.units for key in self.system.filled_fields(role)}
        views = [
            _view(field, self.texts[field.key], field.key in mattering, of_unit.get(field.key, ""))
            for field in self.fields
        ]
        named = self.system.general_field
        return [v._replace(known=self.generals) if v.key == named else v for v in views]


def read_answers(query: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """The texts by field key and the units by role that an address or a form holds."""
    units = {
        key.removeprefix(UNIT): text[:LONGEST]
        for key, text in query.items()
        if key.startswith(UNIT) and text
    }
    answers = {key: text for key, text in query.items() if not key.startswith(("_", UNIT)) and text}
    return answers, units


def _rows_typed(kind: Rows[Any], key: str, answers: Mapping[str, str]) -> str | None:
    """The text of a list whose rows were answered field by field; None where they were not."""
    found: dict[str, dict[str, str]] = {}
    for name, text in answers.items():
        whole, _, inside = name.partition(".")
        place, _, one = inside.partition(".")
        if whole == key and place.isdecimal() and one in kind.fresh:
            found.setdefault(place, {})[one] = text
    rows = [kind.fresh | found[place] for place in sorted(found, key=int)]
    return kind.joined(rows[:MOST_ROWS]) if rows else None


def _rows_of(kind: Rows[Any], text: str) -> list[dict[str, str]] | None:
    """The answers of each row; None of what was typed and cannot be taken apart."""
    try:
        return kind.apart(text)
    except ValueError:
        return None


def _stepped_inside(kind: Rows[Any], text: str, inside: str, by: int) -> str:
    """A list with a number of one of its rows, ROW.FIELD, moved by a step."""
    place, _, key = inside.partition(".")
    rows = _rows_of(kind, text) or []
    for number, row in enumerate(rows):
        for field in fields_of(kind.row):
            if (str(number), field.key) == (place, key) and reads(field.kind, row[key]):
                row[key] = stepped(field.kind, row[key], by)
    return kind.joined(rows)


def _view(field: Field, text: str, matters: bool, of_unit: str, prefix: str = "") -> FieldView:
    kind = field.kind
    rows = _rows_of(kind, text) if isinstance(kind, Rows) else None
    readable = reads(kind, text)
    own = kind.show(kind.parse(text)) if readable else text
    return FieldView(
        field=field,
        key=prefix + field.key,
        widget=_widget(kind) if rows is None else "rows",
        text=own,
        shown=label_of(kind, text) if readable else text,
        choices={word: label_of(kind, word) for word in kind.choices},
        words=words_of(kind),
        blank=kind.blank if isinstance(kind, Optional) else "",
        fault=fault_of(kind, text),
        matters=matters,
        of_unit=of_unit,
        rows=tuple(
            tuple(
                _view(inside, row[inside.key], True, "", f"{field.key}.{place}.")
                for inside in fields_of(kind.row)
            )
            for place, row in enumerate(rows or ())
            if isinstance(kind, Rows)
        ),
    )


def words_of(kind: Kind[Any]) -> tuple[str, ...]:
    """The words that a text is put together from, of most kinds none."""
    return tuple(word for words in kind.pieces for word in words) if isinstance(kind, Text) else ()


def _widget(kind: Kind[Any]) -> str:
    if kind.choices:
        return "answers" if len(kind.choices) <= MOST_BUTTONS else "list"
    inner = kind.kind if isinstance(kind, Optional) else kind
    return "number" if isinstance(inner, Whole | Length) else "text"

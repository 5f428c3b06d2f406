"""What a visitor asks, as the address of a page has it, and the form that the page shows for it.

An address holds a text for each field by its key, and the units by role under `unit:actor` and the
like. Names that begin with an underscore are a page's own and no answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl, urlencode

from calculator.answering import added, fault_of, label_of, reads, shortened, stepped
from calculator.desk.answers import Provenance
from calculator.desk.asking import Asking
from calculator.desk.attention import MORE, folds, more_line, unit_line
from calculator.desk.naming import Answer
from calculator.desk.units import candidates
from calculator.forms import Field, Form, fields_of
from calculator.kinds import Kind, Length, Text, Whole
from calculator.rows import UNIT as UNIT_KEY
from calculator.rows import Row, Rows
from calculator.rules.phrases import capitalized

MOST_BUTTONS: Final = 9
"""Answers that stand side by side as buttons; more of them are a list."""

NOBODY: Final = "-"
"""What stands for no unit in a list of them."""

MOST_ROWS: Final = 8
"""Rows of a list that the form of a page holds; more than an address can carry would be lost."""

UNIT: Final = "unit:"
"""How the names of units begin; the role follows."""

LONGEST: Final = 200
"""Characters of an answer that are read."""


class FieldView(NamedTuple):
    """A field as a page shows it; its `widget` is "answers", "list", "number", "rows" or "text".
    `choices` are the answers to choose from as they are typed, each with its label; `known` are
    names that it may be, `origin` tells where its answer comes from, and `ended` why answers lead
    nowhere. Of a list, `rows` are the name of the unit in each, one of those `known`, and the
    fields of the row, whose keys are KEY.ROW.FIELD."""

    field: Field
    key: str
    widget: str
    text: str
    shown: str
    choices: Mapping[str, str]
    fault: str = ""
    matters: bool = True
    rows: tuple[tuple[str, tuple[FieldView, ...]], ...] = ()
    known: Sequence[str | Answer] = ()
    origin: str = ""
    ended: Mapping[str, str] = {}

    @property
    def dead_ends(self) -> str:
        """Its dead ends with their reasons, in a line."""
        by_reason: dict[str, list[str]] = {}
        for text, why in self.ended.items():
            by_reason.setdefault(why, []).append(self.choices.get(text, text))
        lines = (f"{', '.join(texts)}: {why}" for why, texts in by_reason.items())
        return capitalized("; ".join(lines))


class FieldGroup(NamedTuple):
    """Fields that stand together. Where `line` says what they answer, they lie folded behind it."""

    title: str
    fields: tuple[FieldView, ...]
    line: str = ""


def field_view(
    field: Field, text: str, prefix: str = "", origin: str = "", **more: Any
) -> FieldView:
    """The view of a field in which a text stands; a `prefix` says in which row of a list."""
    kind, readable = field.kind, reads(field.kind, text)
    widget = "number" if isinstance(kind.inner, Whole | Length) else "text"
    if kind.choices:
        widget = "answers" if len(kind.choices) <= MOST_BUTTONS else "list"
    seen = {
        "widget": widget,
        "text": kind.show(kind.parse(text)) if readable else text,
        "shown": label_of(kind, text) if readable else text,
        "choices": {word: label_of(kind, word) for word in kind.choices},
        "fault": fault_of(kind, text),
        "origin": origin,
    }
    return FieldView(field, prefix + field.key, **seen | more)


class OpenQuestion:
    """A question as a page shows it: `asking` says what stands in it and why, and `decide` which
    fields are only assumed and decide much."""

    def __init__(self, asking: Asking) -> None:
        self.asking = asking
        self.decide: tuple[str, ...] = ()
        self.system, self.action = asking.system, asking.action
        self.path = f"/ask/{self.system.key}/{self.action.key}"

    @property
    def units(self) -> dict[str, str]:
        """The names of the units, by role."""
        return {role: name.rpartition(": ")[2] for role, name in self.asking.units.items()}

    @property
    def side(self) -> str:
        """The key of the side whose army is checked, if one is."""
        army = self.asking.checked_army()
        return army.side if army else ""

    @property
    def shown(self) -> str:
        """What nobody has said, as the query of an address: sent back, it is still not said."""
        asking, said = self.asking, self.asking.recorded_said
        unsaid = {key: text for key, text in asking.texts.items() if key not in said}
        for key in asking.texts:
            for place, _ in enumerate(asking.rows(key)):
                for one, (text, source) in asking.in_row(key, place + 1).items():
                    if source is not Provenance.SAID:
                        unsaid[f"{key}.{place}.{one}"] = text
        return urlencode(unsaid)

    @property
    def origins(self) -> dict[str, str]:
        """Where each answer comes from, by key; of what nobody said only if it decides much."""
        sources = self.asking.provenances.items()
        return {key: _word(source, named=key in self.decide) for key, source in sources}

    @property
    def dead_ends(self) -> dict[str, tuple[list[str], str]]:
        """The answers that lead nowhere, by field key, and a line that says why."""
        views = (view for view in self._views() if view.ended)
        return {view.key: (list(view.ended), view.dead_ends) for view in views}

    def step(self, key: str, by: str) -> None:
        """Move a number by 1 or -1, also one in a list (LIST.ROW.FIELD); add a word to a text, or
        by -1 take its last part back. What is neither stays as it is."""
        key, _, inside = key.partition(".")
        kind, text = self._kind(key), self.asking.texts.get(key, "")
        if isinstance(kind, Text) and any(by in words for words in kind.pieces):
            text = added(kind, text, by)[:LONGEST]
        elif isinstance(kind, Text) and by == "-1":
            text = shortened(kind, text) or " "  # nothing is no answer
        elif by not in {"1", "-1"}:
            return
        elif isinstance(kind, Rows) and inside:
            text = self._stepped_inside(kind, key, inside, int(by))
        elif kind and reads(kind, text):
            text = stepped(kind, text, int(by))
        else:
            return
        self.asking.say({key: text})

    def _kind(self, key: str) -> Kind[Any] | None:
        return next((field.kind for field in self.asking.fields if field.key == key), None)

    def _stepped_inside(self, kind: Rows[Any], key: str, inside: str, by: int) -> str:
        """A list with a number of one of its rows, ROW.FIELD, moved by a step."""
        place, _, one = inside.partition(".")
        rows = self.asking.rows(key)
        kinds = {field.key: field.kind for field in fields_of(kind.row)}
        if one in kinds and place.isdecimal() and int(place) < len(rows):
            text, _ = self.asking.in_row(key, int(place) + 1)[one]
            if reads(kinds[one], text):
                rows[int(place)][one] = stepped(kinds[one], text, by)
                return kind.joined(rows)
        return self.asking.written(key)

    def change_rows(self, key: str, removed: str) -> None:
        """Add a row to a list, or remove one by its place; what is no list stays as it is."""
        kind = self._kind(key)
        if isinstance(kind, Rows) and kind.comes_apart(self.asking.written(key)):
            rows = self.asking.rows(key)
            left = [row for place, row in enumerate(rows) if str(place) != removed]
            added_row: list[Row] = [] if removed else [{}]
            self.asking.say({key: kind.joined([*left, *added_row][:MOST_ROWS])})

    @property
    def answers(self) -> dict[str, str]:
        """Every answer and the units, as a form sends them."""
        return {**self._named, **self.asking.texts}

    @property
    def query_afresh(self) -> str:
        """The units, and what was said that they do not answer themselves."""
        own = {key: text for key, text in self._said.items() if not self.asking.knows(key)}
        return urlencode({**self._named, **own})

    @property
    def _said(self) -> dict[str, str]:
        said = self.asking.recorded_said
        return {key: self.asking.written(key) for key in said if "#" not in key}

    @property
    def _named(self) -> dict[str, str]:
        return {UNIT + role: name for role, name in self.units.items()}

    @property
    def address(self) -> str:
        """The page that asks this, with what was said."""
        side = {"_side": self.side} if self.side else {}
        return f"{self.path}?{urlencode({**self._named, **side, **self._said})}"

    def sections(self) -> list[FieldGroup]:
        """The form in parts: first what decides much, then what stands in sight, then what lies
        behind the name of each unit, and the rest."""
        views, folded = self._views(), folds(self.asking, self.decide)
        first = tuple(view for view in views if view.field.key in self.decide)
        groups: dict[str, list[FieldView]] = {}
        for view in views:
            if not folded[view.field.key] and view not in first:
                groups.setdefault(view.field.group, []).append(view)
        # With units picked, what is left is little: the headings would take more room than it.
        titled = [FieldGroup("" if self.units else g, tuple(found)) for g, found in groups.items()]
        lines = {role: unit_line(self.asking, folded, role) for role in self.units}
        lines[MORE] = more_line(self.asking, folded)
        behind = (
            FieldGroup(
                self.units.get(fold, ""),
                tuple(v for v in views if folded[v.field.key] == fold),
                line,
            )
            for fold, line in lines.items()
        )
        return [FieldGroup("Check these first: they decide much", first), *titled, *behind]

    def _views(self) -> list[FieldView]:
        asking, ended, origins = self.asking, self.asking.dead_ends(), self.origins
        generals: Sequence[str] = ()
        if roll := asking.roll:
            generals = roll.scenario.generals_against(roll.side_key(asking.whose))
        return [
            field_view(
                field,
                asking.text(field),
                matters=field.key in asking.mattering(),
                origin=origins[field.key],
                ended=ended.get(field.key, {}),
                known=generals if field.key == self.system.general_field else (),
            )._replace(**self._in_rows(field))
            for field in asking.fields
        ]

    def _in_rows(self, field: Field) -> dict[str, Any]:
        asking, key = self.asking, field.key
        if not isinstance(field.kind, Rows) or not field.kind.comes_apart(asking.written(key)):
            return {}
        rows = []
        for place, _ in enumerate(asking.rows(key)):
            stands = asking.in_row(key, place + 1)
            views = (
                field_view(one, stands[one.key][0], f"{key}.{place}.", _word(stands[one.key][1]))
                for one in fields_of(field.kind.row)
            )
            rows.append((asking.named_in(key, place + 1), tuple(views)))
        known = self._own(f"{key}#1") if rows and field.kind.of else ()
        return {"widget": "rows", "rows": tuple(rows), "known": known}

    def others(self) -> dict[str, Sequence[Answer]]:
        """The units that may be picked beside who acts and at whom, by role, where such matter."""
        roles = (role for role in self.asking.roles if role not in {"actor", "target"})
        return {role: units for role in roles if (units := self._own(role))}

    def _own(self, role: str) -> Sequence[Answer]:
        return tuple(candidates(self.asking, role, sees_all=not self.asking.side, own=True))


def _word(source: Provenance, *, named: bool = False) -> str:
    return source.value if named or source is not Provenance.ASSUMED else ""


def read_answers(
    form: type[Form], query: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, str]]:
    """What was said by field key, and the units by role, as an address or a form holds them: a page
    sends every field, and what stands as it was shown was not said. A word that a list of answers
    does not have is none; what is typed and cannot be read is kept, to be told."""
    units = {
        key.removeprefix(UNIT): text[:LONGEST]
        for key, text in query.items()
        if key.startswith(UNIT) and text not in {"", NOBODY}
    }
    shown = dict(parse_qsl(query.get("_shown", ""), keep_blank_values=True))
    sent = {k: text for k, text in query.items() if not k.startswith(("_", UNIT)) and text}
    typed = {field.key: _typed(field, sent, shown) for field in fields_of(form)}
    return {key: text for key, text in typed.items() if text not in {"", shown.get(key)}}, units


def _typed(field: Field, sent: Mapping[str, str], shown: Mapping[str, str]) -> str:
    """What was sent for a field; nothing where that is none of its answers."""
    typed = sent.get(field.key, "")
    if isinstance(field.kind, Rows):
        return (_rows_typed(field.kind, field.key, sent, shown) or typed)[: MOST_ROWS * LONGEST]
    return "" if field.kind.choices and not reads(field.kind, typed) else typed[:LONGEST]


def _rows_typed(
    kind: Rows[Any], key: str, answers: Mapping[str, str], shown: Mapping[str, str]
) -> str | None:
    """The text of a list whose rows were answered field by field; None where they were not."""
    found: dict[str, Row] = {}
    for name, text in answers.items():
        whole, _, inside = name.partition(".")
        place, _, one = inside.partition(".")
        if whole == key and place.isdecimal() and one in {UNIT_KEY, *kind.fresh}:
            row = found.setdefault(place, {})
            if text != shown.get(name) and (one, text) != (UNIT_KEY, NOBODY):
                row[one] = text
    rows = [found[place] for place in sorted(found, key=int)]
    return kind.joined(rows[:MOST_ROWS]) if rows else None

"""What a visitor asks, as the address of a page has it, and the form that the page shows for it.

An address holds a text for each field by its key, and the units by role under `unit:actor` and the
like. Names that begin with an underscore are a page's own and no answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from calculator.answering import added, reads, shortened, stepped
from calculator.desk.asking import Asking
from calculator.desk.calm import MORE, folds, more_line, unit_line
from calculator.desk.cautions import Caution, cautions
from calculator.desk.provenance import Provenance
from calculator.forms import Field, Form, fields_of
from calculator.kinds import Kind, Text
from calculator.rows import UNIT as UNIT_KEY
from calculator.rows import Row, Rows
from calculator.rules.system import SIDES
from calculator.rules.tables import Otherwise
from calculator.web.fields import (
    MOST_ROWS,
    NOBODY,
    FieldGroup,
    FieldView,
    field_view,
    picker,
    words_of,
)

WORTH_SAYING: Final = "Check these first: they decide much"
"""Above the answers that are only assumed and decide much."""

UNIT: Final = "unit:"
"""How the names of units begin; the role follows."""


LONGEST: Final = 200
"""Characters of an answer that are read."""


class OpenQuestion:
    """A question as a page shows it: `asking` says what stands in it and why.

    `generals` are those whom the enemy has, and `decide` the fields that are only assumed and
    decide much.
    """

    def __init__(self, asking: Asking, generals: tuple[str, ...] = ()) -> None:
        self.asking = asking
        self.generals = generals
        self.decide: tuple[str, ...] = ()
        self.system, self.action = asking.system, asking.action
        self.path = f"/ask/{self.system.key}/{self.action.key}"

    @property
    def units(self) -> dict[str, str]:
        """The names of the units, by role."""
        return {role: name.rpartition(": ")[2] for role, name in self.asking.units.items()}

    @property
    def doubtful(self) -> Mapping[str, Otherwise]:
        """The other way to read each value that is open to doubt, by its key."""
        return self.asking.tables.doubtful

    @property
    def side(self) -> str:
        """The key of the side whose army is checked, if one is."""
        army = self.asking.checked_army()
        return army.side if army else ""

    @property
    def shown(self) -> str:
        """What nobody has said, as the query of an address: sent back, it is still not said."""
        texts, said = self.asking.texts, self.asking.recorded_said
        unsaid = {key: text for key, text in texts.items() if key not in said}
        return urlencode({**unsaid, **dict(self._unsaid_in_rows())})

    def _unsaid_in_rows(self) -> Iterator[tuple[str, str]]:
        for key in self.asking.texts:
            for place, _ in enumerate(self.asking.rows(key), 1):
                for one, (text, source) in self.asking.in_row(key, place).items():
                    if source is not Provenance.SAID:
                        yield f"{key}.{place - 1}.{one}", text

    @property
    def cautions(self) -> list[Caution]:
        """What should be known before anything is drawn, the gravest first."""
        return cautions(self.asking)

    @property
    def origins(self) -> dict[str, str]:
        """Where each answer comes from, by key, each in a word."""
        return {key: _origin(key, self) for key in self.asking.texts}

    def step(self, key: str, by: str) -> None:
        """Move a number by 1 or -1; add a word to a text, or by -1 take its last part back.

        What is neither in this form stays as it is.
        """
        key, _, inside = key.partition(".")
        kind, text = self._kind(key), self.asking.texts.get(key, "")
        if isinstance(kind, Text) and by in words_of(kind):
            self._change(key, added(kind, text, by)[:LONGEST])
        elif isinstance(kind, Text) and by == "-1":
            self._change(key, shortened(kind, text) or " ")  # nothing is no answer
        elif by in {"1", "-1"} and inside and isinstance(kind, Rows):
            self._step_inside(kind, key, inside, int(by))
        elif by in {"1", "-1"} and kind and reads(kind, text):
            self._change(key, stepped(kind, text, int(by)))

    def _kind(self, key: str) -> Kind[Any] | None:
        return next((field.kind for field in self.asking.fields if field.key == key), None)

    def _step_inside(self, kind: Rows[Any], key: str, inside: str, by: int) -> None:
        """Move a number of one of the rows of a list, ROW.FIELD, by a step."""
        place, _, one = inside.partition(".")
        rows = self.asking.rows(key)
        kinds = {field.key: field.kind for field in fields_of(kind.row)}
        if one in kinds and place.isdecimal() and int(place) < len(rows):
            text, _ = self.asking.in_row(key, int(place) + 1)[one]
            if reads(kinds[one], text):
                rows[int(place)][one] = stepped(kinds[one], text, by)
                self._change(key, kind.joined(rows))

    def change_rows(self, key: str, removed: str) -> None:
        """Add a row to a list, or remove one by its place; what is no list stays as it is."""
        kind = self._kind(key)
        if isinstance(kind, Rows) and kind.comes_apart(self.asking.written(key)):
            rows = self.asking.rows(key)
            left = [row for place, row in enumerate(rows) if str(place) != removed]
            self._change(key, kind.joined([*left, *([] if removed else [{}])][:MOST_ROWS]))

    def _change(self, key: str, text: str) -> None:
        self.asking.say({key: text})

    @property
    def mattering(self) -> frozenset[str]:
        """The keys of the fields that matter; all of them while the answers make no whole."""
        return self.asking.mattering()

    @property
    def query(self) -> str:
        """What was said, as the query of an address."""
        side = {"_side": self.side} if self.side else {}
        return urlencode({**self._named, **side, **self._said})

    @property
    def query_in_full(self) -> str:
        """Every answer, as the query of an address that asks this whatever the roll will say."""
        return urlencode(self.answers)

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
        return f"{self.path}?{self.query}"

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
        return [FieldGroup(WORTH_SAYING, first), *titled, *behind]

    def _views(self) -> list[FieldView]:
        """The fields as the page shows them, in the order of the form."""
        mattering = self.mattering
        texts = self.asking.texts
        views = [
            field_view(field, texts[field.key], field.key in mattering)._replace(
                origin=_origin(field.key, self),
                ended=self.asking.futile_answers(field),
                **self._in_rows(field),
            )
            for field in self.asking.fields
        ]
        named = self.system.general_field
        return [v._replace(known=self.generals) if v.key == named else v for v in views]

    def _in_rows(self, field: Field) -> dict[str, Any]:
        """How a list shows its rows, each with the unit that it names first."""
        asking, key = self.asking, field.key
        if not isinstance(field.kind, Rows) or not field.kind.comes_apart(asking.written(key)):
            return {}
        names = asking.candidates(field.kind.of)
        return {
            "widget": "rows",
            "rows": tuple(
                (
                    picker(f"{key}.{place - 1}.{UNIT_KEY}", names, asking.named_in(key, place)),
                    *(
                        field_view(one, stands[one.key][0], True, f"{key}.{place - 1}.")._replace(
                            origin=_word(stands[one.key][1])
                        )
                        for one in fields_of(field.kind.row)
                    ),
                )
                for place, _ in enumerate(asking.rows(key), 1)
                for stands in (asking.in_row(key, place),)
            ),
        }

    def pickers(self) -> list[FieldView]:
        """What picks the units beside who acts and at whom, where such matter."""
        found = []
        for role in self.asking.roles:
            if role not in {"actor", "target"} and (names := self.asking.candidates(SIDES[role])):
                picked = self.units.get(role, "")
                found.append(picker(UNIT + role, names, picked, role.capitalize()))
        return found


def _origin(key: str, asked: OpenQuestion) -> str:
    """Where an answer comes from, in a word: of what nobody said only if it decides much."""
    source = asked.asking.provenance(key)
    return source.value if key in asked.decide else _word(source)


def _word(source: Provenance) -> str:
    return "" if source is Provenance.ASSUMED else source.value


def read_answers(
    form: type[Form], query: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, str]]:
    """What was said by field key, and the units by role, as an address or a form holds them.

    A page sends every field; what still stands as it was shown was not said. A word that a list of
    answers does not have is none; what is typed and cannot be read is kept, to be told.
    """
    units = {
        key.removeprefix(UNIT): text[:LONGEST]
        for key, text in query.items()
        if key.startswith(UNIT) and text not in {"", NOBODY}
    }
    shown = dict(parse_qsl(query.get("_shown", ""), keep_blank_values=True))
    sent = {k: text for k, text in query.items() if not k.startswith(("_", UNIT)) and text}
    said = {}
    for field in fields_of(form):
        text = _typed(field, sent, shown)
        if text is not None and text != shown.get(field.key):
            said[field.key] = text
    return said, units


def _typed(field: Field, sent: Mapping[str, str], shown: Mapping[str, str]) -> str | None:
    """What was sent for a field; None for nothing, or for what is none of its answers."""
    typed = sent.get(field.key)
    if isinstance(field.kind, Rows):
        typed = _rows_typed(field.kind, field.key, sent, shown) or typed
        return typed and typed[: MOST_ROWS * LONGEST]
    if typed is None or (field.kind.choices and not reads(field.kind, typed)):
        return None
    return typed[:LONGEST]


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

"""Lists: a field whose answer is any number of rows, each a small form of its own.

A list is written in a line, with commas between rows: ``french-line attack-column shaken 5, mob``.
The first word of a row answers its first field. Of the others a word of a choice answers that
choice, a bare number the first field that takes one, the key of a yes-or-no field says yes, and
``key=value`` answers any field. In a list that names units, ``unit=28th-Foot`` stands for all that
is known of that unit, and what else the row says comes before that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias, TypeVar

from calculator.errors import FaultsError, hint, nearest
from calculator.forms import Field, Form, field_of, fields_of
from calculator.kinds import BadValueError, Choice, Text, Whole, YesNo

R = TypeVar("R", bound=Form)

NO_ROWS: Final = "none"
"""The word for an empty list."""

UNIT: Final = "unit"
"""The key by which a row names a unit; no field of a row has it."""

Row: TypeAlias = dict[str, str]
"""What a row says, by key: answers to its fields, and the name of a unit."""


class Rows(Text[tuple[R, ...]]):
    """The kind of a list of rows; `row` is the form of one, whose fields are answered one by one
    too, and of which an `example` is shown.

    The first `always` fields of a row are written even where they stand at their default. Rows
    `of` a role may name units of the side of that role's unit, which answer the fields that have
    the keys of units.
    """

    def __init__(self, row: type[R], example: str, always: int = 1, of: str = "") -> None:
        self.row, self.of, self._always = row, of, always
        self._first, *self._others = fields_of(row)
        self._by_key = {field.key: field for field in fields_of(row)}
        self._by_word = {
            word: field
            for field in reversed(self._others)
            if isinstance(field.kind, Choice)
            for word in field.kind.choices
        }
        self._numbered = next(
            (field for field in fields_of(row) if isinstance(field.kind.inner, Whole)), None
        )
        unit = f" (or {UNIT}=NAME)" if of else ""
        others = ", ".join(_as_asked(field) for field in self._others)
        each = f"the {self._first.label.lower()}{unit} and then, as need be, {others}"
        allowed = f"{NO_ROWS!r}, or rows separated by commas, each {each}: {example}"
        super().__init__(self._read, self._write, allowed, type=tuple)

    def says(self, word: str) -> bool:
        """Whether a word says something in a row that begins with another."""
        return self.comes_apart(f"{next(iter(self.fresh.values()))} {word}")

    def comes_apart(self, text: str) -> bool:
        """Whether a text says rows, whatever stands in them."""
        try:
            self.apart(text)
        except ValueError:
            return False
        return True

    @property
    def fresh(self) -> Row:
        """The answers of a row that says nothing."""
        return {field.key: field.kind.show(field.default) for field in fields_of(self.row)}

    def joined(self, rows: Iterable[Mapping[str, str]]) -> str:
        """The text that says these rows, written as `show` does where all of it can be read."""
        text = ", ".join(" ".join(self._words(row)) for row in rows) or NO_ROWS
        try:
            return self.show(self.parse(text))
        except BadValueError:
            return text

    def _words(self, row: Mapping[str, str]) -> Iterator[str]:
        """A row as words; of one that names a unit no more than it says beside that."""
        first = "" if UNIT in row else fields_of(self.row)[0].key
        for key, text in {**(self.fresh if first else {}), **row}.items():
            yield as_word(text) if key == first else f"{key}={as_word(text)}"

    def _read(self, text: str) -> tuple[Any, ...]:
        """The rows written in a text; `ValueError` says everything that cannot be read."""
        faults: list[str] = []
        found = [self._read_row(words, name, faults) for words, name in self._rows(text)]
        if faults:
            raise ValueError("; ".join(faults))
        return tuple(found)

    def apart(self, text: str) -> list[Row]:
        """What each row says, as far as written."""
        found = []
        for words, name in self._rows(text):
            row = {} if name is None else {UNIT: name}
            for at, word in enumerate(words):
                field, answer = self._answer(word, first=not at and name is None)
                if field.kind.choices:
                    self._parsed(field, answer)
                row[field.key] = answer
            found.append(row)
        return found

    def _rows(self, text: str) -> Iterator[tuple[list[str], str | None]]:
        """The words of each row, and the name of the unit that one of them says."""
        for part in text.lower().split(",") if text.strip().lower() not in {"", NO_ROWS} else ():
            named = [word for word in part.split() if self.of and word.startswith(f"{UNIT}=")]
            words = [word for word in part.split() if word not in named]
            yield words, named[0].partition("=")[2] if named else None

    def _read_row(self, words: list[str], name: str | None, faults: list[str]) -> R | None:
        if not words and name is None:
            faults.append("a row is missing next to a comma")
            return None
        answers: dict[str, Any] = {}
        for at, word in enumerate(words):
            try:
                field, value = self._parsed(*self._answer(word, first=not at and name is None))
            except ValueError as fault:
                faults.append(str(fault))
                continue
            if field.attribute in answers:
                label = field.label.lower()
                faults.append(f"{word!r} gives the {label} of {words[0]!r} twice")
            answers[field.attribute] = value
        if name is not None and not faults:
            faults.append(f"{name!r} is a unit's name, and there is no order of battle")
        try:
            return self.row(**answers)
        except FaultsError as more:
            faults += [fault.problem for fault in more.faults]
            return None

    def _answer(self, word: str, *, first: bool) -> tuple[Field, str]:
        """Which field a word answers, and how; `ValueError` if none."""
        key, equals, value = word.partition("=")
        if equals:
            if key not in self._by_key:
                raise ValueError(f"{key!r} is not part of a row{hint(nearest(key, self._by_key))}")
            return self._by_key[key], value
        if first:
            return self._first, word
        if word in self._by_word:
            return self._by_word[word], word
        field = self._by_key.get(word)
        if field and isinstance(field.kind, YesNo):
            return field, field.kind.show(True)
        if self._numbered and word.lstrip("-").isdecimal():
            return self._numbered, word
        raise ValueError(self._unknown(word))

    @staticmethod
    def _parsed(field: Field, text: str) -> tuple[Field, Any]:
        try:
            return field, field.kind.parse(text)
        except BadValueError as bad:
            problem = f"{field.label.lower()}: {bad.problem} ({bad.allowed})"
            if field.kind.choices:
                problem = f"{text!r} is not a {field.label.lower()}{hint(bad.near)}"
            raise ValueError(problem) from None

    def _unknown(self, word: str) -> str:
        labels = [field.label.lower() for field in self._others if isinstance(field.kind, Choice)]
        choices = [f"{'an' if label[0] in 'aeiou' else 'a'} {label}" for label in labels]
        known = [*self._by_word, *self._by_key]
        return f"{word!r} is not {', '.join(choices)} or a number{hint(nearest(word, known))}"

    def _write(self, value: tuple[R, ...]) -> str:
        """The rows as text that `_read` reads back."""
        return ", ".join(" ".join(self._written(row)) for row in value) or NO_ROWS

    def _written(self, row: Form) -> Iterator[str]:
        for place, field in enumerate(fields_of(self.row)):
            value = getattr(row, field.attribute)
            if place >= self._always and value == field.default:
                continue
            text = field.kind.show(value)
            if isinstance(field.kind, YesNo) and value:
                yield field.key
            elif isinstance(field.kind, Choice) or field is self._numbered:
                yield text
            else:
                yield f"{field.key}={text}"


def as_word(text: str) -> str:
    """An answer as one word of a row, whatever was typed."""
    return "-".join(text.replace(",", " ").split()) or "-"


def in_rows(form: type[Form], answers: Mapping[str, object]) -> dict[str, str]:
    """What rows of a form's lists say, by list, row and key: "also-charging#2.order"."""
    found: Row = {}
    for field in fields_of(form):
        if isinstance(field.kind, Rows) and field.key in answers:
            for place, row in enumerate(field.kind.apart(str(answers[field.key])), 1):
                found |= {f"{field.key}#{place}.{key}": text for key, text in row.items()}
    return found


def written_out(form: type[Form], answers: Mapping[str, str]) -> Row:
    """The lists in whose rows these are the answers, by key, row after row."""
    lists: dict[str, dict[str, Row]] = {}
    for address, text in answers.items():
        key, _, inside = address.partition("#")
        place, _, one = inside.partition(".")
        lists.setdefault(key, {}).setdefault(place, {})[one] = text
    kinds = {field.key: field.kind for field in fields_of(form)}
    return {
        key: kind.joined(rows[place] for place in sorted(rows, key=int))
        for key, rows in lists.items()
        if isinstance(kind := kinds[key], Rows)
    }


def field_at(form: type[Form], address: str) -> Field:
    """The field of a form, or of a row of one of its lists, by its key or "list#row.key"."""
    key, _, inside = address.partition("#")
    field = field_of(form, key)
    if inside and isinstance(field.kind, Rows):
        return field_at(field.kind.row, inside.partition(".")[2])
    return field


def _as_asked(field: Field) -> str:
    """A field as a row may answer it: its words, its key, or key=value."""
    if isinstance(field.kind, Choice):
        return "/".join(field.kind.choices)
    return field.key if isinstance(field.kind, YesNo) else f"{field.key}=N"

"""A TOML tree read against its layout: every value checked, every fault kept with its key path.

A form reads what people type, where 7 and "7" are one; a file is read strictly, so that quotes
around a number are a fault and not guessed at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Final

import attrs

from calculator.conditions import always
from calculator.errors import FaultsError, nearest
from calculator.forms import Field, Form, as_text
from calculator.kinds import (
    BadValueError,
    Choice,
    Kind,
    Length,
    Optional,
    Text,
    Whole,
    YesNo,
    quoted,
)
from calculator.scenarios.kinds import (
    DAY,
    AnyKind,
    FileValue,
    SystemKey,
    allowed_in_file,
    type_name,
    wrong_type,
)
from calculator.scenarios.layout import Section
from calculator.scenarios.lines import KeyPath

_LONGEST = 300
"""Characters of a fault's text; whatever is longer quotes the file at length."""


_TYPES: Final[Mapping[type[Kind[Any]], tuple[type, ...]]] = {
    Choice: (str,),
    SystemKey: (str,),
    Whole: (int,),
    Length: (int, float, str),
    YesNo: (bool,),
    Text: (str,),
}


@attrs.frozen
class KeyFault:
    """One thing wrong with a file, by key path."""

    path: KeyPath
    problem: str
    allowed: str = ""
    near: str = ""


@attrs.frozen
class FileTable:
    """What one table holds: its values by key, its form, the tables within it by name."""

    path: KeyPath
    values: Mapping[str, Any]
    form: Form | None
    parts: Mapping[str, tuple[FileTable, ...]]

    def text(self, name: str) -> str:
        """The text of a key, empty if it is not there."""
        return self.values.get(name, "")  # type: ignore[no-any-return]

    def part(self, name: str) -> FileTable:
        """A table that stands once; an empty one if it is not there."""
        parts = self.parts.get(name, ())
        return parts[0] if parts else FileTable((*self.path, name), {}, None, {})


class Reader:
    """Reads tables, and gathers what is wrong with them in `faults`."""

    def __init__(self) -> None:
        self.faults: list[KeyFault] = []
        self.idle: list[KeyPath] = []
        """Answers that mean nothing beside the others, such as the quality of a battery."""

    def note(self, path: KeyPath, problem: str, allowed: str = "", near: str = "") -> None:
        """One more fault."""
        short = problem if len(problem) <= _LONGEST else f"{problem[:100]} ... {problem[-100:]}"
        self.faults.append(KeyFault(path, short, allowed, near))

    def section(self, node: Mapping[str, Any], section: Section, path: KeyPath = ()) -> FileTable:
        """A table, with all tables within it."""
        self._unknown(node, section, path)
        values = self._values(node, section, path)
        form = self._form(node, section, path)
        parts = {
            part.name: self._part(node, part, (*path, part.name))
            for part in section.parts
            if not part.free
        }
        return FileTable(path, values, form, parts)

    def _unknown(self, node: Mapping[str, Any], section: Section, path: KeyPath) -> None:
        if section.known:
            for name in node:
                if name not in section.names:
                    near = nearest(name, section.names)
                    allowed = ", ".join(section.names)
                    self.note((*path, name), f"{section.what} has no such key", allowed, near)

    def _values(
        self, node: Mapping[str, Any], section: Section, path: KeyPath
    ) -> dict[str, object]:
        values = {}
        for key in section.keys:
            if key.name in node:
                values[key.name] = self._value(key.kind, node[key.name], (*path, key.name))
            elif key.required:
                self.note((*path, key.name), "is missing", allowed_in_file(key.kind))
        return values

    def _value(self, kind: AnyKind, value: object, path: KeyPath) -> Any:
        try:
            return _value_of(kind, value)
        except BadValueError as bad:
            self.note(path, bad.problem, bad.allowed, bad.near)
            return None

    def _form(self, node: Mapping[str, Any], section: Section, path: KeyPath) -> Form | None:
        """The system's form; None, with its faults noted, if it cannot be filled in."""
        if section.form is None:
            return None
        faults_before = len(self.faults)
        values = {
            field.attribute: self._value(field.kind, node[field.key], (*path, field.key))
            for field in section.form_fields
            if field.key in node
        }
        missing = [field for field in section.needed if field.attribute not in values]
        if len(self.faults) > faults_before:
            self._missing((field for field in missing if field.matters is always), path)
            return None
        form = self._made(section.form, values, path)
        if form is not None:
            self._missing((field for field in missing if field.matters(form)), path)
            answered = (field for field in section.form_fields if field.key in node)
            self.idle += [(*path, field.key) for field in answered if not field.matters(form)]
        return form

    def _made(self, form: type[Form], values: Mapping[str, object], path: KeyPath) -> Form | None:
        """A form of these values; None where they do not go together."""
        try:
            return form(**values)
        except FaultsError as error:
            for fault in error.faults:
                self.note((*path, fault.place), fault.problem, fault.allowed, fault.near)
            return None

    def _missing(self, fields: Iterable[Field], path: KeyPath) -> None:
        for field in fields:
            self.note((*path, field.key), "is missing", allowed_in_file(field.kind))

    def _part(self, node: Mapping[str, Any], part: Section, path: KeyPath) -> tuple[FileTable, ...]:
        found = node.get(part.name)
        if found is None:
            if part.least:
                self.note(path, "is missing", _header(part, path))
            return ()
        if part.many:
            return self._several(found, part, path)
        if not isinstance(found, dict):
            self.note(path, f"is {type_name(found)}", _header(part, path))
            return ()
        return (self.section(found, part, path),)

    def _several(self, found: object, part: Section, path: KeyPath) -> tuple[FileTable, ...]:
        if not isinstance(found, list):
            self.note(path, f"is {type_name(found)}", _header(part, path))
            return ()
        if len(found) < part.least:
            self.note(path, f"there must be at least {part.least}", _header(part, path))
        reads = []
        for index, node in enumerate(found):
            if isinstance(node, dict):
                reads.append(self.section(node, part, (*path, index)))
            else:
                self.note((*path, index), f"is {type_name(node)}", _header(part, path))
        return tuple(reads)


def _header(part: Section, path: Sequence[str | int]) -> str:
    name = ".".join(name for name in path if isinstance(name, str))
    return f"[[{name}]] for each" if part.many else f"[{name}]"


def _value_of(kind: AnyKind, value: object) -> Any:
    """The value that a TOML value stands for. Raises `BadValueError`."""
    if isinstance(kind, Optional):
        if value == kind.blank:
            return None
        return _value_of(kind.kind, value)
    if isinstance(kind, FileValue):
        return kind.read(value)
    types = (date, str) if kind is DAY else _TYPES[type(kind)]
    if type(value) not in types:
        raise wrong_type(value, allowed_in_file(kind))
    return _read_word(kind, str(value)) if isinstance(kind, Choice) else kind.parse(as_text(value))


def _read_word(kind: Choice[Any], text: str) -> Any:
    """The word, written as it is listed: an editor that follows the schema knows no other."""
    word = kind.parse(text)
    if kind.show(word) != text:
        raise BadValueError(f"{quoted(text)} is not as it is listed", kind.allowed, kind.show(word))
    return word

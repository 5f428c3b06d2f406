"""A TOML tree read against its layout: every value checked, every fault kept with its key path."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs

from calculator.errors import FaultsError, nearest
from calculator.forms import Field, Form, always
from calculator.kinds import BadValueError, Kind
from calculator.scenarios.kinds import allowed_in_file, read_value, type_name
from calculator.scenarios.layout import Section
from calculator.scenarios.lines import KeyPath

_LONGEST = 300
"""Characters of a fault's text; whatever is longer quotes the file at length."""


@attrs.frozen
class Wrong:
    """One thing wrong with a file, by key path."""

    path: KeyPath
    problem: str
    allowed: str = ""
    near: str = ""


@attrs.frozen
class Read:
    """What one table said: its values by key, its form, the tables within it by name."""

    path: KeyPath
    values: Mapping[str, Any]
    form: Form | None
    parts: Mapping[str, tuple[Read, ...]]

    def text(self, name: str) -> str:
        """The text of a key, empty if it is not there."""
        return self.values.get(name, "")  # type: ignore[no-any-return]

    def part(self, name: str) -> Read:
        """A table that stands once; an empty one if it is not there."""
        parts = self.parts.get(name, ())
        return parts[0] if parts else Read((*self.path, name), {}, None, {})


class Reader:
    """Reads tables and gathers what is wrong with them in `faults`."""

    def __init__(self) -> None:
        self.faults: list[Wrong] = []

    def note(self, path: KeyPath, problem: str, allowed: str = "", near: str = "") -> None:
        """One more fault."""
        told = problem if len(problem) <= _LONGEST else f"{problem[:100]} ... {problem[-100:]}"
        self.faults.append(Wrong(path, told, allowed, near))

    def section(self, node: Mapping[str, Any], section: Section, path: KeyPath = ()) -> Read:
        """A table, with all tables within it."""
        self._unknown(node, section, path)
        values = self._values(node, section, path)
        form = self._form(node, section, path)
        parts = {
            part.name: self._part(node, part, (*path, part.name))
            for part in section.parts
            if not part.free
        }
        return Read(path, values, form, parts)

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

    def _value(self, kind: Kind[Any], value: object, path: KeyPath) -> Any:
        try:
            return read_value(kind, value)
        except BadValueError as bad:
            self.note(path, bad.problem, bad.allowed, bad.near)
            return None

    def _form(self, node: Mapping[str, Any], section: Section, path: KeyPath) -> Form | None:
        """The system's form; None, with its faults noted, if it cannot be filled in."""
        if section.form is None:
            return None
        faults_before = len(self.faults)
        given = {
            field.attribute: self._value(field.kind, node[field.key], (*path, field.key))
            for field in section.form_fields
            if field.key in node
        }
        missing = [field for field in section.needed if field.attribute not in given]
        if len(self.faults) > faults_before:
            self._missing((field for field in missing if field.matters is always), path)
            return None
        try:
            form = section.form(**given)
        except FaultsError as error:
            for fault in error.faults:
                self.note((*path, fault.place), fault.problem, fault.allowed, fault.near)
            return None
        self._missing((field for field in missing if field.matters(form)), path)
        return form

    def _missing(self, fields: Iterable[Field], path: KeyPath) -> None:
        for field in fields:
            self.note((*path, field.key), "is missing", allowed_in_file(field.kind))

    def _part(self, node: Mapping[str, Any], part: Section, path: KeyPath) -> tuple[Read, ...]:
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

    def _several(self, found: object, part: Section, path: KeyPath) -> tuple[Read, ...]:
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

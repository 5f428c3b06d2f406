"""From a file to a `Scenario`, or every fault of the file at once.

A TOML tree is read against its layout: every value checked, every fault kept with its key path. A
form reads what people type, where 7 and "7" are one; a file is read strictly, so that quotes around
a number are a fault and not guessed at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import attrs

from calculator.conditions import always
from calculator.errors import Fault, FaultsError, nearest
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
from calculator.names import repeated
from calculator.rules import catalog
from calculator.rules.system import RuleSystem
from calculator.rules.tables import Tables
from calculator.scenarios import kinds, model
from calculator.scenarios.doubts import doubtful
from calculator.scenarios.layout import HEAD, OVERRIDE, RULES, Section, layout
from calculator.scenarios.places import find_scenario
from calculator.scenarios.source import KeyPath, Source, content_of, parse_source

_TYPES: Final[Mapping[type[Kind[Any]], tuple[type, ...]]] = {
    Choice: (str,),
    kinds.SystemKey: (str,),
    Whole: (int,),
    Length: (int, float, str),
    YesNo: (bool,),
    Text: (str,),
}


@attrs.frozen
class FileTable:
    """What one table holds: its values by attribute, its form (None where the system has none), the
    tables within it by name."""

    path: KeyPath
    values: Mapping[str, Any]
    form: Any
    parts: Mapping[str, tuple[FileTable, ...]]

    def text(self, name: str) -> str:
        """The text of a key, empty if it is not there."""
        return self.values.get(name, "")  # type: ignore[no-any-return]

    def part(self, name: str) -> FileTable:
        """A table that stands once; an empty one if it is not there."""
        parts = self.parts.get(name, ())
        return parts[0] if parts else FileTable((*self.path, name), {}, None, {})

    @property
    def units(self) -> tuple[FileTable, ...]:
        """The units of a side, those of no formation last."""
        formed = (unit for part in self.parts["formations"] for unit in part.parts["units"])
        return (*formed, *self.parts["units"])


class Reader:
    """Reads tables, and gathers what is wrong with them in `faults`."""

    def __init__(self) -> None:
        self.faults: list[tuple[KeyPath, Fault]] = []
        self.idle: list[KeyPath] = []
        """Answers that mean nothing beside the others, such as the quality of a battery."""

    def note(self, path: KeyPath, problem: str, allowed: str = "", near: str = "") -> None:
        """One more fault."""
        self.faults.append((path, Fault("", problem, allowed, near)))

    @contextmanager
    def noting(self, path: KeyPath, *, placed: bool = False) -> Iterator[None]:
        """Notes the faults that are raised within; `placed` ones each at a key of their own."""
        try:
            yield
        except FaultsError as error:
            for fault in error.faults:
                at = (*path, fault.place) if placed else path
                self.note(at, fault.problem, fault.allowed, fault.near)

    def section(self, node: Mapping[str, Any], section: Section, path: KeyPath = ()) -> FileTable:
        """A table, with all tables within it."""
        self._unknown(node, section, path)
        values = self._values(node, section.keys, path)
        needed = (key for key in section.keys if key.required and key.key not in node)
        self._missing(needed, path)
        form = self._form(node, section, path)
        parts = {
            part.name: self._subtables(node.get(part.name), part, (*path, part.name))
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
        self, node: Mapping[str, Any], asked: Iterable[kinds.Key | Field], path: KeyPath
    ) -> dict[str, Any]:
        """What a table says under some keys, by attribute; None for what is wrong there."""
        values = {}
        for one in asked:
            if one.key in node:
                try:
                    values[one.attribute] = _value_of(one.kind, node[one.key])
                except BadValueError as bad:
                    self.note((*path, one.key), bad.problem, bad.allowed, bad.near)
                    values[one.attribute] = None
        return values

    def _form(self, node: Mapping[str, Any], section: Section, path: KeyPath) -> Form | None:
        """The system's form; None, with its faults noted, if it cannot be filled in."""
        if section.form is None:
            return None
        faults_before = len(self.faults)
        values = self._values(node, section.form_fields, path)
        missing = [field for field in section.needed if field.attribute not in values]
        if len(self.faults) > faults_before:
            self._missing((field for field in missing if field.matters is always), path)
            return None
        with self.noting(path, placed=True):
            form = section.form(**values)
            self._missing((field for field in missing if field.matters(form)), path)
            answered = (field for field in section.form_fields if field.key in node)
            self.idle += [(*path, field.key) for field in answered if not field.matters(form)]
            return form
        return None

    def _missing(self, fields: Iterable[kinds.Key | Field], path: KeyPath) -> None:
        for field in fields:
            self.note((*path, field.key), "is missing", kinds.allowed_in_file(field.kind))

    def _subtables(self, found: object, part: Section, path: KeyPath) -> tuple[FileTable, ...]:
        """The tables of a name, or the only one, or none."""
        header = _header(part, path)
        if found is None:
            if part.least:
                self.note(path, "is missing", header)
            return ()
        if part.many is not isinstance(found, list):
            self.note(path, f"is {kinds.type_name(found)}", header)
            return ()
        nodes = found if isinstance(found, list) else [found]
        if len(nodes) < part.least:
            self.note(path, f"there must be at least {part.least}", header)
        reads = []
        for index, node in enumerate(nodes):
            place = (*path, index) if part.many else path
            if isinstance(node, dict):
                reads.append(self.section(node, part, place))
            else:
                self.note(place, f"is {kinds.type_name(node)}", header)
        return tuple(reads)


def _header(part: Section, path: Sequence[str | int]) -> str:
    name = ".".join(name for name in path if isinstance(name, str))
    return f"[[{name}]] for each" if part.many else f"[{name}]"


def _value_of(kind: kinds.AnyKind, value: object) -> Any:
    """The value that a TOML value stands for. Raises `BadValueError`."""
    if isinstance(kind, Optional):
        if value == kind.blank:
            return None
        return _value_of(kind.kind, value)
    if isinstance(kind, kinds.FileValue):
        return kind.read(value)
    types = (date, str) if kind is kinds.DAY else _TYPES[type(kind)]
    if type(value) not in types:
        raise kinds.wrong_type(value, kinds.allowed_in_file(kind))
    found = kind.parse(as_text(value))
    if isinstance(kind, Choice) and kind.show(found) != value:
        # an editor that follows the schema knows words as they are listed, and no other
        problem = f"{quoted(str(value))} is not as it is listed"
        raise BadValueError(problem, kind.allowed, kind.show(found))
    return found


MOST_FAULTS: Final = 200
"""Faults of one file that are listed; a file that has more is of another kind altogether."""

_OVERRIDE_EXAMPLE: Final = 'e.g. { value = 5, reason = "stone walls" }'


def load(name: str | Path) -> model.Scenario:
    """The scenario of a name or a path.

    Raises `FaultsError` with every fault of the file, each with its line and key path.
    """
    path = find_scenario(name)
    return understood(path, content_of(path))


@lru_cache(maxsize=32)
def understood(path: Path, content: str) -> model.Scenario:
    """The scenario that the content of a file holds, read once for as long as it stays the same.

    Raises `FaultsError`.
    """
    return read_scenario(parse_source(path, content))


def read_scenario(source: Source) -> model.Scenario:
    """The scenario that a file holds. Raises `FaultsError`."""
    reader = Reader()
    system = _system(source.tree, reader)
    root = reader.section(source.tree, layout(system))
    overrides = source.tree.get(OVERRIDE.name, {})
    tables = _overridden(overrides, system.tables if system else None, reader)
    _check_sides(root.parts["sides"], reader)
    _check_history(root, reader)
    _check_places(root, reader)
    if reader.faults or system is None or tables is None:
        raise _faults(source, reader)
    scenario = _scenario(source.path, system, tables, root)
    found = doubtful(scenario, reader.idle)
    doubts = (model.Doubt(source.place(path), text, why) for path, text, why in found)
    return attrs.evolve(scenario, doubts=tuple(doubts))


def _scenario(path: Path, system: RuleSystem, tables: Tables, root: FileTable) -> model.Scenario:
    """A scenario from tables that are known to be right."""
    head, rules = root.part(HEAD.name), root.part(RULES.name)
    history = [model.History(**one.values) for one in root.parts["history"]]
    history = [attrs.evolve(h, winner="") if h.winner == model.DRAWN else h for h in history]
    return model.Scenario(
        **{**head.values, **rules.values, "system": system},
        path=path,
        rules=rules.form or (system.battle() if system.battle else None),
        history=history[0] if history else None,
        terrain=tuple(model.Terrain(**one.values, form=one.form) for one in root.parts["terrain"]),
        sides=tuple(_side(table) for table in root.parts["sides"]),
        tables=tables,
    )


def _side(table: FileTable) -> model.Side:
    key = table.text("key")
    return model.Side(
        **table.values,
        form=table.form,
        generals=tuple(model.General(**one.values) for one in table.parts["generals"]),
        formations=tuple(
            model.Formation(
                **part.values, units=_units(part, key, part.text("name")), path=part.path
            )
            for part in table.parts["formations"]
        ),
        unattached=_units(table, key, ""),
        path=table.path,
    )


def _units(table: FileTable, side: str, formation: str) -> tuple[model.Unit, ...]:
    return tuple(
        model.Unit(**one.values, side=side, formation=formation, form=one.form, path=one.path)
        for one in table.parts["units"]
    )


def _faults(source: Source, reader: Reader) -> FaultsError:
    """What is wrong, in the order of the file; of more than anyone reads, how many more."""
    faulty = sorted(reader.faults, key=lambda wrong: source.line(wrong[0]))
    faults = [fault._replace(place=source.place(path)) for path, fault in faulty[:MOST_FAULTS]]
    if len(faulty) > MOST_FAULTS:
        faults.append(Fault(str(source.path), f"and {len(faulty) - MOST_FAULTS:,} more faults"))
    return FaultsError(faults)


def _system(tree: Mapping[str, Any], reader: Reader) -> RuleSystem | None:
    """The system, or the one that is meant: the rest of the file is read by its light."""
    head = tree.get("scenario")
    key = head.get("system") if isinstance(head, dict) else None
    if not isinstance(key, str):
        return None
    meant = key if key in catalog.KEYS else nearest(key, catalog.KEYS)
    if not meant:
        return None
    system = catalog.find_system(meant)
    if system.unit is None:
        reader.note(("scenario", "system"), f"{system.title} has no orders of battle")
        return None
    return system


def _overridden(tree: object, tables: Tables | None, reader: Reader) -> Tables | None:
    """The tables with every override, wherever dotted keys and nested tables put it."""
    waiting: list[tuple[KeyPath, object]] = [((OVERRIDE.name,), tree)]
    while waiting:
        path, node = waiting.pop()
        if not isinstance(node, dict):
            reader.note(path, f"is {kinds.type_name(node)}, with no reason", _OVERRIDE_EXAMPLE)
        elif not node and len(path) > 1:
            reader.note(path, "holds neither a value nor a reason", _OVERRIDE_EXAMPLE)
        elif "value" not in node and "reason" not in node:
            waiting += [((*path, name), child) for name, child in node.items()]
        else:
            said = reader.section(node, OVERRIDE, path).values
            if tables and "value" in said and said.get("reason"):
                key = ".".join(str(part) for part in path[1:])
                with reader.noting(path):
                    tables = tables.override({key: said["value"]}, said["reason"])
    return tables


def _check_sides(sides: Sequence[FileTable], reader: Reader) -> None:
    _check_unique(sides, "key", "another side", reader)
    _check_unique(sides, "name", "another side", reader, model.in_a_word)
    _check_unique(sides, "role", "another side", reader)
    for side in sides:
        formations = side.parts["formations"]
        _check_unique(formations, "name", "another formation of this side", reader)
        _check_unique(side.units, "name", "another unit of this side", reader)
        if not side.units:
            reader.note(side.path, "has no units", "[[sides.formations.units]] for each")


def _check_history(root: FileTable, reader: Reader) -> None:
    """Winner and losses must be of the file's own sides."""
    sides = [key for side in root.parts["sides"] if (key := side.text("key"))]
    for table in root.parts["history"]:
        winner = table.values.get("winner")
        named = {"winner": [winner] if winner else [], "losses": table.values.get("losses") or {}}
        for key, keys in named.items():
            known = [*sides, model.DRAWN] if key == "winner" else sides
            for name in keys:
                _check_known(name, known, "no side", (*table.path, key), reader)


def _check_places(root: FileTable, reader: Reader) -> None:
    """Where units stand must be on the ground as the file lists it, each piece once."""
    _check_unique(root.parts["terrain"], "name", "another piece of terrain", reader)
    places = [name for piece in root.parts["terrain"] if (name := piece.text("name"))]
    for side in root.parts["sides"]:
        for table in (*side.parts["formations"], *side.units):
            if place := table.text("at"):
                _check_known(place, places, "no terrain called", (*table.path, "at"), reader)


def _check_known(name: str, known: Sequence[str], what: str, path: KeyPath, reader: Reader) -> None:
    if name not in known:
        allowed = ", ".join(known) or "a [[terrain]] of this file"
        reader.note(path, f"there is {what} {name!r}", allowed, nearest(name, known))


def _check_unique(
    reads: Sequence[FileTable],
    key: str,
    owner: str,
    reader: Reader,
    called: Callable[[str], str] = str,
) -> None:
    for number, first in repeated(called(str(read.values.get(key) or "")) for read in reads):
        reader.note((*reads[number].path, key), f"{owner} has {first!r} already")

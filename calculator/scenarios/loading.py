"""From a file to a `Scenario`, or every fault of the file at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import attrs

from calculator.errors import Fault, FaultsError, nearest
from calculator.names import repeated
from calculator.rules import catalog
from calculator.rules.system import RuleSystem
from calculator.rules.tables import Tables
from calculator.scenarios import model
from calculator.scenarios.doubts import doubts_of
from calculator.scenarios.keys import made, values_of
from calculator.scenarios.kinds import type_name
from calculator.scenarios.layout import HEAD, OVERRIDE, RULES, layout
from calculator.scenarios.lines import KeyPath
from calculator.scenarios.model import DRAWN, Scenario, in_a_word
from calculator.scenarios.places import find_scenario
from calculator.scenarios.reading import FileTable, Reader
from calculator.scenarios.source import Source, open_source

MOST_FAULTS: Final = 200
"""Faults of one file that are listed; a file that has more is of another kind altogether."""

_OVERRIDE_EXAMPLE: Final = 'e.g. { value = 5, reason = "stone walls" }'

Override: TypeAlias = tuple[KeyPath, Any, str]
"""Where an override stands, its value and its reason."""


def load(name: str | Path) -> Scenario:
    """The scenario of a name or a path.

    Raises `FaultsError` with every fault of the file, each with its line and key path.
    """
    return read_scenario(open_source(find_scenario(name)))


def read_scenario(source: Source) -> Scenario:
    """The scenario that a file holds. Raises `FaultsError`."""
    reader = Reader()
    system = _system(source.tree, reader)
    root = reader.section(source.tree, layout(system))
    overrides = list(_overrides(source.tree.get(OVERRIDE.name, {}), reader))
    tables = _overridden(system.tables, overrides, reader) if system else None
    _check_sides(root.parts["sides"], reader)
    _check_history(root, reader)
    _check_places(root, reader)
    if reader.faults or system is None or tables is None:
        raise _faults(source, reader)
    scenario = _scenario(source.path, system, tables, root)
    doubts = doubts_of(scenario, source.place, reader.idle)
    return attrs.evolve(scenario, doubts=tuple(doubts))


def _scenario(path: Path, system: RuleSystem, tables: Tables, root: FileTable) -> Scenario:
    """A scenario from tables that are known to be right."""
    head, rules = root.part(HEAD.name), root.part(RULES.name)
    values = values_of(HEAD.keys, head.values) | values_of(RULES.keys, rules.values)
    return Scenario(
        **values | {"system": system},
        path=path,
        rules=rules.form or (system.battle() if system.battle else None),
        history=_history(root),
        terrain=tuple(
            made(model.Terrain, one.values, form=one.form) for one in root.parts["terrain"]
        ),
        sides=tuple(_side(table) for table in root.parts["sides"]),
        tables=tables,
    )


def _history(root: FileTable) -> model.History | None:
    if not root.parts["history"]:
        return None
    history = made(model.History, root.part("history").values)
    return attrs.evolve(history, winner="") if history.winner == DRAWN else history


def _side(table: FileTable) -> model.Side:
    key = table.text("key")
    return made(
        model.Side,
        table.values,
        form=table.form,
        generals=tuple(made(model.General, one.values) for one in table.parts["generals"]),
        formations=tuple(
            made(
                model.Formation,
                part.values,
                units=_units(part, key, part.text("name")),
                path=part.path,
            )
            for part in table.parts["formations"]
        ),
        unattached=_units(table, key, ""),
        path=table.path,
    )


def _units(table: FileTable, side: str, formation: str) -> tuple[model.Unit, ...]:
    return tuple(
        made(model.Unit, one.values, side=side, formation=formation, form=one.form, path=one.path)
        for one in table.parts["units"]
    )


def _faults(source: Source, reader: Reader) -> FaultsError:
    """What is wrong, in the order of the file; of more than anyone reads, how many more."""
    faulty = sorted(reader.faults, key=lambda wrong: source.line(wrong.path))
    faults = [
        Fault(source.place(wrong.path), wrong.problem, wrong.allowed, wrong.near)
        for wrong in faulty[:MOST_FAULTS]
    ]
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


def _overrides(tables: object, reader: Reader) -> Iterator[Override]:
    """Every override, wherever dotted keys and nested tables put it."""
    waiting: list[tuple[KeyPath, object]] = [((OVERRIDE.name,), tables)]
    while waiting:
        path, node = waiting.pop()
        if not isinstance(node, dict):
            reader.note(path, f"is {type_name(node)}, with no reason", _OVERRIDE_EXAMPLE)
        elif not node and len(path) > 1:
            reader.note(path, "holds neither a value nor a reason", _OVERRIDE_EXAMPLE)
        elif "value" in node or "reason" in node:
            yield from _override(path, node, reader)
        else:
            waiting += [((*path, name), child) for name, child in node.items()]


def _override(path: KeyPath, node: Mapping[str, Any], reader: Reader) -> Iterator[Override]:
    values = reader.section(node, OVERRIDE, path).values
    if "value" in values and values.get("reason"):
        yield path, values["value"], values["reason"]


def _overridden(tables: Tables, overrides: Sequence[Override], reader: Reader) -> Tables:
    for path, value, reason in overrides:
        key = ".".join(str(part) for part in path[1:])
        try:
            tables = tables.override({key: value}, reason)
        except FaultsError as error:
            for fault in error.faults:
                reader.note(path, fault.problem, fault.allowed, fault.near)
    return tables


def _check_sides(sides: Sequence[FileTable], reader: Reader) -> None:
    _check_unique(sides, "key", "another side", reader)
    _check_unique(sides, "name", "another side", reader, in_a_word)
    _check_unique(sides, "role", "another side", reader)
    for side in sides:
        formations = side.parts["formations"]
        units = [
            *(unit for formation in formations for unit in formation.parts["units"]),
            *side.parts["units"],
        ]
        _check_unique(formations, "name", "another formation of this side", reader)
        _check_unique(units, "name", "another unit of this side", reader)
        if not units:
            reader.note(side.path, "has no units", "[[sides.formations.units]] for each")


def _check_history(root: FileTable, reader: Reader) -> None:
    """Winner and losses must be of the file's own sides."""
    sides = [key for side in root.parts["sides"] if (key := side.text("key"))]
    for table in root.parts["history"]:
        winner = table.values.get("winner")
        named = {"winner": [winner] if winner else [], "losses": table.values.get("losses") or {}}
        for key, keys in named.items():
            known = [*sides, DRAWN] if key == "winner" else sides
            for name in keys:
                if name not in known:
                    near = nearest(name, known)
                    problem = f"there is no side {name!r}"
                    reader.note((*table.path, key), problem, ", ".join(known), near)


def _check_places(root: FileTable, reader: Reader) -> None:
    """Where units stand must be on the ground as the file lists it, each piece once."""
    _check_unique(root.parts["terrain"], "name", "another piece of terrain", reader)
    places = [name for piece in root.parts["terrain"] if (name := piece.text("name"))]
    for side in root.parts["sides"]:
        formations = side.parts["formations"]
        within = [unit for formation in formations for unit in formation.parts["units"]]
        for table in (*formations, *within, *side.parts["units"]):
            place = table.values.get("at")
            if place and place not in places:
                allowed = ", ".join(places) or "a [[terrain]] of this file"
                problem = f"there is no terrain called {place!r}"
                reader.note((*table.path, "at"), problem, allowed, nearest(place, places))


def _check_unique(
    reads: Sequence[FileTable],
    key: str,
    owner: str,
    reader: Reader,
    called: Callable[[str], str] = str,
) -> None:
    for number, first in repeated(called(str(read.values.get(key) or "")) for read in reads):
        reader.note((*reads[number].path, key), f"{owner} has {first!r} already")

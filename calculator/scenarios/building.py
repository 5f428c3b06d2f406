"""The scenario of a file that was read without fault."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import attrs

from calculator.kinds import Text
from calculator.rules.system import RuleSystem
from calculator.rules.tables import Tables
from calculator.scenarios import layout
from calculator.scenarios.kinds import BySide, ListOfTexts
from calculator.scenarios.model import Formation, General, History, Scenario, Side, Terrain, Unit
from calculator.scenarios.reading import FileTable


def build_scenario(path: Path, system: RuleSystem, tables: Tables, root: FileTable) -> Scenario:
    """A scenario from tables that are known to be right."""
    head, rules = root.part(layout.HEAD.name), root.part(layout.RULES.name)
    values = _values(layout.HEAD, head) | _values(layout.RULES, rules) | {"system": system}
    return Scenario(
        path=path,
        **values,
        rules=rules.form or (system.battle() if system.battle else None),
        history=_history(root),
        terrain=tuple(
            Terrain(**_values(layout.TERRAIN, piece), form=piece.form)
            for piece in root.parts[layout.TERRAIN.name]
        ),
        sides=tuple(_side(table) for table in root.parts[layout.SIDES.name]),
        tables=tables,
    )


_LEFT_OUT: Final[Mapping[type, object]] = {Text: "", ListOfTexts: (), BySide: {}}
"""What a key says that is left out; of all other kinds that is None."""


def _values(section: layout.Section, table: FileTable) -> dict[str, Any]:
    """What a table says under each key of its section; or what it says if left out."""
    return {
        key.attribute: table.values.get(key.name, _LEFT_OUT.get(type(key.kind)))
        for key in section.keys
    }


def _history(root: FileTable) -> History | None:
    if not root.parts[layout.HISTORY.name]:
        return None
    history = History(**_values(layout.HISTORY, root.part(layout.HISTORY.name)))
    return attrs.evolve(history, winner="") if history.winner == layout.DRAWN else history


def _side(table: FileTable) -> Side:
    values = _values(layout.SIDES, table)
    key = values["key"]
    return Side(
        **values,
        form=table.form,
        generals=tuple(
            General(**_values(layout.GENERALS, one)) for one in table.parts[layout.GENERALS.name]
        ),
        formations=tuple(_formation(part, key) for part in table.parts[layout.FORMATIONS.name]),
        unattached=tuple(_unit(part, key, "") for part in table.parts[layout.UNITS.name]),
        path=table.path,
    )


def _formation(table: FileTable, side: str) -> Formation:
    values = _values(layout.FORMATIONS, table)
    units = tuple(_unit(part, side, values["name"]) for part in table.parts[layout.UNITS.name])
    return Formation(**values, units=units, path=table.path)


def _unit(table: FileTable, side: str, formation: str) -> Unit:
    assert table.form is not None, "a system without units was refused"
    values = _values(layout.UNITS, table)
    return Unit(**values, side=side, formation=formation, form=table.form, path=table.path)

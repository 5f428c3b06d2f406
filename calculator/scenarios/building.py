"""The scenario of a file that was read without fault, and what JSON has of a scenario."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs

from calculator.rules.system import RuleSystem
from calculator.rules.tables import Tables
from calculator.scenarios import layout, model
from calculator.scenarios.keys import made, plainly, values_of
from calculator.scenarios.reading import FileTable


def build_scenario(
    path: Path, system: RuleSystem, tables: Tables, root: FileTable
) -> model.Scenario:
    """A scenario from tables that are known to be right."""
    head, rules = root.part(layout.HEAD.name), root.part(layout.RULES.name)
    values = values_of(layout.HEAD.keys, head.values) | values_of(layout.RULES.keys, rules.values)
    return model.Scenario(
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
    return attrs.evolve(history, winner="") if history.winner == model.DRAWN else history


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


def scenario_json(scenario: model.Scenario) -> dict[str, Any]:
    """Everything that a scenario says, by the keys of its file."""
    tables, history = scenario.tables, scenario.history
    return {
        **plainly(scenario, table=model.HEAD),
        "system": scenario.system.key,
        "rules": plainly(scenario, scenario.rules, model.RULES),
        "history": history and plainly(history) | {"winner": history.winner or model.DRAWN},
        "terrain": [plainly(piece, piece.form) for piece in scenario.terrain],
        "sides": [_side_json(side) for side in scenario.sides],
        "tables": {
            key: {"value": tables.entry(key).value, "why": tables.entry(key).why}
            for key in sorted(tables.overridden)
        },
        "rules-version": tables.digest,
        "doubts": [str(doubt) for doubt in scenario.doubts],
    }


def _side_json(side: model.Side) -> dict[str, Any]:
    return {
        **plainly(side, side.form),
        "generals": [plainly(general) for general in side.generals],
        "formations": [
            plainly(formation) | {"units": _units_json(formation.units)}
            for formation in side.formations
        ],
        "units": _units_json(side.unattached),
    }


def _units_json(units: tuple[model.Unit, ...]) -> list[dict[str, Any]]:
    return [plainly(unit, unit.form) for unit in units]

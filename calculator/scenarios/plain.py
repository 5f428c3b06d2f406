"""A scenario as JSON has it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from calculator.forms import Form, plain
from calculator.kinds import Word
from calculator.scenarios import layout
from calculator.scenarios.model import Formation, History, Scenario, Side, Unit


def scenario_json(scenario: Scenario) -> dict[str, Any]:
    """Everything that a scenario says, by the keys of its file."""
    tables = scenario.tables
    return {
        **_keys(layout.HEAD, scenario),
        "system": scenario.system.key,
        "rules": _keys(layout.RULES, scenario) | _form(scenario.rules),
        "history": _history(scenario.history),
        "terrain": [
            {"name": piece.name, **_form(piece.form), **_keys(layout.TERRAIN, piece)}
            for piece in scenario.terrain
        ],
        "sides": [_side(side) for side in scenario.sides],
        "tables": {
            key: {"value": tables.entry(key).value, "why": tables.entry(key).why}
            for key in sorted(tables.overridden)
        },
        "rules-version": tables.digest,
        "doubts": [str(doubt) for doubt in scenario.doubts],
    }


def _keys(section: layout.Section, part: object) -> dict[str, Any]:
    """What a part of the scenario has under each key of a table of the file."""
    return {key.name: _plain(getattr(part, key.attribute)) for key in section.keys}


def _plain(value: object) -> object:
    """A value as JSON has it: a whole number without a point."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    return value.value if isinstance(value, Word) else value


def _history(history: History | None) -> dict[str, Any] | None:
    if history is None:
        return None
    return _keys(layout.HISTORY, history) | {"winner": history.winner or layout.DRAWN}


def _form(form: Form | None) -> dict[str, object]:
    return plain(form) if form else {}


def _side(side: Side) -> dict[str, Any]:
    return {
        **_keys(layout.SIDES, side),
        **_form(side.form),
        "generals": [_keys(layout.GENERALS, general) for general in side.generals],
        "formations": [_formation(formation) for formation in side.formations],
        "units": [_unit(unit) for unit in side.unattached],
    }


def _formation(formation: Formation) -> dict[str, Any]:
    return _keys(layout.FORMATIONS, formation) | {
        "units": [_unit(unit) for unit in formation.units]
    }


def _unit(unit: Unit) -> dict[str, Any]:
    return {"name": unit.name, **plain(unit.form), **_keys(layout.UNITS, unit)}

"""A scenario as JSON has it."""

from __future__ import annotations

from typing import Any

from calculator.forms import Form, plain
from calculator.scenarios.model import Formation, Scenario, Side, Unit


def scenario_json(scenario: Scenario) -> dict[str, Any]:
    """Everything that a scenario says, by the keys of its file."""
    return {
        "key": scenario.key,
        "title": scenario.title,
        "date": scenario.date,
        "system": scenario.system.key,
        "summary": scenario.summary,
        "author": scenario.author,
        "licence": scenario.licence,
        "sources": list(scenario.sources),
        "uncertainty": scenario.uncertainty,
        "rules": {
            "turns": scenario.turns,
            "first-turn": scenario.first_turn,
            "victory": scenario.victory,
            **_form(scenario.rules),
        },
        "terrain": [
            {"name": piece.name, **_form(piece.form), "notes": piece.notes}
            for piece in scenario.terrain
        ],
        "sides": [_side(side) for side in scenario.sides],
        "tables": {
            key: {"value": scenario.tables.entry(key).value, "why": scenario.tables.entry(key).why}
            for key in sorted(scenario.tables.overridden)
        },
        "rules-version": scenario.tables.digest,
        "doubts": [str(doubt) for doubt in scenario.doubts],
    }


def _form(form: Form | None) -> dict[str, object]:
    return plain(form) if form else {}


def _side(side: Side) -> dict[str, Any]:
    return {
        "key": side.key,
        "name": side.name,
        "role": side.role.value if side.role else None,
        **_form(side.form),
        "generals": [
            {"name": general.name, "rank": general.rank.value, "notes": general.notes}
            for general in side.generals
        ],
        "formations": [_formation(formation) for formation in side.formations],
        "units": [_unit(unit) for unit in side.unattached],
    }


def _formation(formation: Formation) -> dict[str, Any]:
    return {
        "name": formation.name,
        "corps": formation.corps,
        "general": formation.general,
        "entry-turn": formation.entry_turn,
        "entry": formation.entry,
        "notes": formation.notes,
        "units": [_unit(unit) for unit in formation.units],
    }


def _unit(unit: Unit) -> dict[str, Any]:
    return {
        "name": unit.name,
        **plain(unit.form),
        "men": unit.men,
        "guns": unit.guns,
        "notes": unit.notes,
    }

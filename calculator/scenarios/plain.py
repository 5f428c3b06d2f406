"""A scenario as JSON has it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs

from calculator.forms import Form, plain
from calculator.scenarios.layout import DRAWN
from calculator.scenarios.model import Formation, History, Scenario, Side, Unit


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
        "history": _history(scenario.history),
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


def _history(history: History | None) -> dict[str, Any] | None:
    if history is None:
        return None
    return {
        **attrs.asdict(history),
        "winner": history.winner or DRAWN,
        "hours": _number(history.hours),
    }


def _number(length: Fraction | None) -> float | None:
    """A length as JSON has it: a whole one without a point."""
    if length is None:
        return None
    return length.numerator if length.denominator == 1 else float(length)


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
        "at": formation.at,
        "notes": formation.notes,
        "units": [_unit(unit) for unit in formation.units],
    }


def _unit(unit: Unit) -> dict[str, Any]:
    return {
        "name": unit.name,
        **plain(unit.form),
        "men": unit.men,
        "guns": unit.guns,
        "at": unit.at,
        "notes": unit.notes,
    }

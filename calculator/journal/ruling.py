"""What a ruling has in the record, made from a result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from calculator.chance.interface import Draw
from calculator.forms import texts
from calculator.rules.question import Result, outcome_json
from calculator.rules.system import Words


def ruling_body(
    result: Result, *, given: bool, units: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """The body of a ruling: all it takes to tell it again, and to compute it again.

    `given` is whether the seed was typed in.
    """
    question = result.question
    tables = question.tables
    return {
        "system": question.system.key,
        "action": question.action.key,
        "form": texts(question.form),
        "units": dict(units or {}),
        "rules": tables.digest,
        "overrides": {
            key: recorded_value(tables.entry(key).value) for key in sorted(tables.overridden)
        },
        "seed": result.seed,
        "seed-given": given,
        "draws": [recorded_draw(draw) for draw in result.draws],
        "outcome": outcome_json(result.outcome),
        "label": result.outcome.label,
        "probability": str(result.probability),
        **recorded_words(result.words),
    }


def recorded_draw(draw: Draw) -> dict[str, str]:
    """A draw as entries have it."""
    return {"ask": draw.ask, "roll": str(draw.roll), "total": str(draw.total)}


def recorded_words(words: Words) -> dict[str, Any]:
    """What the table was told, as entries have it."""
    return {
        "headline": words.headline,
        "on-table": list(words.on_table),
        "how": list(words.how),
    }


def recorded_value(value: Any) -> Any:
    """A table value as entries may hold it: fractions as text."""
    if isinstance(value, list):
        return [recorded_value(part) for part in value]
    return str(value) if isinstance(value, float) else value

"""What a ruling has in the record, made from a result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from calculator.forms import texts
from calculator.rules.question import Result, outcome_json


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
        "overrides": {key: _whole(tables.entry(key).value) for key in sorted(tables.overridden)},
        "seed": result.seed,
        "seed-given": given,
        "draws": [
            {"ask": draw.ask, "roll": str(draw.roll), "total": str(draw.total)}
            for draw in result.draws
        ],
        "outcome": outcome_json(result.outcome),
        "label": result.outcome.label,
        "probability": str(result.probability),
        "headline": result.words.headline,
        "on-table": list(result.words.on_table),
        "how": list(result.words.how),
    }


def _whole(value: Any) -> Any:
    """A table value as entries may hold it: fractions as text."""
    if isinstance(value, list):
        return [_whole(part) for part in value]
    return str(value) if isinstance(value, float) else value

"""The JSON Schema that is shipped: in step with the code, and as strict as it can be."""

from __future__ import annotations

import json
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from calculator.scenarios.schema import schema, schema_text

FOLDER = Path(__file__).parents[2] / "scenarios"


def plain(value: Any) -> Any:
    """A TOML tree as JSON has it: dates as text."""
    if isinstance(value, dict):
        return {key: plain(child) for key, child in value.items()}
    if isinstance(value, list):
        return [plain(child) for child in value]
    return value.isoformat() if isinstance(value, date) else value


def accepted(text: str) -> bool:
    validator = jsonschema.Draft7Validator(schema())
    return bool(validator.is_valid(plain(tomllib.loads(text))))


def test_the_shipped_schema_is_in_step_with_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # without the toy system
    assert (FOLDER / "schema.json").read_text(encoding="utf-8") == schema_text(), (
        "run: python -m calculator scenario schema > scenarios/schema.json"
    )


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft7Validator.check_schema(schema())
    assert json.loads(schema_text()) == schema()


def test_shipped_files_are_accepted() -> None:
    for path in FOLDER.glob("*.toml"):
        assert accepted(path.read_text(encoding="utf-8")), path.name


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('quality = "veteran"\nbases = 5', 'quality = "vetran"\nbases = 5'),
        ("bases = 5", 'bases = "5"'),
        ("bases = 5", "bases = 50"),
        ("bases = 5", "basis = 5"),
        ('corps = "I', 'crops = "I'),
        ("walls = true", 'walls = "yes"'),
        ('title = "The Hill"\n', ""),
        ('system = "toy"', 'system = "toyy"'),
        ("[[terrain]]", "[terrain]"),
    ],
)
def test_faults_that_an_editor_can_show(hill: str, right: str, wrong: str) -> None:
    assert accepted(hill)
    assert not accepted(hill.replace(right, wrong))

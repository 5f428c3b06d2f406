"""The JSON Schema that is shipped: in step with the code, and as strict as it can be."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from calculator.errors import FaultsError
from calculator.rules import catalog
from calculator.scenarios.loading import read_scenario
from calculator.scenarios.schema import TableSchemas, schema, schema_text
from calculator.scenarios.source import KeyPath, Source
from tests.offered import offering

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


def test_the_shipped_schema_is_in_step_with_the_code() -> None:
    with offering(catalog.SHIPPED):
        expected = schema_text()
    assert (FOLDER / "schema.json").read_text(encoding="utf-8") == expected, (
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


@pytest.mark.parametrize(
    ("system", "key", "right", "wrong"),
    [
        ("cannonade", "melee.fate", ["rout"] * 6, ["rout"] * 5 + ["rouet"]),
        ("cannonade", "melee.results.1:1", "VHBLAD", "VHBLAX"),
        ("cannonade", "melee.results.1:1", "DDDDDD", "DDDDD"),
        ("revolutionary-wars", "card.line.platoon", "light", "lihgt"),
    ],
)
def test_words_of_tables_are_known_to_editors_as_to_check(
    system: str, key: str, right: object, wrong: object
) -> None:
    tables = catalog.find_system(system).tables
    schemas = TableSchemas({})
    whole = schemas.of(tables) | {"definitions": schemas.definitions}
    validator = jsonschema.Draft7Validator(whole)
    for value in (right, wrong):
        tree: Any = {"value": value, "reason": "a test"}
        for part in reversed(key.split(".")):
            tree = {part: tree}
        assert validator.is_valid(tree) == (value == right)
    assert tables.override({key: right}, "a test").entry(key).value == right
    with pytest.raises(FaultsError):
        tables.override({key: wrong}, "a test")


WRONG: tuple[Any, ...] = (0, -1, 10**9, 1.5, True, "", "x", "7", " foot ", "Foot", "a\nb", "\0")
WRONG += ([], {}, [1], ["x"], [{}], {"value": 1}, float("inf"))


def places(node: Any, path: KeyPath = ()) -> Iterator[KeyPath]:
    """Every key path of a tree."""
    children = node.items() if isinstance(node, dict) else enumerate(node)
    for name, child in children:
        yield (*path, name)
        if isinstance(child, dict | list):
            yield from places(child, (*path, name))


def spoilt(tree: dict[str, Any]) -> Iterator[tuple[KeyPath, object]]:
    """The same tree again and again, with one thing at a time changed, renamed or left out."""
    for path in list(places(tree)):
        *above, last = path
        node: Any = tree
        for name in above:
            node = node[name]
        kept = node[last]
        for wrong in WRONG:
            node[last] = wrong
            yield path, wrong
        node[last] = kept
        if isinstance(last, str):
            before = dict(node)
            del node[last]
            yield path, "left out"
            node[f"{last}x"] = kept
            yield path, "renamed"
            node.clear()
            node.update(before)


def refusal(tree: dict[str, Any]) -> str:
    try:
        read_scenario(Source(Path("hill.toml"), "", tree))
    except FaultsError as refused:
        return str(refused)
    return ""


def test_the_schema_accepts_what_is_read_and_nothing_else(hill: str) -> None:
    """But for what no schema sees: names told twice, sides without units, armies too large."""
    validator = jsonschema.Draft7Validator(schema())
    beyond = ("already", "has no units", "may not have more than", "no battery has")
    tree = tomllib.loads(hill)
    tried = 0
    for path, wrong in spoilt(tree):
        told = refusal(tree)
        if not any(word in told for word in beyond):
            assert validator.is_valid(plain(tree)) == (not told), (path, wrong, told)
            tried += 1
    assert tried > 1_000

"""Lines of keys, against TOML that a library wrote and against what is known of it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from calculator.scenarios.source import KeyLines, KeyPath, shown_path

SHAPES = Path(__file__).with_name("every-shape.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("quoted key",), 3),
        (("bare", "dotted", "with.dot"), 4),
        (("lit",), 5),
        (("array", 0), 9),
        (("array", 1), 10),
        (("array", 1, 1), 10),
        (("array", 2, "deep", "er", 0), 11),
        (("time",), 13),
        (("table", "sub", "k"), 15),
        (("many",), 16),
        (("many", 0), 16),
        (("many", 0, "inner", 0, "m"), 19),
        (("many", 1), 20),
        (("many", 1, "inner", 0, "m"), 22),
        (("many", 1, "inner", 0, "leaf", "z"), 24),
        (("many", 1, "inner", 0, "leaf", "missing"), 23),
        (("nothing",), 1),
    ],
)
def test_lines_of_every_shape_of_toml(path: KeyPath, line: int) -> None:
    for text in (SHAPES, SHAPES.replace("\n", "\r\n")):
        tomllib.loads(text)
        assert KeyLines(text).line(path) == line


def paths_of(node: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    children = node.items() if isinstance(node, dict) else enumerate(node)
    for name, child in children:
        yield (*path, name), child
        if isinstance(child, dict | list):
            yield from paths_of(child, (*path, name))


KEYS = st.text(st.sampled_from("ab-_. \"'[]=#é"), min_size=1, max_size=4)
SCALARS = st.one_of(st.integers(0, 99), st.booleans(), st.text("ab\n\"'[]{},=#\\é", max_size=8))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(KEYS, VALUES, max_size=4))
def test_every_key_that_a_library_writes_is_found_on_its_line(tree: dict[str, Any]) -> None:
    """A number is unique when it is numbered; each must stand on the line that is told for it."""
    counter = iter(range(100, 10_000))

    def numbered(node: Any) -> Any:
        if isinstance(node, dict):
            return {key: numbered(child) for key, child in node.items()}
        if isinstance(node, list):
            return [numbered(child) for child in node]
        return next(counter) if isinstance(node, int) else node

    text = tomlkit.dumps(numbered(tree))
    lines = KeyLines(text)
    written = text.split("\n")
    for path, value in paths_of(tomllib.loads(text)):
        line = lines.line(path)
        if isinstance(value, int):
            assert str(value) in written[line - 1]


def test_every_key_of_the_shipped_files_stands_on_its_line() -> None:
    for path in (Path(__file__).parents[2] / "scenarios").glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        lines, written = KeyLines(text), text.split("\n")
        for keys, value in paths_of(tomllib.loads(text)):
            if isinstance(keys[-1], str) and not isinstance(value, dict | list):
                assert re.search(
                    rf"(^|[ {{]){re.escape(keys[-1])} =", written[lines.line(keys) - 1]
                )


def test_key_paths_as_shown() -> None:
    assert shown_path(("sides", 0, "units", 12, "name")) == "$.sides[0].units[12].name"
    assert shown_path(("a b",)) == "$.'a b'"

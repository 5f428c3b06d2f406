"""Laying files out: what changes, and that nothing else does."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from calculator.errors import FaultsError
from calculator.scenarios.formatting import format_file, formatted

SHIPPED = sorted((Path(__file__).parents[2] / "scenarios").glob("*.toml"))
SHAPES = Path(__file__).with_name("every-shape.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_files_are_in_form(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert formatted(text) == text


def test_what_changes() -> None:
    untidy = (
        '\n\n[a]\nx=1   # kept\n  "y z"  .w  =  [\n    1,   \n\n  2 ]\n\n\n\n'
        "# leads to b\n# and this\n[[b]]\nt = '''  \n\n\n  [c]  \n'''\n[[b]]\r\nu = 2\n\n\n"
    )
    assert formatted(untidy) == (
        '[a]\nx = 1   # kept\n"y z"  .w = [\n    1,\n\n  2 ]\n\n'
        "# leads to b\n# and this\n[[b]]\nt = '''  \n\n\n  [c]  \n'''\n\n[[b]]\nu = 2\n"
    )


def test_every_shape_of_toml_keeps_its_meaning() -> None:
    once = formatted(SHAPES)
    assert tomllib.loads(once) == tomllib.loads(SHAPES)
    assert formatted(once) == once


KEYS = st.text(st.sampled_from("ab-_. \"'[]=#é"), min_size=1, max_size=4)
SCALARS = st.one_of(st.integers(0, 99), st.booleans(), st.text("ab\n\"'[]{},=#\\é ", max_size=8))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(KEYS, VALUES, max_size=4), st.sampled_from(["", " ", "\n", "\n\n\n"]))
def test_formatting_again_changes_nothing_and_never_a_value(
    tree: dict[str, Any], blanks: str
) -> None:
    text = blanks + tomlkit.dumps(tree) + blanks
    once = formatted(text)
    assert tomllib.loads(once) == tree
    assert formatted(once) == once


def test_not_a_number_is_no_change_of_value() -> None:
    assert formatted("x=nan\n") == "x = nan\n"


def test_a_file_is_changed_only_when_asked(tmp_path: Path, hill: str) -> None:
    path = tmp_path / "hill.toml"
    path.write_text(hill.replace("turns = 8", "turns=8"), encoding="utf-8")
    path.chmod(0o640)
    assert format_file(str(path), write=False)
    assert "turns=8" in path.read_text(encoding="utf-8")
    assert format_file(str(path))
    assert path.read_text(encoding="utf-8") == hill
    assert path.stat().st_mode & 0o777 == 0o640
    assert not format_file(str(path))
    assert list(tmp_path.iterdir()) == [path], "nothing is left lying about"


def test_a_link_stays_one_and_its_file_is_laid_out(tmp_path: Path, hill: str) -> None:
    path, link = tmp_path / "hill.toml", tmp_path / "link.toml"
    path.write_text(hill.replace("turns = 8", "turns=8"), encoding="utf-8")
    link.symlink_to(path)
    assert format_file(str(link))
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == hill


def test_a_file_that_is_no_toml_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("turns=\n", encoding="utf-8")
    with pytest.raises(FaultsError, match="cannot be read"):
        format_file(str(path))
    assert path.read_text(encoding="utf-8") == "turns=\n"

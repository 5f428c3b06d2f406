"""The page on adding a system, held to the folder it walks through and to a system so added."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from calculator.cli import main
from calculator.rules import catalog

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-system.md").read_text(encoding="utf-8")
FOLDER = ROOT / "calculator" / "rules" / "cannonade"

_BLOCK = re.compile(
    r"(?:^`(?P<file>calculator/[^`]+)`:\n\n)?^```\w+\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL
)


def excerpts() -> Iterator[tuple[str, str]]:
    """Each excerpt with the file named last before it."""
    file = ""
    for block in _BLOCK.finditer(PAGE):
        file = block["file"] or file
        yield file, block["code"]


def test_every_excerpt_stands_in_its_file() -> None:
    found = list(excerpts())
    assert len(found) > 10
    for file, code in found:
        assert code in (ROOT / file).read_text(encoding="utf-8"), (file, code)


def test_every_file_of_the_folder_is_named() -> None:
    tree = PAGE.split("## 2. The folder")[1].split("## 3.")[0]
    for path in FOLDER.iterdir():
        if path.suffix in {".py", ".toml"} or (path / "__init__.py").exists():
            assert re.search(rf"^ +{re.escape(path.name)}", tree, re.MULTILINE), path.name


def test_a_folder_and_a_line_in_the_catalog_make_a_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Cannonade's folder under another name, key and title is a sixth system."""
    copy = tmp_path / "sixth_system"
    for path in (p for p in FOLDER.rglob("*") if p.suffix in {".py", ".toml"}):
        text = path.read_text(encoding="utf-8")
        text = text.replace("calculator.rules.cannonade", "sixth_system")
        text = text.replace('    key="cannonade",\n    title', '    key="sixth",\n    title')
        (copy / path.relative_to(FOLDER)).parent.mkdir(parents=True, exist_ok=True)
        (copy / path.relative_to(FOLDER)).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(catalog._PACKAGES, "sixth", "sixth_system")
    try:
        assert main(["odds", "sixth", "rally", "officer=yes", "--json"]) == 0
        assert '"system": "sixth"' in capsys.readouterr().out
    finally:
        for name in [name for name in sys.modules if name.split(".")[0] == "sixth_system"]:
            del sys.modules[name]

"""Every command line that a page shows does what it is shown for: it runs, and ends well.

They are run in the order of the page and in a fresh folder, so that a later command finds what an
earlier one has written.
"""

from __future__ import annotations

import re
import shlex
import time
from pathlib import Path
from typing import NoReturn

import pytest

from calculator.cli import main, tune
from calculator.cli.output import INTERRUPTED
from calculator.web import serve
from tests.pages import PAGES, command_lines, name

OF_THEIR_OWN = ("docs/measuring.md", "docs/tuning.md")
"""Pages whose tests hold what every command says, and set up what it needs."""

SHOWING = [
    page
    for page in PAGES
    if name(page) not in OF_THEIR_OWN and command_lines(page.read_text(encoding="utf-8"))
]


def opens_a_screen(words: list[str]) -> bool:
    """Bare `empires` and its options, the umpire's screen, and `tune` with a scenario alone."""
    if not words or words[0].startswith("-"):
        return True
    return words[0] == "umpire" or (words[0] == "tune" and words[1] not in tune.PARTS)


@pytest.fixture(autouse=True)
def _table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader's machine: a home of its own, an empty folder to work in, no terminal."""
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "100")
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path / "folder")


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(
            page, id=name(page), marks=[pytest.mark.heavy] if "forecast" in page.name else []
        )
        for page in SHOWING
    ],
)
def test_every_command_line_shown_is_true(
    page: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = page.read_text(encoding="utf-8")
    for rows in re.findall(r"^```csv\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        Path("roster.csv").write_text(rows, encoding="utf-8")
    for line in command_lines(text):
        with monkeypatch.context() as patch:
            words = shlex.split(line, comments=True)[1:]
            if words[:1] == ["serve"]:
                patch.setattr(serve, "serve", lambda *_: None)
            if "--follow" in words:
                patch.setattr(time, "sleep", _interrupt)
            code = main(words)
        told = capsys.readouterr().err
        if opens_a_screen(words):
            assert "the screen needs a terminal" in told, line
        else:
            assert code in {0, INTERRUPTED if "--follow" in words else 0}, f"{line}\n{told}"


def _interrupt(_: float) -> NoReturn:
    raise KeyboardInterrupt


def test_the_pages_show_commands() -> None:
    assert {"README.md", "docs/umpiring.md", "docs/systems/cannonade.md"} <= set(map(name, SHOWING))


@pytest.mark.parametrize(
    ("block", "lines"),
    [
        ("```\nempires systems\n.venv/bin/empires\n```\n", ["empires systems"]),
        ("```sh\nempires odds a \\\n  b=1\n```\n", ["empires odds a    b=1"]),
        ("    $ empires fields a\n    told\n", ["empires fields a"]),
        ("empires is a calculator\n", []),
    ],
)
def test_command_lines_are_found(block: str, lines: list[str]) -> None:
    assert command_lines(block) == lines


@pytest.mark.parametrize(
    "line",
    ["", "--scenario maida", "umpire saturday", "tune maida"],
)
def test_screens_are_recognised(line: str) -> None:
    assert opens_a_screen(line.split())


@pytest.mark.parametrize("line", ["odds a b", "tune map maida", "serve", "journal show"])
def test_the_rest_is_run(line: str) -> None:
    assert not opens_a_screen(line.split())

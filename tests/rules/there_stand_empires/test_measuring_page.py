"""The page on measuring: each command on it says what the page says it says."""

import re
import shlex
from pathlib import Path

import pytest

from calculator import cli

PAGE = (Path(__file__).parents[3] / "docs/measuring.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^    \$ empires (.+)\n    (.+)$", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("command", "headline"), EXAMPLES)
def test_the_commands_on_the_page(
    command: str,
    headline: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "120")
    assert cli.main(shlex.split(command)) == 0
    assert capsys.readouterr().out.splitlines()[0] == headline


def test_there_are_commands_on_the_page() -> None:
    assert len(EXAMPLES) == 7

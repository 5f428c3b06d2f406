"""The page on tuning: each command on it runs, and says what the page says it says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from calculator import cli, tuning
from calculator.scenarios.places import shipped_folder

PAGE = (Path(__file__).parents[2] / "docs/tuning.md").read_text(encoding="utf-8")
BATTLES = Path(tuning.__file__).parent / "data/battles-1792-1815.csv"
EXAMPLES = re.findall(r"^    \$ empires (.+)\n((?:    [^$\n].*\n)*)", PAGE, re.MULTILINE)
SCREEN = "tune maida"
"""The command that opens the screen: tests/tui/tune does that."""


@pytest.mark.parametrize(("command", "shown"), [e for e in EXAMPLES if e[0] != SCREEN])
def test_the_commands_on_the_page(
    command: str,
    shown: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "96")
    monkeypatch.chdir(tmp_path)
    text = (shipped_folder() / "maida.toml").read_text(encoding="utf-8")
    average = text.replace('quality = "veteran"', 'quality = "average"', 1)
    Path("my-maida.toml").write_text(average, encoding="utf-8")
    battles = BATTLES.read_text(encoding="utf-8").splitlines()[:3]
    Path("my-battles.csv").write_text("\n".join(battles), encoding="utf-8")
    assert cli.main(shlex.split(command)) == 0
    written = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    for line in shown.splitlines():
        assert " ".join(line.split()) in written
    if "--output" in command:
        assert Path(command.split()[-1]).stat().st_size


def test_the_page_shows_every_task() -> None:
    from calculator.cli.tune import PARTS

    assert {command.split()[1] for command, _ in EXAMPLES} - {"maida"} == {*PARTS} - {"open"}

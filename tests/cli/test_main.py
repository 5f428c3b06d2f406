"""The command line as a whole: exit codes, help, what is imported, what a shell sees."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from calculator import cli

Run = Callable[..., Any]
ROOT = Path(__file__).parents[2]


def spawn(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`empires` in a process of its own, its output piped."""
    return subprocess.run(
        [sys.executable, "-m", "calculator", *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
    )


def test_help_lists_every_command_and_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom calculator.cli import COMMANDS, main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "heavy = {'textual', 'rich.console', 'sqlite3', 'tomlkit', 'calculator.rules.system'}\n"
        "heavy |= {f'calculator.cli.{name}' for name in COMMANDS if name != 'completion'}\n"
        "heavy.add('calculator.cli.rulebook')\n"
        "print('HEAVY', sorted(heavy & set(sys.modules)))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    for command in cli.COMMANDS:
        assert f"\n    {command} " in ran.stdout
    assert ran.stdout.endswith("HEAVY []\n")


@pytest.mark.usefixtures("toy")
def test_every_command_has_help(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    for command in cli.COMMANDS:
        with pytest.raises(SystemExit) as stopped:
            run(command, "--help")
        assert stopped.value.code == 0
        assert f"usage: empires {command}" in capsys.readouterr().out


def test_misspelt_command_in_a_process_of_its_own() -> None:
    ran = spawn("ods")
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert "there is no command called 'ods'; did you mean 'odds'?" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_missing_words_show_the_usage() -> None:
    ran = spawn("fields")
    assert ran.returncode == 2
    assert "the following arguments are required: SYSTEM" in ran.stderr
    assert "usage: empires fields" in ran.stderr


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    ("line", "told"),
    [
        (("odds",), "SYSTEM: is missing (allowed: toy)"),
        (("odds", "toy"), "ACTION: is missing (allowed: volley)"),
        (("result", "toy", "cover=hard"), "ACTION: is missing (allowed: volley)"),
    ],
)
def test_what_could_be_asked_is_told_when_nothing_is(
    run: Run, line: tuple[str, ...], told: str
) -> None:
    ran = run(*line)
    assert (ran.code, ran.out, ran.err) == (2, "", f"{told}\n")


@pytest.mark.usefixtures("toy")
def test_screen_options_do_not_stand_before_a_command(run: Run) -> None:
    ran = run("--system", "toy", "systems")
    assert ran.code == 2
    assert "put options after the command" in ran.err


def test_no_terminal_no_screen() -> None:
    ran = spawn()
    assert ran.returncode == 2
    assert "the screen needs a terminal" in ran.stderr


def test_a_terminal_too_small_for_the_screen(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setenv("LINES", "8")
    ran = run()
    assert ran.code == 2
    assert "the terminal is too small: 20 columns by 8 lines" in ran.err


def test_interruption_ends_quietly(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_dispatch", interrupt)
    ran = run("systems")
    assert (ran.code, ran.out, ran.err) == (130, "", "")


def test_a_reader_that_leaves_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    ran = subprocess.run(
        [sys.executable, "-m", "calculator", "completion", "bash"],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        cwd=ROOT,
    )
    os.close(writer)
    assert (ran.returncode, ran.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device here is always full")
@pytest.mark.parametrize(
    ("to", "code", "told", "recorded"),
    [
        (">/dev/full", 74, "could not be written: No space left on device", True),
        (">&-", 2, "Nothing was done: there is nowhere to print", False),
    ],
)
def test_a_draw_that_cannot_be_printed_says_whether_it_is_recorded(
    tmp_path: Path, to: str, code: int, told: str, recorded: bool
) -> None:
    battle = tmp_path / "full.battle"
    draw = f"-m calculator result there-stand-empires deployed-fire --battle {battle} {to}"
    ran = subprocess.run(
        ["sh", "-c", f"exec {sys.executable} {draw}"],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert ran.returncode == code
    assert told in ran.stderr
    assert "Traceback" not in ran.stderr
    assert battle.exists() is recorded


@pytest.mark.parametrize(("no_color", "coloured"), [("", True), ("1", False)])
def test_no_color_is_respected(no_color: str, coloured: bool) -> None:
    words = ("odds", "there-stand-empires", "assault")
    ran = spawn(*words, FORCE_COLOR="1", NO_COLOR=no_color, TERM="xterm-256color")
    assert ran.returncode == 0
    assert ("\x1b[36m" in ran.stdout) is coloured


def test_ascii_terminals_get_ascii_bars() -> None:
    code = (
        "from tests.offered import offering\n"
        "from calculator.cli import main\n"
        "with offering({'toy': 'tests.toy'}):\n"
        "    main(['odds', 'toy', 'volley'])"
    )
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "COLUMNS": "80"}
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=True,
        cwd=ROOT,
        env=environment,
    )
    shown = ran.stdout.decode("ascii")
    assert "50.0%" in shown
    assert "#####" in shown
    assert "?" not in shown

"""Opening the screen, and what is told instead of opening it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pexpect  # type: ignore[import-untyped]  # it has no types
import pytest

from calculator.journal.files import CopyName
from calculator.roll import OrderOfBattle
from calculator.scenarios.places import find_scenario
from calculator.tui.recorder import News, Recorder
from calculator.umpire import Umpire


def run(*arguments: str, home: Path, lines: int = 24, columns: int = 80) -> pexpect.spawn:
    """`empires` in a pseudo-terminal."""
    return pexpect.spawn(
        sys.executable,
        ["-m", "calculator", *arguments],
        env={**os.environ, "TERM": "xterm-256color", "EMPIRES_HOME": str(home)},
        dimensions=(lines, columns),
        timeout=60,
    )


def wait_until_kept(home: Path, word: str) -> None:
    """Wait until a word is in what a copy keeps of its set-up."""
    end = time.monotonic() + 60
    while not any(word in file.read_text() for file in home.glob("screens/*.json")):
        assert time.monotonic() < end, f"{word} is not kept"
        time.sleep(0.1)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--system", "there-stand-empire"), "did you mean 'there-stand-empires'"),
        (("--scenario", "quatre-brass"), "did you mean 'quatre-bras'"),
        (("--battle", "a:b"), "cannot be the name of a battle"),
    ],
)
def test_what_cannot_be_opened_is_told_with_exit_code_2(
    home: Path, arguments: tuple[str, ...], told: str
) -> None:
    program = run(*arguments, home=home)
    assert told in program.read().decode()
    program.close()
    assert program.exitstatus == 2


def test_an_order_of_battle_changed_since_it_was_bound_opens_no_screen(home: Path) -> None:
    changed = home / "maida.toml"
    changed.write_text(find_scenario("maida").read_text(encoding="utf-8") + "\n", encoding="utf-8")
    with Umpire.open("saturday") as umpire:
        umpire.bind(OrderOfBattle.of_file("maida"))
    for scenario, told in ((str(changed), "has changed since"), ("ligny", "is a battle of Maida")):
        program = run("--battle", "saturday", "--scenario", scenario, home=home)
        assert told in program.read().decode()
        program.close()
        assert program.exitstatus == 2


@pytest.mark.heavy
def test_a_screen_killed_in_the_middle_of_a_battle_goes_on_where_it_was(home: Path) -> None:
    program = run(home=home)
    program.expect("Quality")
    program.send("asyv\r")
    program.expect(["The chance of this ", "is the target within"])
    wait_until_kept(home, "veteran")
    program.kill(9)
    program.wait()
    again = run(home=home)
    again.expect("veteran")
    again.expect("Assault")
    again.send("v")
    again.send("v")
    again.expect("turn 1  #1")
    again.send("q")
    again.expect(pexpect.EOF)
    again.close()
    assert again.exitstatus == 0


def test_the_screen_is_seen_while_what_is_logged_goes_to_a_file(tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = f"{sys.executable} -m calculator umpire field 2>{log}"
    terminal = pexpect.spawn(
        "sh",
        ["-c", command],
        env={**os.environ, "TERM": "xterm-256color", "EMPIRES_HOME": str(tmp_path)},
        dimensions=(30, 100),
        timeout=60,
    )
    terminal.expect("Void")
    terminal.close(force=True)


@pytest.mark.heavy
def test_a_terminal_that_tells_no_size_is_drawn_once(home: Path) -> None:
    program = run(home=home, lines=0, columns=0)
    program.expect("Quality")
    end = time.monotonic() + 60
    while writes(program):
        assert time.monotonic() < end, "it is drawn again and again"
    program.close(force=True)


def writes(program: pexpect.spawn) -> bool:
    """Whether a program has written anything within two seconds."""
    try:
        return bool(program.read_nonblocking(65536, timeout=2))
    except pexpect.TIMEOUT:
        return False


def test_a_first_start_looks_for_no_rules_of_other_packages(home: Path) -> None:
    """It is the library's search for these that would slow it, and stay in memory."""
    opens = "from calculator.tui.session import Session; Session().close()"
    asks = "import sys; sys.exit('importlib.metadata' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", f"{opens}; {asks}"], check=False).returncode == 0


def test_a_copy_that_only_asks_for_odds_opens_no_data_base(home: Path) -> None:
    """It would stay in memory."""
    looks = "from calculator.tui.recorder import Recorder; news = Recorder(None).news()"
    asks = "import sys; sys.exit('sqlite3' in sys.modules or bool(news.entries))"
    assert subprocess.run([sys.executable, "-c", f"{looks}; {asks}"], check=False).returncode == 0


def test_what_another_copy_records_first_is_news(home: Path) -> None:
    recorder = Recorder(CopyName("blue-1", None))
    assert recorder.news() == News()
    with Umpire.open() as other:
        other.note("Rain.")
    (entry,) = recorder.news().entries
    assert "Rain." in entry.summary
    recorder.close()


@pytest.mark.parametrize("left", ["seen", "pending"])
def test_what_is_left_of_a_record_that_is_gone_is_looked_at(home: Path, left: str) -> None:
    with Umpire.open() as other:
        other.note("Rain.")
        record = Path(other.journal.storage.where)
    for path in [*record.parent.glob("*"), *home.glob("seen/*")]:
        if path.parent == record.parent or left != "seen":
            path.unlink()
    if left == "pending":
        record.mkdir()
        with Umpire.open() as other:
            other.note("Snow.")
        record.rmdir()
    recorder = Recorder(CopyName("blue-1", None))
    news = recorder.news()
    assert "ALTERED" in news.warning if left == "seen" else "Snow." in str(news.entries)
    recorder.close()

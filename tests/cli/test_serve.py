"""`empires serve`, started as an umpire starts it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from calculator.cli import main
from calculator.web.serve import without_password

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    started: list[subprocess.Popen[str]] = []

    def serve(*options: str) -> subprocess.Popen[str]:
        server = subprocess.Popen(
            [sys.executable, "-m", "calculator", "serve", "--port", "0", *options],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "EMPIRES_HOME": str(tmp_path), "COLUMNS": "100"},
        )
        started.append(server)
        return server

    yield serve
    for server in started:
        server.kill()
        server.wait()


def read_until(server: subprocess.Popen[str], wanted: str) -> str:
    """What the server prints up to and with the line that has `wanted`."""
    assert server.stdout
    text = ""
    for line in server.stdout:
        text += line
        if wanted in line:
            return text
    raise AssertionError(f"{wanted!r} is not in {text!r}")


def test_serves_this_machine_alone_unless_told_otherwise(start: Start) -> None:
    server = start()
    url = re.search(r"http://127\.0\.0\.1:\d+/", read_until(server, "Ctrl+C"))
    assert url
    with urllib.request.urlopen(url[0]) as page:
        assert "Take a seat" in page.read().decode()
    server.send_signal(signal.SIGINT)
    assert server.wait(20) == 0


def test_shows_codes_to_join_when_the_network_is_let_in(start: Start) -> None:
    banner = read_until(start("--host", "0.0.0.0"), "Ctrl+C")
    assert len(set(re.findall(r"[A-Z2-9]{4}-[A-Z2-9]{4}", banner))) == 3
    assert "▀" in banner
    assert "[/]" not in banner


def test_what_can_be_no_battle_is_refused_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "a;b", "--port", "0"]) == 2
    assert "'a;b' cannot be the name of a battle" in capsys.readouterr().err


def test_who_names_a_file_for_a_server_is_told_how_it_is_named_here(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["serve", "--journal", "x"]) == 2
    said = capsys.readouterr().err
    assert "`empires serve FILE`" in said
    assert "--battle" not in said
    assert main(["roll", "--journal", "x"]) == 2
    assert "--battle" in capsys.readouterr().err


def test_a_password_is_not_shown() -> None:
    shown = without_password("postgresql://umpire:secret@localhost/club#saturday")
    assert shown == "postgresql://umpire@localhost/club#saturday"


def test_options_are_checked_all_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "http", "--sessions", "0", "--idle", "-3"]) == 2
    said = capsys.readouterr().err
    for option in ("--port", "--seats", "--idle"):
        assert option in said


def test_an_address_that_is_taken_is_told_gently(
    start: Start, capsys: pytest.CaptureFixture[str]
) -> None:
    port = re.search(r":(\d+)/", read_until(start(), "Ctrl+C"))
    assert port
    assert main(["serve", "--port", port[1]]) == 2
    assert "in use" in capsys.readouterr().err

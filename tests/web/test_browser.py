"""A battle in real browsers: joining, playing, watching, leaving."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from calculator.umpire import Umpire
from tests.web.browsing import Browser, Keys, need_chromium

pytestmark = pytest.mark.slow

Opener = Callable[..., Browser]


class Served(NamedTuple):
    """A battle being served: where, with what codes, by which process."""

    url: str
    player: str
    spectator: str
    umpire: str
    process: subprocess.Popen[str]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    need_chromium()
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path / "home"))
    return tmp_path


@pytest.fixture
def served(home: Path) -> Iterator[Served]:
    command = [sys.executable, "-m", "calculator", "serve", "table", "--host", "0.0.0.0"]
    process = subprocess.Popen(
        [*command, "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "COLUMNS": "100"},
    )
    assert process.stdout
    banner = ""
    for line in process.stdout:
        banner += line
        if "Ctrl+C" in line:
            break
    port = re.search(r":(\d+)/", banner)
    assert port, banner
    player, spectator, umpire = re.findall(r"[A-Z2-9]{4}-[A-Z2-9]{4}", banner)
    yield Served(f"http://127.0.0.1:{port[1]}/", player, spectator, umpire, process)
    process.terminate()
    process.wait(60)


@pytest.fixture
def browser(home: Path) -> Iterator[Opener]:
    opened: list[Browser] = []

    def opener(size: tuple[int, int] = (900, 620), *, phone: bool = False) -> Browser:
        one = Browser(home / f"profile-{len(opened)}", size, phone=phone)
        opened.append(one)
        return one

    yield opener
    for one in opened:
        one.close()


def screens_of(server: int) -> list[int]:
    """The processes of the screens that a server has started."""
    told = subprocess.run(
        ["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True
    )
    lines = (line.split(None, 2) for line in told.stdout.splitlines())
    return [
        int(pid) for pid, parent, args in lines if int(parent) == server and "web.watch" in args
    ]


def gone(processes: list[int], seconds: float = 60) -> bool:
    """Whether processes end in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not any(Path(f"/proc/{pid}").exists() for pid in processes):
            return True
        time.sleep(0.2)
    return False


def headline() -> str:
    """The headline of the last ruling in the record."""
    with Umpire.open("table", read_only=True) as umpire:
        return str(umpire.recent()[-1].body["headline"])


def test_two_players_join_draw_and_see_each_other(served: Served, browser: Opener) -> None:
    first, second = browser(), browser()
    first.join(served.url, served.player, "Ney")
    second.join(served.url, served.player, "Picton")
    for one in (first, second):
        one.ready()
    first.press(Keys.ENTER)
    first.until("Its chance was")
    words = headline().split()[:4]
    first.until(lambda text: all(word in text for word in words))
    second.press("v", "v")
    second.until(lambda text: all(word in text for word in words))
    with Umpire.open("table", read_only=True) as umpire:
        (entry,) = umpire.recent()
    assert entry.player == "Ney"


def test_a_wrong_code_is_refused(served: Served, browser: Opener) -> None:
    visitor = browser()
    visitor.join(served.url, "AAAA-AAAA")
    assert visitor.reads("does not open this battle")
    assert not screens_of(served.process.pid)


def test_the_code_of_a_scanned_picture_is_filled_in(served: Served, browser: Opener) -> None:
    visitor = browser()
    visitor.driver.get(f"{served.url}#{served.player}")
    typed = visitor.driver.execute_script("return document.getElementById('code').value")
    assert typed == served.player
    assert "#" not in visitor.driver.current_url


def test_a_phone_plays_by_taps_alone(served: Served, browser: Opener, home: Path) -> None:
    phone = browser((390, 780), phone=True)
    phone.join(served.url, served.player, "Uxbridge")
    phone.ready()
    columns = len(phone.screen()[0])
    assert 38 <= columns <= 60, "forty columns or so, large enough to read"
    phone.tap("Result")
    phone.until(lambda text: headline_known() and headline().split()[1] in text)


def headline_known() -> bool:
    with Umpire.open("table", read_only=True) as umpire:
        return bool(umpire.recent())


def test_a_spectator_sees_rulings_and_can_change_nothing(served: Served, browser: Opener) -> None:
    player, spectator = browser(), browser()
    player.join(served.url, served.player, "Ney")
    spectator.join(served.url, served.spectator)
    player.ready()
    spectator.until("watching")
    player.press(Keys.ENTER)
    spectator.until("1 entry")
    spectator.press("v", "n")
    time.sleep(1)
    with Umpire.open("table", read_only=True) as umpire:
        assert len(umpire.recent()) == 1


def test_no_screen_outlives_its_browser_or_its_server(served: Served, browser: Opener) -> None:
    leaving, staying = browser(), browser()
    for one in (leaving, staying):
        one.join(served.url, served.player)
        one.until("There Stand Empires")
    both = screens_of(served.process.pid)
    assert len(both) == 2
    leaving.close()
    end = time.monotonic() + 90
    while len(left := screens_of(served.process.pid)) > 1 and time.monotonic() < end:
        time.sleep(0.3)
    assert len(left) == 1
    served.process.send_signal(signal.SIGKILL)
    assert gone(left)

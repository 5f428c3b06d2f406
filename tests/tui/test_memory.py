"""A copy that is closed or killed goes on where it left off; nothing a file holds can stop it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from calculator.tui.session import KeptSetUp, Memory, Remembered, Session, state_folder
from tests.tui.conftest import Opener, close
from tests.tui.seeing import press, row, seen, settled, until

SIZE = (80, 24)
FULL = Remembered(
    now=KeptSetUp("skirmish", "fire", {"bases": "7"}, {"actor": "red: 1st"}, "quatre-bras"),
    others=(KeptSetUp("cannonade", "melee", {"men": "9"}),),
    pins=(KeptSetUp("skirmish", "charge"), KeptSetUp("skirmish", "fire")),
    theme="empires-light",
)


async def test_each_system_keeps_its_own_set_up(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "y", "v", "b", "9", "enter")
        await press(pilot, "f2", *"there", "enter")
        assert (row(app, "Quality"), row(app, "Bases")) == ("average", "4")
        await press(pilot, "y", "e", "f2", *"skirmish", "enter")
        assert (row(app, "Quality"), row(app, "Bases")) == ("veteran", "9")
    close(app)
    again = open_app(system="there-stand-empires")
    async with again.run_test(size=SIZE) as pilot:
        await settled(pilot)
        assert row(again, "Quality") == "elite"


def test_what_is_kept_is_recalled(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "deep" / "red-1.json")
    assert memory.recall() == Remembered()
    assert memory.keep(FULL)
    assert Memory(memory.path).recall() == FULL
    assert list(memory.path.parent.iterdir()) == [memory.path]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b"null",
        b'{"version": 99}',
        b'{"version": 1, "now": 3, "pinned": null, "theme": "", "roomy": 0, "scenario": ""}',
        b'{"version": 2, "now": {}, "others": [], "pins": [], "theme": "", "roomy": 0}',
    ],
)
def test_a_damaged_file_is_set_aside_and_told_of(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "red-1.json"
    path.write_bytes(content)
    memory = Memory(path)
    assert memory.recall() == Remembered()
    assert "your last form was damaged" in memory.notice
    assert not path.exists()
    assert (tmp_path / "red-1.damaged").read_bytes() == content


def test_a_second_damaged_file_does_not_replace_the_first(tmp_path: Path) -> None:
    path = tmp_path / "red-1.json"
    for content in (b"one", b"two"):
        path.write_bytes(content)
        Memory(path).recall()
    assert (tmp_path / "red-1.damaged").read_bytes() == b"one"
    assert (tmp_path / "red-1.damaged-2").read_bytes() == b"two"


def test_a_folder_that_takes_nothing_is_told_of_and_then_not_any_more(tmp_path: Path) -> None:
    (tmp_path / "screens").write_text("a file where the folder should be")
    memory = Memory(tmp_path / "screens" / "red-1.json")
    memory.recall()
    assert not memory.keep(Remembered())
    assert "cannot be kept" in memory.notice
    (tmp_path / "screens").unlink()
    assert memory.keep(Remembered())
    assert memory.notice == ""


async def test_a_closed_copy_reopens_as_it_was(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "a", "d", "p", "y", "v", "b", "9", "enter", "g")
        shown = seen(app)
    close(app)
    again = open_app()
    async with again.run_test(size=SIZE) as pilot:
        await settled(pilot)
        assert row(again, "Bases") == "9"
        assert "any effect" in shown
        odds = [line[43:] for line in shown.splitlines() if "any effect" in line]
        assert [line[43:] for line in seen(again).splitlines() if "any effect" in line] == odds


async def test_a_set_up_is_on_disk_soon_after_a_key(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "y", "v")
        file = state_folder() / "red-1.json"
        await until(pilot, file.exists)
        kept = json.loads(file.read_text(encoding="utf-8"))
        assert kept["now"]["texts"] == {"quality": "veteran"}


async def test_copies_side_by_side_remember_each_their_own(open_app: Opener) -> None:
    one, other = open_app(), open_app()
    assert one.session.name.name != other.session.name.name
    async with one.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "y", "v")
    async with other.run_test(size=SIZE) as pilot:
        await settled(pilot)
        assert row(other, "Quality") == "average"
        await press(pilot, "y", "r")
    close(one)
    close(other)
    first, second = open_app(), open_app()
    qualities = [app.session.set_up.texts["quality"] for app in (first, second)]
    assert qualities == ["veteran", "raw"]


async def test_the_screen_stays_up_with_a_damaged_file_and_says_so(open_app: Opener) -> None:
    state_folder().mkdir(parents=True)
    (state_folder() / "red-1.json").write_text("not json")
    app = open_app()
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        assert "your last form was damaged" in seen(app)
        await press(pilot, "y", "v")
        assert row(app, "Quality") == "veteran"


async def test_the_screen_stays_up_when_nothing_can_be_kept(home: Path, open_app: Opener) -> None:
    (home / "screens").write_text("a file where the folder should be")
    app = open_app()
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "y", "v")
        await until(pilot, lambda: "cannot be kept for next time" in seen(app))
        await press(pilot, "enter")
        assert app.table.board.result.result is not None


def test_what_a_newer_program_remembers_is_let_go_gently(home: Path) -> None:
    memory = Memory(state_folder() / "red-1.json")
    memory.keep(
        Remembered(now=KeptSetUp("no-such-system", "charge", {"quality": "veteran", "odd": "?"}))
    )
    session = Session()
    assert session.system.key == "skirmish"
    assert session.set_up.text(session.set_up.fields[1]) == "average", "of another system"
    session.close()


@pytest.mark.heavy
def test_a_killed_copy_goes_on_where_it_was(home: Path) -> None:
    script = """
import os, signal
from calculator.tui.session import Session
session = Session(system="there-stand-empires")
session.set_up.say({"quality": "elite"})
session.remember()
os.kill(os.getpid(), signal.SIGKILL)
"""
    killed = subprocess.run([sys.executable, "-c", script], check=False)
    assert killed.returncode == -9
    session = Session()
    assert session.name.name == "red-1"
    assert session.system.key == "there-stand-empires"
    assert session.set_up.said == {"quality": "elite"}
    session.close()

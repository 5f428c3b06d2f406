"""Results on the record, and everyone's results on the screen."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from calculator.errors import JournalError
from calculator.journal.entry import Entry
from calculator.rules.question import Question
from calculator.umpire import Umpire
from tests.tui.conftest import Opener
from tests.tui.seeing import press, seen, settled, until

SIZE = (160, 50)


def volley(umpire: Umpire) -> str:
    """Another copy rules a volley; its headline."""
    question = Question.read("skirmish", "charge", {"bases": "1"})
    return umpire.adjudicate(question).result.narration.headline


async def test_a_result_is_recorded_under_the_name_of_the_copy(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "enter")
        with Umpire.open() as umpire:
            (entry,) = umpire.recent()
        assert entry.copy == app.session.name.name == "red-1"
        assert entry.action == "charge"
        assert "• red-1  turn 1  #1" in seen(app)


async def test_other_copies_rulings_show_by_themselves_marked_by_copy(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        with Umpire.open(copy="blue-1") as umpire:
            headline = volley(umpire)
            umpire.turn(2)
            umpire.note("the wood is rough going")
            umpire.amend(umpire.voiding(1, "wrong range"))
        await until(pilot, lambda: "#1 is void: wrong range" in seen(app))
        shown = seen(app)
        assert "◂ blue-1  turn 1  #1" in shown
        assert headline in shown
        assert "Turn 2 begins" in shown
        assert "the wood is rough going" in shown


async def test_what_was_ruled_before_is_there_when_a_copy_opens(open_app: Opener) -> None:
    with Umpire.open(copy="blue-1") as umpire:
        volley(umpire)
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: "◂ blue-1" in seen(app))


async def test_a_journal_that_cannot_be_written_warns_until_it_can(
    home: Path, open_app: Opener
) -> None:
    (home / "battles").write_text("a file where the folder should be")
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "enter")
        shown = seen(app)
        assert "The volley tells" in shown
        assert "not yet in the journal" in shown
        assert "1 not yet written down" in shown
        (home / "battles").unlink()
        await until(pilot, lambda: "#1" in seen(app))
        assert "not yet" not in seen(app)


async def test_looks_at_the_record_at_one_time_tell_each_ruling_once(
    open_app: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        recent = Umpire.recent

        def slow(umpire: Umpire, after: int = 0, limit: int | None = None) -> list[Entry]:
            entries = recent(umpire, after, limit)
            time.sleep(0.1)
            return entries

        with Umpire.open(copy="blue-1") as other:
            volley(other)
        monkeypatch.setattr(Umpire, "recent", slow)
        for _ in range(4):
            app.table.others.look()
        await settled(pilot)
        assert [entry.number for entry in app.table.board.log_panel.entries] == [1]


async def test_a_draw_is_not_answered_by_an_error_where_the_server_is_lost(
    open_app: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    from calculator.journal.sqlite import SqliteStorage
    from calculator.journal.storage import UnwritableError

    def lost(*_: object, **__: object) -> None:
        raise JournalError("the connection was lost")

    def down(*_: object) -> None:
        raise UnwritableError("the server is down")

    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        for read in ("recent", "tip", "of_kind", "entry", "entries", "kept", "unlocked"):
            monkeypatch.setattr(SqliteStorage, read, lost)
        monkeypatch.setattr(SqliteStorage, "append", down)
        await press(pilot, "enter")
        await until(pilot, lambda: "not yet written down" in seen(app))
        warning = " ".join(line.plain.strip() for line, _ in app.table.board.result.lines(70))
        assert "the server is down" in warning
        monkeypatch.undo()

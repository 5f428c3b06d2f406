"""Corrections that waited while another record took the place of the one they are about."""

from pathlib import Path

import pytest

from calculator.journal.sqlite import SqliteStorage
from calculator.journal.storage import UnwritableError
from calculator.umpire import Umpire
from tests.journal.toy import throw


def refused(*_: object) -> None:
    raise UnwritableError("the disk is full")


@pytest.fixture
def waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three rulings, and a void and an override that the disk did not take."""
    path = tmp_path / "field.battle"
    with Umpire.open(path) as umpire:
        for _ in range(3):
            umpire.adjudicate(throw())
    with monkeypatch.context() as patched, Umpire.open(path) as umpire:
        patched.setattr(SqliteStorage, "append", refused)
        assert umpire.amend(umpire.voiding(2, "wrong")) is None
        assert umpire.amend(umpire.overriding(3, "nothing", "a hill")) is None
        assert umpire.pending == 2
    return path


def test_corrections_are_written_late_where_their_entries_are(waiting: Path) -> None:
    with Umpire.open(waiting) as umpire:
        umpire.note("the disk is empty again")
        void, override, _ = umpire.recent(after=3)
        assert umpire.verify().clean
    assert (void.summary, override.summary) == (
        "#2 is void: wrong",
        "#3 ruled instead: nothing (a hill)",
    )


@pytest.mark.parametrize("rulings", [0, 5])
def test_corrections_of_another_record_are_notes(
    waiting: Path, rulings: int, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for part in waiting.parent.glob("field.battle*"):
        part.unlink()
    monkeypatch.setenv("EMPIRES_HOME", str(home / "another"))
    with Umpire.open(waiting) as umpire:
        for _ in range(rulings):
            umpire.adjudicate(throw())
        umpire.note("a fresh day")
    monkeypatch.setenv("EMPIRES_HOME", str(home))
    with Umpire.open(waiting) as umpire:
        umpire.acknowledge()
        umpire.note("on we go")
        told = [entry.summary for entry in umpire.recent(after=rulings)]
        assert umpire.verify().clean
    assert told == [
        "a fresh day",
        "#2 of an earlier record was void: wrong",
        "#3 of an earlier record was ruled instead: nothing (a hill)",
        "on we go",
    ]

"""Journals of every schema there has been, and of none that we know."""

import sqlite3
from pathlib import Path

import pytest

from calculator.errors import JournalError
from calculator.journal import sqlite as schema
from calculator.umpire import Umpire
from tests.journal.toy import SYSTEM, throw

OLD = {number: Path(__file__).with_name(f"schema_{number}.sql") for number in (1, 2, 3)}


def test_there_is_a_journal_of_every_earlier_schema() -> None:
    assert set(OLD) == set(range(1, schema.VERSION))


@pytest.fixture(params=sorted(OLD))
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A journal as an earlier version wrote it."""
    return load(request.param, tmp_path / "old.battle")


def load(schema: int, path: Path) -> Path:
    connection = sqlite3.connect(path)
    connection.executescript(OLD[schema].read_text(encoding="utf-8"))
    connection.close()
    return path


def version(path: Path) -> int:
    return int(sqlite3.connect(path).execute("PRAGMA user_version").fetchone()[0])


def test_an_old_journal_is_read_as_it_is(old: Path) -> None:
    before = version(old)
    with Umpire.open(old, read_only=True) as umpire:
        assert len(umpire.recent()) == 6
        verdict = umpire.verify()
    assert verdict.clean
    assert verdict.unchecked == []
    assert version(old) == before


def test_an_old_journal_becomes_a_present_one_when_written_to(old: Path) -> None:
    with Umpire.open(old) as umpire:
        written = umpire.adjudicate(throw())
        assert written.entry is not None
        assert (written.entry.number, written.entry.turn) == (7, 2)
        assert umpire.verify().clean
    assert version(old) == schema.VERSION
    assert structure(old) == structure(fresh(old.with_name("fresh.battle")))


@pytest.mark.parametrize("brought_up_to_date", [False, True])
def test_rulings_older_than_kept_rules_are_told_apart_from_bad_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, brought_up_to_date: bool
) -> None:
    path = load(1, tmp_path / "old.battle")
    moved_on = SYSTEM.tables.override({"die.faces": 8}, "a later version")
    monkeypatch.setitem(SYSTEM.__dict__, "tables", moved_on)
    if brought_up_to_date:
        Umpire.open(path).note("on we go")
    with Umpire.open(path, read_only=True) as umpire:
        verdict = umpire.verify()
    assert verdict.bad is None
    assert [complaint.number for complaint in verdict.unchecked] == [1, 3]
    assert "neither" in verdict.unchecked[0].why
    assert verdict.rulings == 0
    assert not verdict.clean


def fresh(path: Path) -> Path:
    Umpire.open(path).note("begun")
    return path


def structure(path: Path) -> set[str]:
    return {sql for (sql,) in sqlite3.connect(path).execute("SELECT sql FROM sqlite_master")}


def test_a_migration_that_is_cut_short_leaves_the_old_journal(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = structure(old), version(old)
    broken = (*schema.MIGRATIONS, "CREATE TABLE half (id);\nCREATE TABLE half (id);\n")
    monkeypatch.setattr(schema, "MIGRATIONS", broken)
    monkeypatch.setattr(schema, "VERSION", len(broken))
    umpire = Umpire.open(old)
    assert umpire.note("waits") is None
    assert (structure(old), version(old)) == before
    monkeypatch.undo()


@pytest.mark.parametrize("read_only", [True, False])
def test_a_journal_of_a_newer_schema_is_left_alone(tmp_path: Path, read_only: bool) -> None:
    path = fresh(tmp_path / "newer.battle")
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    umpire = Umpire.open(path, read_only=read_only)
    with pytest.raises(JournalError, match=r"newer version .* update this copy"):
        umpire.recent()
    if not read_only:
        assert umpire.adjudicate(throw()).entry is None
        assert "newer version" in umpire.warning
    assert version(path) == 99


def test_the_next_ruling_after_bringing_up_to_date_leaves_its_tables(tmp_path: Path) -> None:
    path = load(1, tmp_path / "old.battle")
    with Umpire.open(path) as umpire:
        umpire.adjudicate(throw())
    kept = sqlite3.connect(path).execute("SELECT content FROM rules").fetchall()
    assert (SYSTEM.tables.content,) in kept
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        sqlite3.connect(path).execute("UPDATE rules SET content = 'x' WHERE content <> ''")


def test_the_first_files_of_schema_3_are_as_they_were_made(tmp_path: Path) -> None:
    """One of their locks was made looser within that schema."""
    path = load(3, tmp_path / "old.battle")
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER rules_are_not_changed")
    connection.execute(schema.statements(schema.MIGRATIONS[1])[1])
    connection.close()
    with Umpire.open(path) as umpire:
        assert umpire.verify().unlocked == ""
        umpire.note("on we go")
        assert umpire.verify().clean

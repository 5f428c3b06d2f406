"""Rolls kept between two runs: derived, and worthless where the record is another."""

from contextlib import closing
from pathlib import Path

import pytest

from calculator.journal.sqlite import SqliteStorage
from calculator.roll import Roll
from calculator.umpire import Umpire
from tests.benchmarks.roll import battle
from tests.journal.forgery import forge, lock, put, unlocked


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path / "home"))
    return battle(tmp_path / "long.battle", 1_200)


def opened(path: Path) -> Roll:
    with Umpire.open(path, read_only=True) as umpire:
        umpire.recent(limit=1)
        roll = umpire.roll()
    assert roll is not None
    return roll


def afresh(path: Path) -> Roll:
    with Umpire.open(path, read_only=True) as umpire:
        order = umpire.order_of_battle()
        assert order is not None
        return Roll.of(umpire.entries(), order.scenario)


def no_reading(*_: object) -> None:
    raise AssertionError("the whole record is read again")


def test_the_next_copy_goes_on_from_the_roll_that_was_kept(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = afresh(path)
    assert opened(path).units == whole.units
    monkeypatch.setattr(SqliteStorage, "rows", no_reading)
    assert opened(path).units == whole.units
    monkeypatch.undo()


def test_a_void_of_long_ago_is_in_the_roll_that_is_kept(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(path)
    with Umpire.open(path) as umpire:
        umpire.amend(umpire.voiding(3, "wrong"))
    whole = afresh(path)
    assert opened(path).units == whole.units
    monkeypatch.setattr(SqliteStorage, "rows", no_reading)
    assert opened(path).units == whole.units
    monkeypatch.undo()


@pytest.mark.parametrize("damage", [b"", b"scrawl", b"\x80\x04K\x01."])
def test_a_kept_roll_that_cannot_be_read_is_made_anew(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes
) -> None:
    whole = opened(path)
    (kept,) = (tmp_path / "home" / "rolls").iterdir()
    kept.write_bytes(damage)
    assert opened(path).units == whole.units


def test_one_beside_an_altered_head_or_in_an_open_folder_is_not_read(
    path: Path, tmp_path: Path
) -> None:
    opened(path)
    with closing(unlocked(path)) as connection:
        forge(connection, 1_201, put(turn=99))
        lock(connection)
    with Umpire.open(path, read_only=True) as umpire:
        assert umpire.roll() is not None
        assert umpire.roll().last_hash == umpire.entry(1_201).hash  # type: ignore[union-attr]
    (tmp_path / "home" / "rolls").chmod(0o777)
    kept = next((tmp_path / "home" / "rolls").iterdir())
    kept.write_bytes(b"scrawl")
    assert opened(path).last == 1_201

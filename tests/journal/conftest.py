"""Every test has a data folder of its own, and the toy system is known to the catalog."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from shutil import rmtree

import pytest

from calculator.rules import catalog
from tests.journal.forgery import record, unlocked
from tests.offered import offering


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "home"
    monkeypatch.setenv("EMPIRES_HOME", str(folder))
    with offering({**catalog.SHIPPED, "toy-dice": "tests.journal.toy"}):
        yield folder


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A battle of twelve entries."""
    return record(tmp_path / "field.battle")


@pytest.fixture
def tampered(path: Path, home: Path) -> Iterator[sqlite3.Connection]:
    """That battle, opened by someone who knows how to take the triggers off; no copy saw it."""
    rmtree(home / "seen")
    with closing(unlocked(path)) as connection:
        yield connection

"""Bringing back a journal file that was removed while a copy still had it open."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from calculator.journal.locks import HeldFile


def restore(connection: sqlite3.Connection, path: Path, last: tuple[int, str] | None) -> None:
    """Write what `connection` still sees to `path`, from where the file was removed.

    If another file has taken the place, and it does not hold the `last` entry (number and hash)
    that this copy wrote, what `connection` sees is kept beside it under a name of its own. Raises
    `BlockingIOError` while another copy is at it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    held = HeldFile.claim(_beside(path, ".rescue"))
    if held is None:
        raise BlockingIOError(0, "another copy is restoring the journal")
    try:
        if not path.exists():
            _bring_back(connection, path)
        elif last and not _holds(path, *last):
            _copy(connection, path.with_name(f"{path.stem}-removed-{last[1][:8]}{path.suffix}"))
    finally:
        held.release(remove=True)


def _bring_back(connection: sqlite3.Connection, path: Path) -> None:
    """The log and index of the removed file go first: beside another file they would spoil it.

    Copies that still have them open keep them, and find out at their next append.
    """
    whole = _beside(path, ".restored")
    try:
        _copy(connection, whole)
        for sidecar in ("-wal", "-shm"):
            _beside(path, sidecar).unlink(missing_ok=True)
        os.link(whole, path)
    finally:
        whole.unlink(missing_ok=True)


def _copy(connection: sqlite3.Connection, path: Path) -> None:
    path.unlink(missing_ok=True)
    copy = sqlite3.connect(path)
    try:
        connection.backup(copy)
    finally:
        copy.close()


def _holds(path: Path, number: int, hash: str) -> bool:
    present = sqlite3.connect(path)
    try:
        query = "SELECT 1 FROM entries WHERE number = ? AND hash = ?"
        return bool(present.execute(query, (number, hash)).fetchone())
    finally:
        present.close()


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)

"""A journal in one SQLite file: write-ahead log, durable at commit, short immediate transactions.

Several processes append at once; each transaction reads the end of the chain and adds to it under
the write lock, so the chain has one order whoever writes. A file that is removed under us would
swallow entries silently (SQLite goes on writing to what no name leads to), so it is looked for
before and after every append, and restored from the connection that is still open.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Final

from calculator.journal import schema
from calculator.journal.copies import HeldFile
from calculator.journal.entry import Entry, EntryDraft, StoredRow, read_canonical
from calculator.journal.places import known_battles, no_journal
from calculator.journal.sqlite_file import (
    BUSY_SECONDS,
    battle_name,
    identity,
    immediate,
    is_locked,
    jitter,
    open_for_reading,
    open_for_writing,
    reason,
    schema_version,
)
from calculator.journal.storage import (
    Connection,
    Queries,
    Storage,
)

_FIRST: Final = "SELECT content FROM entries WHERE number = 1"
_HOLDS: Final = "SELECT 1 FROM entries WHERE number = ? AND hash = ?"


class SqliteStorage(Storage):
    """The journal of a battle in the file at `path`, made when first written to.

    To who only reads, a file that is not there is a fault; else it is a battle not yet begun.
    """

    _queries = Queries("entries", ":{}")
    _keep_rules = (
        "INSERT INTO rules VALUES (:digest, :content) "
        "ON CONFLICT (digest) DO UPDATE SET content = excluded.content WHERE content = ''"
    )
    _faults = (sqlite3.Error, OSError, ValueError)
    _rules_in = staticmethod(schema.rules_in)
    _departures = staticmethod(schema.departures)

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        super().__init__(path.stem, str(path), str(path.resolve()), read_only=read_only)
        self.path = path
        self._reads: tuple[int, int] | None = None
        self._writes: tuple[int, int] | None = None
        self._acknowledged: tuple[int, str] | None = None
        self._chained = self.battle

    def rows(self) -> Iterator[StoredRow]:
        with self._reading_faults():
            if self._present():
                with closing(open_for_reading(self.path)[0]) as connection:
                    if schema_version(connection):
                        yield from connection.execute(self._queries.rows)

    def _connection(self) -> Connection | None:
        # A file that was removed is read on, as long as no other has taken its place.
        if self._reader and identity(self.where) not in {None, self._reads}:
            self._stop_reading()
        if self._reader is None and self._present():
            self._reader, lasting = open_for_reading(self.path)
            self._reads = identity(self.where) if lasting else None
        if self._reader is None or schema_version(self._reader) == 0:
            return None
        self.battle = battle_name(self._reader)
        return self._reader

    def _present(self) -> bool:
        there = self.path.exists()
        if self._read_only and not there:
            raise no_journal(f"at {self.path}", self.path.stem, known_battles())
        return there

    def _reason(self, fault: BaseException) -> str:
        return reason(fault).removeprefix(f"{self.where}: ")

    def _append_once(self, drafts: Sequence[EntryDraft], patience: float) -> list[Entry]:
        connection = self._writing()
        with immediate(connection, patience):
            entries = self._write(connection, self._chained, drafts)
        if identity(self.where) != self._writes:
            raise BlockingIOError(0, "the file was removed")
        self._acknowledged = entries[-1].number, entries[-1].hash
        return entries

    def _tries_again(self, fault: Exception, was_open: bool) -> bool:
        if identity(self.where) == self._writes:
            self._stop_writing()  # else it alone may still see what was in the file
        if locked := is_locked(fault):
            time.sleep(jitter())
        return locked

    def _writing(self) -> sqlite3.Connection:
        if self._writer and identity(self.where) != self._writes:
            restore(self._writer, self.path, self._acknowledged)
            self._stop_writing()
        if self._writer is None:
            # Where the folder may not be written nothing is restored either, and SQLite says why.
            may_restore = os.access(self.path.parent, os.W_OK)
            with _alone(self.path) if may_restore else nullcontext():
                writer = self._writer = open_for_writing(self.path)
                self._writes = identity(self.where)
            self.battle = battle_name(writer)
            self._chained = _name_in_chain(writer) or self.battle
        return self._writer

    @property
    def restores(self) -> bool:
        return self._writer is not None and identity(self.where) is None


def _name_in_chain(connection: sqlite3.Connection) -> str:
    """The name that the first entry bears, and all after it have to, whatever the file says."""
    if (first := connection.execute(_FIRST).fetchone()) is None:
        return ""
    with suppress(ValueError):
        return str(read_canonical(first[0]).get("battle", ""))
    return ""


def restore(connection: sqlite3.Connection, path: Path, last: tuple[int, str] | None) -> None:
    """Write what `connection` still sees to `path`, from where the file was removed.

    If another file has taken the place, and it does not hold the `last` entry (number and hash)
    that this copy wrote, what `connection` sees is kept beside it under a name of its own.
    """
    with _alone(path):
        if not path.exists():
            _bring_back(connection, path)
        elif last and not _holds(path, *last):
            _copy(connection, path.with_name(f"{path.stem}-removed-{last[1][:8]}{path.suffix}"))


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Meanwhile no other copy opens a journal to write to it, or restores one.

    Its log is found by its name: whoever opened a file just removed might take the log of the one
    that is put in its place for its own, and both would be spoiled. Raises `BlockingIOError` if
    others are at it for long.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    give_up = time.monotonic() + BUSY_SECONDS
    while (held := HeldFile.claim(_beside(path, ".rescue"))) is None:
        if time.monotonic() >= give_up:
            raise BlockingIOError(0, "another copy is restoring the journal")
        time.sleep(jitter())
    try:
        yield
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
    with closing(sqlite3.connect(path)) as copy:
        connection.backup(copy)


def _holds(path: Path, number: int, hash: str) -> bool:
    with closing(sqlite3.connect(path)) as present:
        return bool(present.execute(_HOLDS, (number, hash)).fetchone())


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)

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
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Final

from calculator.errors import JournalError
from calculator.journal import schema
from calculator.journal.copies import HeldFile
from calculator.journal.entry import (
    Entry,
    EntryDraft,
    EntryKind,
    NotCanonicalError,
    Row,
    Tip,
    read_canonical,
)
from calculator.journal.places import missing
from calculator.journal.sqlite_file import (
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
    PATIENCE,
    KeptRules,
    Storage,
    UnwritableError,
    linked,
    read_entry,
)

_TURN: Final = "SELECT content FROM entries WHERE kind = 'turn' ORDER BY number DESC LIMIT 1"
_TIP: Final = f"SELECT number, hash, ({_TURN}) FROM entries ORDER BY number DESC LIMIT 1"
_LAST: Final = "SELECT coalesce(max(number), 0) FROM entries"
_RECENT: Final = (
    "SELECT number, content, hash FROM entries WHERE number > ? ORDER BY number DESC LIMIT ?"
)
_BY_NUMBER: Final = "SELECT number, content, hash FROM entries WHERE number = ?"
_OF_KIND: Final = {
    kind: f"SELECT number, content, hash FROM entries WHERE kind = '{kind.value}' AND number > ? "
    "ORDER BY number"
    for kind in EntryKind
}
"""Spelled out for each kind: SQLite uses the index of a kind only where the query names it."""
_ALL: Final = "SELECT number, key, kind, content, hash FROM entries ORDER BY number"
_KEPT: Final = (
    "SELECT number, key, kind, content, hash FROM entries WHERE number > ? ORDER BY number LIMIT ?"
)
_RULES: Final = "SELECT digest, content FROM rules"


class SqliteReader(Storage):
    """The journal of a battle in the file at `path`, for reading only.

    With `expected`, a file that is not there is a fault; else it is a battle not yet begun.
    """

    def __init__(self, path: Path, *, expected: bool = True) -> None:
        self.path = path
        self.where = str(path)
        self.battle = path.stem
        self._expected = expected
        self._lock = Lock()
        self._reader: sqlite3.Connection | None = None
        self._reads: tuple[int, int] | None = None

    def append(self, drafts: Sequence[EntryDraft], patience: float = 0) -> list[Entry]:
        raise UnwritableError("it was opened for reading only")

    def tip(self) -> Tip:
        with self._reading() as connection:
            return tip(connection) if connection else Tip()

    def last(self) -> int:
        with self._reading() as connection:
            return int(connection.execute(_LAST).fetchone()[0]) if connection else 0

    def recent(self, after: int = 0, limit: int | None = None) -> list[Entry]:
        with self._reading() as connection:
            if not connection:
                return []
            found = connection.execute(_RECENT, (after, -1 if limit is None else limit))
            return [read_entry(*kept) for kept in reversed(found.fetchall())]

    def entry(self, number: int) -> Entry | None:
        with self._reading() as connection:
            return find(connection, _BY_NUMBER, number) if connection else None

    def of_kind(self, kind: EntryKind, after: int) -> list[Entry]:
        with self._reading() as connection:
            found = connection.execute(_OF_KIND[kind], (after,)) if connection else ()
            return [read_entry(*kept) for kept in found]

    def kept(self, after: int, limit: int) -> list[Row]:
        with self._reading() as connection:
            return connection.execute(_KEPT, (after, limit)).fetchall() if connection else []

    def kept_rules(self) -> KeptRules:
        with self._reading() as connection:
            version = schema_version(connection) if connection else 0
            if not connection or version < schema.RULES_KEPT:
                return KeptRules({}, "")
            found = {str(digest): str(text) for digest, text in connection.execute(_RULES)}
            return KeptRules(found, None if version >= schema.RULES_COMPLETE else "")

    def unlocked(self) -> str:
        with self._reading() as connection:
            return schema.departures(connection) if connection else ""

    def rows(self) -> Iterator[Row]:
        with self._reading_faults():
            if self._present():
                with closing(open_for_reading(self.path)[0]) as connection:
                    if schema_version(connection):
                        yield from connection.execute(_ALL)

    def close(self) -> None:
        with self._lock:
            self._stop_reading()

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection | None]:
        """The connection to read through, one thread at a time; None for no battle yet."""
        with self._lock, self._reading_faults():
            try:
                yield self._connection()
            except BaseException:
                self._stop_reading()
                raise

    @contextmanager
    def _reading_faults(self) -> Iterator[None]:
        """Turns what goes wrong into words for the player."""
        try:
            yield
        except (sqlite3.Error, OSError, ValueError) as fault:
            raise JournalError(f"{self.where} cannot be read: {reason(fault)}") from fault

    def _connection(self) -> sqlite3.Connection | None:
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
        if self.path.exists():
            return True
        if self._expected:
            raise missing(self.path)
        return False

    def _stop_reading(self) -> None:
        if self._reader:
            self._reader.close()
            self._reader = None


def tip(connection: sqlite3.Connection) -> Tip:
    """The end of the chain."""
    if (last := connection.execute(_TIP).fetchone()) is None:
        return Tip()
    number, hash_, turned = last
    if type(hash_) is not str:
        raise ValueError(f"the hash of entry {number} is not text")
    if not turned:
        return Tip(number, hash_)
    turn = Entry.read(turned, "")
    return Tip(number, hash_, turn.turn, turn.time)


def find(connection: sqlite3.Connection, query: str, value: str | int) -> Entry | None:
    """The one entry, if any, whose number, content and hash the query finds by a value."""
    found = connection.execute(query, (value,)).fetchone()
    return read_entry(*found) if found else None


_BY_KEY: Final = "SELECT number, content, hash FROM entries WHERE key = ?"
_FIRST: Final = "SELECT content FROM entries WHERE number = 1"
_INSERT: Final = "INSERT INTO entries (number, key, kind, content, hash) VALUES (?, ?, ?, ?, ?)"
_KEEP_RULES: Final = (
    "INSERT INTO rules VALUES (?, ?) "
    "ON CONFLICT (digest) DO UPDATE SET content = excluded.content WHERE content = ''"
)


class SqliteStorage(SqliteReader):
    """The journal of a battle in the file at `path`, made when first written to."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, expected=False)
        self._writer: sqlite3.Connection | None = None
        self._writes: tuple[int, int] | None = None
        self._kept_rules: set[str] = set()
        self._acknowledged: tuple[int, str] | None = None
        self._chained = self.battle

    def append(self, drafts: Sequence[EntryDraft], patience: float = PATIENCE) -> list[Entry]:
        give_up = time.monotonic() + patience
        while True:
            try:
                return self._append_once(drafts, give_up - time.monotonic())
            except NotCanonicalError:
                raise
            except (sqlite3.Error, OSError, ValueError) as fault:
                if identity(self.where) == self._writes:
                    self._stop_writing()  # else it alone may still see what was in the file
                if not is_locked(fault) or time.monotonic() >= give_up:
                    raise UnwritableError(reason(fault)) from fault
                time.sleep(jitter())

    def _append_once(self, drafts: Sequence[EntryDraft], patience: float) -> list[Entry]:
        connection = self._writing()
        rules = {draft.body["rules"]: draft.tables for draft in drafts if draft.tables}
        with immediate(connection, patience):
            for digest in rules.keys() - self._kept_rules:
                connection.execute(_KEEP_RULES, (digest, rules[digest]))
            entries = self._write(connection, drafts)
        if identity(self.where) != self._writes:
            raise BlockingIOError(0, "the file was removed")
        self._kept_rules |= rules.keys()
        self._acknowledged = entries[-1].number, entries[-1].hash
        return entries

    def _write(self, connection: sqlite3.Connection, drafts: Sequence[EntryDraft]) -> list[Entry]:
        there = {draft.key: find(connection, _BY_KEY, draft.key) for draft in drafts}

        def voids(after: int) -> Iterator[Entry]:
            kept = connection.execute(_OF_KIND[EntryKind.VOID], (after,))
            return (read_entry(*row) for row in kept)

        fresh = [draft for draft in drafts if there[draft.key] is None]
        entries = linked(
            self._chained, tip(connection), fresh,
            lambda number: find(connection, _BY_NUMBER, number), voids,
        )  # fmt: skip
        for entry in entries:
            connection.execute(_INSERT, entry.row)
            there[entry.key] = entry
        return [entry for entry in there.values() if entry]

    def _writing(self) -> sqlite3.Connection:
        if self._writer and identity(self.where) != self._writes:
            restore(self._writer, self.path, self._acknowledged)
            self._stop_writing()
        if self._writer is None:
            self._writer = open_for_writing(self.path)
            self._writes = identity(self.where)
            self.battle = battle_name(self._writer)
            self._chained = _name_in_chain(self._writer) or self.battle
        return self._writer

    @property
    def restores(self) -> bool:
        return self._writer is not None and identity(self.where) is None

    def _stop_writing(self) -> None:
        if self._writer:
            self._writer.close()
            self._writer = None
        self._kept_rules.clear()

    def close(self) -> None:
        super().close()
        self._stop_writing()


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

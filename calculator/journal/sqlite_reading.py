"""Reading a journal kept in SQLite, without ever waiting for those who write it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock
from typing import Final

from calculator.errors import JournalError
from calculator.journal import schema
from calculator.journal.entry import Entry, EntryDraft, EntryKind, Row, Tip
from calculator.journal.places import missing
from calculator.journal.sqlite_file import (
    battle_name,
    identity,
    open_for_reading,
    reason,
    schema_version,
)
from calculator.journal.storage import KeptRules, Storage, UnwritableError, read_entry

_TURN: Final = "SELECT content FROM entries WHERE kind = 'turn' ORDER BY number DESC LIMIT 1"
_TIP: Final = f"SELECT number, hash, ({_TURN}) FROM entries ORDER BY number DESC LIMIT 1"
_LAST: Final = "SELECT coalesce(max(number), 0) FROM entries"
_RECENT: Final = (
    "SELECT number, content, hash FROM entries WHERE number > ? ORDER BY number DESC LIMIT ?"
)
_BY_NUMBER: Final = "SELECT number, content, hash FROM entries WHERE number = ?"
OF_KIND: Final = {
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
            found = connection.execute(OF_KIND[kind], (after,)) if connection else ()
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

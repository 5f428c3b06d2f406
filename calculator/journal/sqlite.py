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
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from calculator.errors import JournalError
from calculator.journal import rescue
from calculator.journal.entry import Draft, Entry, Row, Tip, chain
from calculator.journal.places import missing
from calculator.journal.sqlite_file import (
    battle_name,
    identity,
    immediate,
    is_locked,
    open_for_reading,
    open_for_writing,
    reason,
    schema_version,
)
from calculator.journal.storage import Storage, UnwritableError

PATIENCE: Final = 12.0
"""Seconds after which a journal that others keep locked counts as unwritable."""

_TIP: Final = "SELECT number, hash FROM entries ORDER BY number DESC LIMIT 1"
_TURN: Final = "SELECT content, hash FROM entries WHERE kind = 'turn' ORDER BY number DESC LIMIT 1"
_RECENT: Final = "SELECT content, hash FROM entries WHERE number > ? ORDER BY number DESC LIMIT ?"
_BY_KEY: Final = "SELECT content, hash FROM entries WHERE key = ?"
_ALL: Final = "SELECT number, key, kind, content, hash FROM entries ORDER BY number"
_KEEP_RULES: Final = "INSERT OR IGNORE INTO rules VALUES (?, ?)"
_RULES: Final = "SELECT content FROM rules WHERE digest = ?"
_BY_NUMBER: Final = "SELECT content, hash FROM entries WHERE number = ?"
_INSERT: Final = "INSERT INTO entries (number, key, kind, content, hash) VALUES (?, ?, ?, ?, ?)"


class SqliteStorage(Storage):
    """The journal of a battle in the file at `path`, made when first written to."""

    def __init__(self, path: Path, *, read_only: bool = False, patience: float = PATIENCE) -> None:
        self.path = path
        self.where = str(path)
        self.battle = path.stem
        self.patience = patience
        self._read_only = read_only
        self._open: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        self._last = Tip()
        self._kept_rules: set[str] = set()

    def append(self, drafts: Sequence[Draft]) -> list[Entry]:
        give_up = time.monotonic() + self.patience
        while True:
            try:
                return self._append_once(drafts)
            except (sqlite3.Error, OSError, JournalError) as fault:
                self.close()
                if not is_locked(fault) or time.monotonic() >= give_up:
                    raise UnwritableError(reason(fault)) from fault
                time.sleep(_jitter())

    def _append_once(self, drafts: Sequence[Draft]) -> list[Entry]:
        connection = self._writing()
        with immediate(connection):
            entries = self._write(connection, drafts)
        if identity(self.path) != self._identity:
            raise FileNotFoundError(0, "the file was removed")
        self._kept_rules |= _rules_of(drafts).keys()
        return entries

    def _write(self, connection: sqlite3.Connection, drafts: Sequence[Draft]) -> list[Entry]:
        there = {draft.key: _found(connection, _BY_KEY, draft.key) for draft in drafts}
        fresh = [draft for draft in drafts if there[draft.key] is None]
        for digest, content in _rules_of(fresh).items():
            if digest not in self._kept_rules:
                connection.execute(_KEEP_RULES, (digest, content))
        for entry in chain(self.battle, self._tip(connection), fresh):
            connection.execute(_INSERT, entry.row)
            there[entry.key] = entry
            self._last = self._last.after(entry)
        return [entry for entry in there.values() if entry]

    def _tip(self, connection: sqlite3.Connection) -> Tip:
        last = connection.execute(_TIP).fetchone()
        if last is None:
            self._last = Tip()
        elif last != (self._last.number, self._last.hash):
            turned = connection.execute(_TURN).fetchone()
            number, hash_ = last
            self._last = Tip(number, hash_, Entry.read(*turned).turn if turned else Tip().turn)
        return self._last

    def tip(self) -> Tip:
        with self._told():
            connection = self._reading()
            return self._tip(connection) if connection else Tip()

    def recent(self, after: int = 0, limit: int | None = None) -> list[Entry]:
        with self._told():
            if not (connection := self._reading()):
                return []
            found = connection.execute(_RECENT, (after, -1 if limit is None else limit))
            return [Entry.read(*kept) for kept in reversed(found.fetchall())]

    def entry(self, number: int) -> Entry | None:
        with self._told():
            connection = self._reading()
            return _found(connection, _BY_NUMBER, number) if connection else None

    def rows(self) -> Iterator[Row]:
        with self._told():
            if self._read_only or self.path.exists():
                with closing(self._open_for_reading()) as connection:
                    yield from connection.execute(_ALL)

    def rules(self, digest: str) -> str:
        with self._told():
            connection = self._reading()
            if not connection or schema_version(connection) < 2:
                return ""
            found = connection.execute(_RULES, (digest,)).fetchone()
            return str(found[0]) if found else ""

    def close(self) -> None:
        if self._open:
            self._open.close()
        self._open = None
        self._last = Tip()
        self._kept_rules.clear()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turns what goes wrong while reading into words for the player."""
        try:
            yield
        except (sqlite3.Error, OSError, ValueError, KeyError) as fault:
            self.close()
            raise JournalError(f"{self.where} cannot be read: {reason(fault)}") from fault

    def _writing(self) -> sqlite3.Connection:
        if self._read_only:
            raise JournalError("the journal was opened for reading only")
        if self._open and identity(self.path) != self._identity:
            rescue.restore(self._open, self.path)
            self.close()
        return self._open or self._opened(open_for_writing(self.path))

    def _reading(self) -> sqlite3.Connection | None:
        """A connection to read through; None for a battle not yet begun."""
        if self._open:
            if identity(self.path) in {None, self._identity}:
                return self._open
            self.close()
        if self._read_only:
            return self._opened(self._open_for_reading())
        return self._opened(open_for_writing(self.path)) if self.path.exists() else None

    def _open_for_reading(self) -> sqlite3.Connection:
        if not self.path.exists():
            raise missing(self.path)
        return open_for_reading(self.path)

    def _opened(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        self._open = connection
        self._identity = identity(self.path)
        self.battle = battle_name(connection)
        return connection


def _rules_of(drafts: Sequence[Draft]) -> dict[str, str]:
    return {draft.body["rules"]: draft.tables for draft in drafts if draft.tables}


def _found(connection: sqlite3.Connection, query: str, value: str | int) -> Entry | None:
    found = connection.execute(query, (value,)).fetchone()
    return Entry.read(*found) if found else None


def _jitter() -> float:
    """5 to 50 milliseconds, different for every process that waits."""
    return 0.005 + (time.perf_counter_ns() // 97 + os.getpid() * 7919) % 45_000 / 1_000_000

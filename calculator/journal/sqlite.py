"""A journal in one SQLite file: write-ahead log, durable at commit, short immediate transactions.

Several processes append at once; each transaction reads the end of the chain and adds to it under
the write lock, so the chain has one order whoever writes. A file that is removed under us would
swallow entries silently (SQLite goes on writing to what no name leads to), so it is looked for
before and after every append, and restored from the connection that is still open.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from calculator.journal import rescue
from calculator.journal.entry import (
    Entry,
    EntryDraft,
    EntryKind,
    NotCanonicalError,
    link,
    read_canonical,
)
from calculator.journal.sqlite_file import (
    battle_name,
    identity,
    immediate,
    is_locked,
    jitter,
    open_for_writing,
    reason,
)
from calculator.journal.sqlite_reading import OF_KIND, SqliteReader, find, tip
from calculator.journal.storage import PATIENCE, UnwritableError, fitting, read_entry

_BY_KEY: Final = "SELECT number, content, hash FROM entries WHERE key = ?"
_KEY_OF: Final = "SELECT key FROM entries WHERE number = ?"
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

        def key_of(number: int) -> str:
            found = connection.execute(_KEY_OF, (number,)).fetchone()
            return str(found[0]) if found else ""

        def is_void(number: int) -> bool:
            found = connection.execute(OF_KIND[EntryKind.VOID], (number,))
            return any(read_entry(*kept).about == number for kept in found)

        end = tip(connection)
        for draft in drafts:
            if there[draft.key] is None:
                entry = link(self._chained, end, fitting(draft, end, key_of, is_void))
                connection.execute(_INSERT, entry.row)
                there[entry.key] = entry
                end = end.after(entry)
        return [entry for entry in there.values() if entry]

    def _writing(self) -> sqlite3.Connection:
        if self._writer and identity(self.where) != self._writes:
            rescue.restore(self._writer, self.path, self._acknowledged)
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

"""A journal in one SQLite file: write-ahead log, durable at commit, short immediate transactions.

Several processes append at once; each transaction reads the end of the chain and adds to it under
the write lock, so the chain has one order whoever writes. A file that is removed under us would
swallow entries silently (SQLite goes on writing to what no name leads to), so it is looked for
before and after every append, and restored from the connection that is still open.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import lru_cache
from operator import methodcaller
from pathlib import Path
from typing import Final

from calculator.journal.entry import Entry, EntryDraft, read_canonical
from calculator.journal.files import HeldFile, NotBegunError, identity, known_battles
from calculator.journal.storage import (
    Connection,
    Storage,
    UnknownSchemaError,
    check_known,
    migrations,
)

APPLICATION_ID: Final = 0x456D7072
"""Marks the file as ours ("Empr"), for `file` and for us."""

_NAMED_RULES: Final = """
    SELECT DISTINCT CASE WHEN json_valid(content) THEN json_extract(content, '$.body.rules') END, ''
    FROM entries WHERE kind = 'ruling'
"""
"""The digests that rulings name, without content: what is known where none was kept, or not all."""

MIGRATIONS: Final = migrations("sqlite")
VERSION: Final = len(MIGRATIONS)
"""The present version, kept in SQLite's user_version."""


def statements(script: str) -> list[str]:
    """The statements of a script, to be run one by one in a transaction; each ends with a line."""
    told = "".join(line for line in script.splitlines(True) if not line.startswith("--"))
    return [statement for part in told.split(";\n") if (statement := part.strip())]


_MARKS: Final = """
    SELECT application_id, user_version, (SELECT count(*) FROM sqlite_master)
    FROM pragma_application_id, pragma_user_version
"""
"""All as of one moment: another copy may be making the journal just now, and a mark from before
with tables from after would look like a stranger's file."""


def version_in(connection: sqlite3.Connection) -> int:
    """The version of the schema, 0 for a new file. Raises `UnknownSchemaError`."""
    mark, version, tables = connection.execute(_MARKS).fetchone()
    if mark != APPLICATION_ID and (mark or version or tables):
        raise UnknownSchemaError("it is a database, but not a journal of a battle")
    if mark and version < 1:
        raise UnknownSchemaError(f"its schema {version} is unknown: someone has changed the file")
    check_known(version, VERSION)
    return int(version)


_EARLIER: Final = ("trigger rules_are_not_changed", statements(MIGRATIONS[1])[1])
"""How the first files of schema 3 have this lock: it refuses even more."""

_MADE: Final = "SELECT type || ' ' || name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite%'"


@lru_cache
def _as_made(version: int) -> dict[str, str]:
    """The tables, indexes and triggers of a schema, and the statements that make them."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript("".join(MIGRATIONS[:version]))
        return dict(connection.execute(_MADE))


def departures(connection: sqlite3.Connection) -> str:
    """What of a journal is not as its schema made it, in words; "" for nothing."""
    made = _as_made(version_in(connection))
    there = dict(connection.execute(_MADE))
    departing = {
        "is missing": made.keys() - there.keys(),
        "was added": there.keys() - made.keys(),
        "is changed": {
            what for what, sql in there.items() - {_EARLIER} if what in made and made[what] != sql
        },
    }
    return "; ".join(f"{what} {how}" for how, found in departing.items() for what in sorted(found))


_TEXT: Final = methodcaller("decode", "utf-8", "surrogateescape")
"""Text as it is kept, even if it is no UTF-8: whoever reads it can then say where."""

_BUSY_SECONDS: Final = 5.0
"""How long who reads waits for a writer; who writes asks again until there is no more patience."""

_REASONS: Final = {
    "SQLITE_BUSY": "another copy has locked the journal",
    "SQLITE_LOCKED": "another copy has locked the journal",
    "SQLITE_FULL": "the disk is full",
    "SQLITE_READONLY": "the journal is read-only",
    "SQLITE_CANTOPEN": "the file cannot be opened or made",
    "SQLITE_PERM": "the file may not be written",
    "SQLITE_IOERR": "the disk cannot write: it is full, at its limit, or faulty",
    "SQLITE_CORRUPT": "the file is damaged",
    "SQLITE_NOTADB": "the file is not a journal",
}


class SqliteStorage(Storage):
    """The journal of a battle in the file at `path`, made when first written to.

    To who only reads, a file that is not there is a fault; else it is a battle not yet begun.
    """

    _table = "entries"
    _keep_rules = (
        "INSERT INTO rules VALUES (:digest, :content) "
        "ON CONFLICT (digest) DO UPDATE SET content = excluded.content WHERE content = ''"
    )
    _faults = (sqlite3.Error, OSError, ValueError)
    _departures = staticmethod(departures)

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        super().__init__(path.stem, str(path), str(path.resolve()), read_only=read_only)
        self.path = path
        self._reads: tuple[int, int] | None = None
        self._writes: tuple[int, int] | None = None
        self._acknowledged: tuple[int, str] | None = None
        self._chained = self.battle
        """The name that the first entry bears, and all after it have to, whatever the file says."""

    def _connection(self) -> Connection | None:
        # A file that was removed is read on, as long as no other has taken its place.
        if self._reader and identity(self.path) not in {None, self._reads}:
            self._stop_reading()
        if self._reader is None:
            if not self.path.exists():
                if self.read_only:
                    raise NotBegunError(f"at {self.path}", self.path.stem, known_battles())
                return None
            self._reader, lasting = _open_for_reading(self.path)
            self._reads = identity(self.path) if lasting else None
        if version_in(self._reader) == 0:
            return None
        self.battle = _battle_name(self._reader)
        return self._reader

    def _reason(self, fault: BaseException) -> str:
        name = _error_name(fault)
        if known := [words for known, words in _REASONS.items() if name.startswith(known)]:
            return known[0]
        if isinstance(fault, OSError) and fault.strerror:
            where = f"{fault.filename}: " if fault.filename not in {None, self.where} else ""
            return f"{where}{fault.strerror.lower()}"
        return str(fault)

    def _append_once(self, drafts: Sequence[EntryDraft], patience: float) -> list[Entry]:
        connection = self._writing()
        with _immediate(connection):
            entries = self._write(connection, self._chained, drafts)
        if identity(self.path) != self._writes:
            raise BlockingIOError(0, "the file was removed")
        self._acknowledged = entries[-1].number, entries[-1].hash
        return entries

    def _tries_again(self, fault: Exception, was_open: bool) -> bool:
        busy = _error_name(fault).startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))
        locked = busy or isinstance(fault, BlockingIOError)
        if not locked and identity(self.path) == self._writes:
            self._stop_writing()  # else it alone may still see what was in the file
        return locked

    def _writing(self) -> Connection:
        if self._writer and identity(self.path) == self._writes:
            return self._writer
        with _alone(self.path):
            if self._writer:
                self._restore(self._writer)
                self._stop_writing()
            self._writer = writer = open_for_writing(self.path)
            self._writes = identity(self.path)
        self.battle = self._chained = _battle_name(writer)
        with suppress(ValueError):  # a damaged entry keeps nobody from writing
            if first := self._find(writer, "number = 1"):
                self._chained = str(read_canonical(first.content)["battle"])
        return writer

    def _restore(self, connection: sqlite3.Connection) -> None:
        """Write what `connection` still sees to where the file was removed from.

        If another file has taken the place, and it does not hold the last entry that this copy
        wrote, what `connection` sees is kept beside it under a name of its own.
        """
        path, last = self.path, self._acknowledged
        if not path.exists():
            # The log and index of the removed file go first: beside another they would spoil it.
            # Copies that still have them open keep them, and find out at their next append.
            whole = _beside(path, ".restored")
            try:
                _copy(connection, whole)
                for sidecar in ("-wal", "-shm"):
                    _beside(path, sidecar).unlink(missing_ok=True)
                os.link(whole, path)
            finally:
                whole.unlink(missing_ok=True)
        elif last:
            with closing(sqlite3.connect(path)) as there:
                query = "SELECT 1 FROM entries WHERE number = ? AND hash = ?"
                holds = there.execute(query, last).fetchone()
            if not holds:
                aside = f"{path.stem}-removed-{last[1][:8]}{path.suffix}"
                _copy(connection, path.with_name(aside))

    @staticmethod
    def _rules_in(connection: Connection) -> dict[str, str]:
        version = version_in(connection)
        named = connection.execute(_NAMED_RULES) if version < 3 else ()  # then all are in theirs
        kept = connection.execute("SELECT digest, content FROM rules") if version > 1 else ()
        return {str(digest): str(content) for digest, content in (*named, *kept)}

    @property
    def restores(self) -> bool:
        return self._writer is not None and identity(self.path) is None


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection to the file at the absolute `path`, each statement its own transaction.

    Raises `OSError` for what is no file: whoever opens a pipe waits for ever.
    """
    for named in (path, _beside(path, "-wal"), _beside(path, "-shm")):
        if named.exists() and not named.is_file():
            raise OSError(errno.EINVAL, "it is no plain file", str(named))
    connection = sqlite3.connect(
        f"{path.as_uri()}?mode={mode}",
        uri=True,
        timeout=0 if mode == "rwc" else _BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    connection.text_factory = _TEXT
    return connection


def open_for_writing(path: Path) -> sqlite3.Connection:
    """The journal at `path`, made or brought up to date if need be, durable at commit.

    To be written to in `_immediate` transactions.
    """
    connection = _connect(path, "rwc")
    try:
        version = version_in(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        if version != VERSION:
            with _immediate(connection):
                version = version_in(connection)  # another copy may just have done it
                for script in MIGRATIONS[version:]:
                    for statement in statements(script):
                        connection.execute(statement)
                if not version:
                    connection.execute("INSERT INTO battle VALUES (?)", (path.stem,))
                    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version = {VERSION}")
    except BaseException:
        connection.close()
        raise
    return connection


def _open_for_reading(path: Path) -> tuple[sqlite3.Connection, bool]:
    """The journal at `path`, and whether the connection will see what is written later.

    Nothing is written: not even beside the file, where that cannot be. Then the file alone is read,
    as it is now, if all is in it and nothing waits in the log beside it.
    """
    connection = _connect(path, "ro")
    try:
        version_in(connection)
    except sqlite3.OperationalError:
        connection.close()
        log = _beside(path, "-wal")
        if log.exists() and log.stat().st_size:
            raise
        return _connect(path, "ro&immutable=1"), False
    return connection, True


@contextmanager
def _immediate(connection: sqlite3.Connection) -> Iterator[None]:
    """A transaction that holds the write lock from its start: all of it is committed, or none.

    Where another holds the lock that is said at once: SQLite itself would sleep up to a tenth of a
    second between tries, and of many writers some would starve.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _battle_name(connection: sqlite3.Connection) -> str:
    """The name of the battle that the journal is of. Raises `UnknownSchemaError` if it has none."""
    if (found := connection.execute("SELECT name FROM battle").fetchone()) is None:
        raise UnknownSchemaError("the name of its battle was taken out of it")
    return str(found[0])


def _error_name(fault: BaseException) -> str:
    """What SQLite calls a fault of its own, such as SQLITE_IOERR_WRITE."""
    return str(getattr(fault, "sqlite_errorname", ""))


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Meanwhile no other copy opens a journal to write to it, or restores one.

    Its log is found by its name: whoever opened a file just removed might take the log of the one
    that is put in its place for its own, and both would be spoiled. Where the folder may not be
    written nothing is restored either, and SQLite says why. Raises `BlockingIOError` while another
    copy is at it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if not os.access(path.parent, os.W_OK):
        yield
        return
    if (held := HeldFile.claim(_beside(path, ".rescue"))) is None:
        raise BlockingIOError(0, "another copy is restoring the journal")
    try:
        yield
    finally:
        held.release(remove=True)


def _copy(connection: sqlite3.Connection, path: Path) -> None:
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as copy:
        connection.backup(copy)


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)

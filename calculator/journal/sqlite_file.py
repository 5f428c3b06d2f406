"""Opening the SQLite file of a journal: making it, bringing it up to date, saying what is wrong."""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from operator import methodcaller
from pathlib import Path
from typing import Final

from calculator.journal import schema
from calculator.journal.storage import UnknownSchemaError, check_known

_TEXT: Final = methodcaller("decode", errors="surrogateescape")
"""Text as it is kept, even if it is no UTF-8: whoever reads it can then say where."""

BUSY_SECONDS: Final = 5.0
"""How long SQLite itself waits for another writer, each time it is asked."""

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


_MARKS: Final = """
    SELECT application_id, user_version, (SELECT count(*) FROM sqlite_master)
    FROM pragma_application_id, pragma_user_version
"""
"""All as of one moment: another copy may be making the journal just now, and a mark from before
with tables from after would look like a stranger's file."""


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection to the file at the absolute `path`, each statement its own transaction.

    Raises `OSError` for what is no file: whoever opens a pipe waits for ever.
    """
    for named in (path, *(Path(f"{path}{suffix}") for suffix in ("-wal", "-shm"))):
        if named.exists() and not named.is_file():
            raise OSError(errno.EINVAL, "it is no plain file", str(named))
    connection = sqlite3.connect(
        f"{path.as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    connection.text_factory = _TEXT
    return connection


def open_for_writing(path: Path) -> sqlite3.Connection:
    """The journal at `path`, made or brought up to date if need be, durable at commit.

    To be written to in `immediate` transactions, which do the waiting for others.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = connect(path, "rwc")
    try:
        version = schema_version(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        if version != schema.VERSION:
            with immediate(connection):
                _migrate(connection, path.stem)
        connection.execute("PRAGMA busy_timeout = 0")
    except BaseException:
        connection.close()
        raise
    return connection


def open_for_reading(path: Path) -> tuple[sqlite3.Connection, bool]:
    """The journal at `path`, and whether the connection will see what is written later.

    Nothing is written: not even beside the file, where that cannot be. Then the file alone is read,
    as it is now, if all is in it and nothing waits in the log beside it.
    """
    connection = connect(path, "ro")
    try:
        schema_version(connection)
    except sqlite3.OperationalError:
        connection.close()
        log = Path(f"{path}-wal")
        if log.exists() and log.stat().st_size:
            raise
        return connect(path, "ro&immutable=1"), False
    return connection, True


@contextmanager
def immediate(connection: sqlite3.Connection, patience: float = BUSY_SECONDS) -> Iterator[None]:
    """A transaction that holds the write lock from its start: all of it is committed, or none.

    A lock that another holds is tried again every few milliseconds, for `patience` seconds, and
    SQLite's own waiting is switched off: it would sleep up to a tenth of a second between tries,
    and of many writers some would starve.
    """
    give_up = time.monotonic() + patience
    while not connection.in_transaction:
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as fault:
            if not is_locked(fault) or time.monotonic() >= give_up:
                raise
            time.sleep(jitter())
    try:
        yield
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def battle_name(connection: sqlite3.Connection) -> str:
    """The name of the battle that the journal is of. Raises `UnknownSchemaError` if it has none."""
    if (found := connection.execute("SELECT name FROM battle").fetchone()) is None:
        raise UnknownSchemaError("the name of its battle was taken out of it")
    return str(found[0])


def jitter() -> float:
    """1 to 5 milliseconds, different for every process that waits."""
    return 0.001 + (time.perf_counter_ns() // 97 + os.getpid() * 7919) % 4_000 / 1_000_000


def schema_version(connection: sqlite3.Connection) -> int:
    """The version of the schema, 0 for a new file. Raises `UnknownSchemaError`."""
    mark, version, tables = connection.execute(_MARKS).fetchone()
    if mark != schema.APPLICATION_ID and (mark or version or tables):
        raise UnknownSchemaError("it is a database, but not a journal of a battle")
    if mark and version < 1:
        raise UnknownSchemaError(f"its schema {version} is unknown: someone has changed the file")
    check_known(version, schema.VERSION)
    return int(version)


def identity(path: str) -> tuple[int, int] | None:
    """Which file is at `path`: it changes if that is removed or replaced; None if none is found."""
    try:
        found = os.stat(path)  # noqa: PTH116
    except OSError:
        return None
    return found.st_dev, found.st_ino


def reason(fault: BaseException) -> str:
    """What is wrong, as a player would say it."""
    name = str(getattr(fault, "sqlite_errorname", ""))
    for known, words in _REASONS.items():
        if name.startswith(known):
            return words
    if isinstance(fault, OSError) and fault.strerror:
        where = f"{fault.filename}: " if fault.filename else ""
        return f"{where}{fault.strerror.lower()}"
    return str(fault)


def is_locked(fault: BaseException) -> bool:
    """Whether it may well work a moment later."""
    name = str(getattr(fault, "sqlite_errorname", ""))
    return isinstance(fault, BlockingIOError) or name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))


def _migrate(connection: sqlite3.Connection, name: str) -> None:
    """Take the file to the present version; nothing to do if another copy just has."""
    version = schema_version(connection)
    for script in schema.MIGRATIONS[version:]:
        for statement in schema.statements(script):
            connection.execute(statement)
    if not version:
        connection.execute("INSERT INTO battle VALUES (?)", (name,))
        connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {schema.VERSION}")

"""A journal in PostgreSQL, for battles whose tables write from several machines.

The same entries in the same chain as in a file. Writers of one battle take turns by an advisory
lock, which the server grants in the order of asking and lets go of with the transaction. psycopg is
an optional extra, imported when a journal has such a URL and at no other time.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from socket import SHUT_RDWR, socket
from threading import Timer
from typing import Any, Final, TypeAlias
from urllib.parse import unquote, urlsplit

from calculator.errors import JournalError, how_to_add
from calculator.journal.entry import Entry, EntryDraft
from calculator.journal.files import DEFAULT, NotBegunError
from calculator.journal.storage import PATIENCE_SECONDS, Storage, check_known, migrations

try:
    import psycopg
    from psycopg.conninfo import conninfo_to_dict
    from psycopg.pq import Conninfo
except ImportError as absent:
    raise JournalError(
        f"a journal on a PostgreSQL server needs psycopg: {how_to_add('postgres')}"
    ) from absent

Connection: TypeAlias = "psycopg.Connection[tuple[Any, ...]]"
"""A connection to the server, to which each row is a tuple."""

_MIGRATIONS: Final = migrations("postgres")


def prepare(connection: Connection) -> None:
    """Make the tables, or bring them up to date.

    Two copies that find nothing take turns, and the second finds it done. Raises
    `UnknownSchemaError` if they are of a newer empires.
    """
    if schema_version(connection) == len(_MIGRATIONS):
        return
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('empires schema', 0))")
        version = schema_version(connection)
        if not version:
            connection.execute("CREATE SCHEMA IF NOT EXISTS empires")
            connection.execute("CREATE TABLE empires.schema (version INTEGER NOT NULL)")
            connection.execute("INSERT INTO empires.schema VALUES (0)")
        for migration in _MIGRATIONS[version:]:
            connection.execute(migration)
        connection.execute("UPDATE empires.schema SET version = %s", (len(_MIGRATIONS),))


def schema_version(connection: Connection) -> int:
    """The version of the tables, 0 if there are none.

    Raises `UnknownSchemaError` if they are of a newer empires.
    """
    there = connection.execute("SELECT to_regclass('empires.schema') IS NOT NULL").fetchone()
    found = (
        connection.execute("SELECT version FROM empires.schema").fetchone()
        if there and there[0]
        else None
    )
    version = int(found[0]) if found else 0
    check_known(version, len(_MIGRATIONS))
    return version


_LOCKS: Final = """
    SELECT tgrelid::regclass::text, tgtype, tgenabled, trim(prosrc)
    FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
    WHERE tgrelid IN ('empires.entries'::regclass, 'empires.rules'::regclass) AND NOT tgisinternal
"""
_BEFORE_ANY_CHANGE: Final = 2 | 8 | 16 | 32
"""How PostgreSQL writes BEFORE UPDATE OR DELETE OR TRUNCATE, once for each statement."""
_REFUSES: Final = "BEGIN RAISE EXCEPTION '% of a journal are never changed or deleted', TG_TABLE_"
_LOCKED: Final = ("empires.entries", "empires.rules")


def departures(connection: Connection) -> str:
    """Which tables have no lock against changes as it was made, in words; "" for none."""
    locked = {
        table
        for table, kind, enabled, source in connection.execute(_LOCKS)
        if (kind, enabled) == (_BEFORE_ANY_CHANGE, "O") and source.startswith(_REFUSES)
    }
    missing = [table for table in _LOCKED if table not in locked]
    return "; ".join(f"trigger of {table} is missing or changed" for table in missing)


_CONNECTING: Final[dict[str, Any]] = {
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
"""A server that is gone from the network is given up after some ten seconds."""

SILENT_SECONDS: Final = 5.0
"""How long a server may say nothing, because its disk hangs, say, beside what a lock may take."""

_TAKE_TURNS: Final = "SELECT pg_advisory_xact_lock(hashtextextended('empires ' || %s, 0))"
_BATTLES: Final = "SELECT DISTINCT battle FROM empires.entries ORDER BY battle"
_RULES: Final = "SELECT digest, content FROM empires.rules"


class _Patient(psycopg.Connection[tuple[Any, ...]]):
    """A connection that is cut when the server says nothing for long: libpq would wait for ever."""

    silent = SILENT_SECONDS

    def wait(self, *arguments: Any, **options: Any) -> Any:
        """Wait for the server's answer to something."""
        giving_up = Timer(self.silent, self._cut)
        giving_up.daemon = True
        giving_up.start()
        try:
            return super().wait(*arguments, **options)
        finally:
            giving_up.cancel()

    def _cut(self) -> None:
        with suppress(OSError), socket(fileno=os.dup(self.fileno())) as line:
            line.shutdown(SHUT_RDWR)


class PostgresStorage(Storage):
    """The journal of one battle on a server.

    `url` is as libpq has it, postgresql://user:password@host:port/database, with the name of the
    battle after a #.
    """

    several_machines = True
    _table, _whose = "empires.entries", ("battle",)
    _keep_rules = "INSERT INTO empires.rules VALUES (:digest, :content) ON CONFLICT DO NOTHING"
    _faults = (psycopg.Error, OSError, ValueError)
    _rules_in = staticmethod(lambda connection: dict(connection.execute(_RULES).fetchall()))
    _departures = staticmethod(departures)

    def __init__(self, url: str, *, read_only: bool = False) -> None:
        self._url, _, fragment = url.partition("#")
        battle = unquote(fragment) or DEFAULT
        parts = urlsplit(self._url)
        user = f"{parts.username}@" if parts.username else ""  # and no password
        where = f"{parts.scheme}://{user}{parts.netloc.rpartition('@')[2]}{parts.path}#{battle}"
        super().__init__(battle, where, f"{_server(self._url)}#{battle}", read_only=read_only)
        self._there = False
        self._fault = ""
        self._ask_at = 0.0

    def _append_once(self, drafts: Sequence[EntryDraft], patience: float) -> list[Entry]:
        self._check_answers()
        if self._writer is None:
            self._writer = writer = self._connect()
            writer.silent = SILENT_SECONDS + PATIENCE_SECONDS
            prepare(writer)
        connection = self._writer
        with connection.transaction():
            connection.execute(f"SET LOCAL lock_timeout = '{max(1, round(1000 * patience))}ms'")
            connection.execute(_TAKE_TURNS, (self.battle,))
            return self._write(connection, self.battle, drafts)

    def _tries_again(self, fault: Exception, was_open: bool) -> bool:
        self._stop_writing()
        return was_open  # it may have died since it was last used; a fresh one says why

    def _connection(self) -> Connection | None:
        self._check_answers()
        if self._reader is None or self._reader.closed:
            self._reader = self._connect()
            self._there = False
        if not self._there:
            self._there = bool(schema_version(self._reader))
            if self.read_only:  # to who only watches it is a fault that there is nothing
                found = self._reader.execute(_BATTLES) if self._there else ()
                known = [name for (name,) in found]
                if self.battle not in known:
                    raise NotBegunError(
                        f"called {self.battle!r} at {self.where}", self.battle, known
                    )
        return self._reader if self._there else None

    def _check_answers(self) -> None:
        """A server that took long to fail is not asked again for as long."""
        if time.monotonic() < self._ask_at:
            raise psycopg.OperationalError(self._fault)

    def _connect(self) -> _Patient:
        begun = time.monotonic()
        try:
            return _Patient.connect(self._url, autocommit=True, **_CONNECTING)
        except psycopg.OperationalError as fault:
            now = time.monotonic()
            self._fault, self._ask_at = str(fault), 2 * now - begun
            raise

    def _run(self, connection: Connection, query: str, values: Mapping[str, Any]) -> Any:
        return super()._run(connection, re.sub(r":(\w+)", r"%(\1)s", query), values)

    def _reason(self, fault: BaseException) -> str:
        if isinstance(fault, psycopg.errors.LockNotAvailable):
            return "another copy has locked the journal"
        lines = str(fault).strip().splitlines()
        return lines[0] if lines else type(fault).__name__


def _server(url: str) -> str:
    """The server and the database that a URL leads to, whoever asks, with what it leaves out."""
    defaults = {one.keyword.decode(): (one.val or b"").decode() for one in Conninfo.get_defaults()}
    with suppress(psycopg.Error):
        defaults |= {key: str(value) for key, value in conninfo_to_dict(url).items()}
    host = defaults["hostaddr"] or defaults["host"]
    return f"postgresql://{host}:{defaults['port']}/{defaults['dbname'] or defaults['user']}"

"""A journal in PostgreSQL, for battles whose tables write from several machines.

The same entries in the same chain as in a file. Writers of one battle take turns by an advisory
lock, which the server grants in the order of asking and lets go of with the transaction. psycopg is
an optional extra, imported when a journal has such a URL and at no other time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from urllib.parse import unquote, urlsplit

from calculator.errors import JournalError, how_to_add
from calculator.journal.entry import (
    Entry,
    EntryDraft,
    EntryKind,
    NotCanonicalError,
    Row,
    Tip,
)
from calculator.journal.places import DEFAULT, no_journal
from calculator.journal.storage import (
    PATIENCE,
    KeptRules,
    Storage,
    UnknownSchemaError,
    UnwritableError,
    linked,
    read_entry,
)

if TYPE_CHECKING:
    import psycopg

Connection: TypeAlias = "psycopg.Connection[tuple[Any, ...]]"
"""A connection to the server, to which each row is a tuple."""

_MIGRATIONS: Final = (
    """
    CREATE TABLE empires.entries (
        battle TEXT NOT NULL,
        number BIGINT NOT NULL,
        key TEXT NOT NULL,
        kind TEXT NOT NULL,
        content TEXT NOT NULL,
        hash TEXT NOT NULL,
        PRIMARY KEY (battle, number),
        UNIQUE (battle, key)
    );
    CREATE INDEX turns ON empires.entries (battle, number) WHERE kind = 'turn';
    CREATE TABLE empires.rules (digest TEXT PRIMARY KEY, content TEXT NOT NULL);
    CREATE FUNCTION empires.never() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION '% of a journal are never changed or deleted', TG_TABLE_NAME;
        END $$;
    CREATE TRIGGER entries_are_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON empires.entries
        EXECUTE FUNCTION empires.never();
    CREATE TRIGGER rules_are_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON empires.rules
        EXECUTE FUNCTION empires.never();
    """,
    """
    CREATE INDEX orders_of_battle ON empires.entries (battle, number)
        WHERE kind = 'order-of-battle';
    """,
)
"""What makes version n out of version n - 1; a new database goes through them all."""

_VERSION: Final = "SELECT version FROM empires.schema"


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
    found = connection.execute(_VERSION).fetchone() if there and there[0] else None
    version = int(found[0]) if found else 0
    if version > len(_MIGRATIONS):
        raise UnknownSchemaError(
            f"it was written by a newer empires (its schema is {version}, this one knows up "
            f"to {len(_MIGRATIONS)}): update this copy; nothing was changed"
        )
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


try:
    import psycopg
except ImportError as absent:
    raise JournalError(
        f"a journal on a PostgreSQL server needs psycopg: {how_to_add('postgres')}"
    ) from absent

_CONNECT_SECONDS: Final = 5
_TAKE_TURNS: Final = "SELECT pg_advisory_xact_lock(hashtextextended('empires ' || %s, 0))"
_FROM: Final = "FROM empires.entries WHERE battle = %s"
_TIP: Final = f"SELECT number, hash {_FROM} ORDER BY number DESC LIMIT 1"
_LAST: Final = f"SELECT coalesce(max(number), 0) {_FROM}"
_ENTRY: Final = f"SELECT number, content, hash {_FROM}"
_TURN: Final = f"{_ENTRY} AND kind = 'turn' ORDER BY number DESC LIMIT 1"
_RECENT: Final = f"{_ENTRY} AND number > %s ORDER BY number DESC LIMIT %s::bigint"
_BY_NUMBER: Final = f"{_ENTRY} AND number = %s"
_OF_KIND: Final = {
    kind: f"{_ENTRY} AND kind = '{kind.value}' AND number > %s ORDER BY number"
    for kind in EntryKind
}
"""Spelled out for each kind: the index of a kind is used only where the query names it."""
_BY_KEY: Final = f"{_ENTRY} AND key = %s"
_ALL: Final = f"SELECT number, key, kind, content, hash {_FROM} ORDER BY number"
_BEGUN: Final = f"SELECT 1 {_FROM} LIMIT 1"
_BATTLES: Final = "SELECT DISTINCT battle FROM empires.entries ORDER BY battle"
_INSERT: Final = (
    "INSERT INTO empires.entries (battle, number, key, kind, content, hash) "
    "VALUES (%s, %s, %s, %s, %s, %s)"
)
_KEEP_RULES: Final = "INSERT INTO empires.rules VALUES (%s, %s) ON CONFLICT DO NOTHING"
_KEPT: Final = (
    f"SELECT number, key, kind, content, hash {_FROM} AND number > %s ORDER BY number LIMIT %s"
)
_RULES: Final = "SELECT digest, content FROM empires.rules"


class PostgresStorage(Storage):
    """The journal of one battle on a server.

    `url` is as libpq has it, postgresql://user:password@host:port/database, with the name of the
    battle after a #.
    """

    several_machines = True

    def __init__(self, url: str, *, read_only: bool = False) -> None:
        self._url, _, fragment = url.partition("#")
        self.battle = unquote(fragment) or DEFAULT
        self.where = _without_password(self._url) + f"#{self.battle}"
        self._read_only = read_only
        self._writer: Connection | None = None
        self._reader: Connection | None = None
        self._lock = Lock()
        self._there = False

    def append(self, drafts: Sequence[EntryDraft], patience: float = PATIENCE) -> list[Entry]:
        if self._read_only:
            raise UnwritableError("it was opened for reading only")
        give_up = time.monotonic() + patience
        while True:
            stale = self._writer is not None
            try:
                return self._append_once(drafts, max(0.001, give_up - time.monotonic()))
            except NotCanonicalError:
                raise
            except (psycopg.Error, ValueError) as fault:
                self._stop_writing()
                # A connection may have died since it was last used; a fresh one says why.
                if not stale or time.monotonic() >= give_up:
                    raise UnwritableError(_reason(fault)) from fault

    def _append_once(self, drafts: Sequence[EntryDraft], patience: float) -> list[Entry]:
        if self._writer is None:
            self._writer = _connect(self._url)
            prepare(self._writer)
        connection = self._writer
        with connection.transaction():
            connection.execute(f"SET LOCAL lock_timeout = '{round(1000 * patience)}ms'")
            connection.execute(_TAKE_TURNS, (self.battle,))
            there = {draft.key: self._find(connection, _BY_KEY, draft.key) for draft in drafts}
            fresh = [draft for draft in drafts if there[draft.key] is None]
            for draft in fresh:
                if draft.tables:
                    connection.execute(_KEEP_RULES, (draft.body["rules"], draft.tables))
            entries = linked(
                self.battle, self._tip(connection), fresh,
                lambda number: self._find(connection, _BY_NUMBER, number),
                lambda after: self._of_kind(connection, EntryKind.VOID, after),
            )  # fmt: skip
            for entry in entries:
                connection.execute(_INSERT, (self.battle, *entry.row))
                there[entry.key] = entry
        return [entry for entry in there.values() if entry]

    def _of_kind(self, connection: Connection, kind: EntryKind, after: int) -> list[Entry]:
        found = connection.execute(_OF_KIND[kind], (self.battle, after))
        return [read_entry(*kept) for kept in found]

    def tip(self) -> Tip:
        with self._reading() as connection:
            return self._tip(connection) if connection else Tip()

    def last(self) -> int:
        with self._reading() as connection:
            found = connection and connection.execute(_LAST, (self.battle,)).fetchone()
            return int(found[0]) if found else 0

    def recent(self, after: int = 0, limit: int | None = None) -> list[Entry]:
        with self._reading() as connection:
            if not connection:
                return []
            found = connection.execute(_RECENT, (self.battle, after, limit))
            return [read_entry(*kept) for kept in reversed(found.fetchall())]

    def entry(self, number: int) -> Entry | None:
        with self._reading() as connection:
            return self._find(connection, _BY_NUMBER, number) if connection else None

    def of_kind(self, kind: EntryKind, after: int) -> list[Entry]:
        with self._reading() as connection:
            return self._of_kind(connection, kind, after) if connection else []

    def kept(self, after: int, limit: int) -> list[Row]:
        with self._reading() as connection:
            values = (self.battle, after, limit)
            return connection.execute(_KEPT, values).fetchall() if connection else []

    def kept_rules(self) -> KeptRules:
        with self._reading() as connection:
            return KeptRules(dict(connection.execute(_RULES).fetchall() if connection else ()))

    def unlocked(self) -> str:
        with self._reading() as connection:
            return departures(connection) if connection else ""

    def rows(self) -> Iterator[Row]:
        with _reading_faults(self.where), _connect(self._url) as connection:
            if self._begun(connection):
                with connection.transaction(), connection.cursor(name="entries") as cursor:
                    yield from cursor.execute(_ALL, (self.battle,))

    def close(self) -> None:
        with self._lock:
            self._stop_reading()
        self._stop_writing()

    def _tip(self, connection: Connection) -> Tip:
        if (last := connection.execute(_TIP, (self.battle,)).fetchone()) is None:
            return Tip()
        turned = self._find(connection, _TURN)
        if not turned:
            return Tip(int(last[0]), last[1])
        return Tip(int(last[0]), last[1], turned.turn, turned.time)

    def _find(self, connection: Connection, query: str, *values: str | int) -> Entry | None:
        found = connection.execute(query, (self.battle, *values)).fetchone()
        return read_entry(*found) if found else None

    @contextmanager
    def _reading(self) -> Iterator[Connection | None]:
        """The connection to read through, one thread at a time; None for no battle yet."""
        with self._lock, _reading_faults(self.where):
            if self._reader is None or self._reader.closed:
                self._reader = _connect(self._url)
                self._there = False
            try:
                self._there = self._there or self._begun(self._reader)
                yield self._reader if self._there else None
            except psycopg.Error:
                self._stop_reading()
                raise

    def _begun(self, connection: Connection) -> bool:
        """Whether there is anything to read; to who only watches it is a fault if there is not."""
        tables = bool(schema_version(connection))
        if not self._read_only or (
            tables and connection.execute(_BEGUN, (self.battle,)).fetchone() is not None
        ):
            return tables
        known = [name for (name,) in connection.execute(_BATTLES)] if tables else []
        raise no_journal(f"called {self.battle!r} at {self.where}", self.battle, known)

    def _stop_reading(self) -> None:
        if self._reader:
            self._reader.close()
            self._reader = None

    def _stop_writing(self) -> None:
        if self._writer:
            self._writer.close()
            self._writer = None


@contextmanager
def _reading_faults(where: str) -> Iterator[None]:
    """Turns what goes wrong while reading into words for the player."""
    try:
        yield
    except (psycopg.Error, ValueError) as fault:
        raise JournalError(f"{where} cannot be read: {_reason(fault)}") from fault


def _connect(url: str) -> Connection:
    return psycopg.connect(url, autocommit=True, connect_timeout=_CONNECT_SECONDS)


def _reason(fault: BaseException) -> str:
    if isinstance(fault, psycopg.errors.LockNotAvailable):
        return "other copies keep the journal locked"
    lines = str(fault).strip().splitlines()
    return lines[0] if lines else type(fault).__name__


def _without_password(url: str) -> str:
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    user = f"{parts.username}@" if parts.username else ""
    return f"{parts.scheme}://{user}{host}{parts.path}"

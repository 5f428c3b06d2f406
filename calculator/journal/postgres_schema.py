"""The tables of the PostgreSQL journal: one set for all battles of a database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from calculator.journal.storage import UnknownSchemaError

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

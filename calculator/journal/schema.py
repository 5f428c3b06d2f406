"""The tables of the SQLite journal, and how an older file becomes a present one."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import lru_cache
from typing import Final

from calculator.journal.storage import UnknownSchemaError, check_known

APPLICATION_ID: Final = 0x456D7072
"""Marks the file as ours ("Empr"), for `file` and for us."""

_ENTRIES: Final = """
CREATE TABLE battle (name TEXT NOT NULL);
CREATE TABLE entries (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    content TEXT NOT NULL,
    hash TEXT NOT NULL
);
CREATE INDEX turns ON entries (number) WHERE kind = 'turn';
CREATE TRIGGER entries_are_not_changed BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries of a journal are never changed'); END;
CREATE TRIGGER entries_are_not_deleted BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries of a journal are never deleted'); END;
"""

_RULES: Final = """
CREATE TABLE rules (digest TEXT PRIMARY KEY, content TEXT NOT NULL) WITHOUT ROWID;
CREATE TRIGGER rules_are_not_changed BEFORE UPDATE ON rules
    BEGIN SELECT RAISE(ABORT, 'rules that a journal keeps are never changed'); END;
CREATE TRIGGER rules_are_not_deleted BEFORE DELETE ON rules
    BEGIN SELECT RAISE(ABORT, 'rules that a journal keeps are never deleted'); END;
"""
# Every table value behind a ruling, once for each version of the rules: without them a later
# empires, whose shipped values have moved on, could not compute an old result again.

_NAMED_RULES: Final = """
    SELECT DISTINCT CASE WHEN json_valid(content) THEN json_extract(content, '$.body.rules') END, ''
    FROM entries WHERE kind = 'ruling'
"""
"""The digests that rulings name, without content: what is known where none was kept, or not all."""

_KEPT_RULES: Final = "SELECT digest, content FROM rules"

_BATTLE: Final = f"""
CREATE TRIGGER battle_has_one_name BEFORE INSERT ON battle WHEN EXISTS (SELECT 1 FROM battle)
    BEGIN SELECT RAISE(ABORT, 'the name of a battle is never changed'); END;
CREATE TRIGGER battle_is_not_changed BEFORE UPDATE ON battle
    BEGIN SELECT RAISE(ABORT, 'the name of a battle is never changed'); END;
CREATE TRIGGER battle_is_not_deleted BEFORE DELETE ON battle
    BEGIN SELECT RAISE(ABORT, 'the name of a battle is never deleted'); END;
INSERT OR IGNORE INTO rules {_NAMED_RULES};
DROP TRIGGER rules_are_not_changed;
CREATE TRIGGER rules_are_not_changed BEFORE UPDATE ON rules WHEN OLD.content <> ''
    BEGIN SELECT RAISE(ABORT, 'rules that a journal keeps are never changed'); END;
"""
# Rulings that came before their tables were kept leave the digest alone: a digest that is not
# there at all is from now on a sign of tampering. The next ruling under it leaves its tables too.

_ORDERS_OF_BATTLE: Final = """
CREATE INDEX orders_of_battle ON entries (number) WHERE kind = 'order-of-battle';
"""
# From here on entries are of format 2, which earlier versions cannot read: they leave the file
# alone.

MIGRATIONS: Final = (_ENTRIES, _RULES, _BATTLE, _ORDERS_OF_BATTLE)
"""What makes version n out of version n - 1; a new file goes through them all."""

VERSION: Final = len(MIGRATIONS)
"""The present version, kept in SQLite's user_version."""


def statements(script: str) -> list[str]:
    """The statements of a script, to be run one by one in a transaction; each ends with a line."""
    return [statement for part in script.split(";\n") if (statement := part.strip())]


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


def migrate(connection: sqlite3.Connection, name: str) -> None:
    """Take the file to the present version; nothing to do if another copy just has."""
    version = version_in(connection)
    for script in MIGRATIONS[version:]:
        for statement in statements(script):
            connection.execute(statement)
    if not version:
        connection.execute("INSERT INTO battle VALUES (?)", (name,))
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


_EARLIER: Final = ("trigger rules_are_not_changed", statements(_RULES)[1])
"""How the first files of schema 3 have this lock: it refuses even more."""

_MADE: Final = "SELECT type || ' ' || name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite%'"


@lru_cache
def _as_made(version: int) -> dict[str, str]:
    """The tables, indexes and triggers of a schema, and the statements that make them."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript("".join(MIGRATIONS[:version]))
        return dict(connection.execute(_MADE))


def rules_in(connection: sqlite3.Connection) -> dict[str, str]:
    """The tables that rulings left, by digest, in a journal of whatever version."""
    version = version_in(connection)
    named = connection.execute(_NAMED_RULES) if version < 3 else ()  # then all are in their table
    kept = connection.execute(_KEPT_RULES) if version > 1 else ()
    return {str(digest): str(content) for digest, content in (*named, *kept)}


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

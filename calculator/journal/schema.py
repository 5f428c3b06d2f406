"""The tables of the SQLite journal, and how an older file becomes a present one."""

from __future__ import annotations

from typing import Final

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

MIGRATIONS: Final = (_ENTRIES, _RULES)
"""What makes version n out of version n - 1; a new file goes through them all."""

VERSION: Final = len(MIGRATIONS)
"""The present version, kept in SQLite's user_version."""


def statements(script: str) -> list[str]:
    """The statements of a script, triggers whole, to be run one by one in a transaction."""
    found: list[str] = []
    open_statement = ""
    for line in script.strip().splitlines():
        open_statement += line + "\n"
        whole = not open_statement.startswith("CREATE TRIGGER") or line.endswith("END;")
        if line.endswith(";") and whole:
            found.append(open_statement.strip())
            open_statement = ""
    return found

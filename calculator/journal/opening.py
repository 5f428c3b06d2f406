"""Which kind of journal a battle has: a file, unless it is the URL of a server."""

from __future__ import annotations

from pathlib import Path

from calculator.journal.journal import Journal
from calculator.journal.places import is_url, journal_path
from calculator.journal.spool import Spool


def open_journal(battle: str | Path, read_only: bool) -> Journal:
    """The journal of a battle given by name, path or URL; nothing is opened or made yet.

    Raises `FaultsError` for a name that cannot be a file's, and `JournalError` for a URL where
    psycopg is not installed.
    """
    # A data base is imported by those who keep a record in it, and by nobody else.
    if isinstance(battle, str) and is_url(battle):
        from calculator.journal.postgres import PostgresStorage

        server = PostgresStorage(battle, read_only=read_only)
        return Journal(server, None if read_only else Spool(server.where, None))
    path = journal_path(battle)
    from calculator.journal.sqlite import SqliteStorage
    from calculator.journal.sqlite_reading import SqliteReader

    if read_only:
        return Journal(SqliteReader(path), None)
    return Journal(SqliteStorage(path), Spool(str(path), path.parent))

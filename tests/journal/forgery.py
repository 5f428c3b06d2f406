"""A battle, and the hands of someone who knows how to meddle with its record."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from calculator.journal.entry import canonical, digest
from calculator.journal.sqlite import MIGRATIONS, statements
from calculator.umpire import Umpire
from tests.journal.toy import throw

Change = Callable[[Any], Any]
"""What a forger does to what an entry says."""

Meddling = Callable[[sqlite3.Connection], Any]
"""What a forger does to the file."""


def record(path: Path) -> Path:
    """Twelve entries: rulings 1-5 and 7-9, turn 6, note 10, void 11, override 12.

    From 7 on a house rule is in force: a die needs 5.
    """
    house = throw().tables.override({"die.needed": 5}, "house rule")
    with Umpire.open(path, side="French") as umpire:
        for dice in range(1, 6):
            umpire.adjudicate(throw(dice))
        umpire.turn(2)
        for dice in range(1, 4):
            umpire.adjudicate(throw(dice, tables=house))
        umpire.note("rain")
        umpire.amend(umpire.voiding(3, "out of range"))
        umpire.amend(umpire.overriding(4, "nothing", "agreed"))
    return path


def unlocked(path: Path) -> sqlite3.Connection:
    """The record without its triggers."""
    connection = sqlite3.connect(path)
    names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for (name,) in names:
        connection.execute(f"DROP TRIGGER {name}")
    connection.commit()
    return connection


def lock(connection: sqlite3.Connection) -> None:
    """Put the triggers back as they were, as a careful forger would."""
    for script in MIGRATIONS:
        for statement in statements(script):
            if statement.startswith("CREATE TRIGGER"):
                name = statement.split()[2]
                connection.execute(f"DROP TRIGGER IF EXISTS {name}")
                connection.execute(statement)
    connection.commit()


def forge(connection: sqlite3.Connection, number: int, change: Change) -> None:
    """Change an entry and make the whole chain from there anew, as a skilled forger would."""
    rows = connection.execute("SELECT number, content FROM entries ORDER BY number").fetchall()
    previous = None
    for at, content in rows:
        told = json.loads(content)
        if at == number:
            change(told)
        if previous is not None:
            told["previous"] = previous
        content = canonical(told)
        previous = digest(content)
        connection.execute(
            "UPDATE entries SET content = ?, hash = ?, kind = ?, key = ? WHERE number = ?",
            (content, previous, told.get("kind", ""), told.get("key", ""), at),
        )
    connection.commit()


def put(**changes: Any) -> Change:
    """Put something else into an entry."""
    return lambda told: told.update(changes)


def put_into_body(**changes: Any) -> Change:
    """Put something else into an entry's body; `_` in a name stands for a hyphen."""
    named = {name.replace("_", "-"): value for name, value in changes.items()}
    return lambda told: told["body"].update(named)


def take(key: str) -> Change:
    """Take a key out of an entry."""
    return lambda told: told.pop(key)


def take_from_body(key: str) -> Change:
    """Take a key out of an entry's body."""
    return lambda told: told["body"].pop(key)


def write_content(connection: sqlite3.Connection, number: int, content: str) -> None:
    """Write the content of an entry, and its hash, as it stands."""
    connection.execute(
        "UPDATE entries SET content = ?, hash = ? WHERE number = ?",
        (content, digest(content), number),
    )
    connection.commit()

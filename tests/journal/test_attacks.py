"""The table of attacks in docs/journal.md: what a fresh check, copies and a noted head find."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import copyfile
from typing import NamedTuple

import pytest

from calculator import cli
from calculator.journal.entry import EntryDraft, EntryKind, digest
from calculator.journal.sqlite import SqliteStorage
from calculator.roll import OrderOfBattle
from calculator.umpire import Umpire
from tests.journal.forgery import forge, lock, put, put_into_body, unlocked
from tests.journal.test_pending import left_behind
from tests.journal.test_witness import write_anew
from tests.journal.toy import throw

Attack = Callable[[Path], object]


def unlocking(attack: Callable[[sqlite3.Connection], object]) -> Attack:
    """An attack on the tables by somebody who takes the locks off, and puts them on again."""

    def meddle(path: Path) -> None:
        with closing(unlocked(path)) as connection:
            attack(connection)
            connection.commit()
            lock(connection)

    return meddle


def leaving_open(*statements: str) -> Attack:
    def meddle(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            for statement in statements:
                connection.execute(statement)
            connection.commit()

    return meddle


def told(connection: sqlite3.Connection) -> list[dict[str, object]]:
    rows = connection.execute("SELECT content FROM entries ORDER BY number").fetchall()
    return [json.loads(content) for (content,) in rows]


def without(number: int) -> Callable[[sqlite3.Connection], None]:
    """The middle taken out, and all after it chained anew; nothing points past it."""

    def meddle(connection: sqlite3.Connection) -> None:
        found = told(connection)[:10]
        del found[number - 1]
        write_anew(connection, found)

    return meddle


def swapped(connection: sqlite3.Connection) -> None:
    found = told(connection)
    found[0], found[1] = found[1], found[0]
    write_anew(connection, found)


def cut(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM entries WHERE number > 9")


def old_copy(path: Path) -> None:
    """The battle as it was after nine entries is put in its place."""
    cut_short = path.with_name("old.battle")
    copyfile(path, cut_short)
    unlocking(cut)(cut_short)
    for beside in path.parent.glob("field.battle*"):
        beside.unlink()
    cut_short.rename(path)


def pending_beside(path: Path) -> None:
    forged = EntryDraft(kind=EntryKind.VOID, body={"entry": 1, "reason": "no"}, player="The Umpire")
    left_behind(path.parent, path, forged)


class Found(NamedTuple):
    """Whether a fresh `verify`, copies that saw the record, and a head noted earlier tell."""

    fresh: bool
    copies: bool
    noted: bool


LABEL = put_into_body(label="12 hits")
ATTACKS: dict[str, tuple[Attack, Found]] = {
    "a result altered, its own hash too": (
        unlocking(
            lambda c: c.execute(
                "UPDATE entries SET content = replace(content, 'hits', 'misses') WHERE number = 2"
            )
        ),
        Found(True, True, True),
    ),
    "a result altered, all chained anew": (
        unlocking(lambda c: forge(c, 2, LABEL)),
        Found(True, True, True),
    ),
    "the last entries cut off": (unlocking(cut), Found(False, True, True)),
    "the middle taken out": (unlocking(without(5)), Found(False, True, True)),
    "two swapped": (unlocking(swapped), Found(False, True, True)),
    "the reason of a void": (
        unlocking(lambda c: forge(c, 11, put_into_body(reason="as agreed"))),
        Found(False, True, True),
    ),
    "a player": (unlocking(lambda c: forge(c, 2, put(player="Ney"))), Found(False, True, True)),
    "a trigger dropped": (
        leaving_open("DROP TRIGGER entries_are_not_changed"),
        Found(True, True, False),
    ),
    "a trigger renamed": (
        leaving_open(
            "DROP TRIGGER entries_are_not_deleted",
            "CREATE TRIGGER entries_are_not_deleted_ BEFORE DELETE ON entries "
            "BEGIN SELECT RAISE(ABORT, 'entries of a journal are never deleted'); END",
        ),
        Found(True, True, False),
    ),
    "a key that it is filed under": (
        unlocking(lambda c: c.execute("UPDATE entries SET key = 'x' WHERE number = 4")),
        Found(True, True, True),
    ),
    "the version of the schema": (
        leaving_open("PRAGMA user_version = 3"),
        Found(True, True, False),
    ),
    "rules deleted": (
        unlocking(lambda c: c.execute("DELETE FROM rules")),
        Found(True, True, True),
    ),
    "rules emptied": (
        unlocking(lambda c: c.execute("UPDATE rules SET content = ''")),
        Found(True, True, True),
    ),
    "rules altered": (
        unlocking(lambda c: c.execute("UPDATE rules SET content = replace(content, '6', '8')")),
        Found(True, True, True),
    ),
    "entries emptied": (
        unlocking(lambda c: c.execute("DELETE FROM entries")),
        Found(False, True, True),
    ),
    "an old copy put back": (old_copy, Found(False, True, True)),
}
"""Each with who finds it. A noted head proves entries, where all before it are in order."""


@pytest.fixture
def seen(path: Path) -> str:
    """The record as copies of this user saw it by their commands, and its head."""
    with Umpire.open(path, read_only=True) as umpire:
        umpire.recent()
        return umpire.verify().head


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_is_found_by_whom_the_table_says(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seen: str, name: str
) -> None:
    attack, found = ATTACKS[name]
    attack(path)
    check(path, tmp_path, monkeypatch, seen, found)


def with_another_army(told: dict[str, dict[str, str]]) -> None:
    """A careful forger makes the digest of the order of battle anew as well."""
    content = told["body"]["content"].replace("veteran", "elite")
    told["body"] |= {"content": content, "digest": digest(content)}


def test_an_order_of_battle_altered_and_chained_anew_is_found_by_whom_the_table_says(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Umpire.open(path) as umpire:
        bound = umpire.bind(OrderOfBattle.of_file("maida"))
        assert bound
        umpire.note("the sun rises")
        seen = umpire.verify().head
    unlocking(lambda c: forge(c, bound.number, with_another_army))(path)
    check(path, tmp_path, monkeypatch, seen, Found(False, True, True))


def check(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seen: str, found: Found
) -> None:
    with Umpire.open(path, read_only=True) as umpire:
        umpire.recent()
        assert umpire.altered == found.copies
        assert umpire.verify().clean is False
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path / "fresh"))
    with Umpire.open(path, read_only=True) as umpire:
        assert umpire.verify().clean != found.fresh
        noted = umpire.verify(noted=seen)
        assert (noted.noted is False) == found.noted


COMMANDS = (
    ("roll",),
    ("odds", "there-stand-empires", "assault"),
    ("result", "toy-dice", "throw"),
    ("journal", "show"),
    ("journal", "show", "--last", "1"),
    ("journal", "note", "rain"),
    ("journal", "turn", "3"),
    ("journal", "audit"),
    ("journal", "export"),
    ("journal", "pending"),
    ("journal", "verify"),
)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_says_that_the_record_was_altered(
    path: Path, seen: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert seen
    unlocking(lambda c: forge(c, 2, put(player="Ney")))(path)
    cli.main([*words, "--battle", str(path)])
    assert "THE RECORD WAS ALTERED after entry 1" in capsys.readouterr().err


def test_a_break_is_told_where_it_is_and_the_evidence_has_every_entry(
    path: Path, home: Path, seen: str
) -> None:
    """Also where commands alone saw the record, one after the other."""
    unlocking(cut)(path)
    with Umpire.open(path, read_only=True) as umpire:
        umpire.recent()
        assert "ALTERED after entry 9" in umpire.warning
    (kept,) = (home / "seen").glob("*.evidence.json")
    evidence = json.loads(kept.read_text())
    assert [number for number, _ in evidence["seen"]] == [*range(1, 13)]
    assert evidence["seen"][-1] == [12, seen]
    assert [number for number, _ in evidence["there"]] == [*range(1, 10)]


@pytest.mark.parametrize("number", [1, 1_500, 2_999, 3_000])
def test_an_altered_entry_is_met_within_one_command_for_each_thousand(
    tmp_path: Path, home: Path, number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """And it goes on being another, however often it is looked at and whatever else is not."""
    path = tmp_path / "long.battle"
    storage = SqliteStorage(path)
    storage.append([EntryDraft(kind=EntryKind.NOTE, body={"text": str(n)}) for n in range(3_000)])
    storage.close()
    words = ["journal", "show", "--last", "1", "--battle", str(path)]
    for _ in range(2):
        cli.main(words)
    change = f"UPDATE entries SET content = content || ' ' WHERE number = {number}"
    unlocking(lambda c: c.execute(change))(path)
    capsys.readouterr()
    for _ in range(3):
        cli.main(words)
    assert f"ALTERED after entry {number - 1}" in capsys.readouterr().err
    with Umpire.open(path) as umpire:
        for _ in range(3):
            umpire.recent()
        assert umpire.note("it rains") is None
    assert len([*(home / "seen").glob("*.evidence.json")]) == 1


def test_a_pending_entry_that_another_forged_enters_nothing(path: Path, seen: str) -> None:
    pending_beside(path)
    with Umpire.open(path) as umpire:
        assert umpire.adjudicate(throw()).entry is not None
        assert [entry.number for entry in umpire.recent(after=12)] == [13]
        assert umpire.verify(noted=seen).clean

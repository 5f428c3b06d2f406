"""Copies are witnesses: whoever rewrites a record that they saw is found out, and nobody else.

The full bar, 2,000 rewrites: `REWRITES=2000 python -m pytest tests/journal/test_witness.py -k any`.
"""

import json
import os
import random
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from shutil import copyfile

import pytest

from calculator import cli
from calculator.errors import JournalError
from calculator.journal.entry import EntryDraft, EntryKind, canonical, digest
from calculator.journal.sqlite import SqliteStorage
from calculator.journal.storage import UnwritableError
from calculator.umpire import Umpire
from tests.journal.forgery import forge, lock, put, put_into_body, record, unlocked
from tests.journal.toy import throw

REWRITES = int(os.environ.get("REWRITES", "60"))


def copy_of(path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Umpire:
    """A copy of somebody with a folder of their own."""
    monkeypatch.setenv("EMPIRES_HOME", str(home))
    return Umpire.open(path)


@pytest.fixture
def copies(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Umpire]]:
    """Two copies of two people that have seen all twelve entries."""
    with ExitStack() as stack:
        found = [copy_of(path, tmp_path / name, monkeypatch) for name in ("anna", "ben")]
        for copy in found:
            stack.enter_context(copy)
            assert len(copy.recent()) == 12
            assert copy.warning == ""
        yield found


def rewritten_whole(connection: sqlite3.Connection) -> None:
    """Entry 5 deleted, entry 3 changed, the rest chained anew, two rulings added."""
    rows = connection.execute("SELECT content FROM entries ORDER BY number").fetchall()
    told = [json.loads(content) for (content,) in rows if json.loads(content)["number"] != 5]
    told[2]["side"] = "Allied"
    added = [{**told[0], "key": f"{n:032x}"} for n in range(2)]
    write_anew(connection, [*told[:4], *added])


def write_anew(connection: sqlite3.Connection, told: list[dict[str, object]]) -> None:
    connection.execute("DELETE FROM entries")
    previous = "0" * 64
    for number, fields in enumerate(told, start=1):
        content = canonical({**fields, "number": number, "previous": previous})
        previous = digest(content)
        connection.execute(
            "INSERT INTO entries VALUES (?, ?, ?, ?, ?)",
            (number, fields["key"], fields["kind"], content, previous),
        )
    connection.commit()


def test_a_rewritten_record_is_found_at_the_next_look_and_holds_rulings_back(
    copies: list[Umpire], path: Path, tmp_path: Path
) -> None:
    with closing(unlocked(path)) as connection:
        rewritten_whole(connection)
        lock(connection)
    anna, ben = copies
    for copy in copies:
        copy.recent(after=12)
        assert copy.altered
        assert "THE RECORD WAS ALTERED after entry 2" in copy.warning
        verdict = copy.verify()
        assert not verdict.clean
        assert verdict.differs == 3
        with pytest.raises(JournalError, match="do not note down"):
            copy.heads()
    assert anna.adjudicate(throw()).entry is None
    assert anna.journal.storage.last() == 6
    assert str(tmp_path / "anna") in anna.warning
    evidence = list((tmp_path / "anna" / "seen").glob("*.evidence.json"))
    assert [entry[0] for entry in json.loads(evidence[0].read_text())["seen"]] == [*range(1, 13)]
    anna.acknowledge()
    assert anna.warning == ""
    anna.note("on we go")
    assert anna.journal.storage.last() == 8
    assert ben.altered


def change(rng: random.Random, connection: sqlite3.Connection, last: int) -> None:
    """One of the ways in which a record can be rewritten."""
    number = rng.randint(1, last)
    what = rng.choice(["chained", "cut", "swapped", "typed over", "filed", "hash", "anew", "rules"])
    if what == "chained":
        forge(connection, number, put(player=f"forger {rng.random()}"))
    elif what == "cut":
        connection.execute("DELETE FROM entries WHERE number >= ?", (number,))
    elif what == "typed over":
        connection.execute(
            "UPDATE entries SET content = replace(content, 'rain', 'snow') || ' ' WHERE number = ?",
            (number,),
        )
    elif what == "filed":
        connection.execute("UPDATE entries SET kind = kind || 'x' WHERE number = ?", (number,))
    elif what == "hash":
        connection.execute("UPDATE entries SET hash = hash || '0' WHERE number = ?", (number,))
    elif what == "rules":
        connection.execute("DELETE FROM rules WHERE digest = (SELECT min(digest) FROM rules)")
    else:
        rows = connection.execute("SELECT content FROM entries ORDER BY number").fetchall()
        told = [json.loads(content) for (content,) in rows]
        if what == "swapped":
            other = number % last
            told[number - 1], told[other] = told[other], told[number - 1]
        else:
            others = [told[0], *rng.sample(told, rng.randint(0, last)), *told[number:]]
            told = [{**fields, "key": f"{place:032x}"} for place, fields in enumerate(others)]
        write_anew(connection, told)
    connection.commit()


def test_any_rewrite_of_what_two_copies_saw_is_found_by_one(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = tmp_path / "honest.battle"
    copyfile(path, honest)
    for seed in range(REWRITES):
        rng = random.Random(seed)
        battle = tmp_path / f"{seed}.battle"
        with closing(sqlite3.connect(honest)) as source, closing(sqlite3.connect(battle)) as copy:
            source.backup(copy)
        with ExitStack() as stack:
            copies = [
                stack.enter_context(copy_of(battle, tmp_path / f"{seed}{name}", monkeypatch))
                for name in ("anna", "ben")
            ]
            for one in copies:
                one.recent()
                one.recent()
                assert not one.altered
            if rng.random() < 0.5:  # a copy that is gone; only its file remembers
                copies.pop().close()
                copies.append(
                    stack.enter_context(copy_of(battle, tmp_path / f"{seed}ben", monkeypatch))
                )
            with closing(unlocked(battle)) as connection:
                change(rng, connection, 12)
                lock(connection)
            for one in copies:
                one.look()
            assert any(one.altered for one in copies), seed


def test_a_copy_that_was_closed_remembers_in_its_file(path: Path) -> None:
    with Umpire.open(path) as umpire:
        umpire.recent()
    with closing(unlocked(path)) as connection:
        forge(connection, 12, put_into_body(reason="as agreed"))
        lock(connection)
    assert cli.main(["journal", "verify", "--battle", str(path)]) == 1
    with Umpire.open(path) as umpire:
        assert umpire.note("rain") is None
        assert "ALTERED after entry" in umpire.warning
    assert cli.main(["journal", "acknowledge", "--battle", str(path)]) == 0
    with Umpire.open(path) as umpire:
        assert umpire.note("on we go") is not None
        assert umpire.warning == ""
        assert [entry.summary for entry in umpire.recent(after=12)] == ["rain", "on we go"]


def test_a_file_that_is_gone_and_one_in_its_place_are_told(path: Path, tmp_path: Path) -> None:
    with Umpire.open(path) as umpire:
        umpire.recent()
    path.rename(tmp_path / "elsewhere.battle")
    with Umpire.open(path) as umpire:
        assert umpire.note("rain") is None
        assert "entry 12 is gone or another" in umpire.warning
        assert not path.exists()


def test_locks_that_are_taken_off_are_told_at_the_next_look(path: Path) -> None:
    with Umpire.open(path) as umpire:
        umpire.recent()
        unlocked(path).close()
        umpire.recent(after=12)
        assert "trigger entries_are_not_changed is missing" in umpire.warning
        umpire.acknowledge()
        assert umpire.warning == ""
        umpire.recent()
        assert umpire.warning == ""


def test_what_is_as_it_was_again_holds_nothing_back_but_is_still_told(path: Path) -> None:
    with Umpire.open(path) as umpire:
        umpire.recent()
        kept = path.read_bytes()
        with closing(unlocked(path)) as connection:
            before = connection.execute("SELECT content, hash FROM entries WHERE number = 12")
            content, hash_ = before.fetchone()
            forge(connection, 12, put_into_body(reason="as agreed"))
            umpire.recent()
            assert umpire.note("rain") is None
            update = "UPDATE entries SET content = ?, hash = ? WHERE number = 12"
            connection.execute(update, (content, hash_))
            lock(connection)
        umpire.recent()
        assert "as this copy saw it" in umpire.warning
        assert umpire.note("on we go") is not None
        assert kept


def test_a_record_set_aside_and_put_back_alarms_nobody(path: Path, tmp_path: Path) -> None:
    """Another record took its place, which was acknowledged; then the first is brought back."""
    aside = tmp_path / "field-removed-12345678.battle"
    with Umpire.open(path) as umpire:
        umpire.recent()
    path.rename(aside)
    record(tmp_path / "other.battle")
    (tmp_path / "other.battle").rename(path)
    with Umpire.open(path) as umpire:
        umpire.recent()
        assert umpire.altered
        umpire.acknowledge()
        assert not umpire.altered
    path.unlink()
    aside.rename(path)
    with Umpire.open(path) as umpire:
        umpire.recent()
        assert not umpire.altered
        assert umpire.note("on we go")
        assert umpire.warning == ""


def test_full_disks_and_other_copies_alarm_nobody(
    copies: list[Umpire], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben = copies

    def full(*_: object) -> None:
        raise UnwritableError("the disk is full")

    for turn in range(3, 8):
        with monkeypatch.context() as patched:
            patched.setattr(SqliteStorage, "append", full)
            anna.adjudicate(throw())
        ben.turn(turn, skipping=True)
        for _ in range(60):
            ben.adjudicate(throw())
        anna.recent()
        ben.recent()
    assert not anna.altered
    assert not ben.altered
    assert ben.verify().clean


def test_a_copy_says_in_the_record_what_it_saw_when_another_ended_the_turn(
    copies: list[Umpire],
) -> None:
    anna, ben = copies
    anna.turn(3, skipping=True)
    ben.recent(after=12)
    ben.adjudicate(throw())
    ben.adjudicate(throw())
    fresh = anna.recent(after=12)
    assert [entry.kind for entry in fresh] == [
        EntryKind.TURN, EntryKind.NOTE, EntryKind.RULING, EntryKind.RULING,
    ]  # fmt: skip
    assert fresh[1].body["text"] == f"field, entry 12: {anna.entry(12).hash}"
    assert fresh[1].body["subject"] == "seen"
    assert anna.verify().clean


def test_a_long_record_is_followed_a_stretch_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "long.battle"
    drafts = [EntryDraft(kind=EntryKind.NOTE, body={"text": str(n)}) for n in range(450)]
    storage = SqliteStorage(path)
    storage.append(drafts)
    storage.close()
    with Umpire.open(path) as umpire:
        umpire.recent(limit=5)
        with closing(unlocked(path)) as connection:
            connection.execute("UPDATE entries SET content = content || ' ' WHERE number = 333")
            lock(connection)
        looks = 0
        while not umpire.altered:
            umpire.recent(after=450)
            looks += 1
            assert looks < 10
        assert "ALTERED after entry 332" in umpire.warning


def test_a_copy_has_seen_what_it_wrote_last_itself(tmp_path: Path) -> None:
    path = tmp_path / "short.battle"
    with Umpire.open(path) as umpire:
        umpire.note("rain")
    with closing(unlocked(path)) as connection:
        forge(connection, 1, put_into_body(text="sunshine"))
        lock(connection)
    with Umpire.open(path) as umpire:
        umpire.recent()
        assert "ALTERED after entry 0" in umpire.warning

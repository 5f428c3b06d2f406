"""The same journal on a real PostgreSQL server."""

import json
import platform
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from calculator.errors import JournalError
from calculator.journal import journal as journal_module
from calculator.journal.entry import EntryDraft, EntryKind
from calculator.umpire import Umpire
from tests.journal.server import Server, running
from tests.journal.toy import throw
from tests.journal.writers import Writers

pytestmark = pytest.mark.heavy


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server with nothing in it."""
    with running() as fresh:
        yield fresh


@pytest.fixture
def url(server: Server, request: pytest.FixtureRequest) -> str:
    """A battle of its own for every test."""
    return f"{server.url}#{request.node.name}"


def execute(server: Server, *statements: str) -> list[Any]:
    import psycopg

    with psycopg.connect(server.url) as connection:
        for statement in statements:
            cursor = connection.execute(statement.encode())
        return cursor.fetchall() if cursor.description else []


def test_a_battle_is_recorded_read_and_verified(server: Server, url: str) -> None:
    house = throw().tables.override({"die.needed": 5}, "house rule")
    with Umpire.open(url, side="French") as red, Umpire.open(url, side="Allied") as blue:
        assert red.recent() == []
        red.adjudicate(throw(4), seed="5eed")
        red.turn(2)
        blue.adjudicate(throw(3, tables=house))
        blue.amend(blue.voiding(1, "wrong unit"))
        entries = red.recent()
        assert [entry.number for entry in entries] == [1, 2, 3, 4]
        assert [entry.turn for entry in entries] == [1, 2, 2, 2]
        assert red.recent(after=1, limit=2) == entries[2:]
        assert red.current_turn == 2
        assert red.copy != blue.copy
        assert red.copy.endswith(f"@{platform.node()}")
        assert red.verify().clean
        assert red.audit().typed == 1
    rows = execute(
        server, f"SELECT content, hash FROM empires.entries WHERE battle = '{red.battle}'"
    )
    assert all(sha256(content.encode()).hexdigest() == hash_ for content, hash_ in rows)


def test_the_chain_is_the_one_that_a_file_has(url: str, tmp_path: Path) -> None:
    """The same drafts become the same entries, byte for byte, but for the battle's name."""
    then = "1815-06-18T10:00:00.000000Z"
    drafts = [
        EntryDraft(kind=EntryKind.NOTE, body={"text": str(number)}, key=f"{number:032x}", time=then)
        for number in range(5)
    ]
    named = Umpire.open(tmp_path / f"{url.partition('#')[2]}.battle")
    served = Umpire.open(url)
    written = [umpire.journal.storage.append(drafts) for umpire in (named, served)]
    assert written[0] == written[1]
    assert served.journal.storage.append(drafts) == written[1]
    assert list(named.journal.storage.rows()) == list(served.journal.storage.rows())


def test_battles_of_one_server_are_kept_apart(server: Server) -> None:
    with Umpire.open(f"{server.url}#ligny") as ligny, Umpire.open(f"{server.url}#wavre") as wavre:
        ligny.note("at Ligny")
        wavre.note("at Wavre")
        assert [entry.body["text"] for entry in wavre.recent()] == ["at Wavre"]
        assert wavre.verify().entries == 1


def test_the_server_refuses_changes_and_verify_names_what_was_changed_all_the_same(
    server: Server, url: str
) -> None:
    import psycopg

    with Umpire.open(url) as umpire:
        for _ in range(3):
            umpire.note("rain")
        change = (
            "UPDATE empires.entries SET content = replace(content, 'rain', 'sun') "
            f"WHERE battle = '{umpire.battle}' AND number = 2"
        )
        for meddling in (change, "DELETE FROM empires.rules", "TRUNCATE empires.entries"):
            with pytest.raises(psycopg.errors.RaiseException, match="never changed or deleted"):
                execute(server, meddling)
        execute(
            server,
            "ALTER TABLE empires.entries DISABLE TRIGGER ALL",
            change,
            "ALTER TABLE empires.entries ENABLE TRIGGER ALL",
        )
        verdict = umpire.verify()
    assert verdict.bad is not None
    assert verdict.bad.number == 2


def test_many_writers_and_killed_ones(url: str, tmp_path: Path) -> None:
    writers = Writers(url, tmp_path / "told")
    for _ in range(8):
        writers.begin(150)
    for _ in range(4):
        writers.wait_for_news_of_all(5)
        writers.kill(0)
    writers.wait()
    with Umpire.open(url, read_only=True) as umpire:
        assert umpire.verify().clean
        recorded = {entry.key: entry.number for entry in umpire.recent()}
    assert sorted(recorded.values()) == list(range(1, len(recorded) + 1))
    assert writers.acknowledged().items() <= recorded.items()
    assert len(recorded) >= 4 * 150


def test_tables_of_a_newer_empires_are_left_alone(server: Server, url: str) -> None:
    Umpire.open(url).note("begun")
    ((present,),) = execute(server, "SELECT version FROM empires.schema")
    execute(server, "UPDATE empires.schema SET version = 99")
    try:
        with Umpire.open(url) as umpire:
            assert umpire.note("waits") is None
            assert "newer version" in umpire.warning
            with pytest.raises(JournalError, match="newer version"):
                umpire.recent()
    finally:
        execute(server, f"UPDATE empires.schema SET version = {present}")


def test_a_server_that_is_down_keeps_no_result_back(
    server: Server, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_module, "RETRY_SECONDS", 0.0)
    with Umpire.open(url) as umpire:
        umpire.note("one")
        server.stop()
        ruling = umpire.adjudicate(throw())
        assert ruling.entry is None
        assert "1 entry is not yet in the journal" in ruling.warning
        with pytest.raises(JournalError, match="cannot be read"):
            umpire.recent()
        server.start()
        assert [entry.kind for entry in umpire.recent()] == [EntryKind.NOTE, EntryKind.RULING]
        assert umpire.warning == ""
        assert umpire.verify().clean


def test_a_server_that_says_nothing_keeps_no_result_back(server: Server, url: str) -> None:
    with Umpire.open(url) as umpire:
        umpire.adjudicate(throw())
        begun = time.monotonic()
        with server.silent():
            rulings = [umpire.adjudicate(throw()) for _ in range(2)]
        assert [ruling.entry for ruling in rulings] == [None, None]
        assert time.monotonic() - begun < 20
        assert "2 entries are not yet in the journal" in umpire.warning
        for _ in range(100):
            with suppress(JournalError):  # it is not asked again for as long as it took to fail
                if len(umpire.recent()) == 3:
                    break
            time.sleep(0.1)
        assert len(umpire.recent()) == 3
        assert umpire.verify().clean


def test_a_battle_that_there_is_not_is_told_as_missing(server: Server) -> None:
    Umpire.open(f"{server.url}#marengo").note("begun")
    with Umpire.open(f"{server.url}#marenga", read_only=True) as spectator:
        for read in (spectator.recent, spectator.verify, lambda: list(spectator.entries())):
            with pytest.raises(JournalError, match=r"no journal .* did you mean 'marengo'"):
                read()
        Umpire.open(f"{server.url}#marenga").note("begun after all")
        assert len(spectator.recent()) == 1
        assert spectator.verify().clean


def test_looking_makes_nothing(server: Server) -> None:
    import psycopg

    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute("CREATE DATABASE bare")
    url = server.url.replace("/postgres", "/bare")
    with Umpire.open(url) as umpire, Umpire.open(url, read_only=True) as spectator:
        assert umpire.recent() == []
        assert umpire.current_turn == 1
        assert umpire.verify().entries == 0
        assert list(umpire.entries()) == []
        with pytest.raises(JournalError, match="no journal of a battle"):
            spectator.recent()
        with psycopg.connect(url) as connection:
            found = connection.execute("SELECT to_regclass('empires.schema')").fetchone()
            assert found == (None,)
        umpire.note("begun")
        assert len(umpire.recent()) == len(spectator.recent()) == 1


def test_spectators_write_nothing(url: str) -> None:
    Umpire.open(url).note("begun")
    with Umpire.open(url, read_only=True) as spectator:
        assert len(spectator.recent()) == 1
        with pytest.raises(JournalError, match="read-only"):
            spectator.note("me too")


def test_who_keeps_a_file_never_imports_psycopg(tmp_path: Path) -> None:
    code = (
        "import json, sys; from calculator.umpire import Umpire; "
        f"Umpire.open({str(tmp_path / 'field.battle')!r}).note('one'); "
        "print(json.dumps([name for name in sys.modules if name.startswith('psycopg')]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []


def test_a_server_that_stops_at_once_alarms_nobody(server: Server, url: str) -> None:
    with Umpire.open(url) as red, Umpire.open(url) as blue:
        for turn in range(2, 5):
            red.adjudicate(throw())
            blue.recent()
            server.stop()
            red.adjudicate(throw())
            server.start()
            blue.turn(turn)
            assert not red.altered
            assert not blue.altered
        red.recent()
        assert not red.altered
        assert red.verify().clean


def test_whoever_takes_the_locks_off_and_rewrites_is_found(server: Server, url: str) -> None:
    battle = url.rpartition("#")[2]
    with Umpire.open(url) as red:
        red.note("rain")
        red.note("mud")
        red.recent()
        execute(server, "ALTER TABLE empires.entries DISABLE TRIGGER entries_are_kept")
        red.recent(after=2)
        assert "trigger of empires.entries is missing or changed" in red.warning
        assert red.verify().unlocked
        execute(server, f"DELETE FROM empires.entries WHERE battle = '{battle}' AND number = 2")
        execute(server, "ALTER TABLE empires.entries ENABLE TRIGGER entries_are_kept")
        red.recent(after=2)
        assert "THE RECORD WAS ALTERED" in red.warning
        assert red.verify().differs == 2
        assert red.note("on we go") is None
        red.acknowledge()
        assert [entry.summary for entry in red.recent()] == ["rain", "on we go"]
        assert red.warning == ""

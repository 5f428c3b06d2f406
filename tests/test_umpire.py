"""The umpire as front ends use it."""

import json
import sqlite3
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from calculator.errors import FaultsError, ForbiddenError, JournalError
from calculator.journal.entry import GENESIS, EntryKind
from calculator.umpire import Umpire
from tests.journal.toy import throw


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path))


def test_a_ruling_is_recorded_with_all_it_takes_to_compute_it_again() -> None:
    question = throw(4, tables=throw().tables.override({"die.needed": 5}, "house rule"))
    with Umpire.open("borodino", side="French", player="Anna", copy="tablet") as umpire:
        ruling = umpire.adjudicate(question, seed="5eed")
    entry = ruling.entry
    assert entry is not None
    assert (entry.number, entry.turn, entry.battle) == (1, 1, "borodino")
    assert (entry.copy, entry.side, entry.player) == ("tablet", "French", "Anna")
    assert (entry.system, entry.action) == ("toy-dice", "throw")
    assert entry.body["form"] == {"dice": "4", "allowed": "yes"}
    assert entry.body["rules"] == question.tables.digest
    assert entry.body["overrides"] == {"die.needed": 5}
    assert (entry.body["seed"], entry.body["seed-given"]) == ("5eed", True)
    assert entry.body["outcome"] == {"hits": ruling.result.outcome.hits}
    assert entry.probability == ruling.result.probability
    assert entry.previous == GENESIS
    assert ruling.warning == ""


def test_a_ruling_may_be_another_side_s_than_that_of_its_copy() -> None:
    with Umpire.open("borodino", side="French") as umpire:
        umpire.adjudicate(throw(4), side="Russian")
        umpire.adjudicate(throw(4), side="")
        umpire.note("rain")
        assert [entry.side for entry in umpire.entries()] == ["Russian", "", "French"]


def test_the_hash_is_that_of_the_content_which_names_the_hash_before(tmp_path: Path) -> None:
    with Umpire.open(tmp_path / "field.battle") as umpire:
        first, second = (umpire.adjudicate(throw()).entry for _ in range(2))
    assert first is not None
    assert second is not None
    rows = sqlite3.connect(tmp_path / "field.battle").execute("SELECT content, hash FROM entries")
    for (content, hash_), entry in zip(rows, (first, second), strict=True):
        assert sha256(content.encode()).hexdigest() == hash_ == entry.hash
        told = json.loads(content)
        assert content == json.dumps(
            told, sort_keys=True, separators=(",", ":"), ensure_ascii=False
        )
    assert told["previous"] == first.hash


def test_what_one_copy_records_every_other_reads() -> None:
    with Umpire.open("field") as red, Umpire.open("field") as blue:
        assert red.copy != blue.copy
        red.adjudicate(throw())
        blue.adjudicate(throw())
        red.note("the bridge is blown")
        assert [entry.copy for entry in blue.recent()] == [red.copy, blue.copy, red.copy]
        assert [entry.number for entry in blue.recent(after=1)] == [2, 3]
        assert [entry.number for entry in blue.recent(limit=1)] == [3]


def test_every_entry_stands_in_the_turn_in_force_whoever_changed_it() -> None:
    with Umpire.open("field") as red, Umpire.open("field") as blue:
        red.adjudicate(throw())
        red.turn(2)
        blue.adjudicate(throw())
        assert [entry.turn for entry in red.recent()] == [1, 2, 2]
        assert blue.current_turn == 2
        for number in (0, 10**9, 10**20):
            with pytest.raises(FaultsError, match=f"no turn {number}"):
                blue.turn(number)


def test_voids_and_overrides_are_entries_that_say_why() -> None:
    with Umpire.open("field", player="umpire") as umpire:
        ruling = umpire.adjudicate(throw())
        umpire.amend(umpire.overriding(1, "the square holds", "agreed by both"))
        umpire.amend(umpire.voiding(1, "wrong target"))
        _, override, void = umpire.recent()
        with pytest.raises(JournalError, match=r"entry 1 is void \(#3: wrong target\)"):
            umpire.amend(umpire.overriding(1, "the square breaks", "too late"))
    assert (void.kind, void.about, void.body["reason"]) == (EntryKind.VOID, 1, "wrong target")
    assert override.body["drawn"] == ruling.result.outcome.label
    assert override.body["ruled"] == "the square holds"
    assert override.player == "umpire"


def test_what_cannot_be_voided_or_overridden_is_refused_in_words() -> None:
    with Umpire.open("field") as umpire:
        umpire.turn(2)
        umpire.note("rain")
        with pytest.raises(JournalError, match="no entry 9"):
            umpire.amend(umpire.voiding(9, "why not"))
        with pytest.raises(JournalError, match="change of turn"):
            umpire.amend(umpire.voiding(1, "why not"))
        with pytest.raises(JournalError, match="note, not a ruling"):
            umpire.amend(umpire.overriding(2, "sun", "nicer"))
        with pytest.raises(FaultsError, match="reason"):
            umpire.amend(umpire.voiding(2, " "))
        assert len(umpire.recent()) == 2


def test_nothing_is_drawn_or_recorded_for_what_the_rules_forbid() -> None:
    with Umpire.open("field") as umpire:
        with pytest.raises(ForbiddenError):
            umpire.adjudicate(throw(allowed=False))
        assert umpire.recent() == []


def test_who_only_watches_cannot_write_and_needs_a_battle() -> None:
    with Umpire.open("feild", read_only=True) as nobody:
        Umpire.open("field").note("begun")
        with pytest.raises(JournalError, match="did you mean 'field'"):
            nobody.recent()
    with Umpire.open("field", read_only=True) as spectator:
        assert len(spectator.recent()) == 1
        with pytest.raises(JournalError, match="read-only"):
            spectator.adjudicate(throw())


def test_a_name_that_cannot_be_a_file_is_refused() -> None:
    with pytest.raises(FaultsError, match="quatre-bras"):
        Umpire.open("what?")


def test_who_only_asks_for_odds_imports_no_data_base() -> None:
    code = (
        "import sys; from calculator.cli import main; "
        "main(['odds', 'there-stand-empires', 'assault', '--json']); "
        "sys.exit(any(name in sys.modules for name in ('sqlite3', 'psycopg')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0


STEERING = "a\x1b[31mred\x07\r=1+1\nb\x9b2J\u2028c\u202edlo"


def test_what_would_steer_a_terminal_or_break_a_line_is_not_recorded(tmp_path: Path) -> None:
    path = tmp_path / "field.battle"
    with Umpire.open(path, side=STEERING, player=STEERING, copy=STEERING) as umpire:
        umpire.adjudicate(throw(), units={"actor": STEERING})
        umpire.note(STEERING, subject=STEERING)
        umpire.amend(umpire.overriding(1, STEERING, STEERING))
        umpire.amend(umpire.voiding(1, STEERING))
        assert umpire.copy == "a [31mred =1+1 b 2J c dlo"
    kept = sqlite3.connect(path).execute("SELECT content FROM entries").fetchall()
    assert len(kept) == 4
    for (content,) in kept:
        assert content.isprintable()
        assert "\\" not in content
        assert "a [31mred =1+1 b 2J c dlo" in content


def test_a_turn_begins_as_the_next_one_or_is_skipped_in_so_many_words(tmp_path: Path) -> None:
    """A copy that asks for a turn after others have taken one back is told which is in force."""
    here = tmp_path / "sunday.battle"
    with Umpire.open(here) as red, Umpire.open(here) as blue:
        red.turn()
        blue.undo_turn()
        with pytest.raises(FaultsError, match="turn 1 is in force: turn 3 would skip turn 2 "):
            red.turn(3)
        assert red.current_turn == 1
        assert red.turn(3, skipping=True)
        with pytest.raises(FaultsError, match="turn 99 would skip turns 4 to 98"):
            blue.turn(99)

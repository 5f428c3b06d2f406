"""Exports that others can read, check and open without harm."""

import csv
import json
import sqlite3
from hashlib import sha256
from pathlib import Path

import pytest

from calculator.errors import JournalError, UnknownNameError
from calculator.journal.amendments import Amendments
from calculator.journal.entry import EntryDraft, EntryKind, Tip, canonical
from calculator.journal.heads import qr_lines
from calculator.journal.report import COLUMNS, as_csv
from calculator.umpire import Umpire
from tests.journal.chaining import chain
from tests.journal.forgery import forge, lock, put_into_body, unlocked
from tests.journal.toy import throw


@pytest.fixture
def umpire(tmp_path: Path) -> Umpire:
    """A battle of two turns with a void, an override, notes, and text that could do harm."""
    umpire = Umpire.open(tmp_path / "ligny.battle", side="French", player="Anna", copy="red-1")
    umpire.adjudicate(throw(4), seed="5eed", units={"actor": "Girard", "target": "St. Amand"})
    umpire.adjudicate(throw(2), seed="1")
    umpire.note('=HYPERLINK("http://x","the *bridge* | is blown")')
    umpire.turn(2)
    umpire.adjudicate(throw(3), seed="2")
    umpire.amend(umpire.voiding(2, "wrong target"))
    umpire.amend(umpire.overriding(1, "falls back 3 inches", "agreed by both"))
    return umpire


def test_each_line_of_json_can_be_checked_by_anyone(umpire: Umpire) -> None:
    previous = "0" * 64
    lines = list(umpire.export("jsonl"))
    assert len(lines) == 7
    for line in lines:
        told = json.loads(line)
        claimed = told.pop("hash")
        assert told["previous"] == previous
        # nothing of ours from here on
        text = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        previous = sha256(text.encode()).hexdigest()
        assert previous == claimed
    assert canonical(told) == text


def test_the_table_has_a_row_an_entry_and_runs_nothing(umpire: Umpire) -> None:
    rows = list(csv.DictReader("".join(umpire.export("csv")).splitlines()))
    assert [row["number"] for row in rows] == [str(number) for number in range(1, 8)]
    assert rows[0]["probability"] == "0.25"
    assert rows[0]["odds"] == "1 in 4"
    assert rows[0]["form"] == "allowed=yes dice=4"
    assert rows[0]["ruled instead"] == "falls back 3 inches"
    assert rows[1]["void"] == "wrong target"
    assert rows[2]["told"].startswith("'=HYPERLINK")
    assert rows[5]["about"] == "2"


def test_the_report_ends_with_the_last_head_as_digits_and_as_a_code(umpire: Umpire) -> None:
    record = "".join(umpire.export("markdown")).partition("## The record")[2]
    *_, last = umpire.heads()
    assert f"| {last.number} | `{last.digits}` |" in record
    code = record.partition("```text\n")[2].partition("```")[0]
    assert code.splitlines() == qr_lines(last.text, on_dark=False)


def test_the_report_tells_the_battle_by_turns(umpire: Umpire) -> None:
    report = "".join(umpire.export("markdown"))
    head, first, second = report.partition("## The record")[0].split("## Turn ")
    assert head.startswith("# ligny\n")
    assert "Rulings: 3 (French 3)" in head
    assert "**Throw, Girard against St. Amand** (French, Anna): ~~3 hits~~ (25.0%)" in first
    assert "Ruled instead: falls back 3 inches (because: agreed by both)" in first
    assert "Void: wrong target" in first
    assert r"the \*bridge\* \| is blown" in first
    assert "remove figures" not in first
    assert "remove figures" in second
    assert umpire.recent()[-1].hash in report


def test_a_battle_not_yet_begun() -> None:
    umpire = Umpire.open("not begun")
    assert "not yet begun" in "".join(umpire.export("markdown"))
    assert list(umpire.export("jsonl")) == []


def test_a_format_that_there_is_not(umpire: Umpire) -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'markdown'"):
        umpire.export("markdwn")


def test_an_entry_that_cannot_be_read_is_named(umpire: Umpire, tmp_path: Path) -> None:
    umpire.close()
    connection = sqlite3.connect(tmp_path / "ligny.battle")
    connection.execute("DROP TRIGGER entries_are_not_changed")
    connection.execute("UPDATE entries SET content = 'scrawl' WHERE number = 4")
    connection.commit()
    connection.close()
    with pytest.raises(
        JournalError, match=r"ligny\.battle cannot be read: entry 4 .* it is not JSON"
    ):
        list(umpire.export("csv"))


OLD_NOTE = "a\\r=1+1\\n\\u001b[31mred\x9b2J\u202e&lt;"


def test_old_entries_that_would_steer_a_terminal_are_shown_without(
    umpire: Umpire, tmp_path: Path
) -> None:
    """Such as early versions recorded: they stay as they are, and are told on one line."""
    umpire.close()
    connection = unlocked(tmp_path / "ligny.battle")
    forge(connection, 3, put_into_body(text=json.loads(f'"{OLD_NOTE}"')))
    lock(connection)
    connection.close()
    umpire.acknowledge()
    assert umpire.verify().clean
    told = "a =1+1 [31mred 2J &lt;"
    assert umpire.entry(3).summary == told
    assert OLD_NOTE in umpire.entry(3).content
    table = "".join(umpire.export("csv"))
    assert len(table.splitlines()) == 8
    assert list(csv.DictReader(table.splitlines()))[2]["told"] == told
    assert r"a =1+1 \[31mred 2J \&lt;" in "".join(umpire.export("markdown"))


@pytest.mark.parametrize("begins", ["=", "+", "-", "@", " =", "\t=", "\r="])
def test_no_cell_begins_as_a_formula(begins: str) -> None:
    draft = EntryDraft(kind=EntryKind.NOTE, body={"text": f"{begins}1", "subject": ""})
    (_, row) = as_csv(chain("field", Tip(), [draft]), Amendments())
    told = next(csv.reader([row]))[COLUMNS.index("told")]
    assert told.startswith("'")


def test_half_a_character_is_recorded_as_a_question_mark(umpire: Umpire) -> None:
    umpire.note("caf\udce9")
    assert umpire.recent()[-1].summary == "caf?"
    assert umpire.verify().clean

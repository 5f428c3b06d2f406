"""`empires journal` as an umpire types it."""

import argparse
import csv
import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from calculator.cli import journal_show
from calculator.cli.screen import battle_of
from calculator.umpire import Umpire
from tests.cli.conftest import Run

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture
def ligny(run: Run) -> None:
    """A battle of two French volleys, a Prussian one, and a second turn with a note."""
    for side, copy in (("French", "red-1"), ("French", "red-1"), ("Prussian", "blue-1")):
        volley = ("result", "toy", "volley", "--battle", "ligny", "--seed", "5eed")
        assert run(*volley, "--side", side, "--copy", copy).code == 0
    assert run("journal", "turn", "2", "--battle", "ligny").code == 0
    assert run("journal", "note", "the", "bridge", "is", "blown", "--battle", "ligny").code == 0


def test_entries_are_told_with_their_odds(ligny: None, run: Run) -> None:
    shown = run("journal", "show", "--battle", "ligny")
    assert shown.code == 0
    assert "Turn 2 begins" in shown.out
    assert "the bridge is blown" in shown.out
    assert "%" in shown.out


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        (("side:french",), [1, 2]),
        (("--side", "french", "--turn", "1", "--copy", "red-1"), [1, 2]),
        (("--kind", "note", "--text", "BRIDGE"), [5]),
        (("copy:blue-1",), [3]),
        (("turn:2",), [4, 5]),
        (("turn:1-2", "--last", "1"), [5]),
        (("action:volley",), [1, 2, 3]),
        (("kind:note",), [5]),
        (("BRIDGE",), [5]),
    ],
)
def test_some_entries_can_be_asked_for(
    ligny: None, run: Run, words: tuple[str, ...], numbers: list[int]
) -> None:
    shown = run("journal", "show", "--battle", "ligny", "--json", *words)
    assert [json.loads(line)["number"] for line in shown.out.splitlines()] == numbers


def test_a_slip_in_its_name_begins_no_battle(ligny: None, run: Run) -> None:
    ran = run("journal", "turn", "--battle", "lingy")
    assert ran.code == 2
    assert "did you mean 'ligny'" in ran.err
    assert run("journal", "note", "begun", "--battle", "ligny 2").code == 0


def test_when_nothing_matches_what_there_is_is_told(ligny: None, run: Run) -> None:
    shown = run("journal", "show", "--battle", "ligny", "side:Saxon")
    assert shown.code == 0
    assert "sides: French, Prussian" in shown.out


def test_a_void_needs_a_reason_and_strikes_out(ligny: None, run: Run) -> None:
    without = run("journal", "void", "2", "--battle", "ligny")
    assert without.code == 2
    assert "reason" in without.err
    done = run("journal", "void", "#2", "--reason", "wrong target", "--battle", "ligny")
    assert done.out == "Entry 6 of ligny: #2 is void: wrong target\n"
    assert "Void (#6): wrong target" in run("journal", "show", "--battle", "ligny").out


def test_who_voided_and_who_ruled_is_told(ligny: None, run: Run) -> None:
    by = ("--battle", "ligny", "--player", "Anna", "--side", "Umpires")
    assert run("journal", "void", "2", "--reason", "late", *by).code == 0
    assert run("journal", "override", "1", "--ruled", "holds", "--reason", "hill", *by).code == 0
    assert (
        run("journal", "void", "3", "--reason", "twice", "--battle", "ligny", "--copy", "b").code
        == 0
    )
    shown = " ".join(run("journal", "show", "--battle", "ligny").out.split())
    report = run("journal", "export", "--battle", "ligny").out
    assert "Who" in shown
    assert "Void (#6): late - Anna (Umpires)" in shown
    assert "Ruled instead (#7): holds - Anna (Umpires)" in shown
    assert "Void (#8): twice - copy b" in shown
    assert "Void: late - Anna (Umpires)" in report
    assert "Ruled instead: holds (because: hill) - Anna (Umpires)" in report
    assert "Void: twice - copy b" in report


def test_what_is_void_cannot_be_voided_again(ligny: None, run: Run) -> None:
    assert run("journal", "void", "2", "--reason", "wrong target", "--battle", "ligny").code == 0
    again = run("journal", "void", "2", "--reason", "why not", "--battle", "ligny")
    assert again.code == 2
    assert "entry 2 is void already (#6): wrong target" in again.err
    assert run("journal", "void", "1", "--reason", "this one is not", "--battle", "ligny").code == 0


def test_verify_is_silent_where_no_one_watches_its_bar(ligny: None, run: Run) -> None:
    assert run("journal", "verify", "--battle", "ligny").err == ""


def test_following_starts_again_when_another_record_takes_the_place(
    ligny: None, run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def replace() -> None:
        for name in ("ligny.battle", "ligny.battle-wal", "ligny.battle-shm"):
            (home / "battles" / name).unlink(missing_ok=True)
        with Umpire.open("ligny") as umpire:
            umpire.acknowledge()
            umpire.note("a new day")

    def stop() -> None:
        raise KeyboardInterrupt

    happenings = iter([replace, lambda: None, stop])
    stirring = SimpleNamespace(sleep=lambda _: next(happenings)())
    monkeypatch.setattr(journal_show, "time", stirring)
    followed = run("journal", "show", "--follow", "--last", "1", "--battle", "ligny")
    first, _, second = followed.out.partition("the bridge is blown")
    assert "#1" not in first
    assert second.count("#1") == second.count("a new day") == 1
    assert "Another record is now in place" in followed.err


def test_an_override_says_what_is_ruled_instead(ligny: None, run: Run) -> None:
    words = ("--ruled", "they hold", "--reason", "agreed", "--battle", "ligny")
    assert run("journal", "override", "1", *words).code == 0
    assert "Ruled instead (#6): they hold" in run("journal", "show", "--battle", "ligny").out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("void", "99", "--reason", "x"), "no entry 99"),
        (("void", "two", "--reason", "x"), "a whole number from 1"),
        (("void", "9" * 23, "--reason", "x"), "a whole number from 1 to 999999999"),
        (("void", "9" * 5000, "--reason", "x"), "a whole number from 1"),
        (("override", str(2**63), "--ruled", "x", "--reason", "x"), "a whole number from 1"),
        (("show", "--last", "9" * 20), "a whole number from 1"),
        (("show", "turn:" + "9" * 5000), "is not a turn"),
        (("turn", "9" * 20), "a whole number from 1"),
        (("turn", "1000000000"), "a whole number from 1"),
        (("turn", "0"), "a whole number from 1"),
        (("override", "4", "--ruled", "x", "--reason", "x"), "a change of turn, not a ruling"),
        (("show", "turn:4-2"), "is not a turn"),
        (("show", "kind:nite"), "did you mean 'note'"),
        (("show", "--last", "few"), "a whole number from 1"),
        (("export", "--format", "cvs"), "did you mean 'csv'"),
        (("export", "--output", "/nowhere/at/all"), "cannot be written"),
        (("export", "--output", "~no one/report.md"), "there is no home folder '~no one'"),
        (("show", "--battle", "~no one/ligny.battle"), "there is no home folder '~no one'"),
        (("shwo",), "show"),
    ],
)
def test_bad_input_is_told_gently(ligny: None, run: Run, words: tuple[str, ...], told: str) -> None:
    battle = () if words == ("shwo",) or "--battle" in words else ("--battle", "ligny")
    ran = run("journal", *words, *battle)
    assert ran.code == 2
    assert told in ran.err


@pytest.mark.parametrize("url", ["postgresq://u@h/db", "bogus", "mysql://u@h/db", "a.battle"])
def test_a_journal_that_is_no_url_of_a_server(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in (("journal", "note", "hi"), ("journal", "verify"), ("result", "toy", "volley")):
        ran = run(*words, "--journal", url)
        assert ran.code == 2
        assert f"journal: {url!r}" in ran.err
        assert "postgresql://USER@HOST/DATABASE" in ran.err
    assert not list(tmp_path.iterdir())


def test_a_battle_that_is_a_url_of_something_else(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("journal", "note", "hi", "--battle", "postgresq://u@h/db")
    assert ran.code == 2
    assert "postgresql://" in ran.err
    assert not list(tmp_path.iterdir())


def test_a_battle_that_there_is_not(ligny: None, run: Run) -> None:
    for command in ("show", "verify", "audit", "export"):
        ran = run("journal", command, "--battle", "lingy")
        assert ran.code == 2
        assert "did you mean 'ligny'" in ran.err


def test_a_clean_record_and_one_that_was_meddled_with(ligny: None, run: Run, home: Path) -> None:
    clean = run("journal", "verify", "--battle", "ligny")
    assert clean.code == 0
    assert "5 entries in one unbroken chain" in clean.out
    head = json.loads(run("journal", "verify", "--battle", "ligny", "--json").out)["head"]
    assert run("journal", "verify", "--battle", "ligny", "--noted", head[:20]).code == 0
    assert run("journal", "verify", "--battle", "ligny", "--noted", "01234 56789" * 2).code == 1
    unmet = run("journal", "verify", "--battle", "ligny", "--noted", "01234 56789" * 2).out
    assert "To write down" in clean.out
    assert "To write down" not in unmet
    whole = f"ligny, entry 4: {head}"
    assert run("journal", "verify", "--battle", "ligny", "--noted", whole).code == 1
    few = run("journal", "verify", "--battle", "ligny", "--noted", head[:8])
    assert few.code == 2
    assert "8 digits are too few" in few.err
    proved = run("journal", "verify", "--battle", "ligny", "--noted", f"ligny, entry 5: {head}")
    assert "Entries 1 to 5 are as they were" in " ".join(proved.out.split())
    connection = sqlite3.connect(home / "battles" / "ligny.battle")
    connection.execute("DROP TRIGGER entries_are_not_changed")
    connection.execute("UPDATE entries SET content = replace(content, 'blown', 'whole')")
    connection.commit()
    bad = run("journal", "verify", "--battle", "ligny")
    assert bad.code == 1
    assert "Entry 5 of ligny is not as it was written" in bad.out


def test_the_audit_says_what_it_does_and_does_not_show(run: Run) -> None:
    for _ in range(3):
        run("result", "toy", "volley", "--battle", "field", "--side", "French")
    told = " ".join(run("journal", "audit", "--battle", "field").out.split())
    assert "luck than in" in told
    assert "does not say that anyone cheated" in told
    audit = json.loads(run("journal", "audit", "--battle", "field", "--json").out)
    assert audit["overall"]["rulings"] == 3
    assert [side["side"] for side in audit["sides"]] == ["French"]


def test_exports_go_to_the_screen_or_to_a_file(ligny: None, run: Run, tmp_path: Path) -> None:
    report = run("journal", "export", "--battle", "ligny")
    assert report.out.startswith("# ligny\n")
    file = tmp_path / "ligny.csv"
    done = run("journal", "export", "--battle", "ligny", "--format", "csv", "--output", str(file))
    assert done.out == f"Wrote {file}\n"
    assert len(list(csv.DictReader(file.read_text().splitlines()))) == 5


def test_the_battles_there_are(run: Run) -> None:
    assert "No battle" in run("journal", "list").out
    run("result", "toy", "volley", "--battle", "ligny")
    run("journal", "turn", "3", "--skip", "--battle", "wavre")
    told = run("journal", "list").out
    assert [line.split()[:3] for line in told.splitlines() if "-1" in line or ":" in line] == [
        ["ligny", "1", "1"],
        ["wavre", "1", "3"],
    ]


@pytest.mark.heavy
def test_following_shows_the_rulings_of_others_as_they_are_made(home: Path) -> None:
    def empires(*words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "calculator", *words], stdout=subprocess.PIPE, text=True
        )

    empires("journal", "note", "begun").communicate()
    with empires("journal", "show", "--follow", "--last", "1") as following:
        assert following.stdout is not None
        lines = iter(following.stdout.readline, "")
        assert any("begun" in line for line in lines)
        empires("journal", "note", "the Guard recoils", "--copy", "blue-1").communicate()
        assert any("blue-1: the Guard recoils" in line for line in lines)
        following.kill()


def test_a_battle_on_a_server_is_called_as_it_is_typed() -> None:
    asked = argparse.Namespace(journal="postgresql://host/club", battle="50%41 #1")
    assert battle_of(asked) == "postgresql://host/club#50%2541%20%231"


def test_following_waits_for_a_battle_that_has_not_begun(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def begin() -> None:
        with Umpire.open("wavre") as umpire:
            umpire.note("the first shot")

    def stop() -> None:
        raise KeyboardInterrupt

    happenings = iter([lambda: None, begin, lambda: None, stop])
    stirring = SimpleNamespace(sleep=lambda _: next(happenings)())
    monkeypatch.setattr(journal_show, "time", stirring)
    followed = run("journal", "show", "--follow", "--battle", "wavre")
    assert "Waiting for it to begin" in followed.err
    assert followed.out.count("the first shot") == 1


def test_withdrawals_are_switched_off_and_on_again(ligny: None, run: Run) -> None:
    switch = ("journal", "withdrawals", "--battle", "ligny")
    assert "Players can no longer undo a draw" in run(*switch, "off").out
    again = run(*switch, "off")
    assert (again.code, "undoing draws is already off (entry 6)" in again.err) == (2, True)
    assert "Players can undo a draw again" in run(*switch, "on").out
    neither = run(*switch, "of")
    assert (neither.code, "'of' is not on or off (allowed: on or off)" in neither.err) == (2, True)

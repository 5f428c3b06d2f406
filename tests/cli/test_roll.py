"""`empires roll`, and what `odds` and `result` take from it, as people and programs see them."""

from __future__ import annotations

import csv
import io
import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from calculator.cli import main
from calculator.cli.output import WAITS
from calculator.journal import journal as journal_module
from calculator.journal.entry import Entry, EntryDraft, EntryKind
from calculator.journal.sqlite import SqliteStorage
from calculator.journal.storage import UnwritableError
from calculator.scenarios.places import find_scenario
from calculator.umpire import Umpire
from tests.journal.forgery import forge, lock, put_into_body, unlocked

HUSSON, GAUTHIER, BYLANDT = "Husson's brigade", "Gauthier's brigade", "Bylandt's brigade"

NEWER = ("aftermath", "by", "code", "said", "version")
"""What the first format did not have in a ruling."""

Said = Callable[..., str]
"""Runs a command on the battle and gives what it printed; it must end well."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "120")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Said:
    def run(*words: str, code: int = 0) -> str:
        assert main([*words, "--battle", "saturday"]) == code, capsys.readouterr().err
        printed = capsys.readouterr()
        return printed.err if code else printed.out

    return run


@pytest.fixture
def saturday(run: Said) -> Said:
    """A battle whose first ruling bound it to Quatre Bras: Husson fired at Bylandt, in vain."""
    run(
        "result", "deployed-fire", "--scenario", "quatre-bras", "--actor", HUSSON,
        "--target", BYLANDT, "--seed", "5",
    )  # fmt: skip
    return run


READING = (
    ("roll",),
    ("odds", "there-stand-empires", "army-morale", "--side", "french"),
    ("journal", "show"),
    ("journal", "verify"),
    ("journal", "audit"),
    ("journal", "export"),
)
"""Commands that read the record."""


def units(run: Said, *words: str) -> dict[str, dict[str, Any]]:
    printed = json.loads(run("roll", "--json", *words))
    assert printed["battle"] == "saturday"
    return {unit["unit"]: unit for unit in printed["units"]}


def test_a_ruling_of_the_command_line_names_its_units(saturday: Said) -> None:
    entry = json.loads(saturday("journal", "show", "kind:ruling", "--json"))
    assert entry["body"]["units"]["actor"] == {
        "name": HUSSON, "side": "french", "path": "$.sides[0].formations[0].units[0]",
    }  # fmt: skip
    assert entry["body"]["units"]["target"]["name"] == BYLANDT
    assert entry["side"] == "french"
    shown = " ".join(saturday("journal", "show").split())
    assert "Husson's brigade: deployed fire against Bylandt's brigade:" in shown


def test_the_battle_alone_is_enough_from_then_on(saturday: Said) -> None:
    odds = json.loads(
        saturday(
            "odds",
            "deployed-fire",
            "--actor",
            GAUTHIER,
            "--target",
            BYLANDT,
            "target-state=ok",
            "--json",
        )
    )
    assert odds["system"] == "there-stand-empires"
    assert odds["form"]["target-bases"] == 5
    assert odds["form"]["target-quality"] == "poor"
    assert odds["roll"]["turn"] == 1


def test_odds_list_what_they_took_from_the_roll(saturday: Said) -> None:
    saturday("roll", "correct", BYLANDT, "bases=4", "state=disordered", "--reason", "counted")
    printed = saturday("odds", "deployed-fire", "--actor", GAUTHIER, "--target", BYLANDT)
    assert "From the roll:" in printed
    assert "Bylandt's brigade: target bases 4 (since entry 3, 5 at the start)" in printed
    assert "Bylandt's brigade: target state disordered (since entry 3, ok at the start)" in printed


def test_odds_show_where_an_answer_differs_from_the_roll(saturday: Said) -> None:
    saturday("roll", "correct", BYLANDT, "bases=4", "--reason", "counted")
    asked = ("odds", "deployed-fire", "--actor", GAUTHIER, "--target", BYLANDT, "target-bases=3")
    printed = saturday(*asked)
    assert "Bylandt's brigade: target bases 3, the roll has 4" in printed
    assert "target bases 4 (since" not in printed
    told = json.loads(saturday(*asked, "--json"))["roll"]
    assert [(one["on_table"], one["on_roll"]) for one in told["otherwise"]] == [("3", "4")]
    assert "target-bases" not in {one["field"] for one in told["taken"]}


def test_a_result_shows_where_the_table_differs_and_takes_it_over(saturday: Said) -> None:
    printed = saturday(
        "result", "deployed-fire", "--actor", GAUTHIER, "--target", BYLANDT, "target-bases=3",
        "--seed", "5",
    )  # fmt: skip
    assert "Bylandt's brigade: target bases 3, the roll has 5" in printed
    assert units(saturday)[BYLANDT]["bases"] == "3"


def test_the_roll_for_programs(saturday: Said) -> None:
    husson = units(saturday)[HUSSON]
    assert (husson["side"], husson["division"]) == ("french", "5th Infantry Division")
    assert (husson["acted"], husson["gone"], husson["state"]) == (True, "", "ok")
    assert (husson["bases"], husson["starting-bases"]) == ("5", "5")
    assert set(units(saturday, "--side", "french")) < set(units(saturday))
    rows = list(csv.DictReader(saturday("roll", "--csv").splitlines()))
    assert len(rows) == len(units(saturday))
    assert next(row for row in rows if row["unit"] == HUSSON)["acted"] == "yes"


def test_the_roll_for_people(saturday: Said) -> None:
    saturday("roll", "correct", GAUTHIER, "bases=2", "--reason", "counted")
    lines = saturday("roll", "--side", "french").splitlines()
    assert any("Husson's brigade" in line and "5/5" in line and "acted" in line for line in lines)
    assert any("Gauthier's brigade" in line and "2/3" in line for line in lines)
    assert any("Bauduin's brigade" in line and "turn 2" in line for line in lines)


def test_what_waits_to_be_written_is_said_not_to_be_on_the_roll(
    saturday: Said, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By every command that reads the record, or adds to it."""
    monkeypatch.setattr(journal_module, "PATIENCE_SECONDS", 0.1)
    monkeypatch.setattr(journal_module, "RETRY_SECONDS", 0.0)
    with Umpire.open("saturday", copy="blue-1") as other:
        blocker = sqlite3.connect(other.journal.storage.where)
        blocker.execute("BEGIN IMMEDIATE")
        assert other.note("the hill is lost") is None
        for words in READING:
            assert main([*words, "--battle", "saturday"]) == 0
            assert "1 entry waits to be written down" in capsys.readouterr().err, words
        assert json.loads(saturday("roll", "--json"))["waiting"] == 1
        blocker.rollback()
        blocker.close()
        other.recent()
    for words in READING:
        assert main([*words, "--battle", "saturday"]) == 0
        assert capsys.readouterr().err == ""


def test_an_army_s_morale_is_counted_from_the_roll(saturday: Said) -> None:
    saturday("roll", "correct", GAUTHIER, "gone=broken", "--reason", "shot")
    army = units(saturday, "--side", "french")
    asked = json.loads(saturday("odds", "army-morale", "--side", "french", "--json"))
    assert (asked["form"]["units"], asked["form"]["broken"]) == (len(army), 1)
    assert {one["field"] for one in asked["roll"]["taken"]} >= {"units", "broken", "demoralized"}
    saturday("journal", "note", "rain")
    printed = saturday("odds", "army-morale", "--side", "french")
    listed = [line for line in printed.splitlines() if "- French:" in line]
    assert listed
    assert not [line for line in listed if "since entry" in line]
    assert f"units in the army {len(army)} (as the roll counts)" in printed
    for command in ("odds", "result"):
        assert "--side: does not say whose army" in saturday(command, "army-morale", code=2)


def test_every_fault_of_a_correction_is_told_at_once(saturday: Said) -> None:
    words = ("roll", "correct", BYLANDT, "bases=9", "state=oke", "--reason", "counted")
    told = saturday(*words, code=2)
    assert "'oke' is not one of the words" in told
    assert "bases: 9 bases are more than the 5" in told


def test_who_may_not_is_refused_before_anything_is_drawn(saturday: Said) -> None:
    for command in ("odds", "result"):
        for action, actor, target, why in (
            ("deployed-fire", HUSSON, BYLANDT, "has acted this turn (entry 2) [III.B: rule]"),
            ("assault", GAUTHIER, "Jamin's brigade", "choose a target of another side"),
            ("assault", GAUTHIER, GAUTHIER, "the acting unit itself"),
            ("assault", "Soye's brigade", BYLANDT, "not on the table yet"),
        ):
            words = (command, action, "--actor", actor, "--target", target)
            assert why in saturday(*words, code=2)
    assert len(saturday("journal", "show", "--json").splitlines()) == 2


def test_a_first_result_that_is_refused_leaves_no_battle(run: Said, tmp_path: Path) -> None:
    fire = ("result", "deployed-fire", "--scenario", "quatre-bras", "--target", BYLANDT)
    assert "not on the table yet" in run(*fire, "--actor", "Soye's brigade", code=2)
    assert "Cavalry does not fire" in run(*fire, "--actor", HUSSON, "actor=light-cavalry", code=2)
    assert not list(tmp_path.rglob("*.battle"))
    run(*fire, "--actor", HUSSON)
    assert "Order of battle: Quatre Bras" in run("journal", "show")


def test_an_army_is_checked_once_a_turn(saturday: Said) -> None:
    for name in [name for name, unit in units(saturday).items() if unit["side"] == "french"][::2]:
        saturday("roll", "correct", f"french: {name}", "gone=broken", "--reason", "a long day")
    check = ("result", "army-morale", "--side", "French")
    number = json.loads(saturday(*check, "--json"))["entry"]
    told = saturday(*check, code=2)
    assert f"(entry {number}) [III.A, X: rule]" in told
    assert len(saturday("journal", "show", "--json").splitlines()) == number


def test_a_side_that_there_is_not_is_no_umpire(saturday: Said) -> None:
    correct = ("roll", "correct", GAUTHIER, "bases=3", "--reason", "counted")
    fire = ("deployed-fire", "--actor", GAUTHIER, "--target", BYLANDT)
    for command in (
        correct,
        ("result", *fire),
        ("odds", *fire),
        ("result", "army-morale"),
        ("journal", "note", "rain"),
        ("roll",),
        (),
    ):
        told = saturday(*command, "--side", "Anglo Alied", code=2)
        assert "side: there is no side called 'Anglo Alied'; did you mean 'allied'?" in told
        assert "(allowed: french, allied)" in told
    assert len(saturday("journal", "show", "--json").splitlines()) == 2
    told = saturday(*correct, "--side", "Anglo-Allied: Wellington's army", code=2)
    assert "only that side or an umpire can correct it" in told
    saturday(*correct, "--side", "French")


def test_without_an_order_of_battle_a_side_is_any_word(run: Said) -> None:
    run("result", "there-stand-empires", "assault", "--side", "Reds")
    first = ("result", "deployed-fire", "--scenario", "quatre-bras", "--actor", HUSSON)
    assert "no side called 'Reds'" in run(*first, "--side", "Reds", code=2)
    assert "no side called 'Reds'" in run("roll", "bind", "quatre-bras", "--side", "Reds", code=2)
    assert len(run("journal", "show", "--json").splitlines()) == 1


def test_bad_corrections_are_all_told_at_once(saturday: Said) -> None:
    error = saturday("roll", "correct", "Bylands brigade", "bases=3", code=2)
    assert 'did you mean "Bylandt\'s brigade"' in error
    error = saturday("roll", "correct", BYLANDT, "bases=33", "stae=ok", "acted", code=2)
    for part in ("33 is out of range", "did you mean 'state'", "acted: this is not key=value"):
        assert part in error
    assert "reason: is missing" in saturday("roll", "correct", BYLANDT, "bases=3", code=2)


def test_another_order_of_battle_is_refused_until_it_is_replaced(
    saturday: Said, tmp_path: Path
) -> None:
    error = saturday("result", "assault", "--scenario", "ligny", code=2)
    assert "saturday is a battle of Quatre Bras (quatre-bras.toml, entry 1)" in error
    assert "empires roll bind ligny --battle" in error
    changed = tmp_path / "quatre-bras.toml"
    shutil.copy(find_scenario("quatre-bras"), changed)
    changed.write_text(changed.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    for words in (("odds", "assault", "--scenario"), ("roll", "bind")):
        error = saturday(*words, str(changed), code=2)
        assert "has changed since" in error
        assert f"empires roll bind {changed} --battle saturday --reason" in error
    assert "replaces #1" in saturday("roll", "bind", str(changed), "--reason", "a line was missing")
    assert units(saturday)[HUSSON]["acted"] is True


def test_a_side_has_one_spelling_in_log_and_report_however_it_is_typed(saturday: Said) -> None:
    spellings = ("allied", "ANGLO-ALLIED", "Anglo-Allied: Wellington's army")
    for typed in spellings:
        saturday("journal", "note", "rain", "--side", typed)
    saturday("result", "deployed-fire", "--actor", BYLANDT, "--target", HUSSON, "--side", "allied")
    log, report = saturday("journal", "show"), saturday("journal", "export")
    assert log.count("Anglo-Allied") == report.count("(Anglo-Allied)") == 4
    assert "Anglo-Allied 1, French 1" in report
    for typed in spellings:
        assert len(saturday("journal", "show", "--json", "--side", typed).splitlines()) == 4
    for typed in ("allied", "ANGLO-ALLIED", "anglo"):
        assert len(saturday("journal", "show", "--json", f"side:{typed}").splitlines()) == 4
    audited = json.loads(saturday("journal", "audit", "--json"))
    assert [account["side"] for account in audited["sides"]] == ["Anglo-Allied"]


def test_an_override_says_what_it_leaves(saturday: Said) -> None:
    saturday(
        "journal", "override", "2", "--ruled", "a magazine blows up", "--reason", "agreed",
        "--unit", BYLANDT, "bases=3",
    )  # fmt: skip
    assert units(saturday)[BYLANDT]["bases"] == "3"
    error = saturday("journal", "override", "2", "--ruled", "x", "--reason", "y", "bases=3", code=2)
    assert "which unit is bases=3 for?" in error


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--ruled", "no efect"), "did you mean 'no effect'?"),
        (("--ruled", "disordred"), "did you mean 'disordered'?"),
        (("--ruled", "falls bcak 3 inches"), "did you mean 'falls back 3 inches'?"),
        (("--ruled", "lost", "--unit", BYLANDT, "gone=eaten"), "allowed: broken, destroyed, "),
        (("--ruled", "falls bck 3 inches, disordered"), "mean 'falls back 3 inches, disordered'?"),
        (("--ruled", "bases=3"), "bases=3 needs the name of the unit"),
        (("--ruled", "lost in the rye, stat=disordered"), "did you mean 'state'?"),
        (("--ruled", "lost", "--unit", BYLANDT, "stat=disordered"), "did you mean 'state'?"),
        (("--ruled", "1 base lost"), "falls back 6 inches, demoralized, 1 base lost"),
        (("--ruled", "Falls back"), "'Falls back' is only part of "),
        (("--ruled", "lost", "--unit", BYLANDT, "state=disorderd"), "did you mean 'disordered'?"),
        (("--ruled", "lost", "--unit", BYLANDT, "gone=brokn"), "did you mean 'broken'?"),
        (("--ruled", "lost", "gone=destroyed"), "which unit is gone=destroyed for?"),
    ],
)
def test_an_outcome_or_a_correction_that_is_misspelt_is_not_taken_for_free_words(
    saturday: Said, words: tuple[str, ...], told: str
) -> None:
    error = saturday("journal", "override", "2", *words, "--reason", "agreed", code=2)
    assert told in error
    assert len(saturday("journal", "show", "--json").splitlines()) == 2


@pytest.mark.parametrize("ruled", ["No  effect", "falls back 4 inches, disordered", "they run"])
def test_an_outcome_in_another_case_is_that_outcome_and_other_words_are_free(
    saturday: Said, ruled: str
) -> None:
    saturday("journal", "override", "2", "--ruled", ruled, "--reason", "agreed")
    body = json.loads(saturday("journal", "show", "kind:override", "--json"))["body"]
    assert body["ruled"] == ("no effect" if "effect" in ruled else ruled)
    assert ("outcome" in body) is ("effect" in ruled)


def test_a_void_says_what_changes_and_what_was_built_on_it(saturday: Said) -> None:
    void = ("journal", "void", "2", "--reason", "too far")
    before = saturday("journal", "show", "--json").count("\n")
    preview = json.loads(saturday(*void, "--preview", "--json"))["foresight"]
    assert {change["unit"] for change in preview["changes"]} >= {HUSSON}
    assert saturday("journal", "show", "--json").count("\n") == before
    said = saturday(*void)
    assert f"{HUSSON}: now " in said
    assert "Entry 3 of" in said
    assert "is void" in saturday(
        "journal", "override", "2", "--ruled", "x", "--reason", "y", code=2
    )


@pytest.mark.parametrize(("answer", "kinds"), [("n", 0), ("y", 1), ("c", 2)])
def test_on_a_terminal_a_void_is_confirmed_with_what_was_built_on_it(
    saturday: Said, monkeypatch: pytest.MonkeyPatch, answer: str, kinds: int
) -> None:
    """Entry 2 is overridden by an outcome that entry 4 was played on from."""
    worse = "disordered"
    saturday("journal", "override", "2", "--ruled", worse, "--reason", "seen")
    saturday("result", "deployed-fire", "--actor", GAUTHIER, "--target", BYLANDT, "--seed", "5",
             "target-state=disordered")  # fmt: skip
    terminal = io.StringIO(f"{answer}\n")
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", terminal)
    asked = saturday("journal", "void", "2", "--reason", "too far")
    assert f"#4 said {BYLANDT} state disordered, not state ok: correct that too?" in asked
    assert "Record it? y: yes; c: yes, and correct what was said; anything else: no" in asked
    fresh = json.loads(saturday("roll", "--json"))["entry"] - 4
    assert fresh == kinds
    state = units(saturday)[BYLANDT]["state"]
    assert state == ("ok" if answer == "c" else "disordered")


def test_a_void_whose_corrections_wait_says_so(
    saturday: Said, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The disk fills between the two."""
    saturday("journal", "override", "2", "--ruled", "disordered", "--reason", "seen")
    saturday("result", "deployed-fire", "--actor", GAUTHIER, "--target", BYLANDT, "--seed", "5",
             "target-state=disordered")  # fmt: skip
    append = SqliteStorage.append

    def full(storage: SqliteStorage, drafts: list[EntryDraft], patience: float) -> list[Entry]:
        if drafts[-1].kind is EntryKind.CORRECTION:
            raise UnwritableError("the disk is full")
        return append(storage, drafts, patience)

    with monkeypatch.context() as patched:
        patched.setattr(SqliteStorage, "append", full)
        words = ("journal", "void", "2", "--reason", "too far", "--correct", "--battle", "saturday")
        assert main([*words]) == WAITS
    said = capsys.readouterr()
    assert "Entry 5 counts, its 1 correction not yet" in said.out
    assert "the disk is full" in said.err
    saturday("journal", "note", "there is room again")
    assert units(saturday)[BYLANDT]["state"] == "ok"


def test_a_battle_without_an_order_of_battle_has_no_roll(run: Said) -> None:
    run("journal", "note", "rain")
    assert "empires roll bind NAME --battle saturday" in run("roll", code=2)


def test_a_unit_that_routs_keeps_the_men_who_are_left_and_has_them_when_it_is_back(
    run: Said,
) -> None:
    said = run(
        "result", "melee", "--scenario", "cannonade-farm", "--actor", "Hussars",
        "--target", "Line Battalion", "--seed", "8e7c27ebffdeac2de34f7f03b8d9b668",
    )  # fmt: skip
    assert "6 left" in said
    (hussars,) = (unit for unit in units(run).values() if unit["gone"] == "routing")
    assert (hussars["unit"], hussars["men"], hussars["losses"]) == ("Hussars", "6", {"men": 6})
    run("roll", "correct", "Hussars", "gone=no", "--reason", "rallied")
    assert units(run)["Hussars"]["men"] == "6"


def test_what_is_not_known_of_a_unit_is_null_for_programs(run: Said) -> None:
    run("roll", "bind", "maida")
    brigade = next(iter(units(run).values()))
    assert (brigade["formation"], brigade["state"]) == (None, "ok")


def test_a_key_of_a_system_that_the_roll_has_itself_goes_by_another_name(run: Said) -> None:
    run("roll", "bind", "farm-below-the-ridge")
    unit = next(iter(units(run).values()))
    assert unit["unit-type"] == unit["start"]["unit-type"]
    assert unit["unit-type"] != unit["unit"]
    (head, first, *_) = csv.reader(run("roll", "--csv").splitlines())
    assert len(head) == len(set(head))
    row = dict(zip(head, first, strict=True))
    assert (row["unit"], row["unit-type"]) == (unit["unit"], unit["unit-type"])


@pytest.mark.parametrize(
    ("scenario", "key", "began"),
    [
        ("farm-below-the-ridge", "strength", "4"),
        ("waterloo-picton", "platoons", "6"),
        ("waterloo-charges", "strength", ""),
        ("quatre-bras", "bases", "5"),
    ],
)
def test_a_unit_has_no_more_than_it_began_with(
    run: Said, scenario: str, key: str, began: str
) -> None:
    run("roll", "bind", scenario)
    found = [unit for unit in units(run).values() if unit[key] == (began or unit[key])]
    name, most = found[0]["unit"], int(found[0][key])
    correct = ("roll", "correct", f"{found[0]['side']}: {name}", "--reason", "counted")
    assert f"more than the {most}" in run(*correct, f"{key}={most + 1}", code=2)
    run(*correct, f"{key}={most - 1}")
    run(*correct, f"{key}={most}")


def test_a_damaged_order_of_battle_can_be_replaced_with_a_reason(run: Said) -> None:
    run("roll", "bind", "quatre-bras")
    with Umpire.open("saturday") as umpire:
        connection = unlocked(Path(umpire.journal.storage.where))
        forge(connection, 1, put_into_body(content="[scenario]\n"))
        lock(connection)
    run("journal", "acknowledge")
    for words in (("roll",), ("roll", "bind", "quatre-bras")):
        error = run(*words, code=2)
        assert "entry 1 of saturday is damaged" in error
        assert "empires roll bind NAME --battle saturday --reason" in error
    run("journal", "note", "rain")
    assert "is void" in run("journal", "void", "2", "--reason", "it was snow")
    assert "replaces #1" in run("roll", "bind", "quatre-bras", "--reason", "repaired")
    assert units(run)[BYLANDT]["bases"] == "5"
    with Umpire.open("saturday", read_only=True) as umpire:
        bad = umpire.verify().bad
    assert bad is not None
    assert (bad.number, "its digest" in bad.why) == (1, True)


def test_rulings_of_a_version_that_did_not_say_what_they_leave_are_counted(run: Said) -> None:
    def as_it_was(entry: dict[str, Any]) -> None:
        entry["format"] = 1
        body = {key: value for key, value in entry["body"].items() if key not in NEWER}
        entry["body"] = body | {"units": {"actor": HUSSON}}

    run("result", "there-stand-empires", "deployed-fire", "bases=4")
    with Umpire.open("saturday") as umpire:
        connection = unlocked(Path(umpire.journal.storage.where))
        forge(connection, 1, as_it_was)
        lock(connection)
    run("journal", "acknowledge")
    run("roll", "bind", "quatre-bras")
    assert units(run)[HUSSON]["bases"] == "4"
    printed = " ".join(run("roll").split())
    assert "An older version recorded 1 ruling (entry 1) without what it left" in printed
    assert json.loads(run("roll", "--json"))["without-aftermath"] == [1]
    run("journal", "void", "1", "--reason", "played over again")
    assert json.loads(run("roll", "--json"))["without-aftermath"] == []
    assert "An older version" not in run("roll")


def test_eighty_columns_wrap_how_a_unit_stands(run: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    run("roll", "bind", "waterloo-charges")
    correct = ("roll", "correct", "Wathier's Cuirassiers", "--reason", "seen")
    run(*correct, "allowance=0", "acted=yes")
    printed = run("roll")
    assert max(map(len, printed.splitlines())) <= 80
    for words in ("points", "(entry"):
        assert words in printed


def test_each_answer_is_told_with_where_it_comes_from(saturday: Said) -> None:
    asked = ("odds", "assault", "--actor", "Jamin", "--target", "Bylandt", "cover=hard")
    found = json.loads(saturday(*asked, "--json"))["provenance"]
    assert (found["cover"], found["target-bases"], found["outnumbered"]) == (
        "said",
        "file",
        "assumed",
    )
    assumed = next(line for line in saturday(*asked).splitlines() if "Assumed:" in line)
    assert "cover" not in assumed
    assert "formation=deployed" in assumed


def test_an_unbound_battle_says_how_to_bind_it(run: Said) -> None:
    run("journal", "note", "fog")
    run("roll", "--scenario", "quatre-bras", code=2)


def test_a_battle_not_yet_begun_says_how_to_bind_it_and_that_works(run: Said) -> None:
    told = run("roll", "--scenario", "quatre-bras", code=2)
    command = told.partition("empires ")[2].split()
    assert command[-2:] == ["--battle", "saturday"]
    run(*command[:-2])
    assert "Husson" in run("roll", "--scenario", "quatre-bras")


def test_an_untouched_default_is_no_fact(saturday: Said) -> None:
    """Husson fired, deployed as nobody said: the roll knows of no formation, nor of Bylandt's."""
    for name in (HUSSON, BYLANDT):
        assert units(saturday)[name].get("formation") is None

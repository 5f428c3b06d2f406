"""Ways in which a record can be meddled with: `verify` names the entry, and nothing crashes."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from calculator import cli
from calculator.errors import CalculatorError
from calculator.journal.entry import EntryDraft, EntryKind, digest
from calculator.journal.ruling import ruling_body
from calculator.journal.shape import BODIES
from calculator.umpire import Umpire
from tests.journal.forgery import (
    Change,
    Meddling,
    forge,
    lock,
    put,
    put_into_body,
    take,
    take_from_body,
    unlocked,
    write_content,
)
from tests.journal.toy import SYSTEM, throw


def sql(*statements: str) -> Meddling:
    return lambda connection: [connection.execute(statement) for statement in statements]


def forged(number: int, change: Change) -> Meddling:
    return lambda connection: forge(connection, number, change)


def content_of(connection: sqlite3.Connection, number: int) -> str:
    query = "SELECT content FROM entries WHERE number = ?"
    return str(connection.execute(query, (number,)).fetchone()[0])


def respelled(number: int, old: str, new: str) -> Meddling:
    """The content written in another way, its hash made to fit."""

    def meddle(connection: sqlite3.Connection) -> None:
        content = content_of(connection, number)
        assert old in content
        write_content(connection, number, content.replace(old, new, 1))

    return meddle


def victory(told: Any) -> None:
    """An outcome out of thin air, under rules that nobody can look up."""
    told["body"] |= {
        "rules": "ab" * 32,
        "outcome": {"forged": 1},
        "label": "VICTORY",
        "probability": "1/2",
    }


def drawn_by_other_code(told: Any) -> None:
    """Another roll than its seed's, said to come of code that nobody has."""
    told["body"] |= {"code": "f" * 64, "outcome": {"hits": 9}}
    draw = told["body"]["draws"][0]
    draw["roll"] = str((int(draw["roll"]) + 1) % int(draw["total"]))


def victory_under_rules_of_its_own(connection: sqlite3.Connection) -> None:
    """Kept rules by which every die succeeds, and no word of them in the entry."""
    loaded = SYSTEM.tables.override({"die.needed": 1}, "loaded dice")
    connection.execute("INSERT INTO rules VALUES (?, ?)", (loaded.digest, loaded.content))
    body = ruling_body(throw(2, tables=loaded).result("5eed"), seed_typed=False)
    forge(connection, 2, put(body={**body, "overrides": {}}))


def a_draw_for_something_else(entry: Any) -> None:
    """The right number, drawn for another purpose than the rules had."""
    entry["body"]["draws"][0]["ask"] = "the enemy's dice"


def senseless_rules(connection: sqlite3.Connection) -> None:
    """Kept rules, rightly filed, that lack what the system needs."""
    content = '{"die.faces":6}'
    connection.execute("INSERT INTO rules VALUES (?, ?)", (digest(content), content))
    forge(connection, 2, put_into_body(rules=digest(content)))


def copied(connection: sqlite3.Connection) -> None:
    """A ruling that came out well, once more in the place of one that did not."""
    body = json.loads(content_of(connection, 2))["body"]
    forge(connection, 5, put(body=body))


def ruled_on_the_void(connection: sqlite3.Connection) -> None:
    """An override of entry 3, which is void."""
    label = json.loads(content_of(connection, 3))["body"]["label"]
    forge(connection, 12, put_into_body(entry=3, drawn=label))


def order_of_battle(**changes: Any) -> dict[str, Any]:
    """The body of an entry that binds a battle to an order of battle, with something wrong."""
    content = "[scenario]\n"
    body = {"file": "a.toml", "digest": digest(content), "content": content, "title": "A"}
    return {**body, "replaces": 0, "reason": "", **changes}


def seen(text: str) -> Change:
    return put_into_body(text=text, subject="seen")


NO_TEXT = "not text"
NOT_SAID = "does not say what such an entry says"
NARRATION = "is narrated otherwise"

TAMPERINGS: dict[str, tuple[Meddling, int, str]] = {
    "content as bytes": (
        sql("UPDATE entries SET content = CAST(content AS BLOB) WHERE number = 5"),
        5,
        NO_TEXT,
    ),
    "hash as bytes": (
        sql("UPDATE entries SET hash = CAST(hash AS BLOB) WHERE number = 5"),
        5,
        NO_TEXT,
    ),
    "bytes that are no text": (
        sql("UPDATE entries SET content = CAST(x'fffefd' AS TEXT) WHERE number = 5"),
        5,
        NO_TEXT,
    ),
    "a hash that is no text": (
        sql("UPDATE entries SET hash = CAST(x'fffefd' AS TEXT) WHERE number = 12"),
        12,
        "not what its hash",
    ),
    "nothing": (sql("UPDATE entries SET content = ''  WHERE number = 5"), 5, "not what its hash"),
    "no JSON": (lambda c: write_content(c, 5, "scrawl"), 5, "not canonical"),
    "no object": (lambda c: write_content(c, 5, "[]"), 5, "not canonical"),
    "a key twice": (respelled(5, '"side":', '"side":"","side":'), 5, "not canonical"),
    "spaces": (respelled(5, ":", ": "), 5, "not canonical"),
    "half a character": (respelled(10, "rain", "\\ud800"), 10, "not canonical"),
    "a fraction": (respelled(10, '"text":"rain"', '"text":0.5'), 10, "not canonical"),
    "nested without end": (
        respelled(10, '"rain"', "[" * 100_000 + "]" * 100_000),
        10,
        "not canonical",
    ),
    "nested too deep for us": (respelled(10, '"rain"', "[" * 90 + "]" * 90), 10, "not canonical"),
    "a number without end": (respelled(10, '"rain"', "9" * 5_000), 10, "not canonical"),
    "an unknown kind": (forged(4, put(kind="bogus")), 4, "no kind of entry"),
    "a kind in capitals": (forged(4, put(kind="Ruling")), 4, "no kind of entry"),
    "another format": (forged(4, put(format=3)), 4, "unknown format"),
    "a format that counts as 1": (forged(4, put(format=True)), 4, "format is not a whole number"),
    "a further key": (forged(4, put(extra=1)), 4, "no such entry has: extra"),
    "further keys": (forged(4, put(extra=1, more=2)), 4, "no such entry has: extra, more"),
    "no copy": (forged(4, take("copy")), 4, "copy is missing"),
    "a side that is a list": (forged(4, put(side=["French"])), 4, "side is not text"),
    "a number that counts as 1": (forged(1, put(number=True)), 1, "number is not"),
    "a number beyond all": (forged(12, put(number=2**63)), 12, NOT_SAID),
    "no time": (forged(4, put(time="garbage")), 4, "time is 'garbage'"),
    "a time at the end of time": (forged(4, put(time="9999-12-31T23:59:59.999999Z")), 4, "time is"),
    "a month too many": (forged(4, put(time="1815-13-18T10:00:00.000000Z")), 4, "time is"),
    "a turn that is text": (forged(4, put(turn="x")), 4, "turn is not a whole number"),
    "a turn before the first": (forged(4, put(turn=-5)), 4, "turn does not count from 1"),
    "a body that is a list": (forged(4, put(body=[])), 4, "body is not an object"),
    "no body": (forged(4, put(body=None)), 4, "body is not an object"),
    "another program's number": (forged(4, put(program=3)), 4, "program is not text"),
    "units that are a list": (forged(4, put_into_body(units=[1])), 4, "units is not an object"),
    "units that are numbers": (forged(4, put_into_body(units={"actor": 1})), 4, NOT_SAID),
    "units by name alone": (
        forged(4, put_into_body(units={"actor": "Foy"})),
        4,
        "units.actor is not an object",
    ),
    "no code": (forged(4, take_from_body("code")), 4, "code is missing"),
    "another version than its code's": (
        forged(4, put_into_body(version=2)),
        4,
        "it names version 2 of the rules, and the code of version 1",
    ),
    "no version": (forged(4, take_from_body("version")), 4, "it names version none"),
    "a version in words": (
        forged(4, put_into_body(version="1")),
        4,
        "version is not a whole number",
    ),
    "an aftermath that lies": (
        forged(4, put_into_body(aftermath={"actor": None})),
        4,
        "what it leaves of units",
    ),
    "an aftermath of numbers": (
        forged(4, put_into_body(aftermath={"target": {"bases": 3}})),
        4,
        "bases is not text",
    ),
    "an aftermath of nothing known": (
        forged(4, put_into_body(aftermath={"winner": "us"})),
        4,
        "no such entry has: winner",
    ),
    "an order of battle without digest": (
        forged(10, put(kind="order-of-battle", body=order_of_battle(digest="0" * 64))),
        10,
        "its digest is not that",
    ),
    "an order of battle after none": (
        forged(10, put(kind="order-of-battle", body=order_of_battle(replaces=3))),
        10,
        "does not replace the order of battle",
    ),
    "a correction of nobody": (
        forged(10, put(kind="correction", body={"unit": {}, "values": {}, "reason": ""})),
        10,
        "unit.name is missing",
    ),
    "an override that nobody could draw": (
        forged(12, put_into_body(outcome={"hits": 99}, probability="1/2")),
        12,
        "not one of the possible outcomes",
    ),
    "a form that is nothing": (forged(4, put_into_body(form=None)), 4, "form is not an object"),
    "a form of lists": (
        forged(4, put_into_body(form={"dice": [4]})),
        4,
        "dice is not text or a whole number",
    ),
    "draws that are text": (forged(4, put_into_body(draws="dice")), 4, "draws is not a list"),
    "a draw that is text": (forged(4, put_into_body(draws=["dice"])), 4, "not an object"),
    "a draw without a total": (forged(4, put_into_body(draws=[{"ask": "", "roll": ""}])), 4, "tot"),
    "lines that are numbers": (forged(4, put_into_body(on_table=[1])), 4, "not text"),
    "a probability that is none": (forged(4, put_into_body(probability="abc")), 4, "abc"),
    "a probability by zero": (forged(4, put_into_body(probability="1/0")), 4, "1/0"),
    "a probability above one": (forged(4, put_into_body(probability="3/2")), 4, "3/2"),
    "a seed that is a number": (forged(4, put_into_body(seed=7)), 4, "seed is not text"),
    "a seed that is none": (forged(4, put_into_body(seed="zz")), 4, "not a seed"),
    "another way to write 1": (forged(4, put_into_body(seed_given=1)), 4, "true or false"),
    "another entry's key": (forged(6, put_into_body(entry=1)), 6, "no such entry has: entry"),
    "a turn within a turn": (forged(6, put_into_body(turn=9)), 6, "begins turn 9"),
    "a turn that begins nothing": (forged(6, put(body={})), 6, "turn is missing"),
    "a note of numbers": (forged(10, put_into_body(text=5)), 10, "text is not text"),
    "a note of nothing": (forged(10, put(body={})), 10, "text is missing"),
    "a subject that is a list": (forged(10, put_into_body(subject=[])), 10, "subject is not text"),
    "a void without reason": (forged(11, take_from_body("reason")), 11, "reason is missing"),
    "a void for nothing": (forged(11, put_into_body(reason=" ")), 11, "reason is blank"),
    "a void of a turn": (forged(11, put_into_body(entry=6)), 11, "voids a turn"),
    "a void of itself": (forged(11, put_into_body(entry=11)), 11, "was not there"),
    "a void that is text": (forged(11, put_into_body(entry="3")), 11, "entry is not a whole"),
    "a void that counts as 1": (forged(11, put_into_body(entry=True)), 11, "entry is not a whole"),
    "an override of nothing": (forged(12, take_from_body("ruled")), 12, "ruled is missing"),
    "an override of a list": (forged(12, put_into_body(entry=[4])), 12, "entry is not a whole"),
    "an override of a note": (forged(12, put_into_body(entry=10)), 12, "drew something else"),
    "rules that are made up": (forged(4, victory), 4, "not among those"),
    "a system that is made up": (
        forged(4, put_into_body(system="nope", rules="ab" * 32)),
        4,
        "not among those",
    ),
    "rules taken away": (sql("DELETE FROM rules"), 1, "not among those"),
    "rules of its own": (victory_under_rules_of_its_own, 2, "overrides"),
    "rules without what is needed": (senseless_rules, 2, "the rules cannot read it"),
    "rules that are junk": (sql("UPDATE rules SET content = 'junk'"), 1, "kept with it"),
    "rules that are a list": (sql("UPDATE rules SET content = '[]'"), 1, "kept with it"),
    "rules without values": (sql("UPDATE rules SET content = '{}'"), 1, "kept with it"),
    "no overrides": (forged(7, put_into_body(overrides={})), 7, "overrides"),
    "another override": (forged(7, put_into_body(overrides={"die.needed": 4})), 7, "overrides"),
    "an override of no value": (forged(1, put_into_body(overrides={"a.b": 9})), 1, "overrides"),
    "a headline that lies": (forged(4, put_into_body(headline="They are destroyed")), 4, NARRATION),
    "steps that lie": (forged(4, put_into_body(on_table=["remove them all"])), 4, NARRATION),
    "a story that lies": (forged(4, put_into_body(how=[])), 4, NARRATION),
    "a draw for something else": (
        forged(4, a_draw_for_something_else),
        4,
        "is narrated otherwise (draws)",
    ),
    "a label that lies": (forged(5, put_into_body(label="VICTORY")), 5, "its seed and form give"),
    "an outcome that lies": (forged(2, put_into_body(outcome={"hits": 99})), 2, "seed and form"),
    "draws of another seed": (forged(2, put_into_body(seed="0" * 32, draws=[])), 2, "other draws"),
    "odds kept back": (forged(2, take_from_body("probability")), 2, "has no probability"),
    "odds that are a number": (forged(2, put_into_body(probability=1)), 2, "is not text"),
    "better odds": (forged(2, put_into_body(probability="1/1000")), 2, "probability"),
    "more dice": (
        forged(3, put_into_body(form={"dice": 12, "allowed": True})),
        3,
        "give other draws than it has",
    ),
    "what may not be done": (
        forged(3, put_into_body(form={"dice": 3, "allowed": False})),
        3,
        "it may not be done",
    ),
    "too many dice": (forged(3, put_into_body(form={"dice": 99})), 3, "out of range"),
    "no seed": (forged(1, take_from_body("seed")), 1, NOT_SAID),
    "another battle's entry": (forged(3, put(battle="another")), 3, "another battle"),
    "another place": (forged(5, put(number=6)), 5, "filed under"),
    "a void of what is to come": (forged(11, put_into_body(entry=77)), 11, "was not there"),
    "an override of another draw": (forged(12, put_into_body(drawn="12 hits")), 12, "drew some"),
    "a turn that is yet to come": (forged(4, put(turn=7)), 4, "it is of turn 7, and turn 1 was in"),
    "a turn that was over": (forged(8, put(turn=1)), 8, "it is of turn 1, and turn 2 was in force"),
    "a body over another": (copied, 5, "its seed is that of entry 2"),
    "an override of what is void": (ruled_on_the_void, 12, "entry 3, which it overrides, was void"),
    "draws that other code could not draw either": (
        forged(2, drawn_by_other_code),
        2,
        "not those of its seed",
    ),
    "another entry seen": (
        forged(10, seen(f"field, entry 4: {'a' * 64}")),
        10,
        "saw another entry",
    ),
    "an entry seen before its time": (forged(10, seen(f"entry 11: {'a' * 64}")), 10, "not there"),
    "nothing seen": (forged(10, seen("all is well")), 10, "does not say what a copy saw"),
    "the name of the battle": (sql("UPDATE battle SET name = 'zzz'"), 1, "another battle"),
}


def told_about(command: Callable[[], object]) -> str:
    """What a reader is told: what the command gives, or its error; anything else is a crash."""
    try:
        return str(command())
    except CalculatorError as trouble:
        return str(trouble)


@pytest.mark.parametrize("name", TAMPERINGS)
def test_it_is_found_out_and_crashes_nothing(
    name: str, path: Path, tampered: sqlite3.Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    meddle, number, why = TAMPERINGS[name]
    meddle(tampered)
    tampered.commit()
    assert cli.main(["journal", "verify", "--json", "--battle", str(path)]) == 1
    verdict = json.loads(capsys.readouterr().out)
    assert (verdict["bad"]["number"], verdict["clean"]) == (number, False)
    assert why in verdict["bad"]["why"]
    ((there,),) = tampered.execute("SELECT count(*) FROM entries").fetchall()
    assert verdict["entries"] == there
    assert verdict["wrong"][0] == verdict["bad"]
    with Umpire.open(path, read_only=True) as umpire:
        for form in ("jsonl", "csv", "markdown", "html"):
            assert told_about(lambda: "".join(umpire.export(form)).encode())  # noqa: B023
        assert told_about(umpire.recent)
        assert told_about(umpire.audit)
    assert cli.main(["journal", "show", "--battle", str(path)]) in {0, 2}


def test_every_kind_has_a_body_laid_down() -> None:
    assert set(BODIES) == {kind.value for kind in EntryKind}


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("PRAGMA user_version = 0", "schema 0 is unknown"),
        ("PRAGMA user_version = -1", "schema -1 is unknown"),
        ("PRAGMA application_id = 0", "not a journal"),
        ("DELETE FROM battle", "name of its battle"),
        ("DROP TABLE entries", "no such table"),
    ],
)
def test_a_file_that_is_no_record_any_more_says_so(
    path: Path,
    tampered: sqlite3.Connection,
    statement: str,
    told: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    tampered.execute(statement)
    tampered.commit()
    assert cli.main(["journal", "verify", "--battle", str(path)]) == 2
    assert told in capsys.readouterr().err


def test_an_honest_note_bears_the_name_that_the_chain_has(
    path: Path, tampered: sqlite3.Connection
) -> None:
    tampered.execute("UPDATE battle SET name = 'zzz'")
    lock(tampered)
    with Umpire.open(path) as umpire:
        umpire.recent()
        note = umpire.note("all well")
        assert note is not None
        assert note.battle == "field"
    with closing(unlocked(path)) as again:
        again.execute("UPDATE battle SET name = 'field'")
        lock(again)
    with Umpire.open(path, read_only=True) as umpire:
        assert umpire.verify().clean


def test_an_entry_that_cannot_be_read_is_named_wherever_it_is_met(
    path: Path, tampered: sqlite3.Connection
) -> None:
    forge(tampered, 4, put_into_body(probability="1/0"))
    with Umpire.open(path, read_only=True) as umpire:
        for read in (umpire.recent, lambda: umpire.entry(4), lambda: list(umpire.entries())):
            with pytest.raises(CalculatorError, match=r"field\.battle .* entry 4 .* '1/0'"):
                read()


def test_words_of_other_code_are_not_held_against_it(
    path: Path, tampered: sqlite3.Connection
) -> None:
    forge(tampered, 2, put_into_body(code="f" * 64, headline="as it was worded then"))
    lock(tampered)
    with Umpire.open(path, read_only=True) as umpire:
        verdict = umpire.verify()
    assert verdict.clean
    assert verdict.reworded == 1


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("DROP TRIGGER entries_are_not_deleted", "trigger entries_are_not_deleted is missing"),
        ("DROP TABLE rules", "table rules is missing"),
        ("CREATE TABLE more (id)", "table more was added"),
        ("DROP INDEX turns", "index turns is missing"),
        (
            "CREATE TRIGGER rules_are_not_deleted BEFORE DELETE ON rules BEGIN SELECT 1; END",
            "trigger rules_are_not_deleted is changed",
        ),
    ],
)
def test_locks_that_are_off_are_named(
    path: Path,
    tampered: sqlite3.Connection,
    statement: str,
    named: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    lock(tampered)
    name = statement.split()[2]
    if statement.startswith("CREATE TRIGGER"):
        tampered.execute(f"DROP TRIGGER {name}")
    tampered.execute(statement)
    tampered.commit()
    with Umpire.open(path, read_only=True) as umpire:
        assert umpire.journal.storage.unlocked().startswith(named)
    code = cli.main(["journal", "verify", "--battle", str(path)])
    printed = capsys.readouterr()
    assert code == 1 or "no such table: rules" in printed.err
    assert named in " ".join(printed.out.split()) or code == 2


def test_a_time_hours_before_an_earlier_one_is_named_and_may_have_waited(
    path: Path, tampered: sqlite3.Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    forge(tampered, 4, put(time="1815-06-18T10:00:00.000000Z"))
    lock(tampered)
    assert cli.main(["journal", "verify", "--battle", str(path)]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "Times that run back" in printed
    assert "#4: its time is" in printed


def test_an_override_that_comes_after_a_void_is_a_note(path: Path) -> None:
    """Two umpires at once: one voids what the other has before them."""
    with Umpire.open(path) as umpire:
        drawn = umpire.entry(5)
        body = {"entry": 5, "drawn": drawn.body["label"], "ruled": "no", "reason": "a wood"}
        umpire.amend(umpire.voiding(5, "wrong unit"))
        umpire.journal.record(EntryDraft(kind=EntryKind.OVERRIDE, body=body, about=drawn.key))
        assert umpire.recent(limit=1)[0].summary == (
            "#5, which is void, was ruled instead: no (a wood)"
        )
        assert umpire.verify().clean


def test_a_long_record_is_checked_by_all_cores_alike(
    path: Path, tampered: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calculator.journal.verify.LONG_RECORD", 1)
    with Umpire.open(path, read_only=True) as umpire:
        assert umpire.verify(all_cores=True) == umpire.verify()
        forge(tampered, 9, put_into_body(label="12 hits"))
        found = umpire.verify(all_cores=True)
        assert found == umpire.verify()
        assert found.bad
        assert found.bad.number == 9


def test_verify_goes_on_past_a_bad_entry_and_counts_all(
    path: Path, tampered: sqlite3.Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    """One changed by itself is one; what follows stands on its own again."""
    update = "UPDATE entries SET content = replace(content, 'French', 'Allied') WHERE number IN "
    tampered.execute(f"{update} (2, 5, 9)")
    tampered.execute("DELETE FROM entries WHERE number = 7")
    tampered.commit()
    assert cli.main(["journal", "verify", "--battle", str(path)]) == 1
    told = capsys.readouterr().out
    assert "Entry 2 of field is not as it was written" in told
    assert "3 more of 11 entries are not either:" in told
    with Umpire.open(path, read_only=True) as umpire:
        assert [one.number for one in umpire.verify().wrong] == [2, 5, 8, 9]

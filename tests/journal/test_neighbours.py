"""What a neighbour, an earlier version or another empires has left to be entered."""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from calculator import cli
from calculator.journal import journal as journal_module
from calculator.journal.entry import EntryDraft, EntryKind
from calculator.journal.ruling import ruling_body
from calculator.umpire import Umpire
from tests.journal.test_pending import left_behind
from tests.journal.toy import throw


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_module, "ORPHAN_SECONDS", 0.0)
    monkeypatch.setattr(journal_module, "RETRY_SECONDS", 0.0)


def ruling(**changes: object) -> EntryDraft:
    """A ruling as a copy that died would have left it."""
    result = throw().result()
    body = {**ruling_body(result, seed_typed=False), **changes}
    return EntryDraft(kind=EntryKind.RULING, body=body, tables=throw().tables.content)


def forged() -> list[EntryDraft]:
    """What a neighbour would like to have in the record: a void, a turn, a note."""
    return [
        EntryDraft(
            kind=EntryKind.VOID,
            body={"entry": 1, "reason": "out of range"},
            player="The Umpire",
        ),
        EntryDraft(kind=EntryKind.TURN, body={"turn": 9}, turn=9),
        EntryDraft(kind=EntryKind.NOTE, body={"text": "the hill is ours"}),
    ]


def pending(path: Path | str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, str]]:
    capsys.readouterr()
    assert cli.main(["journal", "pending", "--json", "--battle", str(path)]) == 0
    return list(json.loads(capsys.readouterr().out))


def test_what_lies_beside_a_battle_is_listed_and_not_entered(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left = left_behind(path.parent, path, *forged())
    with Umpire.open(path) as umpire:
        assert umpire.note("on we go") is not None
        umpire.recent()
        assert [entry.number for entry in umpire.recent(after=12)] == [13]
        assert "3 entries wait to be written down (empires journal pending)" in umpire.warning
        assert umpire.verify().clean
    told = pending(path, capsys)
    assert [one["kind"] for one in told] == ["void", "turn", "note"]
    assert told[0]["player"] == "The Umpire"
    assert {one["file"] for one in told} == {str(left)}
    assert all("check it" in one["why"] for one in told)


def test_it_is_entered_on_confirmation_once_it_computes_again(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left = left_behind(path.parent, path, ruling(), *forged()[2:])
    enter = ["journal", "pending", "--battle", str(path), "--enter"]
    assert cli.main([*enter, "nothing"]) == 2
    assert "no entry of this battle waits in 'nothing'" in capsys.readouterr().err
    assert cli.main([*enter, left.name]) == 0
    assert "Entered: 2 entries." in capsys.readouterr().out
    with Umpire.open(path) as umpire:
        assert [entry.kind for entry in umpire.recent(after=12)] == [
            EntryKind.RULING,
            EntryKind.NOTE,
        ]
        assert umpire.verify().clean
        assert umpire.warning == ""
    assert not left.exists()


def replayed(path: Path) -> EntryDraft:
    with Umpire.open(path, read_only=True) as umpire:
        found = umpire.entry(1)
    return ruling(**json.loads(found.content)["body"])


WHY_NOT: dict[str, tuple[Callable[[Path], EntryDraft], str]] = {
    "altered": (lambda _: ruling(label="12 hits"), "its seed and form give"),
    "replayed": (replayed, "its seed is that of entry 1"),
    "tables": (
        lambda _: attrs.evolve(ruling(rules="0" * 64), tables="{}"),
        "the table values kept with it",
    ),
    "a system not installed": (
        lambda _: ruling(system="chess"),
        "there is no system called 'chess'",
    ),
    "another version": (
        lambda _: ruling(code="0" * 64, label="12 hits"),
        "other code (version 1 of the rules) ruled it, which is not installed here",
    ),
    "a void tale": (
        lambda _: EntryDraft(
            kind=EntryKind.NOTE,
            body={"text": f"field, entry 1: {'0' * 64}", "subject": "seen"},
        ),
        "saw another entry 1",
    ),
}


@pytest.mark.parametrize("what", WHY_NOT)
def test_what_does_not_hold_waits_and_says_why(
    path: Path, home: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    made, why = WHY_NOT[what]
    left = left_behind(home / "pending", path, made(path), *forged()[2:])
    with Umpire.open(path) as umpire:
        umpire.recent()
        assert [entry.summary for entry in umpire.recent(after=12)] == ["the hill is ours"]
        assert umpire.verify().clean
    (told,) = pending(path, capsys)
    assert why in told["why"]
    assert told["kind"] in {"ruling", "note"}
    assert told["file"] == str(left)
    assert cli.main(["journal", "pending", "--battle", str(path), "--enter", left.name]) == 2
    assert why in capsys.readouterr().err


def test_a_pipe_a_folder_and_a_strangers_file_neither_hang_nor_enter_anything(
    path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in (path.parent, home / "pending"):
        left = left_behind(folder, path, *forged())
        os.mkfifo(left.with_name(left.name.replace("000", "111", 1)))
        left.with_name(left.name.replace("000", "222", 1)).mkdir()
        if os.geteuid() == 0:
            os.chown(left, 65_534, -1)
        else:
            left.unlink()
    begun = time.monotonic()
    assert cli.main(["journal", "note", "--battle", str(path), "on we go"]) == 0
    assert cli.main(["journal", "verify", "--battle", str(path)]) == 0
    told = pending(path, capsys)
    assert time.monotonic() - begun < 20
    assert {one["why"] for one in told} <= {
        "it is not read: it is no plain file",
        "it is not read: another user's",
    }
    with Umpire.open(path) as umpire:
        assert [entry.summary for entry in umpire.recent(after=12)] == ["on we go"]


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_a_pipe_or_a_folder_in_the_place_of_a_battle_keeps_nobody_waiting(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], make: Callable[[Path], None]
) -> None:
    path = tmp_path / "field.battle"
    make(path)
    assert cli.main(["journal", "show", "--battle", str(path)]) == 2
    assert f"{path} cannot be read: it is no plain file" in capsys.readouterr().err
    assert cli.main(["result", "toy-dice", "throw", "--battle", str(path)]) == 0
    assert "It waits to be recorded" in capsys.readouterr().out


def test_a_pipe_among_what_was_seen_keeps_nobody_waiting(path: Path, home: Path) -> None:
    for kept in (home / "seen").iterdir():
        kept.unlink()
        os.mkfifo(kept)
    with Umpire.open(path) as umpire:
        assert umpire.note("on we go") is not None


def test_what_waits_is_found_by_whatever_way_leads_to_the_battle(
    path: Path, tmp_path: Path, home: Path
) -> None:
    (tmp_path / "link.battle").symlink_to(path)
    left = left_behind(home / "pending", path, *forged()[2:])
    with Umpire.open(tmp_path / "link.battle") as umpire:
        umpire.recent()
    assert not left.exists()
    with Umpire.open(path) as umpire:
        assert [entry.summary for entry in umpire.recent(after=12)] == ["the hill is ours"]


def test_what_waits_for_a_server_is_kept_by_the_server_and_not_by_who_asks(
    capsys: pytest.CaptureFixture[str],
) -> None:
    umpire = Umpire.open("postgresql://anna@127.0.0.1:1/battles#ligny")
    umpire.note("one")
    umpire.adjudicate(throw())
    told = pending("postgresql://ben:secret@127.0.0.1:1/battles#ligny", capsys)
    assert [one["kind"] for one in sorted(told, key=lambda one: one["time"])] == ["note", "ruling"]
    assert "secret" not in json.dumps(told)
    assert pending("postgresql://ben@127.0.0.1:2/battles#ligny", capsys) == []


def test_a_form_sent_twice_while_it_waits_tells_of_one_draw(path: Path) -> None:
    with Umpire.open(path) as umpire:
        path.unlink()
        path.mkdir()
        first = umpire.adjudicate(throw(12), key="a" * 32)
        again = [umpire.adjudicate(throw(12), key="a" * 32) for _ in range(5)]
        assert first.entry is None
        assert {one.result.seed for one in again} == {first.result.seed}
        assert umpire.pending == 1


def test_a_file_of_what_is_in_the_record_already_is_done_away_with(path: Path, home: Path) -> None:
    """As where a copy died between the commit and hearing of it."""
    draft = ruling()
    with Umpire.open(path) as umpire:
        umpire.journal.storage.append([draft])
    left = left_behind(home / "pending", path, draft)
    with Umpire.open(path) as umpire:
        assert len(umpire.recent(after=12)) == 1
        assert umpire.warning == ""
    assert not left.exists()

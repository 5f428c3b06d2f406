"""What happens to results when the journal cannot be written: nothing is lost, all in order."""

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.journal import journal as journal_module
from calculator.journal.entry import Entry, EntryDraft, EntryKind, NotCanonicalError, canonical
from calculator.journal.journal import Journal
from calculator.journal.sqlite import SqliteStorage
from calculator.journal.storage import PATIENCE_SECONDS, UnwritableError
from calculator.umpire import Umpire
from tests.journal.toy import throw


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retries and looks for orphans are not held back."""
    monkeypatch.setattr(journal_module, "RETRY_SECONDS", 0.0)
    monkeypatch.setattr(journal_module, "ORPHAN_SECONDS", 0.0)
    monkeypatch.setattr(journal_module, "PATIENCE_SECONDS", 0.2)


def check(path: Path, texts: Sequence[str]) -> list[Entry]:
    """The notes of a battle are these, in this order, in a chain that holds."""
    with Umpire.open(path, read_only=True) as umpire:
        assert umpire.verify().clean
        entries = umpire.recent()
    assert [entry.body["text"] for entry in entries if entry.kind is EntryKind.NOTE] == list(texts)
    return entries


def leftovers(path: Path) -> list[str]:
    """Files beside the journal that should have gone: pending entries, locks, halves of rescues."""
    present = {path.name + suffix for suffix in ("", "-wal", "-shm")} | {"home"}
    return [left.name for left in path.parent.iterdir() if left.name not in present]


def test_a_locked_journal_keeps_no_result_back(tmp_path: Path) -> None:
    path = tmp_path / "field.battle"
    with Umpire.open(path) as umpire:
        umpire.note("one")
        umpire.turn(3, skipping=True)
        blocker = sqlite3.connect(path)
        blocker.execute("BEGIN EXCLUSIVE")
        ruling = umpire.adjudicate(throw())
        assert ruling.entry is None
        assert ruling.result.narration.headline
        assert "1 entry is not yet in the journal" in ruling.warning
        assert "another copy has locked the journal" in ruling.warning
        assert umpire.note("two") is None
        assert umpire.pending == 2
        assert "2 entries are" in umpire.warning
        blocker.rollback()
        assert [entry.kind for entry in umpire.recent(after=2)] == [
            EntryKind.RULING,
            EntryKind.NOTE,
        ]
        assert (umpire.pending, umpire.warning) == (0, "")
    entries = check(path, ["one", "two"])
    assert entries[2].time < entries[3].time
    assert leftovers(path) == []


def test_what_is_written_late_belongs_to_the_turn_it_was_drawn_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_module, "ORPHAN_SECONDS", 60.0)
    path = tmp_path / "field.battle"
    with Umpire.open(path) as red, Umpire.open(path) as blue:
        red.turn(2)
        blue.recent()
        blocker = sqlite3.connect(path)
        blocker.execute("BEGIN EXCLUSIVE")
        red.note("late")
        blocker.rollback()
        blue.turn(3)
        red.note("in time")
        assert [entry.turn for entry in red.recent()] == [2, 3, 2, 3]
        assert red.current_turn == 3


def test_whichever_copy_can_write_first_writes_what_waits_and_once(
    tmp_path: Path, home: Path
) -> None:
    path = tmp_path / "field.battle"
    with Umpire.open(path) as red, Umpire.open(path) as blue:
        red.note("one")
        blocker = sqlite3.connect(path)
        blocker.execute("BEGIN EXCLUSIVE")
        red.note("two")
        blocker.rollback()
        blue.note("three")
        assert list((home / "pending").iterdir()) == []
        red.note("four")
        assert (red.pending, red.warning) == (0, "")
    check(path, ["one", "two", "three", "four"])


@pytest.mark.parametrize("whole_folder", [False, True])
def test_a_removed_file_comes_back_whole(tmp_path: Path, whole_folder: bool) -> None:
    path = tmp_path / "battles" / "field.battle"
    with Umpire.open(path) as red, Umpire.open(path) as blue:
        red.note("one")
        blue.note("two")
        if whole_folder:
            shutil.rmtree(path.parent)
        else:
            path.unlink()
        red.note("three")
        blue.note("four")
        assert [entry.number for entry in blue.recent()] == [1, 2, 3, 4]
        red.note("five")
        assert (red.pending, blue.pending) == (0, 0)
    check(path, ["one", "two", "three", "four", "five"])
    assert leftovers(path) == []


def test_a_file_that_another_has_taken_the_place_of_is_kept_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "field.battle"
    with Umpire.open(path) as red:
        red.note("one")
        path.unlink()
        for sidecar in ("-wal", "-shm"):
            path.with_name(path.name + sidecar).unlink()
        with Umpire.open(path) as other:
            other.note("begun anew")
        red.note("two")
    check(path, ["begun anew", "two"])
    (aside,) = path.parent.glob("field-removed-*.battle")
    check(aside, ["one"])


def test_a_folder_that_cannot_be_written_sends_what_is_pending_elsewhere(
    tmp_path: Path, home: Path
) -> None:
    folder = tmp_path / "battles"
    folder.write_text("a file where the folder should be")
    with Umpire.open(folder / "field.battle") as umpire:
        assert umpire.note("one") is None
        assert str(home / "pending") in umpire.warning
        folder.unlink()
        assert [entry.body["text"] for entry in umpire.recent()] == ["one"]
    assert list((home / "pending").iterdir()) == []


def test_with_no_place_at_all_the_player_is_told_to_keep_the_copy_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    monkeypatch.setenv("EMPIRES_HOME", str(blocked / "home"))
    monkeypatch.setattr("tempfile.tempdir", str(blocked))
    umpire = Umpire.open(blocked / "field.battle")
    umpire.note("one")
    assert "kept in memory only, so do not close this copy" in umpire.warning


def in_another_process(code: str, *arguments: object, **settings: object) -> str:
    """Run code that may use `umpire`, opened on the battle given first; what it prints."""
    setting = """
        import os, sys, urllib.parse  # at hand before another user has no way to the library
        from calculator.journal import journal
        journal.PATIENCE_SECONDS = 0.2
        from calculator.umpire import Umpire
        umpire = Umpire.open(sys.argv[1])
    """
    words = [sys.executable, "-c", textwrap.dedent(setting) + textwrap.dedent(code)]
    done = subprocess.run(
        [*words, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=True,
        **settings,  # type: ignore[call-overload]
    )
    return str(done.stdout)


def test_a_copy_killed_with_entries_pending_loses_none(tmp_path: Path) -> None:
    path = tmp_path / "field.battle"
    Umpire.open(path).note("one")
    blocker = sqlite3.connect(path)
    blocker.execute("BEGIN EXCLUSIVE")
    in_another_process("umpire.note('two'); umpire.note('three'); os._exit(0)", path)
    blocker.rollback()
    with Umpire.open(path) as umpire:
        umpire.note("four")
    check(path, ["one", "two", "three", "four"])
    assert leftovers(path) == []


def test_what_a_copy_was_still_writing_when_it_died_was_told_to_nobody(
    tmp_path: Path, home: Path
) -> None:
    path = tmp_path / "field.battle"
    told = EntryDraft(kind=EntryKind.NOTE, body={"text": "told", "subject": ""})
    with left_behind(home / "pending", path, told).open("a") as torn:
        torn.write('{"body":{"text":"cut sho')
    Umpire.open(path).recent()
    check(path, ["told"])


def limit_file_size() -> None:
    """In the child: files may grow to 64 KiB and no further, as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, 65_536))


def test_a_full_disk_and_after(tmp_path: Path) -> None:
    path = tmp_path / "field.battle"
    code = """
        for number in range(100):
            umpire.note(f"note {number} " + "x" * 500)
        print(umpire.pending, umpire.warning)
        os._exit(0)
    """
    told = in_another_process(code, path, preexec_fn=limit_file_size)
    pending = int(told.split()[0])
    assert 0 < pending < 100
    assert "full" in told
    with Umpire.open(path) as umpire:
        entries = umpire.recent()
        assert umpire.verify().clean
    assert [entry.body["text"].split()[1] for entry in entries] == [str(n) for n in range(100)]


def test_a_journal_that_may_not_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory() as everyones:
        folder, home = Path(everyones, "battles"), Path(everyones, "home")
        home.mkdir()
        monkeypatch.setenv("EMPIRES_HOME", str(home))
        path = folder / "field.battle"
        Umpire.open(path).note("one")
        code = """
            if os.geteuid() == 0:
                os.setuid(65_534)
            umpire.note("two")
            print(umpire.pending, umpire.warning)
        """
        for place, mode in ((Path(everyones), 0o755), (home, 0o777), (folder, 0o555)):
            place.chmod(mode)
        path.chmod(0o444)
        told = in_another_process(code, path)
        assert told.startswith("1 ")
        assert "read-only" in told
        assert str(home / "pending") in told
        folder.chmod(0o755)
        path.chmod(0o644)
        pending = home / "pending"
        assert pending.stat().st_mode & 0o777 == 0o700
        for place in (pending, *pending.iterdir()):
            os.chown(place, os.geteuid(), -1)  # what another left is not ours to write
        with Umpire.open(path) as umpire:
            umpire.note("three")
        check(path, ["one", "two", "three"])


@pytest.mark.parametrize(("mode", "texts"), [(0o777, ["ours"]), (0o755, ["left", "ours"])])
def test_a_folder_for_what_waits_that_others_can_fill_holds_nothing_of_ours(
    tmp_path: Path, home: Path, mode: int, texts: list[str]
) -> None:
    """One that others could read only, as earlier versions made it, is closed to them."""
    path = tmp_path / "field.battle"
    pending = home / "pending"
    left_behind(pending, path, EntryDraft(kind=EntryKind.NOTE, body={"text": "left"}))
    pending.chmod(mode)
    with Umpire.open(path) as umpire:
        umpire.note("ours")
        assert [entry.body["text"] for entry in umpire.recent()] == texts
    assert pending.stat().st_mode & 0o777 == (mode if mode == 0o777 else 0o700)


def no_room_at_all() -> None:
    """In the child: no file may grow, as on a disk that is full to the last block."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))


def test_what_is_recorded_can_be_read_where_nothing_more_can_be_put(tmp_path: Path) -> None:
    """An empty log lies beside the file, and the index that goes with it cannot be made."""
    path = tmp_path / "field.battle"
    with Umpire.open(path) as umpire:
        umpire.note("one")
    path.with_name("field.battle-wal").touch()
    code = """
        print([entry.body["text"] for entry in umpire.recent()], umpire.verify().clean)
        umpire.note("two")
        print(umpire.warning)
        import resource
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        journal.Journal.retry = lambda _: None
        Umpire.open(sys.argv[1]).note("three")
        print([entry.body["text"] for entry in umpire.recent()])
    """
    told = in_another_process(code, path, preexec_fn=no_room_at_all)
    read, warned, read_again = told.splitlines()
    assert read == "['one'] True"
    assert "kept in memory only, so do not close this copy" in warned
    assert read_again == "['one', 'three']"


class FlakyStorage(SqliteStorage):
    """Fails when told to, before or after what it should have done was done."""

    def __init__(self, path: Path, moods: list[str]) -> None:
        super().__init__(path)
        self.moods = moods

    def append(
        self, drafts: Sequence[EntryDraft], patience: float = PATIENCE_SECONDS
    ) -> list[Entry]:
        mood = self.moods.pop(0) if self.moods else "well"
        if mood == "before":
            raise UnwritableError("it fails before")
        written = super().append(drafts, patience)
        if mood == "after":
            raise UnwritableError("it fails after: the commit was made and not heard of")
        return written


@given(moods=st.lists(st.sampled_from(["well", "before", "after"]), max_size=12))
def test_whatever_fails_each_entry_is_written_once_and_in_order(
    tmp_path_factory: pytest.TempPathFactory, moods: list[str]
) -> None:
    path = tmp_path_factory.mktemp("moods") / "field.battle"
    journal = Journal(FlakyStorage(path, list(moods)))
    texts = [str(number) for number in range(len(moods) + 1)]
    for text in texts:
        journal.record(EntryDraft(kind=EntryKind.NOTE, body={"text": text, "subject": ""}))
    journal.close()
    check(path, texts)


def test_a_draft_written_twice_is_one_entry(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path / "field.battle")
    draft = EntryDraft(kind=EntryKind.NOTE, body={"text": "once", "subject": ""})
    first, second = storage.append([draft]), storage.append([draft])
    assert first == second
    assert storage.tip().number == 1


def test_what_cannot_be_recorded_at_all_does_not_hold_up_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "field.battle"
    journal = Journal(SqliteStorage(path))
    for poison in (0.5, object()):
        with pytest.raises(NotCanonicalError):
            journal.record(EntryDraft(kind=EntryKind.NOTE, body={"text": poison, "subject": ""}))
    journal.record(EntryDraft(kind=EntryKind.NOTE, body={"text": "fine", "subject": ""}))
    assert journal.pending == 0
    check(path, ["fine"])


def test_a_damaged_journal_keeps_no_result_back(tmp_path: Path) -> None:
    path = tmp_path / "field.battle"
    with Umpire.open(path) as umpire:
        umpire.turn(2)
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER entries_are_not_changed")
    connection.execute("UPDATE entries SET content = 'scrawl'")
    connection.commit()
    connection.close()
    with Umpire.open(path) as umpire:
        ruling = umpire.adjudicate(throw())
        assert ruling.entry is None
        assert "not yet in the journal" in ruling.warning


def test_a_file_that_cannot_be_read_is_left_for_who_can(tmp_path: Path, home: Path) -> None:
    path = tmp_path / "field.battle"
    kept = EntryDraft(kind=EntryKind.NOTE, body={"text": "kept", "subject": ""})
    strange = left_behind(home / "pending", path, kept)
    strange.write_text('{"from": "a newer empires"}\n')
    with Umpire.open(path) as umpire:
        umpire.note("one")
    check(path, ["one"])
    assert strange.exists()


def test_a_folder_that_cannot_be_read_holds_nothing_of_ours(tmp_path: Path) -> None:
    assert Umpire.open(tmp_path / ("x" * 300) / "field.battle").waiting == 0


def left_behind(folder: Path, path: Path, *drafts: EntryDraft) -> Path:
    """Leave what a copy that died would have left for the battle at `path`."""
    mark = sha256(str(path.resolve()).encode()).hexdigest()[:12]
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    told = [{**attrs.asdict(one, recurse=False), "kind": one.kind.value} for one in drafts]
    left = folder / f"{mark}-{'0' * 12}.pending"
    left.write_text("".join(f"{canonical(fields)}\n" for fields in told))
    return left


@pytest.mark.parametrize(
    "body", [{"turn": "boom"}, {"turn": 4, "more": 1}, {}], ids=["no turn", "more", "nothing"]
)
def test_what_no_entry_can_be_made_of_is_never_appended(
    tmp_path: Path, home: Path, body: dict[str, Any]
) -> None:
    path = tmp_path / "field.battle"
    left_behind(home / "pending", path, EntryDraft(kind=EntryKind.TURN, body=body, turn=4))
    with Umpire.open(path) as umpire:
        umpire.note("all is well")
        assert [entry.kind for entry in umpire.recent()] == [EntryKind.NOTE]
        assert umpire.verify().clean


@pytest.mark.parametrize("mode", [0o777, 0o755])
def test_a_folder_among_the_temporary_ones_that_is_open_to_others_holds_nothing_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int
) -> None:
    shared = tmp_path / "tmp"
    shared.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(shared))
    path = tmp_path / "field.battle"
    theirs = shared / f"empires-pending-{os.getuid()}"
    left_behind(theirs, path, EntryDraft(kind=EntryKind.NOTE, body={"text": "forged"}))
    theirs.chmod(mode)
    with Umpire.open(path) as umpire:
        umpire.note("ours")
        assert [entry.body["text"] for entry in umpire.recent()] == ["ours"]
    theirs.chmod(0o700)
    with Umpire.open(path) as umpire:
        umpire.note("after")
        assert len(umpire.recent()) == 3

"""Entries that could not be written yet, and where they wait until they can be.

Each is a line of JSON in a file of its own, there whole before the player sees the result: in the
player's data folder, or where that takes nothing in a folder of the user's own among the temporary
ones. Files are named after the battle, by its resolved path or its server. Any copy of this user
writes what is in them, if that holds good: its key keeps an entry from being recorded twice.
Earlier versions put several into a file, and that beside the journal, where neighbours can write as
well: what lies there is listed, and entered only once somebody has confirmed it.
"""

from __future__ import annotations

import json
import stat
import time
from contextlib import suppress
from itertools import chain
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

import attrs

from calculator.errors import JournalError
from calculator.journal.entry import (
    Entry,
    EntryDraft,
    EntryKind,
    NotCanonicalError,
    Tip,
    canonical,
    link,
)
from calculator.journal.files import is_url, journal_path, mark_of, pending_folders, read_ours
from calculator.journal.storage import PATIENCE_SECONDS, MovedOnError, Storage, UnwritableError
from calculator.journal.witness import Witness
from calculator.paths import home, is_private, write_whole

if TYPE_CHECKING:
    from calculator.journal.judging import Adoption

_SUFFIX: Final = ".pending"

_UNREADABLE: Final = "it cannot be read: it is damaged, or of a newer version of empires"
_CONFIRM: Final = "it lies beside the journal, where others can write: check it, then use --enter"
_UNTRIED: Final = "the copy that drew it has not written it yet; the next that can will"


@attrs.frozen
class Kept:
    """An entry that waits: in which file, what it is (None where that cannot be read), and why."""

    file: Path
    entry: Entry | None
    why: str


RETRY_SECONDS: Final = 1.0
"""How long a journal that could not be written is left alone."""

RETRY_PATIENCE_SECONDS: Final = 0.2
"""How long a retry waits for a lock: whoever asks for news is not to wait for the writing."""

ORPHAN_SECONDS: Final = 10.0
"""How often copies look for what others could not write before they died."""


class Journal:
    """Writes entries in order, keeps those that cannot be written until they can, and compares
    the record with what this copy saw of it.

    Its methods may be called from several threads.
    """

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.witness = Witness(storage, home() / "seen")
        names = dict.fromkeys((storage.identity, storage.where))  # earlier versions used the latter
        self._marks = [mark_of(name) for name in names]
        self._beside = [] if storage.several_machines else [Path(storage.where).parent]
        self._own = pending_folders()
        _close(self._own[0])
        self._drafts: list[EntryDraft] = []
        """What this copy writes as soon as it can, in order, its own and what others left."""
        self._in_memory: list[EntryDraft] = []
        """Those of the drafts that no folder has taken."""
        self._taken: set[Path] = set()
        """The files of the others."""
        self._refused: set[Path] = set()
        self._lock = Lock()
        self._turn: int | None = None
        self._reason = ""
        self._retry_at = 0.0
        self._adopt_at = 0.0

    def record(self, draft: EntryDraft) -> Entry | None:
        """Write an entry, after those still waiting; None if it has to wait as well.

        Raises `MovedOnError` if it has not seen the last entry that is there.
        """
        with suppress(JournalError):
            self.witness.look()
        with self._lock:
            self._adopt()
            patience = RETRY_PATIENCE_SECONDS if self._drafts else PATIENCE_SECONDS
            self._drafts.append(draft)
            try:
                written = self._flush(patience)
            except (NotCanonicalError, MovedOnError):
                self._drafts.remove(draft)  # it must not hold up others
                raise
            if not written:
                # What is written late belongs to the turn it was drawn in.
                self._turn = self._turn if draft.turn is None else draft.turn
                self._drafts[-1] = late = attrs.evolve(draft, turn=self._turn, seen=None)
                self._in_memory = [one for one in (*self._in_memory, late) if not self._put(one)]
            return next((entry for entry in written if entry.key == draft.key), None)

    def _put(self, draft: EntryDraft) -> bool:
        """Put a draft on disk, if any folder takes it."""
        fields = attrs.asdict(draft, recurse=False) | {"kind": draft.kind.value}
        for folder in filter(is_private, self._own):
            with suppress(OSError):
                path = folder / f"{self._marks[0]}-{draft.key}{_SUFFIX}"
                write_whole(path, f"{canonical(fields)}\n".encode(), private=True, durable=True)
                self._taken.add(path)
                return True
        return False

    def retry(self) -> None:
        """Try again to write what is waiting, if there is and another thread is not at it."""
        if self._lock.acquire(blocking=False):
            try:
                self._adopt()
                if self._drafts:
                    self._flush(RETRY_PATIENCE_SECONDS)
            finally:
                self._lock.release()

    def _flush(self, patience: float) -> list[Entry]:
        if time.monotonic() < self._retry_at or self.witness.holds:
            return []
        try:
            written = self.storage.append(self._drafts, patience)
        except UnwritableError as fault:
            self._reason = str(fault)
            self._retry_at = time.monotonic() + RETRY_SECONDS
            return []
        for path in self._taken:
            _remove(path)
        for done in (self._taken, self._in_memory, self._drafts):
            done.clear()
        self._turn = written[-1].turn
        self.witness.note_written(written)
        return written

    def _adopt(self) -> None:
        """Take over now and then what other copies have left and that can be entered."""
        may_write = not (self.storage.read_only or self.witness.holds)
        if not may_write or time.monotonic() < self._adopt_at:
            return
        self._adopt_at = time.monotonic() + ORPHAN_SECONDS
        known, before = self._refused | self._taken, len(self._drafts)
        if files := [path for path in self._files(beside=False) if path not in known]:
            with suppress(JournalError):
                self.storage.last()  # of what cannot be read just now nothing is to be judged
                adoption = self._adoption()
                self._refused |= {path for path in files if self._take(path, adoption)}
        adopted = len(self._drafts) - before
        self._drafts[:adopted] = sorted(self._drafts[:adopted], key=lambda draft: draft.time)

    def enter(self, file: str) -> int:
        """Enter what waits in a file, by its name or path, on somebody's word; gives how many
        entries that was.

        Raises `JournalError` where there is no such file, or what it holds cannot be entered.
        """
        with self._lock:
            path = next((path for path in self._files() if file in {path.name, str(path)}), None)
            if path is None:
                raise JournalError(
                    f"no entry of this battle waits in {file!r}: see empires journal pending"
                )
            before = len(self._drafts)
            if faults := self._take(path, self._adoption(), whole=True):
                raise JournalError(f"{path} is not entered: {'; '.join(faults)}")
            many = len(self._drafts) - before
            if many and not self._flush(PATIENCE_SECONDS):
                raise JournalError(self.warning)
            return many

    def _take(self, path: Path, adoption: Adoption, *, whole: bool = False) -> list[str]:
        """Take what can be entered of a file, `whole` all or nothing; gives why the rest cannot.

        A file of which something is left stays, for who can read it.
        """
        found = _judged(path, adoption)
        faults = [why for _, why in found if why]
        fit = [draft for draft, why in found if draft and not why]
        if not (faults and whole):
            self._drafts[:0] = fit
        if not (faults or fit):
            _remove(path)  # all of it is in the record already
        elif not faults:
            self._taken.add(path)
        return faults

    def kept(self) -> list[Kept]:
        """Every entry that waits of this battle, and why, as they were drawn up."""
        adoption, found = self._adoption(), []
        for path in self._files():
            waits = _CONFIRM if path.parent in self._beside else _UNTRIED
            for draft, why in _judged(path, adoption):
                entry = link(self.storage.battle, Tip(), draft) if draft else None
                found.append(Kept(path, entry, why or waits))
        return sorted(found, key=lambda one: one.entry.time if one.entry else "")

    def _adoption(self) -> Adoption:
        from calculator.journal.judging import Adoption  # of few records anything waits

        return Adoption(self.storage)

    def _files(self, *, beside: bool = True) -> list[Path]:
        """The files of this battle in the user's own folders, and those beside the journal."""
        folders = [folder for folder in self._own if is_private(folder)]
        folders += self._beside if beside else []
        found: dict[Path, None] = {}
        for folder in folders:
            with suppress(OSError):  # one that cannot be read holds nothing of ours
                each = (folder.glob(f"{mark}-*{_SUFFIX}") for mark in self._marks)
                found |= dict.fromkeys(sorted(chain.from_iterable(each)))
        return list(found)

    @property
    def pending(self) -> int:
        """How many entries of this copy are waiting to be written."""
        return len(self._drafts)

    def waits(self, key: str) -> EntryDraft | None:
        """The draft of that key, if it is waiting to be written by this copy."""
        return next((draft for draft in self._drafts if draft.key == key), None)

    @property
    def elsewhere(self) -> int:
        """How many entries of other copies of this user's wait, as far as files tell."""
        many = 0
        for path in self._files():
            with suppress(OSError):  # it may just have been done away with
                many += 0 if path in self._taken else read_ours(path).count(b"\n")
        return many

    @property
    def warning(self) -> str:
        """What whoever reads or writes this record should know, else nothing."""
        told = [self.witness.warning]
        reason = "it was altered" if self.witness.holds else self._reason
        if (many := self.pending) and reason:  # without one it is being written just now
            what = "1 entry is" if many == 1 else f"{many} entries are"
            folders = sorted({str(path.parent) for path in self._taken or self._refused})
            place = f"kept in {' and '.join(folders)}"
            if self._in_memory:
                place = "kept in memory only, so do not close this copy"
            told.append(
                f"{what} not yet in the journal {self.storage.where}: {reason}. The result "
                f"counts; it is {place}, and will be written as soon as possible."
            )
        if many := self.elsewhere:
            what = "1 entry waits" if many == 1 else f"{many} entries wait"
            told.append(f"{what} to be written down (empires journal pending).")
        return " ".join(filter(None, told))

    def recent(self, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Entries with a number above `after`, the newest `limit` of them, oldest first."""
        self.witness.look()
        self.retry()
        return self.storage.recent(after, limit)

    def tip(self) -> Tip:
        """The end of the chain as it is now."""
        tip = self.storage.tip()
        self._turn = tip.turn
        return tip

    def close(self) -> None:
        """Write what can still be written, and leave the rest for another copy to find."""
        self.retry()
        with self._lock:
            self.witness.close()
            self.storage.close()


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def _judged(path: Path, adoption: Adoption) -> list[tuple[EntryDraft | None, str]]:
    """What of a file is not in the record, None for what cannot be read, and why it cannot be
    entered, if so."""
    try:
        # Without one that a copy of an earlier version was still writing when it died.
        told = map(json.loads, read_ours(path).split(b"\n")[:-1])
        drafts = [EntryDraft(**{**one, "kind": EntryKind(one["kind"])}) for one in told]
        judged = [(draft, adoption.why_not(draft)) for draft in drafts]
    except FileNotFoundError:
        return []  # another copy has just done away with it
    except OSError as fault:
        return [(None, f"it is not read: {(fault.strerror or '').lower()}")]
    except (ValueError, TypeError, KeyError, AttributeError):
        return [(None, _UNREADABLE)]
    return [(draft, why) for draft, why in judged if why is not None]


def _close(folder: Path) -> None:
    """Close to readers a folder that earlier versions left open to them."""
    with suppress(OSError):
        found = folder.lstat()
        if stat.S_ISDIR(found.st_mode) and not found.st_mode & 0o022:
            folder.chmod(0o700)


def open_journal(battle: str | Path, read_only: bool) -> Journal:
    """The journal of a battle given by name, path or URL; nothing is opened or made yet.

    Raises `FaultsError` for a name that cannot be a file's, and `JournalError` for a URL where
    psycopg is not installed.
    """
    # A data base is imported by those who keep a record in it, and by nobody else.
    if isinstance(battle, str) and is_url(battle):
        from calculator.journal.postgres import PostgresStorage

        return Journal(PostgresStorage(battle, read_only=read_only))
    path = journal_path(battle)
    from calculator.journal.sqlite import SqliteStorage

    return Journal(SqliteStorage(path, read_only=read_only))

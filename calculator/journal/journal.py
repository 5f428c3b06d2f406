"""The journal of one battle as a copy sees it: entries written, waiting, and looked at again."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Final

import attrs

from calculator.errors import JournalError
from calculator.home import home
from calculator.journal.entry import Entry, EntryDraft, NotCanonicalError, Tip
from calculator.journal.places import is_url, journal_path
from calculator.journal.storage import PATIENCE_SECONDS, MovedOnError, Storage, UnwritableError
from calculator.journal.waiting import Kept, Waiting
from calculator.journal.witness import Witness

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
        self._waiting = Waiting(storage)
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
            drafts = self._waiting.drafts
            patience = RETRY_PATIENCE_SECONDS if drafts else PATIENCE_SECONDS
            drafts.append(draft)
            try:
                written = self._flush(patience)
            except (NotCanonicalError, MovedOnError):
                drafts.remove(draft)  # it must not hold up others
                raise
            if not written:
                # What is written late belongs to the turn it was drawn in.
                self._turn = self._turn if draft.turn is None else draft.turn
                self._waiting.keep(attrs.evolve(draft, turn=self._turn, seen=None))
            return next((entry for entry in written if entry.key == draft.key), None)

    def retry(self) -> None:
        """Try again to write what is waiting, if there is and another thread is not at it."""
        if self._lock.acquire(blocking=False):
            try:
                self._adopt()
                if self._waiting.drafts:
                    self._flush(RETRY_PATIENCE_SECONDS)
            finally:
                self._lock.release()

    def _flush(self, patience: float) -> list[Entry]:
        if time.monotonic() < self._retry_at or self.witness.holds:
            return []
        try:
            written = self.storage.append(self._waiting.drafts, patience)
        except UnwritableError as fault:
            self._reason = str(fault)
            self._retry_at = time.monotonic() + RETRY_SECONDS
            return []
        self._waiting.done()
        self._turn = written[-1].turn
        self.witness.note_written(written)
        return written

    def _adopt(self) -> None:
        may_write = not (self.storage.read_only or self.witness.holds)
        if may_write and time.monotonic() >= self._adopt_at:
            self._adopt_at = time.monotonic() + ORPHAN_SECONDS
            with suppress(JournalError):
                self._waiting.adopt()

    def enter(self, file: str) -> int:
        """Enter what waits in a file, on somebody's word; gives how many entries that was.

        Raises `JournalError` where there is no such file, or what it holds cannot be entered.
        """
        with self._lock:
            many = self._waiting.enter(file)
            if many and not self._flush(PATIENCE_SECONDS):
                raise JournalError(self.warning)
            return many

    def kept(self) -> list[Kept]:
        """Every entry that waits of this battle, where and why, as they were drawn up."""
        return sorted(self._waiting.kept(), key=lambda one: one.entry.time if one.entry else "")

    @property
    def pending(self) -> int:
        """How many entries of this copy are waiting to be written."""
        return len(self._waiting.drafts)

    def waits(self, key: str) -> EntryDraft | None:
        """The draft of that key, if it is waiting to be written by this copy."""
        return next((draft for draft in self._waiting.drafts if draft.key == key), None)

    @property
    def waiting(self) -> int:
        """How many entries of any copy of this user's are waiting, and count nowhere so far."""
        return self.pending + self._waiting.elsewhere

    @property
    def warning(self) -> str:
        """What whoever reads or writes this record should know, else nothing."""
        told = [self.witness.warning]
        if many := self.pending:
            what = "1 entry is" if many == 1 else f"{many} entries are"
            reason = "it was altered" if self.witness.holds else self._reason
            told.append(
                f"{what} not yet in the journal {self.storage.where}: {reason}. The result "
                f"counts; it is {self._waiting.place}, and will be written as soon as possible."
            )
        if many := self._waiting.elsewhere:
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

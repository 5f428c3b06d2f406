"""The journal of one battle as a copy sees it: entries written, and entries still to be written."""

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
from calculator.journal.spool import Spool
from calculator.journal.storage import PATIENCE_SECONDS, MovedOnError, Storage, UnwritableError
from calculator.journal.witness import Witness

RETRY_SECONDS: Final = 1.0
"""How long a journal that could not be written is left alone."""

RETRY_PATIENCE_SECONDS: Final = 0.2
"""How long a retry waits for a lock: whoever asks for news is not to wait for the writing."""

ORPHAN_SECONDS: Final = 10.0
"""How often copies look for what others could not write before they died."""


class Journal:
    """Writes entries in order, and keeps those that cannot be written until they can.

    Its methods may be called from several threads. Without a spool it only reads.
    """

    def __init__(self, storage: Storage, spool: Spool | None) -> None:
        self.storage = storage
        self.witness = Witness(storage, home() / "seen")
        self._spool = spool
        self._lock = Lock()
        self._waiting: list[EntryDraft] = []
        self._spooled = 0
        self._turn: int | None = None
        self._reason = ""
        self._retry_at = 0.0
        self._look_at = 0.0

    def record(self, draft: EntryDraft) -> Entry | None:
        """Write an entry, after those still waiting; None if it has to wait as well.

        Raises `MovedOnError` if it has not seen the last entry that is there.
        """
        with suppress(JournalError):
            self.witness.look()
        with self._lock:
            self._adopt_orphans()
            patience = RETRY_PATIENCE_SECONDS if self._waiting else PATIENCE_SECONDS
            self._waiting.append(draft)
            try:
                written = self._flush(patience)
            except (NotCanonicalError, MovedOnError):
                self._waiting.remove(draft)  # it must not hold up others
                raise
            if not written:
                self._keep()
            return next((entry for entry in written if entry.key == draft.key), None)

    def retry(self) -> None:
        """Try again to write what is waiting, if there is and another thread is not at it."""
        if self._lock.acquire(blocking=False):
            try:
                self._adopt_orphans()
                if self._waiting:
                    self._flush(RETRY_PATIENCE_SECONDS)
            finally:
                self._lock.release()

    def _flush(self, patience: float) -> list[Entry]:
        if time.monotonic() < self._retry_at or self.witness.holds:
            return []
        try:
            written = self.storage.append(self._waiting, patience)
        except UnwritableError as fault:
            self._reason = str(fault)
            self._retry_at = time.monotonic() + RETRY_SECONDS
            return []
        self._waiting.clear()
        self._spooled = 0
        if self._spool:
            self._spool.release(remove=True)
        self._turn = written[-1].turn
        self.witness.note_written(written)
        return written

    def _keep(self) -> None:
        """Put what waits on disk. What is written late belongs to the turn it was drawn in."""
        last = self._waiting[-1]
        self._turn = self._turn if last.turn is None else last.turn
        self._waiting[-1] = attrs.evolve(last, turn=self._turn, seen=None)
        for draft in self._waiting[self._spooled :]:
            if not (self._spool and self._spool.keep(draft, own=self.witness.holds)):
                break
            self._spooled += 1

    def _adopt_orphans(self) -> None:
        if self._spool and time.monotonic() >= self._look_at:
            self._look_at = time.monotonic() + ORPHAN_SECONDS
            orphans = self._spool.orphans()
            self._waiting[:0] = orphans
            self._spooled += len(orphans)

    @property
    def pending(self) -> int:
        """How many entries are waiting to be written."""
        return len(self._waiting)

    @property
    def warning(self) -> str:
        """What the player should know while anything is waiting, else nothing."""
        altered = self.witness.warning
        if not (many := len(self._waiting)):
            return altered
        what = "1 entry is" if many == 1 else f"{many} entries are"
        kept = "kept in memory only, so do not close this copy"
        if self._spooled == many:
            kept = f"kept in {self._spool.path}" if self._spool and self._spool.path else "kept"
        reason = "it was altered" if self.witness.holds else self._reason
        return f"{altered} ".lstrip() + (
            f"{what} not yet in the journal {self.storage.where}: {reason}. What was drawn "
            f"stands; it is {kept}, and written as soon as that is possible."
        )

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
            if self._spool:
                self._spool.release()
            with suppress(JournalError):
                self.witness.look()  # what it wrote itself it has seen too
            self.witness.save()
            self.storage.close()


def open_journal(battle: str | Path, read_only: bool) -> Journal:
    """The journal of a battle given by name, path or URL; nothing is opened or made yet.

    Raises `FaultsError` for a name that cannot be a file's, and `JournalError` for a URL where
    psycopg is not installed.
    """
    # A data base is imported by those who keep a record in it, and by nobody else.
    if isinstance(battle, str) and is_url(battle):
        from calculator.journal.postgres import PostgresStorage

        server = PostgresStorage(battle, read_only=read_only)
        return Journal(server, None if read_only else Spool(server.where, None))
    path = journal_path(battle)
    from calculator.journal.sqlite import SqliteStorage

    file = SqliteStorage(path, read_only=read_only)
    return Journal(file, None if read_only else Spool(file.where, path.parent))

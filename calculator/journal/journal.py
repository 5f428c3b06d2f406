"""The journal of one battle as a copy sees it: entries written, and entries still to be written."""

from __future__ import annotations

import time
from pathlib import Path
from threading import RLock
from typing import Final

import attrs

from calculator.journal.entry import Draft, Entry, Tip
from calculator.journal.spool import Spool
from calculator.journal.storage import Storage, UnwritableError

RETRY_SECONDS: Final = 1.0
"""How long a journal that could not be written is left alone, so that no player waits for it."""


class Journal:
    """Writes entries in order, and keeps those that cannot be written until they can.

    Its methods may be called from several threads.
    """

    def __init__(self, storage: Storage, spool: Spool) -> None:
        self.storage = storage
        self._spool = spool
        self._waiting: list[Draft] = []
        self._looked_for_orphans = False
        self._turn: int | None = None
        self._reason = ""
        self._kept_in: Path | None = None
        self._retry_at = 0.0
        self._lock = RLock()

    def record(self, draft: Draft) -> Entry | None:
        """Write an entry, after those still waiting; None if it has to wait as well."""
        with self._lock:
            self._adopt_orphans()
            self._waiting.append(draft)
            written = self._flush()
            if not written:
                self._keep(draft)
            return next((entry for entry in written if entry.key == draft.key), None)

    def retry(self) -> bool:
        """Try again to write what is waiting; whether nothing is waiting any more."""
        with self._lock:
            self._adopt_orphans()
            if self._waiting:
                self._flush()
            return not self._waiting

    def _flush(self) -> list[Entry]:
        if time.monotonic() < self._retry_at:
            return []
        try:
            written = self.storage.append(self._waiting)
        except UnwritableError as fault:
            self._reason = str(fault)
            self._retry_at = time.monotonic() + RETRY_SECONDS
            return []
        self._waiting.clear()
        self._spool.clear()
        self._turn = written[-1].turn
        return written

    def _keep(self, draft: Draft) -> None:
        """What is written late belongs to the turn in which it was drawn."""
        if draft.turn is None:
            draft = self._waiting[-1] = attrs.evolve(draft, turn=self._turn)
        self._turn = draft.turn
        self._kept_in = self._spool.keep(draft)

    def _adopt_orphans(self) -> None:
        if not self._looked_for_orphans:
            self._looked_for_orphans = True
            self._waiting += self._spool.orphans()

    @property
    def pending(self) -> int:
        """How many entries are waiting to be written."""
        return len(self._waiting)

    @property
    def warning(self) -> str:
        """What the player should know while anything is waiting, else nothing."""
        if not self._waiting:
            return ""
        many = len(self._waiting)
        what = "1 entry is" if many == 1 else f"{many} entries are"
        kept = f"kept in {self._kept_in}" if self._kept_in else "kept in memory only: do not close"
        return (
            f"{what} not yet in the journal {self.storage.where}: {self._reason}. "
            f"What was drawn stands; it is {kept}, and is written as soon as that is possible."
        )

    def recent(self, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Entries with a number above `after`, the newest `limit` of them, oldest first."""
        with self._lock:
            self.retry()
            return self.storage.recent(after, limit)

    def entry(self, number: int) -> Entry | None:
        """The entry of that number, if there is one."""
        with self._lock:
            return self.storage.entry(number)

    def tip(self) -> Tip:
        """The end of the chain as it is now."""
        with self._lock:
            tip = self.storage.tip()
            self._turn = tip.turn
            return tip

    def rules(self, digest: str) -> str:
        """The content of the tables with that digest, as kept with a ruling; "" if not kept."""
        with self._lock:
            return self.storage.rules(digest)

    def close(self) -> None:
        """Write what can still be written, and leave the rest for another copy to find."""
        with self._lock:
            self.retry()
            self._spool.release()
            self.storage.close()

"""What a copy has seen of a battle, and whether the record is still that.

Whoever can write the record can write a whole new one, chain and all. So every copy remembers the
number and hash of what it saw, in a small file of its user's own, and compares at each look: the
last entry, the locks of the tables, and a stretch of the entries before, all of them in turn. What
differs is said until an umpire acknowledges it; what the copy saw is kept as evidence.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import RLock
from time import monotonic
from types import MappingProxyType
from typing import Any, Final

import attrs

from calculator.errors import JournalError
from calculator.journal.entry import GENESIS, Entry, EntryKind, StoredRow, digest, now
from calculator.journal.heads import Head
from calculator.journal.storage import Storage

COMPARED_AT_ONCE: Final = 100
"""Entries compared at one look, besides the last: a few milliseconds' work."""

SAVE_SECONDS: Final = 2.0
"""How often what was seen is written down, while there is something new."""


@attrs.frozen
class Alarm:
    """From which entry on the record is another than was seen, how that shows, and since when.

    `after` is the last entry that is known to be as it was. `mended` says that all is as it was
    again: then nothing has to wait.
    """

    after: int
    why: str
    since: str
    mended: bool = False


class Witness:
    """Remembers a battle for one copy; `folder` is its user's own. For any thread."""

    alarm: Alarm | None
    """That the record is another than was seen, until an umpire acknowledges it."""

    def __init__(self, storage: Storage, folder: Path) -> None:
        self._storage = storage
        self._mark = digest(storage.where)[:12]
        self._path = folder / f"{self._mark}.seen"
        self._lock = RLock()
        self._unsaved = False
        self._save_at = 0.0
        self._looked = False
        self._due: tuple[Head, str] | None = None
        self._own_turns: set[str] = set()
        kept = self._kept()
        self._begin_anew(kept.get("known", {}))
        self._unlocked = str(kept.get("unlocked", ""))
        if altered := kept.get("altered"):
            self.alarm = Alarm(**altered)

    def _begin_anew(self, known: Mapping[str, str] = MappingProxyType({})) -> None:
        """Forget what was seen, but for the entries whose hashes are `known` by number."""
        self.alarm = None
        self._seen = {int(number): hash_ for number, hash_ in known.items()}
        self._last = max(self._seen, default=0)
        self._turn_ends = self._seen.keys() - {self._last}
        self._marks: dict[int, bytes] = {}
        self._rules: set[str] = set()
        self._compared = 0

    @property
    def seen(self) -> Mapping[int, str]:
        """The hashes of entries that this copy saw, by number."""
        return dict(self._seen)

    @property
    def holds(self) -> bool:
        """Whether rulings have to wait: the record is another, and nobody has acknowledged that."""
        return bool(self.alarm and not self.alarm.mended)

    @property
    def warning(self) -> str:
        """What is to be said until an umpire acknowledges it, else nothing."""
        if not (alarm := self.alarm):
            return ""
        waits = "This copy's rulings wait in a folder of their own."
        return (
            f"THE RECORD WAS ALTERED after entry {alarm.after}: {alarm.why}. "
            f"{'It is again as this copy saw it.' if alarm.mended else waits} What it saw is kept; "
            "an umpire has to acknowledge this (empires journal acknowledge)."
        )

    def look(self) -> None:
        """Compare the record with what was seen. Raises `JournalError` if it cannot be read."""
        with self._lock:
            if self.alarm and self._kept().get("acknowledged", "") > self.alarm.since:
                self._begin_anew()  # another copy of this user was told so
            fault = self._fault()
            if fault and not self.holds:
                self._raise(self._alarm(fault))
            elif self.alarm and not fault and self.holds:
                self._raise(attrs.evolve(self.alarm, mended=True))
            self._looked = True
            if self._unsaved and monotonic() >= self._save_at:
                self.save()

    def _fault(self) -> str:
        """How the record differs from what was seen, if it does; new entries are taken in."""
        unlocked = self._storage.unlocked()
        if unlocked and unlocked != self._unlocked:
            return f"its locks are not as they were made ({unlocked})"
        last = self._last
        rows = self._storage.kept(last - 1 if last else 0, COMPARED_AT_ONCE + 1)
        if not rows and last and self._storage.restores:
            return ""  # this copy still has the file open, and brings it back
        if last and not (rows and _is_entry(rows[0], last, self._seen[last])):
            if not self._recalled():
                return f"entry {last} is gone or another"
            return self._fault()
        if len(rows) > COMPARED_AT_ONCE:
            if (tip := self._storage.tip()).number > last:
                self._learn(tip.number, tip.hash)
        elif fault := self._take(rows[1:] if last else rows):
            return fault
        return ("" if self._compared else self._compare_rules()) or self._compare_stretch()

    def _take(self, rows: list[StoredRow]) -> str:
        """Take in what was added; "" or what is wrong with it."""
        for row in rows:
            last = self._last
            before = self._seen.get(last, GENESIS)
            if not _follows(row, last, before):
                return f"entry {row[0]} does not follow"
            if last and row[2] == EntryKind.TURN.value:
                self._turn_ends.add(last)
                if self._looked:
                    self._due = Head(self._storage.battle, last, before), row[1]
            self._learn(row[0], row[4])
            self._marks[row[0]] = _mark(row)
        return ""

    def _learn(self, number: int, hash_: str) -> None:
        """Remember the last entry."""
        self._seen[number] = hash_
        self._last = number
        self._unsaved = True

    def _compare_stretch(self) -> str:
        """Follow the chain from the first entry on, a stretch at each look, then all over again."""
        first, last = self._compared, self._last
        rows = self._storage.kept(first, min(COMPARED_AT_ONCE, last - first))
        for number, row in enumerate(rows, start=first + 1):
            if number not in self._marks:
                follows = _follows(row, number - 1, self._seen.get(number - 1, GENESIS))
                if not follows or self._seen.setdefault(number, row[4]) != row[4]:
                    return f"entry {number} is not as it was, or does not follow"
                self._marks[number] = _mark(row)
            elif _mark(row) != self._marks[number]:
                return f"entry {number} is gone or another"
        done = first + len(rows)
        if done < min(first + COMPARED_AT_ONCE, last):
            return f"entry {done + 1} is gone"
        self._compared = done % last if last else 0
        return ""

    def _compare_rules(self) -> str:
        """Whether the table values kept are those that their names are hashes of, and all there."""
        kept = self._storage.kept_rules()
        for name, content in kept.items():
            if content and _digest(content) != name:
                return f"the table values {name[:8]} are others"
        if gone := self._rules - kept.keys():
            return f"the table values {min(gone)[:8]} are gone"
        self._rules |= kept.keys()
        return ""

    def _alarm(self, why: str) -> Alarm:
        """The alarm, with the last entry before all that is known to differ."""
        good, before = 0, GENESIS
        seen = self.seen
        with suppress(JournalError, ValueError):
            for row in self._storage.rows():
                number, hash_ = row[0], row[4]
                if seen.get(number, hash_) != hash_ or not _follows(row, good, before):
                    break
                good, before = number, hash_
        known = [number for number in seen if number <= good]
        return Alarm(good if len(seen) == len(known) else max(known, default=0), why, now())

    def _raise(self, alarm: Alarm) -> None:
        if not alarm.mended:
            self._keep_evidence(alarm)
        self.alarm = alarm
        self._write(self._kept() | {"altered": attrs.asdict(alarm)})

    def _keep_evidence(self, alarm: Alarm) -> None:
        """Everything that this copy saw, beside what is there now."""
        there: list[list[Any]] = []
        with suppress(JournalError):
            there = [[row[0], row[4]] for row in self._storage.rows()]
        name = f"{self._mark}-{''.join(c for c in alarm.since if c.isdigit())}.evidence.json"
        evidence = {
            "battle": self._storage.battle,
            "where": self._storage.where,
            **attrs.asdict(alarm),
            "seen": sorted(self.seen.items()),
            "there": there,
        }
        _write(self._path.with_name(name), evidence)

    def acknowledge(self) -> None:
        """Take the record as it is from now on; what was seen before is known to have been."""
        with self._lock:
            self._begin_anew()
            kept = self._kept()
            earlier = [*kept.get("earlier", []), kept.get("known", {})]
            self._unlocked = self._storage.unlocked()
            acknowledgement = {"acknowledged": now(), "unlocked": self._unlocked}
            self._write({"earlier": earlier, "known": {}, **acknowledgement})
            self.look()

    def _recalled(self) -> bool:
        """Whether it is a record of which was acknowledged that another had taken its place."""
        for known in self._kept().get("earlier", []):
            if known:
                last = max(map(int, known))
                rows = self._storage.kept(last - 1, 1)
                if rows and _is_entry(rows[0], last, known[str(last)]):
                    self._begin_anew(known)
                    return True
        return False

    def note_written(self, entries: Iterable[Entry]) -> None:
        """Take account of what this copy wrote: of turns that it ended it need not tell."""
        self._own_turns |= {entry.key for entry in entries if entry.kind is EntryKind.TURN}

    def due(self) -> Head | None:
        """The head of a turn that another copy ended meanwhile, to be told once in the record."""
        with self._lock:
            due, self._due = self._due, None
        return due[0] if due and due[1] not in self._own_turns else None

    def save(self) -> None:
        """Write down what was seen, as far as that can be written anywhere."""
        with self._lock:
            if self._unsaved and not self.alarm:
                lasting = self._seen.keys() & {*self._turn_ends, self._last}
                known = {str(number): self._seen[number] for number in sorted(lasting)}
                self._write(self._kept() | {"known": known})
                self._save_at = monotonic() + SAVE_SECONDS
                self._unsaved = False

    def _kept(self) -> dict[str, Any]:
        with suppress(OSError, ValueError):
            kept = json.loads(self._path.read_text(encoding="utf-8"))
            if isinstance(kept, dict):
                return kept
        return {}

    def _write(self, kept: Mapping[str, Any]) -> None:
        where = {"battle": self._storage.battle, "where": self._storage.where}
        _write(self._path, {**kept, **where})


def _write(path: Path, content: Mapping[str, Any]) -> None:
    """Put a file in place whole, or leave what is there."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(json.dumps(content, default=repr), encoding="utf-8")
        fresh.replace(path)


def _is_entry(row: StoredRow, number: int, hash_: str) -> bool:
    """Whether a row is the entry of that number and hash."""
    return row[0] == number and row[4] == hash_ == _digest(row[3])


def _follows(row: StoredRow, last: int, before: str) -> bool:
    """Whether a row is the entry after the `last`, whose hash is `before`."""
    if row[0] != last + 1 or _digest(row[3]) != row[4]:
        return False
    with suppress(ValueError, AttributeError, RecursionError):
        fields = json.loads(row[3])
        filed = (fields.get("number"), fields.get("key"), fields.get("kind"))
        return filed == row[:3] and fields.get("previous") == before
    return False


def _digest(content: Any) -> str:
    """The hash of a content, "" of what is no text."""
    with suppress(AttributeError, UnicodeEncodeError):
        return digest(content)
    return ""


def _mark(row: StoredRow) -> bytes:
    return hashlib.blake2b(repr(row).encode(errors="surrogateescape"), digest_size=16).digest()

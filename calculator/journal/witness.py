"""What a user's copies have seen of a battle, and whether the record is still that.

Whoever can write the record can write a whole new one, chain and all. So every copy remembers the
number and hash of what it saw, in files of its user's own, and compares at each look: the last
entry, the locks of the tables, the table values, and a stretch of the entries before, all of them
in turn and from where the last copy stopped. What differs is said until an umpire acknowledges it;
what was seen is kept as evidence.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from threading import RLock
from time import monotonic
from typing import Any, Final

import attrs

from calculator.errors import JournalError
from calculator.journal.entry import GENESIS, Entry, EntryKind, StoredRow, digest, now
from calculator.journal.files import mark_of, read_ours
from calculator.journal.heads import Head
from calculator.journal.storage import Storage
from calculator.paths import write_whole

COMPARED_AT_FIRST: Final = 1_000
"""Entries compared at a copy's first look, besides the last: some hundredths of a second's work, so
that whoever calls one command after another meets each entry once in so many."""

COMPARED_AT_ONCE: Final = 100
"""Entries compared at each later look: a millisecond's work, some times a second."""

SAVE_SECONDS: Final = 2.0
"""How often what was seen is written down, while there is something new."""


_CELL: Final = 32


class Seen:
    """The hash of every entry that a user's copies saw of a record, by number, in a file of 32
    bytes an entry: read when it is made, and added to by `save`.

    Copies of one user share the file: of what two of them saw otherwise the first stands.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._cells = bytearray()
        with suppress(OSError):
            self._cells += read_ours(path)
        del self._cells[len(self._cells) // _CELL * _CELL :]
        self._saved = self.last

    @property
    def last(self) -> int:
        """The number of the last entry, 0 for none."""
        return len(self._cells) // _CELL

    def hash(self, number: int) -> str:
        """The hash of an entry, "" where it was not seen."""
        cell = self._cells[(number - 1) * _CELL : number * _CELL] if number > 0 else b""
        return cell.hex() if any(cell) else ""

    def put(self, number: int, hash: str) -> None:
        """Remember the hash of an entry."""
        if number > self.last:
            self._cells += bytes(number * _CELL - len(self._cells))
        self._cells[(number - 1) * _CELL : number * _CELL] = bytes.fromhex(hash)
        self._saved = min(self._saved, number - 1)

    def items(self) -> Iterator[tuple[int, str]]:
        """Number and hash of every entry that was seen, in order."""
        for number in range(1, self.last + 1):
            if seen := self.hash(number):
                yield number, seen

    def save(self) -> None:
        """Write down what is new, as far as that can be written anywhere."""
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.touch()
            with self._path.open("r+b") as file:
                begin = min(self._saved * _CELL, file.seek(0, 2) // _CELL * _CELL)
                file.seek(begin)
                there = file.read()
                for place in range(0, len(there) // _CELL * _CELL, _CELL):
                    if any(cell := there[place : place + _CELL]):  # of another copy
                        self._cells[begin + place : begin + place + _CELL] = cell
                file.seek(begin)
                file.write(self._cells[begin:])
            self._saved = self.last

    def set_aside(self, path: Path) -> None:
        """Begin anew; what was seen before is kept in a file of its own."""
        self.save()
        with suppress(OSError):
            self._path.replace(path)
        self._cells.clear()
        self._saved = 0


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
    """Remembers a battle for a user's copies; `folder` is the user's own. For any thread."""

    alarm: Alarm | None
    """That the record is another than was seen, until an umpire acknowledges it."""

    def __init__(self, storage: Storage, folder: Path) -> None:
        self._storage = storage
        self._mark = mark_of(storage.where)
        self._path = folder / f"{self._mark}.seen"
        self._lock = RLock()
        self._unsaved = False
        self._save_at = 0.0
        self._looked = False
        self._due: tuple[Head, str] | None = None
        self._own: set[str] = set()
        """The keys of what this copy wrote."""
        self._begin()

    def _begin(self) -> None:
        """Go by what was kept."""
        self.seen = Seen(self._path.with_suffix(".hashes"))
        kept = self._kept()
        self._compared = int(kept.get("compared", 0))
        self._rules = set(kept.get("rules", ()))
        self._unlocked = str(kept.get("unlocked", ""))
        self.alarm = Alarm(**kept["altered"]) if kept.get("altered") else None

    @property
    def holds(self) -> bool:
        """Whether rulings have to wait: the record is another, and nobody has acknowledged that."""
        return bool(self.alarm and not self.alarm.mended)

    @property
    def warning(self) -> str:
        """What is to be said until an umpire acknowledges it, else nothing."""
        if not (alarm := self.alarm):
            return ""
        until_then = " Until then this copy's rulings wait in a folder of your own."
        return (
            f"THE RECORD WAS ALTERED after entry {alarm.after}: {alarm.why}. "
            f"{'It is again as this copy saw it. ' * alarm.mended}What this copy saw is kept; an "
            "umpire has to acknowledge this (empires journal acknowledge)."
            f"{until_then * self.holds}"
        )

    def look(self) -> None:
        """Compare the record with what was seen. Raises `JournalError` if it cannot be read."""
        with self._lock:
            if self.alarm and self._kept().get("acknowledged", "") > self.alarm.since:
                self._begin()  # another copy of this user was told so
            fault = self._fault()
            if fault and not self.holds:
                self._raise(self._found_other(fault))
            elif self.alarm and not fault and self.holds:
                self._raise(attrs.evolve(self.alarm, mended=True))
            self._looked = True
            if self._unsaved and monotonic() >= self._save_at:
                self._save()

    def _fault(self) -> str:
        """How the record differs from what was seen, if it does; new entries are taken in."""
        unlocked = self._storage.unlocked()
        if unlocked and unlocked != self._unlocked:
            return f"its locks are not as they were made ({unlocked})"
        last = self.seen.last
        rows = self._storage.kept(max(last, 1), COMPARED_AT_FIRST)
        if last and not (rows and _is_entry(rows[0], last, self.seen.hash(last))):
            if not rows and self._storage.restores:
                return ""  # this copy still has the file open, and brings it back
            return self._fault() if self._recalled() else f"entry {last} is gone or another"
        del rows[: int(last > 0)]
        while rows:
            if fault := self._follow(self.seen.last + 1, rows):
                return fault
            rows = self._storage.kept(self.seen.last + 1, COMPARED_AT_FIRST)
        if self.alarm and self.holds:
            self._compared = self.alarm.after  # where it was another it has to be as it was again
        due = self.holds or not (self._looked and self._compared)
        return (self._compare_rules() if due else "") or self._compare_stretch()

    def _follow(self, first: int, rows: list[StoredRow]) -> str:
        """Follow the chain from an entry on, and take in what was not seen; "" or what is wrong."""
        for number, row in enumerate(rows, start=first):
            if known := self.seen.hash(number):
                if not _is_entry(row, number, known):
                    return f"entry {number} is gone or another"
                continue
            before = self.seen.hash(number - 1) or GENESIS
            if not _follows(row, number - 1, before):
                return f"entry {row[0]} is not as it was, or does not follow"
            if number > 1 and row[2] == EntryKind.TURN.value and self._looked:
                self._due = Head(self._storage.battle, number - 1, before), row[1]
            self.seen.put(number, row[4])
            self._unsaved = True
        return ""

    def _compare_stretch(self) -> str:
        """Follow the chain from where the last look stopped, a stretch at each, all over again."""
        last = self.seen.last
        first = self._compared if self._compared < last else 0
        most = COMPARED_AT_ONCE if self._looked and not self.holds else COMPARED_AT_FIRST
        rows = self._storage.kept(first + 1, min(most, last - first))
        if fault := self._follow(first + 1, rows):
            return fault
        done = first + len(rows)
        if done < min(first + most, last):
            return f"entry {done + 1} is gone"
        self._unsaved = self._unsaved or last > COMPARED_AT_FIRST
        self._compared = done % last if last else 0
        return ""

    def _compare_rules(self) -> str:
        """Whether the table values kept are those that their names are hashes of, and all there."""
        kept = {name: content for name, content in self._storage.kept_rules().items() if content}
        if others := [name for name, content in kept.items() if _digest(content) != name]:
            return f"the table values {others[0][:8]} are others"
        if gone := self._rules - kept.keys():
            return f"the table values {min(gone)[:8]} are gone"
        self._unsaved = self._unsaved or kept.keys() != self._rules
        self._rules = set(kept)
        return ""

    def _found_other(self, why: str) -> Alarm:
        """The alarm, with the last entry before all that is another than was seen; evidence of it,
        everything that was seen beside what is there now, is kept."""
        good, before = 0, GENESIS
        there: list[tuple[Any, str]] = []
        with suppress(JournalError):
            for row in self._storage.rows():
                known = self.seen.hash(row[0]) if type(row[0]) is int else ""
                if good == len(there) and known in {"", row[4]} and _follows(row, good, before):
                    good, before = row[0], row[4]
                there.append((row[0], row[4]))
        alarm = Alarm(good, why, now())
        name = f"{self._mark}-{''.join(c for c in alarm.since if c.isdigit())}.evidence.json"
        seen = {"seen": list(self.seen.items()), "there": there}
        self._write(self._path.with_name(name), attrs.asdict(alarm) | seen)
        return alarm

    def _raise(self, alarm: Alarm) -> None:
        self.alarm = alarm
        self._write(self._path, self._kept() | {"altered": attrs.asdict(alarm)})

    def acknowledge(self) -> None:
        """Take the record as it is from now on; what was seen before is known to have been."""
        with self._lock:
            self._begin_anew()
            self._unlocked = self._storage.unlocked()
            self._write(self._path, {"acknowledged": now(), "unlocked": self._unlocked})
            self.look()
            self._save()

    def _recalled(self) -> bool:
        """Whether it is a record of which was acknowledged that another had taken its place."""
        for path in self._path.parent.glob(f"{self._mark}-*.hashes"):
            earlier = Seen(path)
            last = earlier.last
            rows = self._storage.kept(last, 1) if last else []
            if rows and _is_entry(rows[0], last, earlier.hash(last)):
                self._begin_anew()
                for number, hash_ in earlier.items():
                    self.seen.put(number, hash_)
                self._unsaved = True
                return True
        return False

    def _begin_anew(self) -> None:
        """Put what was seen of this record aside, by its last entry."""
        name = f"{self._mark}-{self.seen.hash(self.seen.last)[:12]}.hashes"
        self.seen.set_aside(self._path.with_name(name))
        self.alarm, self._compared, self._rules = None, 0, set()

    def note_written(self, entries: Iterable[Entry]) -> None:
        """Take account of what this copy wrote: of turns that it ended it need not tell."""
        self._own |= {entry.key for entry in entries}

    def due(self) -> Head | None:
        """The head of a turn that another copy ended meanwhile, to be told once in the record."""
        with self._lock:
            due, self._due = self._due, None
        return due[0] if due and due[1] not in self._own else None

    def close(self) -> None:
        """Take in what was written last, and write down what was seen."""
        with self._lock:
            if self._own:
                with suppress(JournalError):
                    self.look()
            self._save()

    def _save(self) -> None:
        if self._unsaved and not self.alarm:
            self.seen.save()
            now = {"compared": self._compared, "rules": sorted(self._rules)}
            self._write(self._path, self._kept() | now)
            self._save_at = monotonic() + SAVE_SECONDS
            self._unsaved = False

    def _kept(self) -> dict[str, Any]:
        with suppress(OSError, ValueError):
            kept = json.loads(read_ours(self._path))
            if isinstance(kept, dict):
                return kept
        return {}

    def _write(self, path: Path, content: Mapping[str, Any]) -> None:
        where = {"battle": self._storage.battle, "where": self._storage.where}
        with suppress(OSError):
            write_whole(path, json.dumps({**content, **where}, default=repr).encode())


def _is_entry(row: StoredRow, number: int, hash_: str) -> bool:
    """Whether a row is the entry of that number and hash, filed as it says."""
    key, kind, content = row[1:4]
    same = row[0] == number and row[4] == hash_ == _digest(content)
    return same and f'"key":"{key}","kind":"{kind}","number":{number},"player":' in content


def _follows(row: StoredRow, last: int, before: str) -> bool:
    """Whether a row is the entry after the `last`, whose hash is `before`."""
    is_entry = _is_entry(row, last + 1, str(row[4]))
    return is_entry and f'"previous":"{before}","program":' in row[3]


def _digest(content: Any) -> str:
    """The hash of a content, "" of what is no text."""
    with suppress(AttributeError, UnicodeEncodeError):
        return digest(content)
    return ""

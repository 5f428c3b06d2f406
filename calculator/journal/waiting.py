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
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs

from calculator.errors import JournalError
from calculator.home import home, is_private
from calculator.journal.copies import read_ours
from calculator.journal.entry import Entry, EntryDraft, EntryKind, Tip, canonical, digest, link
from calculator.journal.storage import Storage
from calculator.paths import write_whole

if TYPE_CHECKING:
    from calculator.journal.precedents import Adoption  # of few records anything waits

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


class Waiting:
    """What waits of one battle: `drafts`, in order, that this copy writes, and what others left."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        names = dict.fromkeys((storage.identity, storage.where))  # earlier versions used the latter
        self._marks = [digest(name)[:12] for name in names]
        self._beside = [] if storage.several_machines else [Path(storage.where).parent]
        self._own = [_closed(home() / "pending")]
        with suppress(OSError):  # there is none where every disk is full
            self._own.append(_temporary())
        self.drafts: list[EntryDraft] = []
        self._in_memory: list[EntryDraft] = []
        """Those of the drafts that no folder has taken."""
        self._taken: set[Path] = set()
        """The files of the others."""
        self._refused: set[Path] = set()

    @property
    def place(self) -> str:
        """Where the drafts are kept, in words."""
        if self._in_memory:
            return "kept in memory only, so do not close this copy"
        folders = {str(path.parent) for path in self._taken or self._refused}
        return f"kept in {' and '.join(sorted(folders))}"

    @property
    def elsewhere(self) -> int:
        """How many entries wait besides the drafts, as far as files tell."""
        return sum(_count(path) for path in self._files() if path not in self._taken)

    def keep(self, draft: EntryDraft) -> None:
        """Put on disk the last of the drafts, as `draft` has it, if any folder takes it."""
        self.drafts[-1] = draft
        self._in_memory = [one for one in (*self._in_memory, draft) if not self._put(one)]

    def _put(self, draft: EntryDraft) -> bool:
        fields = attrs.asdict(draft, recurse=False) | {"kind": draft.kind.value}
        for folder in filter(is_private, self._own):
            with suppress(OSError):
                path = folder / f"{self._marks[0]}-{draft.key}{_SUFFIX}"
                write_whole(path, f"{canonical(fields)}\n".encode(), private=True, durable=True)
                self._taken.add(path)
                return True
        return False

    def adopt(self) -> None:
        """Take over what other copies have left and that can be entered.

        Raises `JournalError` if the journal cannot be read.
        """
        known = self._refused | self._taken
        if not (files := [path for path in self._files(beside=False) if path not in known]):
            return
        self._storage.last()  # of what cannot be read just now nothing is to be judged
        adoption = self._adoption()
        before = len(self.drafts)
        self._refused |= {path for path in files if self._take(path, adoption)}
        adopted = len(self.drafts) - before
        self.drafts[:adopted] = sorted(self.drafts[:adopted], key=lambda draft: draft.time)

    def enter(self, name: str) -> int:
        """Take over what a file holds, by its name or path, on somebody's word; gives how much.

        Raises `JournalError` for what there is not, or what cannot be entered.
        """
        path = next((path for path in self._files() if name in {path.name, str(path)}), None)
        if path is None:
            raise JournalError(
                f"no entry of this battle waits in {name!r}: see empires journal pending"
            )
        before = len(self.drafts)
        if faults := self._take(path, self._adoption(), whole=True):
            raise JournalError(f"{path} is not entered: {'; '.join(faults)}")
        return len(self.drafts) - before

    def _take(self, path: Path, adoption: Adoption, *, whole: bool = False) -> list[str]:
        """Take what can be entered of a file, `whole` all or nothing; gives why the rest cannot.

        A file of which something is left stays, for who can read it.
        """
        found = _judged(path, adoption)
        faults = [why for _, why in found if why]
        fit = [draft for draft, why in found if draft and not why]
        if not (faults and whole):
            self.drafts[:0] = fit
        if not (faults or fit):
            _remove(path)  # all of it is in the record already
        elif not faults:
            self._taken.add(path)
        return faults

    def kept(self) -> Iterator[Kept]:
        """Every entry that waits of this battle, and why."""
        adoption = self._adoption()
        for path in self._files():
            waits = _CONFIRM if path.parent in self._beside else _UNTRIED
            for draft, why in _judged(path, adoption):
                entry = link(self._storage.battle, Tip(), draft) if draft else None
                yield Kept(path, entry, why or waits)

    def _adoption(self) -> Adoption:
        from calculator.journal.precedents import Adoption

        return Adoption(self._storage)

    def done(self) -> None:
        """All drafts are in the journal: their files are done away with."""
        for path in self._taken:
            _remove(path)
        self._taken.clear()
        self._in_memory.clear()
        self.drafts.clear()

    def _files(self, *, beside: bool = True) -> list[Path]:
        """The files of this battle in the user's own folders, and those beside the journal."""
        folders = [folder for folder in self._own if is_private(folder)]
        folders += self._beside if beside else []
        patterns = [f"{mark}-*{_SUFFIX}" for mark in self._marks]
        found: list[Path] = []
        for folder in folders:
            with suppress(OSError):  # one that cannot be read holds nothing of ours
                found += sorted(path for pattern in patterns for path in folder.glob(pattern))
        return list(dict.fromkeys(found))


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def _count(path: Path) -> int:
    """How many entries a file of this user's has; it may just have been done away with."""
    with suppress(OSError):
        return read_ours(path).count(b"\n")
    return 0


def _judged(path: Path, adoption: Adoption) -> list[tuple[EntryDraft | None, str]]:
    """What of a file is not in the record, None for what cannot be read, and why it cannot be
    entered, if so."""
    try:
        judged = [(draft, adoption.why_not(draft)) for draft in _drafts(path)]
    except FileNotFoundError:
        return []  # another copy has just done away with it
    except OSError as fault:
        return [(None, f"it is not read: {(fault.strerror or '').lower()}")]
    except (ValueError, TypeError, KeyError, AttributeError):
        return [(None, _UNREADABLE)]
    return [(draft, why) for draft, why in judged if why is not None]


def _drafts(path: Path) -> list[EntryDraft]:
    """The entries of a file of this user's, without one that a copy of an earlier version was still
    writing when it died.

    Raises `OSError` for a file of another kind, and `ValueError`, `TypeError` or `KeyError` for
    what is no draft.
    """
    told = map(json.loads, read_ours(path).split(b"\n")[:-1])
    return [EntryDraft(**{**fields, "kind": EntryKind(fields["kind"])}) for fields in told]


def _closed(folder: Path) -> Path:
    """The folder, which earlier versions left open to readers, open to them no more."""
    with suppress(OSError):
        found = folder.lstat()
        if stat.S_ISDIR(found.st_mode) and not found.st_mode & 0o022:
            folder.chmod(0o700)
    return folder


def _temporary() -> Path:
    """The folder of this user's among the temporary ones, which all users share."""
    owner = f"-{os.getuid()}" if hasattr(os, "getuid") else ""
    return Path(tempfile.gettempdir()) / f"empires-pending{owner}"

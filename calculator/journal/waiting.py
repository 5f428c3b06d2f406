"""Entries that could not be written yet, and where they wait until they can be.

One line of JSON an entry, on disk before the player sees the result: in the player's data folder,
or where that takes nothing in a folder of the user's own among the temporary ones. Files are named
after the battle, by its resolved path or its server, and held by the copy that writes them: one
that nobody holds was left by a copy that died, and any other writes what is in it, if that holds
good. Earlier versions kept such files beside the journal, where neighbours can write as well: what
lies there is listed, and entered only once somebody has confirmed it.
"""

from __future__ import annotations

import json
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from calculator.errors import JournalError
from calculator.home import home, is_private
from calculator.journal.copies import HeldFile, read_ours
from calculator.journal.entry import (
    Entry,
    EntryDraft,
    EntryKind,
    Tip,
    canonical,
    digest,
    fresh_key,
    link,
)
from calculator.journal.storage import Storage

if TYPE_CHECKING:
    from calculator.journal.adoption import Adoption  # of few records anything waits

_SUFFIX: Final = ".pending"
_ANY_NUMBER: Final = 2**40
"""Stands for the number that an entry will have, above all that it may be about."""

_UNREADABLE: Final = "it cannot be read: damaged, or of a newer empires"
_CONFIRM: Final = "it lies beside the journal, where others can write: confirm it with --enter"
_UNTRIED: Final = "the copy that drew it has not written it yet; the next that can will"


@attrs.frozen
class Kept:
    """An entry that waits: in which file, what it is (None where that cannot be read), and why."""

    file: Path
    entry: Entry | None
    why: str

    def as_json(self) -> dict[str, Any]:
        """The entry as the command line prints it for machines."""
        entry = self.entry
        told = {"kind": entry.kind.value, "summary": entry.summary} if entry else {}
        names = ("time", "side", "player", "copy")
        who = {name: getattr(entry, name) for name in names} if entry else {}
        return {"file": str(self.file), "why": self.why, **told, **who}


class Waiting:
    """What waits of one battle: `drafts` of this copy's, in order, and what others have left."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        names = dict.fromkeys((storage.identity, storage.where))  # earlier versions used the latter
        self._marks = [digest(name)[:12] for name in names]
        self._beside = [] if storage.several_machines else [Path(storage.where).parent]
        self._own = [_closed(home() / "pending")]
        with suppress(OSError):  # there is none where every disk is full
            self._own.append(_temporary())
        self.drafts: list[EntryDraft] = []
        self._on_disk = 0
        self._held: list[HeldFile] = []
        self._mine: HeldFile | None = None
        self._refused: set[Path] = set()

    @property
    def place(self) -> str:
        """Where this copy's entries are kept, in words."""
        if self._on_disk < len(self.drafts):
            return "kept in memory only, so do not close this copy"
        return f"kept in {self._mine.path}" if self._mine else "kept"

    @property
    def elsewhere(self) -> int:
        """How many entries wait that are none of this copy's, as far as files tell."""
        held = {one.path for one in self._held}
        return sum(_count(path) for path in self._files() if path not in held)

    def keep(self, draft: EntryDraft) -> None:
        """Put on disk the last of what waits, as `draft` has it, if any folder takes it."""
        self.drafts[-1] = draft
        for one in self.drafts[self._on_disk :]:
            if not self._written(_line(one)):
                break
            self._on_disk += 1

    def _written(self, line: str) -> bool:
        for held in chain(filter(None, [self._mine]), self._begun()):
            with suppress(OSError):
                held.append(line)
                if held is not self._mine:
                    self._held.append(held)
                    self._mine = held
                return True
            if held is not self._mine:
                held.release(remove=True)
        return False

    def _begun(self) -> Iterator[HeldFile]:
        """A new file, in each folder of the user's own that takes one."""
        for folder in filter(is_private, self._own):
            with suppress(OSError):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                path = folder / f"{self._marks[0]}-{fresh_key()[:12]}{_SUFFIX}"
                if held := HeldFile.claim(path):
                    yield held

    def adopt(self) -> None:
        """Take over what copies that died have left and that can be entered.

        Raises `JournalError` if the journal cannot be read.
        """
        known = self._refused | {one.path for one in self._held}
        if not (files := [path for path in self._files(beside=False) if path not in known]):
            return
        self._storage.last()  # of what cannot be read just now nothing is to be judged
        adoption = self._adoption()
        before = len(self.drafts)
        for path in files:
            with suppress(OSError):
                held = HeldFile.claim(path, make=False)
                if held and self._take(held, adoption):
                    self._refused.add(path)
        adopted = len(self.drafts) - before
        self.drafts[:adopted] = sorted(self.drafts[:adopted], key=lambda draft: draft.time)

    def enter(self, name: str) -> int:
        """Take over what a file holds, by its name or path, on somebody's word; gives how much.

        Raises `JournalError` for what there is not, or what cannot be entered.
        """
        path = next((path for path in self._files() if name in {path.name, str(path)}), None)
        if path is None:
            raise JournalError(
                f"no file {name!r} waits of this battle: see empires journal pending"
            )
        try:
            held = HeldFile.claim(path, make=False)
        except OSError as fault:
            raise JournalError(f"{path} is not entered: {fault.strerror}") from fault
        if held is None:
            raise JournalError(f"{path} belongs to a copy that is running: it writes it itself")
        before = len(self.drafts)
        if faults := self._take(held, self._adoption(), whole=True):
            raise JournalError(f"{path} is not entered: {'; '.join(faults)}")
        return len(self.drafts) - before

    def _take(self, held: HeldFile, adoption: Adoption, *, whole: bool = False) -> list[str]:
        """Take what can be entered of a file, `whole` all or nothing; gives why the rest cannot.

        A file of which something is left stays, for who can read it.
        """
        found = _judged(held.path, adoption)
        faults = [why for _, why in found if why]
        fit = [draft for draft, why in found if draft and not why]
        if faults or not fit:
            held.release(remove=not faults)  # all of it is in the record already
        else:
            self._held.append(held)
        if not (faults and whole):
            self.drafts[:0] = fit
            self._on_disk += len(fit)
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
        from calculator.journal.adoption import Adoption

        return Adoption(self._storage)

    def release(self, *, remove: bool = False) -> None:
        """Leave the files for another copy to find; or `remove` them, if all is in the journal."""
        for held in self._held:
            held.release(remove=remove)
        self._held.clear()
        self._mine = None
        if remove:
            self.drafts.clear()
            self._on_disk = 0

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


def _line(draft: EntryDraft) -> str:
    return canonical(attrs.asdict(draft, recurse=False) | {"kind": draft.kind.value}) + "\n"


def _count(path: Path) -> int:
    """How many entries a file of this user's has; it may just have been done away with."""
    with suppress(OSError, ValueError):
        return read_ours(path).count("\n")
    return 0


def _judged(path: Path, adoption: Adoption) -> list[tuple[EntryDraft | None, str]]:
    """What of a file is not in the record, None for what cannot be read, and why it cannot be
    entered, if so."""
    try:
        judged = [(draft, adoption.why_not(draft)) for draft in _drafts(path)]
    except OSError as fault:
        return [(None, f"it is not read: {(fault.strerror or '').lower()}")]
    except (ValueError, TypeError, KeyError):
        return [(None, _UNREADABLE)]
    return [(draft, why) for draft, why in judged if why is not None]


def _drafts(path: Path) -> list[EntryDraft]:
    """The entries of a file of this user's, without one that a copy was still writing when it died.

    Raises `OSError` for a file of another kind, and `ValueError`, `TypeError` or `KeyError` for
    what no entry could be made of.
    """
    drafts = []
    for line in read_ours(path).split("\n")[:-1]:
        fields = json.loads(line)
        draft = EntryDraft(**{**fields, "kind": EntryKind(fields["kind"])})
        _check(draft)
        drafts.append(draft)
    return drafts


def _check(draft: EntryDraft) -> None:
    """Raise `ValueError` for what no entry could be made of, whoever left it there."""
    turn = 1 if draft.turn is None else draft.turn
    entry = link("", Tip(number=_ANY_NUMBER), attrs.evolve(draft, turn=turn))
    Entry.read(entry.content, entry.hash)


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

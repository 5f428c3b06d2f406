"""Entries that could not be written yet, kept in a file until they can be.

One line of JSON an entry, on disk before the player sees the result; beside the journal, or where
that takes nothing in the player's data folder, or in a folder of the user's own among the temporary
ones. The file is held by the copy that writes it: one that nobody holds was left by a copy that
died, and any other writes what is in it, if entries can be made of it.
"""

from __future__ import annotations

import json
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import attrs

from calculator.home import home
from calculator.journal.copies import HeldFile
from calculator.journal.entry import EntryDraft, EntryKind, canonical, digest, fresh_key
from calculator.journal.shape import FORMAT, check_shape

_SUFFIX: Final = ".pending"
_ANY_NUMBER: Final = 2**40
"""Stands for the number that an entry will have, above all that it may be about."""


class Spool:
    """The pending entries of one battle, of this copy and of copies that died.

    `where` tells battles apart; `beside` is the folder of the journal, if it has one.
    """

    def __init__(self, where: str, beside: Path | None) -> None:
        self._beside = beside
        self._mark = digest(where)[:12]
        self._own = [_closed(home() / "pending")]
        with suppress(OSError):  # there is none where every disk is full
            self._own.append(_temporary())
        self._pattern = f"{self._mark}-*{_SUFFIX}"
        self._held: list[HeldFile] = []
        self._mine: HeldFile | None = None

    @property
    def path(self) -> Path | None:
        """The file that this copy's entries are kept in, if it has any."""
        return self._mine.path if self._mine else None

    def _folders(self, *, own: bool = False) -> list[Path]:
        """Where entries are kept: the user's `own` folders, or first of all beside the journal."""
        beside = [self._beside] if self._beside and not own else []
        return beside + [folder for folder in self._own if _is_private(folder)]

    def keep(self, draft: EntryDraft, *, own: bool = False) -> bool:
        """Put one more entry on disk, in the user's `own` folders only or also beside the journal.

        Whether any folder takes it.
        """
        kept = attrs.asdict(draft, recurse=False) | {"kind": draft.kind.value}
        line = canonical(kept) + "\n"
        folders = self._folders(own=own)
        if self._mine and self._mine.path.parent in folders and _appended(self._mine, line):
            return True
        for folder in folders:
            if held := _begun(folder / f"{self._mark}-{fresh_key()[:12]}{_SUFFIX}", line):
                self._held.append(held)
                self._mine = held
                return True
        return False

    def orphans(self) -> list[EntryDraft]:
        """Entries that copies which died have left, oldest first; their files are now ours."""
        found: list[EntryDraft] = []
        for folder in self._folders():
            for path in _found(folder, self._pattern):
                if held := _claimed(path, make=False):
                    try:
                        found += list(_drafts(path))
                    except (OSError, ValueError, TypeError, KeyError):
                        held.release()  # damaged, or of a newer empires: left for who can read it
                    else:
                        self._held.append(held)
        return sorted(found, key=lambda draft: draft.time)

    def waiting(self) -> int:
        """How many entries are kept here, of copies that are at it and of those that died."""
        found = (path for folder in self._folders() for path in _found(folder, self._pattern))
        return sum(_lines(path) for path in found)

    def release(self, *, remove: bool = False) -> None:
        """Leave the files for another copy to find; or `remove` them, if all is in the journal."""
        for held in self._held:
            held.release(remove=remove)
        self._held.clear()
        self._mine = None


def _begun(path: Path, line: str) -> HeldFile | None:
    """A new file with its first line, or nothing where that cannot be."""
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    held = _claimed(path)
    if held and not _appended(held, line):
        held.release(remove=True)
        return None
    return held


def _claimed(path: Path, *, make: bool = True) -> HeldFile | None:
    with suppress(OSError):
        return HeldFile.claim(path, make=make)
    return None


def _appended(held: HeldFile, line: str) -> bool:
    with suppress(OSError):
        held.append(line)
        return True
    return False


def _found(folder: Path, pattern: str) -> list[Path]:
    """The files of a folder; none where it cannot be read, and so holds nothing of ours."""
    with suppress(OSError):
        return list(folder.glob(pattern))
    return []


def _lines(path: Path) -> int:
    with suppress(OSError):  # it may just have been written down, and done away with
        return path.read_bytes().count(b"\n")
    return 0


def _drafts(path: Path) -> Iterator[EntryDraft]:
    """The entries of a file, without one that a copy was still writing when it died."""
    for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
        if line.endswith("\n"):
            fields = json.loads(line)
            draft = EntryDraft(**{**fields, "kind": EntryKind(fields["kind"])})
            _check(draft)
            yield draft


def _check(draft: EntryDraft) -> None:
    """Raise `ValueError` for what no entry could be made of, whoever left it there."""
    fields = draft.fields() | {"turn": 1 if draft.turn is None else draft.turn}
    place = {"battle": "", "number": _ANY_NUMBER, "previous": "", "format": FORMAT}
    check_shape({**fields, **place, "kind": draft.kind.value})


def _is_private(folder: Path) -> bool:
    """Whether a folder is this user's alone, or not yet there.

    Nobody else can make or fill it: one that is another's, or open to others, is none of ours.
    """
    if not hasattr(os, "getuid"):
        return True  # where each user has folders that nobody else can reach
    try:
        found = folder.lstat()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    ours = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()
    return ours and not found.st_mode & 0o077


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

"""Where journals are: the player's data folder, or wherever a path says."""

from __future__ import annotations

import errno
import os
import platform
import re
import stat
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from itertools import count, islice
from pathlib import Path
from typing import Final, NamedTuple

from calculator.errors import FaultsError, JournalError, nearest
from calculator.paths import files_in, home, typed_path

SUFFIX: Final = ".battle"
DEFAULT: Final = "battle"
"""The battle that is written to when none is named."""

A_URL: Final = "postgresql://USER@HOST/DATABASE"
"""How the URL of a server looks."""

_NAME: Final = re.compile(r"\w[\w .'-]*")


def battles() -> Path:
    """The folder of battles that have a name only."""
    return home() / "battles"


def known_battles() -> list[str]:
    """The names of the battles in the data folder, sorted."""
    return [path.stem for path in files_in(battles(), f"*{SUFFIX}")]


def journal_path(battle: str | Path) -> Path:
    """The file of a battle given by name or by path; nothing at all is the default battle.

    Raises `FaultsError` for a name that cannot be a file's on every platform, and for a URL.
    """
    name = str(battle).strip() or DEFAULT
    if isinstance(battle, str) and "://" in name:
        raise FaultsError.at("battle", f"{name!r} is not a server's URL", f"{A_URL}#BATTLE")
    in_folder = name.startswith("~") or any(sign in name for sign in {"/", os.sep})
    if isinstance(battle, Path) or in_folder or name.endswith(SUFFIX):
        return typed_path(name).absolute()
    if not _NAME.fullmatch(name):
        allowed = "letters, digits, spaces, hyphens and dots, e.g. quatre-bras; or a path"
        raise FaultsError.at("battle", f"{name!r} cannot be the name of a battle", allowed)
    return (battles() / f"{name}{SUFFIX}").absolute()


def pending_folders() -> list[Path]:
    """The user's own folders of entries that could not be written yet."""
    folders = [home() / "pending"]
    with suppress(OSError):  # there is none where every disk is full
        owner = f"-{os.getuid()}" if hasattr(os, "getuid") else ""
        folders.append(Path(tempfile.gettempdir()) / f"empires-pending{owner}")
    return folders


def mark_of(where: str) -> str:
    """How the names of files begin that are about a record: 12 digits."""
    import hashlib

    return hashlib.sha256(where.encode()).hexdigest()[:12]


def is_begun(path: Path) -> bool:
    """Whether there is a record at `path`, or else entries that wait for it, or what a copy of this
    user saw of it."""
    if path.exists():
        return True
    names: list[str] = []
    for folder in (home() / "seen", path.parent, *pending_folders()):
        with suppress(OSError):
            names += [one.name for one in folder.iterdir()]
    marks = {mark_of(str(at)) for at in (path, path.resolve()) if names}
    return any(name.startswith(tuple(marks)) for name in names)


def is_url(battle: str) -> bool:
    """Whether a battle is kept on a database server."""
    return battle.startswith(("postgresql://", "postgres://"))


class NotBegunError(JournalError):
    """There is no such battle, or not yet, `where` it should be, among those that are `known`."""

    def __init__(self, where: str, name: str, known: Sequence[str]) -> None:
        near = nearest(name, known)
        hint = f"; did you mean {near!r}?" if near else ""
        there = f" (there are: {', '.join(known)})" if known else ""
        super().__init__(f"no journal of a battle {where}{hint}{there}")


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, 1 << 30, os.SEEK_SET)  # what is locked there cannot be read either
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


_TAKEN: Final = frozenset({errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK})
"""How a lock says that another holds it. Whatever else it says, there are no locks to be had, as on
many network drives."""

_WITHOUT_WAITING: Final = sum(
    getattr(os, f"O_{how}", 0) for how in ("NONBLOCK", "NOFOLLOW", "BINARY")
)


class HeldFile:
    """A file held by this process alone until `release`, or until the process ends.

    Where there are no locks it is not `locked`: others may hold it as well.
    """

    def __init__(self, path: Path, descriptor: int, *, locked: bool = True) -> None:
        self.path = path
        self.locked = locked
        self._descriptor: int | None = descriptor

    @classmethod
    def claim(cls, path: Path) -> HeldFile | None:
        """The file at `path`, made if need be; None if another holds it.

        Raises `OSError` where it can be neither opened nor made, and for what is no file of this
        user's: a pipe, a folder, a link, what another owns.
        """
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | _WITHOUT_WAITING, 0o644)
        with ExitStack() as opened:
            opened.callback(os.close, descriptor)
            found = os.fstat(descriptor)
            _check_ours(found, path)
            locked = True
            try:
                _lock(descriptor)
            except OSError as fault:
                if fault.errno in _TAKEN:
                    return None
                locked = False
            # Whoever held it may have done away with it meanwhile.
            if identity(path) == (found.st_dev, found.st_ino):
                opened.pop_all()
                return cls(path, descriptor, locked=locked)
        return None

    def release(self, *, remove: bool = False) -> None:
        """Let go of the file, and with `remove` do away with it first."""
        if self._descriptor is not None:
            if remove:
                self.path.unlink(missing_ok=True)
            os.close(self._descriptor)
            self._descriptor = None


def read_ours(path: Path) -> bytes:
    """What a file of this user's holds. Raises `OSError` for any other."""
    descriptor = os.open(path, os.O_RDONLY | _WITHOUT_WAITING)
    try:
        found = os.fstat(descriptor)
        _check_ours(found, path)
        return os.read(descriptor, found.st_size)
    finally:
        os.close(descriptor)


def identity(path: Path) -> tuple[int, int] | None:
    """Which file is at `path`: it changes if that is removed or replaced; None if none is found."""
    with suppress(OSError):
        found = path.stat()
        return found.st_dev, found.st_ino
    return None


def _check_ours(found: os.stat_result, path: Path) -> None:
    """Raise `OSError` for what is no plain file of this user's: to open it is to wait for ever, or
    to take another's word."""
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "it is no plain file", str(path))
    if hasattr(os, "getuid") and found.st_uid != os.getuid():
        raise PermissionError(errno.EPERM, "another user's", str(path))


COLOURS: Final = ("red", "blue", "green", "gold", "white", "black", "violet", "grey", "brown")

_MOST_NAMES: Final = 900
"""Names that are tried; so many copies run on no machine."""


class CopyName(NamedTuple):
    """A name claimed for as long as this process lives, or until `release`."""

    name: str
    held: HeldFile | None

    @classmethod
    def claim(cls, folder: Path, wanted: str = "") -> CopyName:
        """The first free name: `wanted`, `wanted`-2, ..., or else of the colours.

        Where the folder cannot be written, or has no locks, as on a network drive, the name of the
        machine and the number of the process make the name its own.
        """
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            for name in islice(_names(wanted), _MOST_NAMES):
                # What files may not be called is written as character codes.
                file = re.sub(r"[^\w-]", lambda found: f"%{ord(found[0]):x}", name)
                if held := HeldFile.claim(folder / f"{file}.copy"):
                    if held.locked:
                        return cls(name, held)
                    held.release(remove=True)
                    break
        return cls(f"{wanted or COLOURS[0]}-{platform.node()}-{os.getpid()}", None)

    def release(self) -> None:
        """Give the name back."""
        if self.held:
            self.held.release()


def _names(wanted: str) -> Iterator[str]:
    if wanted:
        yield wanted
        yield from (f"{wanted}-{number}" for number in count(2))
    for number in count(1):
        yield from (f"{colour}-{number}" for colour in COLOURS)

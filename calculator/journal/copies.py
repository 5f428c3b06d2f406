"""The name of a copy, which no two copies on one machine share, and the lock that keeps it.

The lock dies with its holder; files that one copy at a time may touch are held by it too.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, 1 << 30, os.SEEK_SET)  # what is locked there cannot be read either
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class HeldFile:
    """A file held by this process alone until `release`, or until the process ends."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._descriptor: int | None = descriptor

    @classmethod
    def claim(cls, path: Path, *, make: bool = True) -> HeldFile | None:
        """The file at `path`, made if need be and `make` allows; None if another holds it.

        Raises `OSError` where it can be neither opened nor made.
        """
        descriptor = os.open(path, os.O_RDWR | os.O_APPEND | (os.O_CREAT if make else 0), 0o644)
        try:
            _lock(descriptor)
            # Whoever held it may have done away with it meanwhile.
            if os.path.samestat(os.fstat(descriptor), path.stat()):
                return cls(path, descriptor)
        except OSError:
            pass
        os.close(descriptor)
        return None

    def append(self, text: str) -> None:
        """Add `text`, all of it or nothing, and wait until it is on the disk."""
        assert self._descriptor is not None
        size = os.fstat(self._descriptor).st_size
        data = text.encode()
        try:
            while data:
                data = data[os.write(self._descriptor, data) :]
            os.fsync(self._descriptor)
        except OSError:
            os.ftruncate(self._descriptor, size)
            raise

    def release(self, *, remove: bool = False) -> None:
        """Let go of the file, and with `remove` do away with it first."""
        if self._descriptor is not None:
            if remove:
                self.path.unlink(missing_ok=True)
            os.close(self._descriptor)
            self._descriptor = None


COLOURS: Final = ("red", "blue", "green", "gold", "white", "black", "violet", "grey", "brown")


class CopyName:
    """A name claimed for as long as this process lives, or until `release`."""

    def __init__(self, name: str, held: HeldFile | None) -> None:
        self.name = name
        self._held = held

    @classmethod
    def claim(cls, folder: Path, wanted: str = "") -> CopyName:
        """The first free name: `wanted`, `wanted`-2, ..., or else of the colours.

        Where the folder cannot be written the number of the process makes the name its own.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for name in _names(wanted):
                if held := HeldFile.claim(folder / f"{_file_name(name)}.copy"):
                    return cls(name, held)
        except OSError:
            pass
        return cls(f"{wanted or COLOURS[0]}-{os.getpid()}", None)

    def release(self) -> None:
        """Give the name back."""
        if self._held:
            self._held.release()
            self._held = None


def _names(wanted: str) -> Iterator[str]:
    if wanted:
        yield wanted
        yield from (f"{wanted}-{number}" for number in count(2))
    for number in count(1):
        yield from (f"{colour}-{number}" for colour in COLOURS)


def _file_name(name: str) -> str:
    """The name with what files may not be called written as character codes."""
    return re.sub(r"[^\w-]", lambda found: f"%{ord(found[0]):x}", name)

"""A lock that dies with its holder, for claims and for files that one copy at a time may touch."""

from __future__ import annotations

import os
import sys
from pathlib import Path

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

"""A lock that dies with its holder, for claims and for files that one copy at a time may touch."""

from __future__ import annotations

import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
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
    def claim(cls, path: Path) -> HeldFile | None:
        """The file at `path`, made if need be; None if another holds it. Raises `OSError`."""
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            _lock(descriptor)
        except OSError:
            os.close(descriptor)
            return None
        return cls(path, descriptor)

    def append(self, text: str) -> None:
        """Add `text` and wait until it is on the disk."""
        data = text.encode()
        assert self._descriptor is not None
        while data:
            data = data[os.write(self._descriptor, data) :]
        os.fsync(self._descriptor)

    def release(self, *, remove: bool = False) -> None:
        """Let go of the file, and with `remove` do away with it first."""
        if self._descriptor is not None:
            if remove:
                self.path.unlink(missing_ok=True)
            os.close(self._descriptor)
            self._descriptor = None

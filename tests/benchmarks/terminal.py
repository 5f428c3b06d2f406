"""A program in a pseudo-terminal of 80 columns by 24 lines, and when it writes what."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import pexpect  # type: ignore[import-untyped]  # it has no types

QUIET: Final = 0.15
"""Seconds without output after which a program has drawn what it had to draw."""


class Terminal:
    """A program that runs until the end of a `with`."""

    def __init__(self, arguments: Sequence[str], variables: Mapping[str, str]) -> None:
        inherited = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        self.started = time.perf_counter()
        self._child: Any = pexpect.spawn(
            sys.executable,
            list(arguments),
            env={**inherited, "TERM": "xterm-256color", **variables},
            dimensions=(24, 80),
        )
        self._child.delaybeforesend = None

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._child.close(force=True)

    @property
    def resident(self) -> float:
        """Mebibytes of memory that the program holds."""
        pages = int(Path(f"/proc/{self._child.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def press(self, keys: str) -> float:
        """Send keys; the moment they were sent."""
        sent = time.perf_counter()
        self._child.send(keys)
        return sent

    def seen(self, text: str, patience: float = 15.0) -> float:
        """The moment at which a text arrived. `TimeoutError` if it does not."""
        output = b""
        give_up = time.perf_counter() + patience
        while text.encode() not in output:
            if time.perf_counter() > give_up:
                raise TimeoutError(f"{text!r} never came, in {len(output):,} bytes of output")
            output += self._read(1)
        return time.perf_counter()

    def settle(self) -> None:
        """Wait until it writes no more."""
        while self._read(QUIET):
            pass

    def _read(self, patience: float) -> bytes:
        try:
            output: bytes = self._child.read_nonblocking(65536, timeout=patience)
        except pexpect.TIMEOUT:
            return b""
        return output

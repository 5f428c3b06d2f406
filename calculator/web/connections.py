"""Slow and half-open connections: closed, so that they keep nobody else out.

Whoever opens a connection has a few seconds to say what is wanted. Where more wait than the
machine lets this process hold open, the oldest of those that have said nothing are closed first.
"""

from __future__ import annotations

import asyncio
import resource
import time
from collections.abc import Collection
from typing import Any, Final, Protocol

HEAD_SECONDS: Final = 5.0
"""How long a connection may stay without a whole request."""

BODY_SECONDS: Final = 10.0
"""How long a request may take to send what its form holds."""

KEEP_ALIVE: Final = 20.0
"""How long a connection stays open for the next request."""

SWEEP: Final = 0.5
"""Seconds between two looks at the open connections."""

SPARE_FILES: Final = 60
"""Open files that this process needs for all else: the record, workers, libraries."""

LEAST_CONNECTIONS: Final = 24
"""Connections without a request that are borne with even where few files may be open."""


class Connection(Protocol):
    """What the server library knows of one connection."""

    @property
    def transport(self) -> Any:
        """What carries it; None once it is closed."""


class Connections:
    """Watches over the connections of a server; a request says when it begins and ends."""

    def __init__(self) -> None:
        self._since: dict[Connection, float] = {}
        self._busy: dict[Connection, int] = {}
        self._answered: set[Connection] = set()

    def begin(self, connection: Any) -> None:
        """Note that a whole request has come over a connection."""
        self._busy[connection] = self._busy.get(connection, 0) + 1
        self._answered.add(connection)

    def end(self, connection: Any) -> None:
        """Note that the request has been answered."""
        self._busy[connection] = self._busy.get(connection, 1) - 1
        if not self._busy[connection]:
            del self._busy[connection]
        self._since[connection] = time.monotonic()

    async def watch(self, connections: Any) -> None:
        """Look after what `connections()` lists, until cancelled."""
        while True:
            self.sweep(connections())
            await asyncio.sleep(SWEEP)

    def sweep(self, connections: Collection[Connection]) -> None:
        """Close what is slow, and the oldest of what is idle where there are too many."""
        now = time.monotonic()
        present = set(connections)
        self._answered &= present
        self._since = {one: since for one, since in self._since.items() if one in present}
        idle = [one for one in present if one not in self._busy]
        for one in idle:
            self._since.setdefault(one, now)
        idle.sort(key=lambda one: self._since[one])
        excess = len(present) - _most_open()
        for place, one in enumerate(idle):
            limit = KEEP_ALIVE if one in self._answered else HEAD_SECONDS
            if (now - self._since[one] > limit or place < excess) and one.transport is not None:
                one.transport.abort()


def _most_open() -> int:
    """How many connections there may be before idle ones are closed early."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(LEAST_CONNECTIONS, soft - SPARE_FILES) if soft != resource.RLIM_INFINITY else 10_000

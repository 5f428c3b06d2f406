"""How often, how many, how long: the limits that keep one visitor from spoiling it for the rest."""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Callable
from typing import Final

import attrs

MOST_KEPT: Final = 4096
"""Visitors whose requests are counted at a time; the one heard of longest ago is let go."""


@attrs.frozen
class Limits:
    """The limits that a server is started with; times in seconds."""

    seats: int = 250
    """Visitors seated at once."""
    for_umpires: int = 2
    """Seats of these that only umpires take."""
    per_address: int = 16
    """Seats taken from one address, but for this machine's own."""
    idle: float = 12 * 3600
    """A seat that nobody used for so long is given to the next who comes while none is free."""
    attempts: int = 5
    """Wrong codes from one address within `attempt_window` before it must wait."""
    attempts_everywhere: int = 30
    """Wrong codes from all addresses together within `attempt_window`."""
    attempt_window: float = 60.0
    requests: int = 80
    """Requests of one visitor within `request_window`; a page asks three, a tap on it one."""
    request_window: float = 4.0
    streams: int = 4
    """Pages of one seat that may follow the record at once; a further one ends the oldest."""


class Attempts:
    """Counts wrong codes by address and in all, within a sliding window."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._by_address: defaultdict[str, deque[float]] = defaultdict(deque)
        self._all: deque[float] = deque()

    def blocked(self, address: str) -> bool:
        """Whether this address, or everyone, has used up the wrong codes for now."""
        since = self._clock() - self._limits.attempt_window
        for known in list(self._by_address):
            _forget(self._by_address[known], since)
            if not self._by_address[known]:
                del self._by_address[known]
        _forget(self._all, since)
        return (
            len(self._by_address.get(address, ())) >= self._limits.attempts
            or len(self._all) >= self._limits.attempts_everywhere
        )

    def failed(self, address: str) -> None:
        """Note one wrong code."""
        self._by_address[address].append(self._clock())
        self._all.append(self._clock())


class Rate:
    """Counts the requests of each visitor within a sliding window."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._requests: dict[str, deque[float]] = {}

    def admits(self, visitor: str) -> bool:
        """Whether this visitor may ask once more now; asking counts."""
        times = self._requests.pop(visitor, None) or deque()
        self._requests[visitor] = times
        if len(self._requests) > MOST_KEPT:
            del self._requests[next(iter(self._requests))]
        _forget(times, self._clock() - self._limits.request_window)
        if len(times) >= self._limits.requests:
            return False
        times.append(self._clock())
        return True


def _forget(times: deque[float], since: float) -> None:
    while times and times[0] < since:
        times.popleft()

"""How often, how many, how long: the limits that keep one visitor from spoiling it for the rest."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final

import attrs

MOST_KEPT: Final = 4096
"""Visitors and addresses counted at a time; the one heard of longest ago is let go."""


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


class RateWindow:
    """Counts what happens to each key within a sliding window of seconds."""

    def __init__(
        self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def is_full(self, key: str) -> bool:
        """Whether it has happened as often as it may for now."""
        times = self._times.get(key, deque())
        while times and times[0] < self._clock() - self._seconds:
            times.popleft()
        return len(times) >= self._most

    def admits(self, key: str) -> bool:
        """Whether it may happen once more now; if it may, it is counted."""
        if self.is_full(key):
            return False
        self.note(key)
        return True

    def note(self, key: str) -> None:
        """Count it once more."""
        self._times.setdefault(key, deque()).append(self._clock())
        self._times.move_to_end(key)
        if len(self._times) > MOST_KEPT:
            self._times.popitem(last=False)


class Attempts:
    """Counts wrong codes by address and in all, within a sliding window."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._from_one = RateWindow(limits.attempts, limits.attempt_window, clock)
        self._in_all = RateWindow(limits.attempts_everywhere, limits.attempt_window, clock)

    def blocked(self, address: str) -> bool:
        """Whether this address, or everyone, has used up the wrong codes for now."""
        return self._from_one.is_full(address) or self._in_all.is_full("")

    def note_failure(self, address: str) -> None:
        """Note one wrong code."""
        self._from_one.note(address)
        self._in_all.note("")

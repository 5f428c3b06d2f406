"""How often, how many, how long: the limits that keep one visitor from spoiling it for the rest."""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Callable

import attrs


@attrs.frozen
class Limits:
    """The limits a server is started with; times in seconds."""

    sessions: int = 24
    """Screens open at once; each takes about 40 MiB."""
    idle: float = 45 * 60
    """A screen without a key press or tap for so long is closed."""
    attempts: int = 5
    """Wrong codes from one address within `attempt_window` before it must wait."""
    attempts_everywhere: int = 30
    """Wrong codes from all addresses together within `attempt_window`."""
    attempt_window: float = 60.0


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
        for address_seen in list(self._by_address):
            self._forget(self._by_address[address_seen], since)
            if not self._by_address[address_seen]:
                del self._by_address[address_seen]
        self._forget(self._all, since)
        return (
            len(self._by_address.get(address, ())) >= self._limits.attempts
            or len(self._all) >= self._limits.attempts_everywhere
        )

    def failed(self, address: str) -> None:
        """Note one wrong code."""
        self._by_address[address].append(self._clock())
        self._all.append(self._clock())

    @staticmethod
    def _forget(times: deque[float], since: float) -> None:
        while times and times[0] < since:
            times.popleft()

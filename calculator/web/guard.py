"""What keeps one visitor from spoiling it for the rest: who is heard, how often, and for how long.

Whoever opens a connection has a few seconds to say what is wanted. Where more wait than the
machine lets this process hold open, the oldest of those that have said nothing are closed first.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import resource
import socket
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Collection
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

import attrs
from aiohttp import web

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


HEAD_SECONDS: Final = 5.0
"""How long a connection may stay without a whole request."""

BODY_SECONDS: Final = 10.0
"""How long a request may take to send what its form holds."""

KEEP_ALIVE: Final = 20.0
"""How long a connection stays open for the next request."""


Connection: TypeAlias = Any
"""What the server library knows of one connection; its `transport` is None once it is closed."""


class Connections:
    """Watches over the connections of a server; a request says when it begins and ends."""

    def __init__(self) -> None:
        self._since: dict[Connection, float] = {}
        self._busy: Counter[Connection] = Counter()
        self._answered: set[Connection] = set()

    def begin(self, connection: Connection) -> None:
        """Note that a whole request has come over a connection."""
        self._busy[connection] += 1
        self._answered.add(connection)

    def end(self, connection: Connection) -> None:
        """Note that the request has been answered."""
        self._busy -= Counter([connection])
        self._since[connection] = time.monotonic()

    async def watch(self, connections: Any) -> None:
        """Look after what `connections()` lists twice a second, until cancelled."""
        while True:
            self.sweep(connections())
            await asyncio.sleep(0.5)

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
    """How many connections there may be before idle ones are closed early: what is left of open
    files by the record, workers and libraries, but a few even where that is little."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(24, soft - 60) if soft != resource.RLIM_INFINITY else 10_000


_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[\w.-]+)(:[0-9]{1,5})?", re.ASCII | re.IGNORECASE)

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # none at all would blank the origin of forms too
    "Cross-Origin-Opener-Policy": "same-origin",
    "Server": "empires",
}
"""What a page of ours may load and who may frame it: nothing from elsewhere, nobody."""


class Origins:
    """Under which names this server may be asked, and which pages may send it forms."""

    def __init__(self, base_url: str = "") -> None:
        """`base_url` is how a proxy in front of the server is reached, if there is one."""
        parts = urlsplit(base_url)
        self._public_host = parts.netloc.lower()
        self._public_origin = f"{parts.scheme}://{parts.netloc}".lower() if base_url else ""

    def is_ours(self, host: str) -> bool:
        """Whether a Host header can be ours: a number, localhost, this machine's name or that of
        `base_url`. A page elsewhere whose name resolves to this machine still sends that name."""
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        if host.lower() == self._public_host:
            return True
        name = found[1].lower()
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            own = socket.gethostname().lower()
            return name in {"localhost", own, f"{own}.local"}
        return True

    def check(self, request: web.Request) -> None:
        """Refuse (403) a request that changes something and that no page of ours has made."""
        origin = request.headers.get("Origin", "").lower()
        scheme = "https" if request.secure else "http"
        ours = {f"{scheme}://{request.host}".lower(), self._public_origin} - {""}
        if origin not in ours:
            raise web.HTTPForbidden(text="This request comes from another page.")


def address_of(request: web.Request, proxy: str) -> str:
    """Where a request comes from: what a forwarding header says counts only from the `proxy` that
    the server was started with, and then the last address in it, which that proxy wrote."""
    remote = request.remote or ""
    if proxy and remote == proxy:
        forwarded = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
        return forwarded or remote
    return remote


def is_own(address: str) -> bool:
    """Whether an address is this machine's own."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False

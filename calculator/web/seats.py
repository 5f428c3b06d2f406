"""Seats: who has been let in by which code, as what, for which side; kept on disk, to outlive the
server. A visitor's cookie holds the token of a seat, the server only the digest of it."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Final

import attrs

from calculator.desk.chronicle import EntryLine
from calculator.journal.entry import printable
from calculator.paths import reporting, write_whole
from calculator.web.guard import Limits, is_own

_ALPHABET: Final = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""Letters and digits that are not mistaken for one another when read aloud."""

CODE_LENGTH: Final = 8
"""30^8 codes: at the limit of wrong codes, guessing one takes tens of thousands of years."""


class VisitorRole(Enum):
    """What a visitor may do."""

    PLAYER = "player"
    UMPIRE = "umpire"
    SPECTATOR = "spectator"


ROLES: Final = {role.value: role for role in VisitorRole}
"""The roles by name."""


def fresh_codes() -> dict[VisitorRole, str]:
    """A code for each role; they outlive the server, until the umpire changes one."""
    return {role: fresh_code() for role in VisitorRole}


def role_for(codes: Mapping[VisitorRole, str], typed: str) -> VisitorRole | None:
    """The role that a typed code opens, or None. Takes the same time whatever was typed."""
    attempt = "".join(typed.upper().split()).replace("-", "").encode()
    opened = None
    for role, code in codes.items():
        if hmac.compare_digest(code.encode(), attempt):
            opened = role
    return opened


def read_out(code: str) -> str:
    """A code in two groups, as it is read out: ABCD-EFGH."""
    return f"{code[:4]}-{code[4:]}"


def fresh_code() -> str:
    """A join code, from the operating system's random source."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(CODE_LENGTH))


def fresh_token() -> str:
    """An unguessable name for a seat or a key, kept in a visitor's cookie or on the server."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """What the server keeps of a token: whoever reads its file cannot take the seat."""
    return hashlib.sha256(token.encode()).hexdigest()


def form_token(key: str, visitor: str, nonce: str = "") -> str:
    """What each form carries so that no other site can send it in a visitor's name: a nonce and a
    signature over both. Each page has another: compressed, it gives nothing away by its length."""
    nonce = nonce or secrets.token_hex(8)
    signature = hmac.new(key.encode(), f"{nonce} {visitor}".encode(), "sha256").hexdigest()
    return f"{nonce}{signature[:32]}"


def token_fits(key: str, visitor: str, token: str) -> bool:
    """Whether a form that carries this was on a page for this visitor."""
    return hmac.compare_digest(form_token(key, visitor, token[:16]).encode(), token.encode())


NAME_LENGTH: Final = 40
"""Characters of a player's or a side's name that are kept."""

MOST_WAITING: Final = 200
"""Lines that wait for a page that reads slowly; beyond, it has to begin anew."""

_VERSION: Final = 1


class Follower:
    """The lines that wait for one page that follows the record."""

    def __init__(self) -> None:
        self.ended = False
        self._lines: list[EntryLine] = []
        self._news = asyncio.Event()

    def take(self, lines: Iterable[EntryLine]) -> None:
        """Let these wait too."""
        self._lines += lines
        if len(self._lines) > MOST_WAITING:
            self.end()
        self._news.set()

    def end(self) -> None:
        """Let the page be sent nothing more."""
        self.ended = True
        self._news.set()

    async def news(self, seconds: float) -> list[EntryLine]:
        """What waits, as soon as there is something; nothing after so long without news."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()
        self._news.clear()
        lines, self._lines = self._lines, []
        return lines


@attrs.frozen
class Pin:
    """A set-up kept to compare with: its name, and what is asked, as the address of its page."""

    name: str
    system: str
    action: str
    query: str


@attrs.define(eq=False)
class Seat:
    """One visitor who has been let in. `key` is the digest of the token in the visitor's cookie."""

    key: str
    role: VisitorRole
    player: str = ""
    side: str = ""
    address: str = ""
    theme: str = ""
    practice: bool = False
    system: str = ""
    """The key of the rule system it last asked, where no order of battle says which."""
    looked_at: int = 0
    """The number of the last entry that it has looked at, of those that befell its units; those
    before it stood above it."""
    seen: float = 0.0
    pins: list[Pin] = attrs.field(factory=list)
    beside: list[str] = attrs.field(factory=list)
    """The keys of doubtful values by whose other reading the odds stand beside those shown."""
    streams: list[Follower] = attrs.field(factory=list)
    """What its pages that follow the record are sent, the oldest first."""


class NoSeatError(Exception):
    """No seat is free for this visitor; the message says why."""


class Seats:
    """All seats of a battle, its codes, and whether its door is open."""

    def __init__(self, path: Path, limits: Limits, *, open_to_network: bool) -> None:
        """Take up the seats and codes that were kept at `path`, if any were."""
        self.path = path
        self.limits = limits
        self.open_to_network = open_to_network
        self.codes = fresh_codes()
        self.door_open = True
        self.form_key = fresh_token()
        self._seats: dict[str, Seat] = {}
        self._recall()

    def __iter__(self) -> Iterator[Seat]:
        return iter(list(self._seats.values()))

    def of(self, token: str) -> Seat | None:
        """The seat whose token this is."""
        seat = self._seats.get(digest(token)) if token else None
        if seat:
            seat.seen = time.time()
        return seat

    def find(self, key: str) -> Seat | None:
        """A seat by its key."""
        return self._seats.get(key)

    def take(self, role: VisitorRole, player: str, side: str, address: str) -> tuple[str, Seat]:
        """Seat somebody; gives the token for the cookie. Raises `NoSeatError`."""
        self._make_room(role, address)
        token = fresh_token()
        player, side = (printable(name).strip()[:NAME_LENGTH] for name in (player, side))
        seat = Seat(digest(token), role, player, side, address, seen=time.time())
        self._seats[seat.key] = seat
        self.keep()
        return token, seat

    def leave(self, seat: Seat) -> None:
        """Free a seat."""
        self._seats.pop(seat.key, None)
        self.keep()

    def _make_room(self, role: VisitorRole, address: str) -> None:
        limits = self.limits
        from_there = sum(seat.address == address for seat in self)
        if from_there >= limits.per_address and not is_own(address):
            raise NoSeatError("Too many seats are taken from this device. Leave one first.")
        most = limits.seats - (0 if role is VisitorRole.UMPIRE else limits.for_umpires)
        if len(self._seats) < most:
            return
        idle_since = time.time() - limits.idle
        oldest = min(self, key=lambda seat: seat.seen)
        if oldest.seen > idle_since:
            raise NoSeatError("Every seat is taken. Ask the umpire to free one.")
        del self._seats[oldest.key]

    def keep(self) -> None:
        """Write everything, readable by nobody else. Raises `CalculatorError` if it cannot be."""
        kept = {
            "version": _VERSION,
            "codes": {role.value: code for role, code in self.codes.items()},
            "door-open": self.door_open,
            "form-key": self.form_key,
            "seats": [
                attrs.asdict(seat, filter=lambda field, _: field.name != "streams")
                | {"role": seat.role.value}
                for seat in self
            ],
        }
        with reporting(self.path, "cannot be written"):
            write_whole(self.path, json.dumps(kept).encode(), private=True)

    def _recall(self) -> None:
        try:
            kept = json.loads(self.path.read_text(encoding="utf-8"))
            if kept["version"] != _VERSION:
                return
            seats: dict[str, Seat] = {}
            codes = {role: str(kept["codes"][role.value]) for role in VisitorRole}
            for plain in kept["seats"]:
                pins = [Pin(**pin) for pin in plain["pins"]]
                seat = Seat(**plain | {"role": VisitorRole(plain["role"]), "pins": pins})
                seats[seat.key] = seat
            form_key = str(kept["form-key"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return  # a server without seats begins afresh; a damaged file opens no door
        self.codes, self.form_key = codes, form_key
        self.door_open = bool(kept["door-open"])
        self._seats = seats

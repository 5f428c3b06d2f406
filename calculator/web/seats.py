"""Seats: who has been let in, as what, for which side; kept on disk, to outlive the server.

A visitor holds the token of a seat in a cookie; the server keeps only the digest of it.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import attrs

from calculator.home import home
from calculator.journal.entry import one_line
from calculator.paths import reporting
from calculator.web.checks import is_own
from calculator.web.codes import VisitorRole, digest, fresh_codes, fresh_token
from calculator.web.follower import Follower
from calculator.web.limits import Limits

NAME_LENGTH: Final = 40
"""Characters of a player's or a side's name that are kept."""

_VERSION: Final = 1


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
    """The number of the last entry that it has looked at, of those that concern its units."""
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
        seat = Seat(
            digest(token), role, clean_name(player), clean_name(side), address, seen=time.time()
        )
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
            "seats": [_as_json(seat) for seat in self],
        }
        beside = self.path.with_suffix(f".{os.getpid()}.tmp")
        with reporting(self.path, "cannot be written"):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            beside.unlink(missing_ok=True)
            with os.fdopen(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as to:
                json.dump(kept, to)
            beside.replace(self.path)

    def _recall(self) -> None:
        try:
            kept = json.loads(self.path.read_text(encoding="utf-8"))
            if kept["version"] != _VERSION:
                return
            codes = {role: str(kept["codes"][role.value]) for role in VisitorRole}
            seats = [_read_seat(plain) for plain in kept["seats"]]
            form_key = str(kept["form-key"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return  # a server without seats begins afresh; a damaged file opens no door
        self.codes, self.form_key = codes, form_key
        self.door_open = bool(kept["door-open"])
        self._seats = {seat.key: seat for seat in seats}


def seats_path(battle: str) -> Path:
    """Where the seats of a battle are kept; `battle` is where its record is."""
    return home() / "served" / f"{digest(battle)[:16]}.json"


def clean_name(name: str) -> str:
    """A name as it is kept: printable, on one line, not too long."""
    return one_line(name).strip()[:NAME_LENGTH]


def _as_json(seat: Seat) -> dict[str, Any]:
    plain = attrs.asdict(seat, filter=lambda field, _: field.name != "streams")
    return plain | {"role": seat.role.value}


def _read_seat(plain: dict[str, Any]) -> Seat:
    return Seat(
        key=str(plain["key"]),
        role=VisitorRole(plain["role"]),
        player=str(plain["player"]),
        side=str(plain["side"]),
        address=str(plain["address"]),
        theme=str(plain["theme"]),
        practice=bool(plain["practice"]),
        system=str(plain.get("system", "")),
        seen=float(plain["seen"]),
        pins=[Pin(**pin) for pin in plain["pins"]],
        beside=[str(key) for key in plain.get("beside", ())],
    )

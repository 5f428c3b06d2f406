"""What became of an entry: voids and overrides are entries of their own, further down the chain."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs

from calculator.errors import JournalError
from calculator.journal.entry import Entry, Kind

_KINDS: Final = {
    Kind.RULING: "a ruling",
    Kind.TURN: "a change of turn",
    Kind.NOTE: "a note",
    Kind.VOID: "a void",
    Kind.OVERRIDE: "an override",
}


@attrs.frozen
class Standing:
    """The void that an entry fell to, and the override that stands in its place, if any."""

    void: Entry | None = None
    override: Entry | None = None

    @property
    def counts(self) -> bool:
        """Whether the entry still counts."""
        return self.void is None


class Standings:
    """The standing of every entry, given the entries in order, a few at a time if need be."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._voids: dict[int, Entry] = {}
        self._overrides: dict[int, list[Entry]] = {}
        self.add(entries)

    def add(self, entries: Iterable[Entry]) -> None:
        """Take account of further entries."""
        for entry in entries:
            if entry.kind is Kind.VOID and entry.about is not None:
                self._voids.setdefault(entry.about, entry)
            elif entry.kind is Kind.OVERRIDE and entry.about is not None:
                self._overrides.setdefault(entry.about, []).append(entry)

    def of(self, number: int) -> Standing:
        """The standing of an entry: the last override that is not itself void holds."""
        holding = [o for o in self._overrides.get(number, ()) if o.number not in self._voids]
        return Standing(self._voids.get(number), holding[-1] if holding else None)


def check_voidable(number: int, kind: Kind, before: Entry | None) -> None:
    """Raise `JournalError` for an entry that no void can be about; `before` is one that is."""
    if kind in {Kind.VOID, Kind.TURN}:
        told = f"entry {number} is {_KINDS[kind]}: it cannot be voided, only followed"
        raise JournalError(told)
    if before:
        told = f"entry {number} is void already (#{before.number}): {before.body['reason']}"
        raise JournalError(told)


def check_overridable(number: int, kind: Kind) -> None:
    """Raise `JournalError` for an entry that drew nothing."""
    if kind is not Kind.RULING:
        raise JournalError(f"entry {number} is {_KINDS[kind]}, not a ruling: it drew nothing")


def said_by(entry: Entry) -> str:
    """Who recorded an entry, for people: the player and side as far as known, else the copy."""
    if entry.player and entry.side:
        return f"{entry.player} ({entry.side})"
    return entry.player or entry.side or f"copy {entry.copy}"

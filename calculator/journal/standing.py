"""What became of an entry: voids and overrides are entries of their own, further down the chain."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from calculator.journal.entry import Entry, Kind


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


def said_by(entry: Entry) -> str:
    """Who recorded an entry, for people: the player and side as far as known, else the copy."""
    if entry.player and entry.side:
        return f"{entry.player} ({entry.side})"
    return entry.player or entry.side or f"copy {entry.copy}"

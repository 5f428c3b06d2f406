"""What became of an entry: voids and overrides are entries of their own, further down the chain."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Final

import attrs

from calculator.errors import JournalError
from calculator.journal.entry import Entry, EntryKind
from calculator.rules.phrases import a_or_an

INSTEAD: Final = frozenset({EntryKind.OVERRIDE, EntryKind.ANSWER})
"""What stands in the place of the ruling that it is about."""

AMENDING: Final = INSTEAD | {EntryKind.VOID}
"""What says what became of another entry."""


FINAL: Final = frozenset({EntryKind.VOID, EntryKind.TURN, EntryKind.ORDER_OF_BATTLE})
"""What cannot be voided, only followed by another of its kind."""


@attrs.frozen
class Amendment:
    """The void that an entry fell to, and the override or answer in its place, if any."""

    void: Entry | None = None
    override: Entry | None = None

    @property
    def counts(self) -> bool:
        """Whether the entry still counts."""
        return self.void is None

    @property
    def standing(self) -> Entry | None:
        """What stands in its place, unless what that stood for is void with it."""
        return self.override if self.counts else None

    @property
    def word(self) -> str:
        """What became of the entry, in a word; nothing of one that stands as it was written."""
        if self.void:
            return "void"
        if self.override is None:
            return ""
        return "answered" if self.override.kind is EntryKind.ANSWER else "overridden"


class Amendments:
    """What amends each entry, from the entries in order, a few at a time if need be."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._voids: dict[int, Entry] = {}
        self._overrides: dict[int, tuple[Entry, ...]] = {}
        self.add(entries)

    def add(self, entries: Iterable[Entry]) -> None:
        """Take account of further entries."""
        for entry in entries:
            if entry.kind is EntryKind.VOID and entry.about is not None:
                self._voids.setdefault(entry.about, entry)
            elif entry.kind in INSTEAD and entry.about is not None:
                self._overrides[entry.about] = (*self._overrides.get(entry.about, ()), entry)

    def __copy__(self) -> Amendments:
        other = Amendments()
        other._voids, other._overrides = dict(self._voids), dict(self._overrides)
        return other

    def of(self, number: int) -> Amendment:
        """What amends an entry: of what stands in its place the last that is not itself void."""
        override = self.last_counting(self.overrides_of(number))
        return Amendment(self._voids.get(number), override)

    def overrides_of(self, number: int) -> tuple[Entry, ...]:
        """Every override and answer of a ruling, void or not."""
        return self._overrides.get(number, ())

    def last_counting(self, entries: Iterable[Entry]) -> Entry | None:
        """The last of some entries that is not void."""
        counting = [entry for entry in entries if entry.number not in self._voids]
        return counting[-1] if counting else None

    def setting(self, notes: Iterable[Entry], subjects: Container[str]) -> Entry | None:
        """The note that holds of those by which an umpire sets something for a battle: the last on
        one of the `subjects` that is not void."""
        return self.last_counting(note for note in notes if note.body.get("subject") in subjects)


def _called(kind: EntryKind) -> str:
    """What an entry of that kind is: "a change of turn", "an order of battle"."""
    return a_or_an(kind.meaning or kind.label)


def check_voidable(number: int, kind: EntryKind, before: Entry | None) -> None:
    """Raise `JournalError` for an entry that no void can be about; `before` is one that is."""
    if kind in FINAL:
        message = f"entry {number} is {_called(kind)}: it cannot be voided; record a new one"
        raise JournalError(message)
    if before:
        message = f"entry {number} is void already (#{before.number}): {before.body['reason']}"
        raise JournalError(message)


def check_overridable(number: int, kind: EntryKind, void: Entry | None = None) -> None:
    """Raise `JournalError` for an entry that drew nothing, or that is `void`."""
    if kind is not EntryKind.RULING:
        raise JournalError(f"entry {number} is {_called(kind)}, not a ruling")
    if void:
        reason = void.body["reason"]
        raise JournalError(
            f"entry {number} is void (#{void.number}: {reason}): it cannot be overridden"
        )


def check_answerable(drawn: Entry, keys: Iterable[str], amendment: Amendment) -> None:
    """Raise `JournalError` unless the answers to these `keys` can end what a ruling drew."""
    check_overridable(drawn.number, drawn.kind, amendment.void)
    if (by := amendment.override) is not None:
        raise JournalError(f"entry {drawn.number} is {amendment.word} already (#{by.number})")
    if said := [key for key in keys if key in drawn.body.get("said", ())]:
        raise JournalError(f"entry {drawn.number} was asked with its {', '.join(said)} already")


def author_of(entry: Entry) -> str:
    """Who recorded an entry, for people: the player and side as far as known, else the copy."""
    if entry.player and entry.side:
        return f"{entry.player} ({entry.side})"
    return entry.player or entry.side or f"copy {entry.copy}"

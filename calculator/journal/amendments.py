"""What became of entries, and what an umpire sets for a battle: all by entries of their own.

Voids and overrides stand further down the chain than what they are about. Slips are taken back by
whoever made them: voided openly, and drawn again from the same seed.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import attrs

from calculator.errors import JournalError
from calculator.journal.entry import Entry, EntryKind
from calculator.kinds import Word
from calculator.rules.phrases import a_or_an

if TYPE_CHECKING:
    from calculator.journal.ruling import UnitName

INSTEAD: Final = frozenset({EntryKind.OVERRIDE, EntryKind.ANSWER})
"""What stands in the place of the ruling that it is about."""

AMENDING: Final = INSTEAD | {EntryKind.VOID}
"""What says what became of another entry."""


def amends(entry: Entry) -> bool:
    """Whether an entry says what became of earlier ones: a turn that goes on undoes the next."""
    return entry.kind in AMENDING or "undoes" in entry.body


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


AS_WRITTEN: Final = Amendment()
"""That nothing amends an entry, as of nearly all."""


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
        if number not in self._voids and number not in self._overrides:
            return AS_WRITTEN
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


def author_of(entry: Entry) -> str:
    """Who recorded an entry, for people: the player and side as far as known, else the copy."""
    if entry.player and entry.side:
        return f"{entry.player} ({entry.side})"
    return entry.player or entry.side or f"copy {entry.copy}"


WITHIN: Final = timedelta(seconds=10)
"""How long a slip can be withdrawn by whoever made it."""


class Switch(Word):
    """The notes by which an umpire switches withdrawals off, and on again: subject and text."""

    OFF = "withdrawals off", "Players can no longer undo a draw."
    ON = "withdrawals on", "Players can undo a draw again, within ten seconds."


def switched_off_by(notes: Iterable[Entry], amendments: Amendments) -> Entry | None:
    """The note by which withdrawals are off; None while they are on."""
    last = amendments.setting(notes, [switch.value for switch in Switch])
    return last if last and last.body["subject"] == Switch.OFF.value else None


def seed_withdrawn(
    entries: Iterable[Entry], action: str, copy: str, units: Mapping[str, UnitName]
) -> str | None:
    """The seed that must serve again: of such a ruling withdrawn among `entries`.

    Such is what concerns the very same units, and the same action of the same acting unit, whatever
    its target. Where either names no acting unit it is the same action of this copy or on one of
    the same units: nobody gets another draw by leaving out a name.

    The first such ruling that counts uses a seed up; but a unit's own withdrawn one stays until
    that unit acts, whatever was drawn from it without naming who acts.
    """
    entries = list(entries)
    voids = [entry for entry in entries if entry.kind is EntryKind.VOID]
    voided = {void.about for void in voids}
    withdrawn = {void.about for void in voids if void.body.get("withdrawn")}
    asked = {role: unit.as_recorded() for role, unit in units.items()}
    actor = asked.get("actor")

    def asks_alike(entry: Entry) -> bool:
        named = entry.body.get("units", {})
        if entry.action != action:
            return bool(named and named == asked)
        if actor and "actor" in named:
            return bool(named["actor"] == actor)
        return entry.copy == copy or any(unit in named.values() for unit in asked.values())

    def uses_up(ruling: Entry, seed: str, of: object) -> bool:
        own = ruling.body.get("units", {}).get("actor")
        return ruling.body["seed"] == seed and (not (actor and of) or own == actor)

    rulings = [entry for entry in entries if entry.is_ruling]
    counting = [entry for entry in rulings if entry.number not in voided]
    for slip in rulings:
        if slip.number in withdrawn and asks_alike(slip):
            seed, of = str(slip.body["seed"]), slip.body.get("units", {}).get("actor")
            if not any(uses_up(ruling, seed, of) for ruling in counting):
                return seed
    return None

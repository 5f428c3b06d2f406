"""Slips taken back by whoever made them: voided openly, and drawn again from the same seed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

from calculator.errors import JournalError
from calculator.journal.amendments import Amendments
from calculator.journal.entry import Entry, EntryKind
from calculator.journal.ruling import UnitName
from calculator.kinds import Word

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


def check_withdrawable(slip: Entry, copy: str, off: Entry | None) -> None:
    """Raise `JournalError` unless this copy ruled so within the last ten seconds, and may.

    `off` is the note by which an umpire has switched withdrawals off, if one has.
    """
    number = slip.number
    if off:
        raise JournalError(
            f"the umpire has switched undo off (entry {off.number}): only an umpire can "
            f"void entry {number}"
        )
    if slip.kind is not EntryKind.RULING or slip.copy != copy:
        raise JournalError(f"entry {number} is not your own draw: an umpire can void it")
    if datetime.now(UTC) - datetime.fromisoformat(slip.time) > WITHIN:
        raise JournalError(f"entry {number} is older than ten seconds: an umpire can void it")


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

"""Slips taken back by whoever made them: voided openly, and drawn again from the same seed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

from calculator.errors import JournalError
from calculator.journal.amendments import Amendments
from calculator.journal.entry import Entry, EntryKind
from calculator.journal.ruling import UnitName

WITHIN: Final = timedelta(seconds=10)
"""How long a slip can be withdrawn by whoever made it."""

OFF: Final = "withdrawals off"
"""The subject of the note by which an umpire switches withdrawals off for a battle."""

ON: Final = "withdrawals on"
"""The subject of the note that switches them on again."""

SENTENCES: Final = {
    OFF: "Slips can no longer be withdrawn.",
    ON: "Slips can be withdrawn again, within ten seconds.",
}
"""What such a note says."""


def is_switch(entry: Entry) -> bool:
    """Whether an entry switches withdrawals off or on."""
    return entry.kind is EntryKind.NOTE and entry.body.get("subject") in SENTENCES


def switched_off_by(notes: Iterable[Entry], amendments: Amendments) -> Entry | None:
    """The note by which withdrawals are off: the last on them that is not void; None while on."""
    last = amendments.last_counting(filter(is_switch, notes))
    return last if last and last.body["subject"] == OFF else None


def check_withdrawable(slip: Entry, copy: str, off: Entry | None) -> None:
    """Raise `JournalError` unless this copy ruled so within the last ten seconds, and may.

    `off` is the note by which an umpire has switched withdrawals off, if one has.
    """
    number = slip.number
    if off:
        raise JournalError(
            f"the umpire has switched withdrawals off (entry {off.number}): only an umpire can "
            f"void entry {number}"
        )
    if slip.kind is not EntryKind.RULING or slip.copy != copy:
        raise JournalError(f"entry {number} is no ruling of this copy: an umpire can void it")
    if datetime.now(UTC) - datetime.fromisoformat(slip.time) > WITHIN:
        raise JournalError(f"entry {number} is older than ten seconds: an umpire can void it")


def seed_withdrawn(
    entries: Iterable[Entry], action: str, copy: str, units: Mapping[str, UnitName]
) -> str | None:
    """The seed that must serve again: of a ruling on these units withdrawn among `entries`.

    Where no units are named, those of the same action of this copy's are the same.
    """
    entries = list(entries)
    voids = [entry for entry in entries if entry.kind is EntryKind.VOID]
    voided = {void.about for void in voids}
    withdrawn = {void.about for void in voids if void.body.get("withdrawn")}
    recorded = {role: unit.as_recorded() for role, unit in units.items()}

    def asks_alike(entry: Entry) -> bool:
        if recorded or entry.body.get("units"):
            return bool(entry.body.get("units") == recorded)
        return entry.copy == copy and entry.action == action

    again = [entry for entry in entries if entry.is_ruling and asks_alike(entry)]
    served = {entry.body["seed"] for entry in again if entry.number not in voided}
    seeds = [str(entry.body["seed"]) for entry in again if entry.number in withdrawn]
    return next((seed for seed in seeds if seed not in served), None)

"""Slips taken back by whoever made them: voided openly, and drawn again from the same seed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

from calculator.errors import JournalError
from calculator.journal.entry import Entry, EntryKind
from calculator.journal.ruling import UnitName
from calculator.journal.storage import Storage

WITHIN: Final = timedelta(seconds=10)
"""How long a slip can be withdrawn by whoever made it."""

SUBJECT: Final = "withdrawals"
"""The subject of the notes by which an umpire switches withdrawals off ("off") and on ("on")."""


def are_allowed(storage: Storage) -> bool:
    """Whether a slip can be withdrawn; the last note on the subject says so."""
    notes = storage.of_kind(EntryKind.NOTE, 0)
    found = [note.body["text"] for note in notes if note.body.get("subject") == SUBJECT]
    return not found or found[-1] != "off"


def check_withdrawable(slip: Entry, copy: str, storage: Storage) -> None:
    """Raise `JournalError` unless this copy ruled so within the last ten seconds, and may."""
    number = slip.number
    if slip.kind is not EntryKind.RULING or slip.copy != copy:
        raise JournalError(f"entry {number} is no ruling of this copy: an umpire can void it")
    if datetime.now(UTC) - datetime.fromisoformat(slip.time) > WITHIN:
        raise JournalError(f"entry {number} is older than ten seconds: an umpire can void it")
    if not are_allowed(storage):
        raise JournalError("the umpire has switched withdrawals off")


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

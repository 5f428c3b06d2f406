"""How much of the odds players see: the umpire's choice for a battle, recorded as an entry.

It is a courtesy among those who play through this battle. Whoever starts a copy without the battle
reckons whatever they like.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Final

from calculator.errors import UnknownNameError
from calculator.journal.amendments import Amendments
from calculator.journal.entry import Entry, EntryKind

SUBJECT: Final = "odds-shown "
"""How the subjects of the notes begin that hold the choice; its word follows."""


class Disclosure(Enum):
    """What players are shown of odds."""

    EXACT = "exact"
    WORDS = "words"
    HIDDEN = "hidden"

    @property
    def sentence(self) -> str:
        """The choice as the record says it."""
        return {
            Disclosure.EXACT: "Players see exact odds.",
            Disclosure.WORDS: "Players see odds in words.",
            Disclosure.HIDDEN: "Players see no odds until the result.",
        }[self]

    @property
    def subject(self) -> str:
        """The subject of the note that records the choice."""
        return SUBJECT + self.value


def read_disclosure(word: str) -> Disclosure:
    """The choice of that word. Raises `UnknownNameError`."""
    for choice in Disclosure:
        if choice.value == word:
            return choice
    raise UnknownNameError("choice of odds", word, [choice.value for choice in Disclosure])


def disclosure_of(entry: Entry) -> Disclosure | None:
    """The choice that an entry records, if it records one."""
    subject = str(entry.body.get("subject", ""))
    if entry.kind is not EntryKind.NOTE or not subject.startswith(SUBJECT):
        return None
    try:
        return read_disclosure(subject.removeprefix(SUBJECT))
    except UnknownNameError:
        return None  # of a later version: it is for that one to follow


def disclosure_in(entries: Iterable[Entry]) -> Disclosure:
    """The choice in force after these entries: the last that is not void, else exact odds."""
    everything = list(entries)
    amendments = Amendments(everything)
    chosen = Disclosure.EXACT
    for entry in everything:
        choice = disclosure_of(entry)
        if choice and amendments.of(entry.number).counts:
            chosen = choice
    return chosen

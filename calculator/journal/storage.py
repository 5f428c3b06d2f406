"""What keeps entries: a small interface that a file and a server answer alike."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

import attrs

from calculator.errors import JournalError
from calculator.journal.entry import Entry, EntryDraft, EntryKind, Row, Tip, link

PATIENCE: Final = 12.0
"""Seconds after which a journal that others keep locked counts as unwritable."""


class UnwritableError(JournalError):
    """The journal cannot be written just now; the message says why, in plain words."""


class UnknownSchemaError(ValueError):
    """What is there is not a journal, or not one that we know how to write; the text says why."""


def read_entry(number: int, content: str, hash: str) -> Entry:
    """The entry kept as this number. Raises `ValueError`, naming it, for what is no such entry."""
    try:
        entry = Entry.read(content, hash)
    except ValueError as fault:
        raise ValueError(f"entry {number} is not as entries are: {fault}") from None
    if entry.number != number:
        raise ValueError(f"entry {number} says that it is entry {entry.number}")
    return entry


@attrs.frozen
class KeptRules:
    """The content of tables by digest, as kept with rulings.

    `absent` stands for what is not there: "" where rulings came before their tables were kept, None
    where each has left its own.
    """

    contents: Mapping[str, str]
    absent: str | None = None

    def find(self, digest: str) -> str | None:
        """The content of the tables with that digest, or what stands for it."""
        return self.contents.get(digest, self.absent)


class Storage(ABC):
    """Where the entries of one battle are kept, in one chain, whoever writes.

    Nothing is opened before it is first used. Reading never waits for writing, and may be done from
    any thread; writing is for one thread at a time. Every method raises `JournalError` for a
    journal that cannot be read.
    """

    battle: str
    """The name of the battle, as every entry has it."""

    where: str
    """Where the journal is, as the player reads it."""

    several_machines = False
    """Whether copies on several machines write to it."""

    @abstractmethod
    def append(self, drafts: Sequence[EntryDraft], patience: float = PATIENCE) -> list[Entry]:
        """Write `drafts` at the end of the chain, durably and all or none.

        A journal that others keep locked is tried again for `patience` seconds.

        A draft whose key is there already is not written twice: the entry it became is returned.
        Raises `UnwritableError` if nothing can be written now.
        """

    @abstractmethod
    def tip(self) -> Tip:
        """The end of the chain as it is now."""

    @abstractmethod
    def last(self) -> int:
        """The number of the last entry, 0 if there is none, whatever is in it."""

    @abstractmethod
    def recent(self, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Entries with a number above `after`, the newest `limit` of them, oldest first."""

    @abstractmethod
    def entry(self, number: int) -> Entry | None:
        """The entry of that number, if there is one."""

    @abstractmethod
    def of_kind(self, kind: EntryKind, after: int) -> list[Entry]:
        """Entries of a kind with a number above `after`, oldest first."""

    @abstractmethod
    def rows(self) -> Iterator[Row]:
        """Every entry as it is kept, unchecked, in order, as of when this is called.

        Others, and this copy, may write meanwhile.
        """

    @abstractmethod
    def kept(self, after: int, limit: int) -> list[Row]:
        """Entries with a number above `after`, the first `limit` of them, as kept and unchecked."""

    @property
    def restores(self) -> bool:
        """Whether what is gone from its place is still open here, and is brought back."""
        return False

    @abstractmethod
    def kept_rules(self) -> KeptRules:
        """The tables that rulings have left."""

    @abstractmethod
    def unlocked(self) -> str:
        """Which locks against changes are not as they were made, in words; "" if all are."""

    @abstractmethod
    def close(self) -> None:
        """Let go of what is open; it is opened again when next used."""


def linked(
    battle: str,
    tip: Tip,
    drafts: Iterable[EntryDraft],
    find: Callable[[int], Entry | None],
    voids: Callable[[int], Iterable[Entry]],
) -> Iterator[Entry]:
    """The entries that `drafts` become at the end of a chain, each to be written before the next.

    `find` gives the entry of a number, `voids` those after one.
    """

    def key_of(number: int) -> str:
        found = find(number)
        return found.key if found else ""

    def is_void(number: int) -> bool:
        return any(void.about == number for void in voids(number))

    for draft in drafts:
        entry = link(battle, tip, _fitting(draft, tip, key_of, is_void))
        tip = tip.after(entry)
        yield entry


def _fitting(
    draft: EntryDraft, tip: Tip, key_of: Callable[[int], str], is_void: Callable[[int], bool]
) -> EntryDraft:
    """What is to be written of a draft that may have waited; `key_of` a number is that entry's key.

    A void or an override names an entry by number. Where another record has taken the place of the
    one it was drawn up for, it would fall on a wrong entry, or on none ("" is its key), and what
    another copy has voided meanwhile is not overridden: it is then kept as a note. What was drawn
    up before the turn in force began stays in its own turn.
    """
    if draft.kind is not EntryKind.TURN and draft.turn not in {None, tip.turn}:
        late = draft.turn is not None and draft.turn < tip.turn and draft.time < tip.turn_began
        draft = draft if late else attrs.evolve(draft, turn=tip.turn)
    if draft.kind not in {EntryKind.VOID, EntryKind.OVERRIDE}:
        return draft
    about = draft.body["entry"]
    key = key_of(about)
    if not key or draft.about not in {key, ""}:
        return _as_note(draft, f"#{about} of an earlier record")
    if draft.kind is EntryKind.OVERRIDE and is_void(about):
        return _as_note(draft, f"#{about}, which is void,")
    return draft


def _as_note(draft: EntryDraft, about: str) -> EntryDraft:
    body = draft.body
    text = f"{about} was ruled instead: {body.get('ruled')} ({body['reason']})"
    if draft.kind is EntryKind.VOID:
        text = f"{about} was void: {body['reason']}"
    return attrs.evolve(draft, kind=EntryKind.NOTE, body={"text": text}, about="")

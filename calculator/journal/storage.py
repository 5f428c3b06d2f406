"""What keeps entries, in a file or on a server: two databases, asked the same in one place."""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any, ClassVar, Final, TypeAlias

import attrs

from calculator.errors import JournalError
from calculator.journal.amendments import AMENDING, INSTEAD
from calculator.journal.entry import (
    Entry,
    EntryDraft,
    EntryKind,
    NotCanonicalError,
    StoredRow,
    Tip,
    link,
)

PATIENCE_SECONDS: Final = 12.0
"""Seconds after which a journal that others keep locked counts as unwritable."""

Connection: TypeAlias = Any
"""A connection of either library: both execute a query with values by name."""

_COLUMNS: Final = ("number", "key", "kind", "content", "hash")
_LAST: Final = "TRUE ORDER BY number DESC LIMIT 1"
_NO_LIMIT: Final = 2**62
_LOWEST: Final = -(2**63)
"""The lowest number that either database can file an entry under."""
_PORTION: Final = 1_000
"""Entries that are read at once where all are."""


class UnwritableError(JournalError):
    """The journal cannot be written just now; the message says why, in plain words."""


class MovedOnError(Exception):
    """The record has gone on since a draft was judged by it: it is to be judged anew."""


class UnknownSchemaError(ValueError):
    """What is there is not a journal, or not one that we know how to write; the text says why."""


def check_known(version: int, known: int) -> None:
    """Raise `UnknownSchemaError` for tables of a version beyond the last `known` one."""
    if version > known:
        raise UnknownSchemaError(
            f"it was written by a newer version of empires (schema {version}; this one knows up to "
            f"{known}): update this copy; nothing was changed"
        )


def migrations(database: str) -> tuple[str, ...]:
    """What makes version n of a database's tables out of version n - 1; a new one goes through them
    all."""
    scripts = (Path(__file__).parent / "schema").glob(f"{database}-*.sql")
    return tuple(script.read_text(encoding="utf-8") for script in sorted(scripts))


class Storage(ABC):
    """Where the entries of one battle are kept, in one chain, whoever writes.

    Nothing is opened before it is first used. Reading never waits for writing, and may be done from
    any thread; writing is for one thread at a time. Every method raises `JournalError` for a
    journal that cannot be read.

    `battle` is the name of the battle, as every entry has it, and `where` where the journal is, as
    the player reads it; `identity` is the same for everyone who reaches it by another way. Through
    one that is `read_only` nothing is written.
    """

    several_machines = False
    """Whether copies on several machines write to it."""

    _table: ClassVar[str]
    """Where the entries are."""

    _whose: ClassVar[tuple[str, ...]] = ()
    """The column of the battle, where several have their entries there."""

    _keep_rules: ClassVar[str]
    """Keeps the content of tables under their digest, unless it is there already."""

    _faults: ClassVar[tuple[type[Exception], ...]]
    """What the library raises when it cannot read."""

    _rules_in: ClassVar[staticmethod[[Any], dict[str, str]]]
    """The tables of `kept_rules` in a database."""

    _departures: ClassVar[staticmethod[[Any], str]]
    """The locks of `unlocked` in a database."""

    def __init__(self, battle: str, where: str, identity: str, *, read_only: bool) -> None:
        self.battle = battle
        self.where = where
        self.identity = identity
        self.read_only = read_only
        self._lock = Lock()
        self._reader: Connection | None = None
        self._writer: Connection | None = None

    def append(
        self, drafts: Sequence[EntryDraft], patience: float = PATIENCE_SECONDS
    ) -> list[Entry]:
        """Write `drafts` at the end of the chain, durably and all or none.

        A journal that others keep locked is tried again for `patience` seconds.

        A draft whose key is there already is not written twice: the entry it became is returned.
        Raises `UnwritableError` if nothing can be written now, and `MovedOnError` if a draft has
        not seen the last entry that is there.
        """
        if self.read_only:
            raise UnwritableError("it was opened for reading only")
        give_up = time.monotonic() + patience
        while True:
            was_open = self._writer is not None
            try:
                return self._append_once(drafts, give_up - time.monotonic())
            except NotCanonicalError:
                raise
            except self._faults as fault:
                if not self._tries_again(fault, was_open) or time.monotonic() >= give_up:
                    raise UnwritableError(self._reason(fault)) from fault
            # 1 to 5 milliseconds, different for every process that waits.
            odd = time.perf_counter_ns() // 97 + os.getpid() * 7919
            time.sleep(0.001 + odd % 4_000 / 1_000_000)

    @abstractmethod
    def _append_once(self, drafts: Sequence[EntryDraft], patience: float) -> list[Entry]:
        """Write `drafts` in one transaction, waiting no longer for a lock than `patience`, or not
        at all."""

    @abstractmethod
    def _tries_again(self, fault: Exception, was_open: bool) -> bool:
        """Let go of what is of no use after a fault; gives whether writing may well work now.

        `was_open` is whether there was a connection before.
        """

    def tip(self) -> Tip:
        """The end of the chain as it is now."""
        with self._reading() as connection:
            return self._tip(connection)

    def last(self) -> int:
        """The number of the last entry, 0 if there is none, whatever is in it."""
        with self._reading() as connection:
            found = self._ask(connection, _LAST)
            return int(found[0][0]) if found else 0

    def recent(self, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Entries with a number above `after`, the newest `limit` of them, oldest first."""
        most = _NO_LIMIT if limit is None else limit
        with self._reading() as connection:
            return self._entries(
                connection,
                "number > :after ORDER BY number DESC LIMIT :limit",
                after=after,
                limit=most,
            )[::-1]

    def entry(self, number: int) -> Entry | None:
        """The entry of that number, if there is one."""
        with self._reading() as connection:
            return self._find(connection, "number = :number", number=number)

    def of_kind(self, *kinds: EntryKind, after: int = 0) -> list[Entry]:
        """Entries of these kinds with a number above `after`, oldest first."""
        with self._reading() as connection:
            return self._of_kind(connection, kinds, after)

    def rows(self) -> Iterator[StoredRow]:
        """Every entry as it is kept, unchecked, in order, what is written meanwhile too."""
        first = _LOWEST
        while some := self.kept(first, _PORTION):
            yield from some
            first = some[-1][0] + 1

    def entries(self) -> Iterator[Entry]:
        """Every entry in order, as `rows` has them."""
        with self._reading_faults():
            yield from map(_read, self.rows())

    def kept(self, first: int, limit: int) -> list[StoredRow]:
        """Entries from a number on, the first `limit` of them, as kept and unchecked."""
        with self._reading() as connection:
            return self._ask(
                connection,
                "number >= :first ORDER BY number LIMIT :limit",
                first=first,
                limit=limit,
            )

    @property
    def restores(self) -> bool:
        """Whether what is gone from its place is still open here, and is brought back."""
        return False

    def kept_rules(self) -> dict[str, str]:
        """The content of the tables that rulings have left, by digest.

        It is "" of those that rulings name which came before their tables were kept.
        """
        with self._reading() as connection:
            return self._rules_in(connection) if connection else {}

    def unlocked(self) -> str:
        """Which locks against changes are not as they were made, in words; "" if all are."""
        with self._reading() as connection:
            return self._departures(connection) if connection else ""

    def close(self) -> None:
        """Let go of what is open; it is opened again when next used."""
        with self._lock:
            self._stop_reading()
        self._stop_writing()

    @abstractmethod
    def _connection(self) -> Connection | None:
        """The connection to read through; None for no battle yet."""

    @abstractmethod
    def _reason(self, fault: BaseException) -> str:
        """What is wrong, as a player would say it."""

    @contextmanager
    def _reading(self) -> Iterator[Connection | None]:
        """The connection to read through, one thread at a time; None for no battle yet."""
        with self._lock, self._reading_faults():
            try:
                yield self._connection()
            except BaseException:
                self._stop_reading()
                raise

    @contextmanager
    def _reading_faults(self) -> Iterator[None]:
        """Turns what goes wrong while reading into words for the player."""
        try:
            yield
        except self._faults as fault:
            raise JournalError(f"{self.where} cannot be read: {self._reason(fault)}") from fault

    def _stop_reading(self) -> None:
        if self._reader:
            self._reader.close()
            self._reader = None

    def _stop_writing(self) -> None:
        if self._writer:
            self._writer.close()
            self._writer = None

    def _ask(self, connection: Connection | None, where: str, **values: Any) -> list[StoredRow]:
        """The entries of which something holds; of no battle yet, none."""
        if not connection:
            return []
        of_battle = " AND ".join((*(f"{column} = :{column}" for column in self._whose), where))
        query = f"SELECT {', '.join(_COLUMNS)} FROM {self._table} WHERE {of_battle}"
        return list(self._run(connection, query, values))

    def _run(self, connection: Connection, query: str, values: Mapping[str, Any]) -> Any:
        """What a query with values by name gives, as SQLite marks them, :name."""
        return connection.execute(query, {"battle": self.battle, **values})

    def _entries(self, connection: Connection | None, where: str, **values: Any) -> list[Entry]:
        return [_read(row) for row in self._ask(connection, where, **values)]

    def _find(self, connection: Connection | None, where: str, **values: Any) -> Entry | None:
        return next(iter(self._entries(connection, where, **values)), None)

    def _of_kind(
        self, connection: Connection | None, kinds: Iterable[EntryKind], after: int
    ) -> list[Entry]:
        # Kinds are spelled out: the index of a kind is used only where a query names it.
        among = " OR ".join(f"kind = '{kind.value}'" for kind in kinds)
        where = f"({among}) AND number > :after ORDER BY number"
        return self._entries(connection, where, after=after)

    def _tip(self, connection: Connection | None) -> Tip:
        if not (last := self._ask(connection, _LAST)):
            return Tip()
        number, *_, hash_ = last[0]
        if type(hash_) is not str:
            raise ValueError(f"the hash of entry {number} is not text")
        begun = self._find(connection, "kind = 'turn' ORDER BY number DESC LIMIT 1")
        return Tip(number, hash_, begun.turn, begun.time) if begun else Tip(number, hash_)

    def _write(
        self, connection: Connection, battle: str, drafts: Sequence[EntryDraft]
    ) -> list[Entry]:
        """Add what is not there yet to the end of the chain; gives what every draft became."""
        tip, columns = self._tip(connection), (*self._whose, *_COLUMNS)
        insert = f"INSERT INTO {self._table} ({', '.join(columns)}) VALUES (:{', :'.join(columns)})"
        for draft in drafts:
            if draft.tables:
                rules = {"digest": draft.body["rules"], "content": draft.tables}
                self._run(connection, self._keep_rules, rules)
        there = {draft.key: self._find(connection, "key = :key", key=draft.key) for draft in drafts}
        if any(not there[d.key] and d.seen not in {None, tip.number} for d in drafts):
            raise MovedOnError
        for draft in drafts:
            if there[draft.key] is None:
                entry = link(battle, tip, self._fitting(connection, draft, tip))
                self._run(connection, insert, dict(zip(_COLUMNS, entry.row, strict=True)))
                there[entry.key], tip = entry, tip.after(entry)
        return [entry for entry in there.values() if entry]

    def fitted(self, draft: EntryDraft) -> EntryDraft | None:
        """What would be written of a draft now; None where it has been."""
        with self._reading() as connection:
            if self._find(connection, "key = :key", key=draft.key):
                return None
            return self._fitting(connection, draft, self._tip(connection))

    def _fitting(self, connection: Connection | None, draft: EntryDraft, tip: Tip) -> EntryDraft:
        """What is to be written of a draft that may have waited.

        A void, an override or an answer names an entry by number. Where another record has taken
        the place of the one it was drawn up for, it would fall on a wrong entry, or on none, and
        what another copy has voided meanwhile is not overridden: it is then kept as a note. What
        was drawn up before the turn in force began stays in its own turn.
        """
        if draft.kind is not EntryKind.TURN and draft.turn not in {None, tip.turn}:
            late = draft.turn is not None and draft.turn < tip.turn and draft.time < tip.turn_began
            draft = draft if late else attrs.evolve(draft, turn=tip.turn)
        if draft.kind not in AMENDING:
            return draft
        number = draft.body["entry"]
        about = self._find(connection, "number = :number", number=number)
        if about is None or draft.about not in {about.key, ""}:
            return _as_note(draft, f"#{number} of an earlier record")
        if draft.kind in INSTEAD:
            voids = self._of_kind(connection, [EntryKind.VOID], number)
            if any(void.about == number for void in voids):
                return _as_note(draft, f"#{number}, which is void,")
        return draft


def _as_note(draft: EntryDraft, about: str) -> EntryDraft:
    body = draft.body
    why = body.get("reason") or "; ".join(map("=".join, body.get("answers", {}).items()))
    text = f"{about} was ruled instead: {body.get('ruled')} ({why})"
    if draft.kind is EntryKind.VOID:
        text = f"{about} was void: {why}"
    return attrs.evolve(draft, kind=EntryKind.NOTE, body={"text": text}, about="")


def _read(row: StoredRow) -> Entry:
    """The entry that a row keeps. Raises `ValueError`, naming it, for what is no such entry."""
    number, _, _, content, hash_ = row
    try:
        entry = Entry.read(content, hash_)
    except ValueError as fault:
        raise ValueError(f"entry {number} is not as entries are: {fault}") from None
    if entry.number != number:
        raise ValueError(f"entry {number} says that it is entry {entry.number}")
    return entry

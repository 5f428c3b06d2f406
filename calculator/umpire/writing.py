"""What one copy writes into the record of a battle, signed with its name, side and player."""

from __future__ import annotations

import copy
import platform
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

import attrs

from calculator.errors import Fault, FaultsError, JournalError
from calculator.home import home
from calculator.journal.copies import CopyName
from calculator.journal.entry import Entry, EntryDraft, EntryKind, digest, one_line
from calculator.journal.heads import SEEN
from calculator.journal.journal import Journal, open_journal
from calculator.umpire.adjudicating import side_meant
from calculator.umpire.record import Record

if TYPE_CHECKING:
    # The roll is imported where a battle is bound to an order of battle: many have none.
    from calculator.roll.order_of_battle import OrderOfBattle


LONGEST_TEXT: Final = 1000
"""Characters of a note or a reason: a paragraph, which everybody's log can still show."""


class Writer(Record):
    """Reads and writes the record as one copy; any number of copies do so at once.

    Nothing is opened, and no name claimed, before it is needed. `side` and `player` go into what
    this copy records and may be changed at any time. Methods may be called from several threads.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        copy: str | CopyName = "",
        side: str = "",
        player: str = "",
        read_only: bool = False,
    ) -> None:
        super().__init__(journal)
        self.side = side
        self.player = player
        self.read_only = read_only
        self._wanted_copy = copy

    @classmethod
    def open(
        cls,
        battle: str | Path = "",
        *,
        copy: str | CopyName = "",
        side: str = "",
        player: str = "",
        read_only: bool = False,
    ) -> Self:
        """The writer of a battle given by name (kept in the user's data folder), path or URL.

        A URL is postgresql://user@host/database#battle. `copy` is the name to claim for this copy,
        or one already claimed, which is then given back by `close` all the same. Raises
        `FaultsError` for a name that cannot be a file's, and `JournalError` for a URL where psycopg
        is not installed.
        """
        journal = open_journal(battle, read_only)
        return cls(journal, copy=copy, side=side, player=player, read_only=read_only)

    @property
    def copy(self) -> str:
        """The name of this copy, such as "red-2", which no other on this machine has.

        Where copies on several machines write, the machine's name follows: "red-2@tablet".
        """
        if self.journal.storage.several_machines:
            return f"{self._claimed.name}@{platform.node()}"
        return self._claimed.name

    @cached_property
    def _claimed(self) -> CopyName:
        if isinstance(self._wanted_copy, CopyName):
            return self._wanted_copy
        return CopyName.claim(home() / "copies", cleaned(self._wanted_copy))

    def side_meant(self, side: str) -> str:
        """A side as it is recorded: as it was typed, or by its key where that was but a part of it.

        Raises `FaultsError` for a side that the order of battle in force does not have.
        """
        with suppress(JournalError):
            if side and (order := self.order_of_battle()):
                return side_meant(order.scenario, side)
        return side

    def note(self, text: str, subject: str = "") -> Entry | None:
        """Record a remark; `subject` is a word by which a front end finds its notes again."""
        body = {"text": required(text, "note"), "subject": cleaned(subject)}
        return self._record(EntryDraft(kind=EntryKind.NOTE, body=body))

    def bind(self, order: OrderOfBattle) -> Entry | None:
        """Bind the battle to an order of battle by an entry; None where it is bound to it already,
        or the entry has to wait.

        Raises `CalculatorError` if it is bound to another, and `FaultsError` for one with faults.
        """
        from calculator.roll.order_of_battle import OrderOfBattle, check_same

        with suppress(JournalError):
            if self.is_bound_to(order):
                return None
        if self.side:
            order.scenario.find_side(self.side)
        entry = self._record_once("is bound", EntryKind.ORDER_OF_BATTLE, order.body())
        if entry:
            check_same(OrderOfBattle.of_entry(entry), order, self.battle)
        return entry

    def on_behalf_of(self, side: str, player: str) -> Self:
        """This umpire for another player: with the same journal, the same copy and the same roll.

        Only the umpire it was made from is to be closed.
        """
        other = copy.copy(self)
        other.side, other.player = side, player
        return other

    def close(self) -> None:
        """Write what is pending if possible, and give back the name of this copy."""
        self.journal.close()
        if "_claimed" in self.__dict__:
            self._claimed.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _record_once(
        self,
        what: str,
        kind: EntryKind,
        body: dict[str, Any],
        turn: int | None = None,
        seen: int | None = None,
    ) -> Entry | None:
        """Record what can happen but once, whichever copies record it: all have one key for it."""
        key = digest(f"{self.battle}: {what}")[:32]
        return self._record(EntryDraft(kind=kind, body=body, turn=turn, key=key, seen=seen))

    def _record(self, draft: EntryDraft, side: str | None = None) -> Entry | None:
        """Record a draft as of this copy and its player, and of `side`, if that is another."""
        self._may_write()
        whose = self.side if side is None else side
        return self._write(draft, self.side_meant(whose))

    def _write(self, draft: EntryDraft, whose: str) -> Entry | None:
        """Record a draft as of this copy and its player, and of the side `whose`."""
        if due := self.journal.witness.due():
            body = {"text": due.text, "subject": SEEN}
            self._write(EntryDraft(kind=EntryKind.NOTE, body=body), whose)
        player = cleaned(self.player)
        signed = attrs.evolve(draft, copy=self.copy, side=cleaned(whose), player=player)
        return self.journal.record(signed)

    def _may_write(self) -> None:
        if self.read_only:
            raise JournalError("this copy is read-only: it was opened with --read-only")


def cleaned(text: str) -> str:
    """Text as it is recorded: on one line."""
    return one_line(text).strip()


def required(text: str, what: str) -> str:
    """Text that may not be missing, cleaned. Raises `FaultsError` if it is, or is too long."""
    if not (text := cleaned(text)):
        raise FaultsError([Fault(what, "is missing", "a few words")])
    if len(text) > LONGEST_TEXT:
        allowed = f"at most {LONGEST_TEXT:,}"
        raise FaultsError([Fault(what, f"has {len(text):,} characters", allowed)])
    return text

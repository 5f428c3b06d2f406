"""What one copy writes into the record of a battle, signed with its name, side and player."""

from __future__ import annotations

import copy
import platform
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

import attrs

from calculator.errors import CalculatorError, FaultsError, JournalError, every
from calculator.journal.amendments import (
    WITHIN,
    Switch,
    check_overridable,
    check_voidable,
)
from calculator.journal.entry import Entry, EntryDraft, EntryKind, digest, link, printable
from calculator.journal.files import CopyName
from calculator.journal.heads import SEEN
from calculator.journal.journal import Journal, open_journal
from calculator.journal.ruling import names_told
from calculator.paths import home
from calculator.umpire.record import Record

if TYPE_CHECKING:
    # The roll is imported where a battle is bound to an order of battle: many have none.
    from calculator.roll.corrections import Correction
    from calculator.roll.foresight import Foresight
    from calculator.roll.order_of_battle import OrderOfBattle
    from calculator.scenarios.model import Scenario

LONGEST_TEXT: Final = 1000
"""Characters of a note or a reason: a paragraph, which everybody's log can still show."""


class Writer(Record):
    """Reads and writes the record as one copy; any number of copies do so at once.

    What was recorded stays where it is: that it does not count, or that something else does, is an
    entry that tells by whom and why.

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
    ) -> None:
        super().__init__(journal)
        self.side = side
        self.player = player
        self.read_only = journal.storage.read_only
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
        return cls(open_journal(battle, read_only), copy=copy, side=side, player=player)

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
        wanted = self._wanted_copy
        if isinstance(wanted, CopyName):
            return wanted
        return CopyName.claim(home() / "copies", cleaned(wanted))

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
        with suppress(JournalError):
            if self.is_bound_to(order):
                return None
        if self.side:
            order.scenario.find_side(self.side)
        entry = self._record_once("is bound", EntryKind.ORDER_OF_BATTLE, order.body())
        if entry:
            order.of_entry(entry).check_same(order, self.battle)
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
        self, what: str, kind: EntryKind, body: Mapping[str, Any], **more: Any
    ) -> Entry | None:
        """Record what can happen but once, whichever copies record it: all have one key for it."""
        key = digest(f"{self.battle}: {what}")[:32]
        return self._record(EntryDraft(kind=kind, body=body, key=key, **more))

    def _record(self, draft: EntryDraft, side: str | None = None) -> Entry | None:
        """Record something as of this copy and its player, and of `side`, if that is another."""
        self._may_write()
        return self._write(draft, self.side_meant(self.side if side is None else side))

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

    def voiding(self, number: int, reason: str) -> EntryDraft:
        """What records that entry `number` does not count, and why; it stays where it is.

        Raises `JournalError` if that is void already, or cannot be voided.
        """
        found = self._voidable(number)
        body = {"entry": number, "reason": required(reason, "reason")}
        return EntryDraft(kind=EntryKind.VOID, body=body, about=found.key)

    def withdraw(self, number: int) -> Entry | None:
        """Take back a ruling that this copy made by a slip within the last ten seconds.

        It is voided openly, as withdrawn; asked again in the same turn it draws from the same seed.
        Raises `JournalError` for another entry, or where an umpire has switched this off.
        """
        slip = self._voidable(number)
        if off := self.withdrawals_off:
            raise JournalError(
                f"the umpire has switched undo off (entry {off.number}): only an umpire can "
                f"void entry {number}"
            )
        if slip.kind is not EntryKind.RULING or slip.copy != self.copy:
            raise JournalError(f"entry {number} is not your own draw: an umpire can void it")
        if datetime.now(UTC) - datetime.fromisoformat(slip.time) > WITHIN:
            raise JournalError(f"entry {number} is older than ten seconds: an umpire can void it")
        body = {"entry": number, "reason": "undone", "withdrawn": True}
        return self._record(EntryDraft(kind=EntryKind.VOID, body=body, about=slip.key))

    def allow_withdrawals(self, allowed: bool) -> Entry | None:
        """Record whether slips can be withdrawn from now on. Raises `JournalError` where that is
        so already."""
        off = self.withdrawals_off
        if allowed is (off is None):
            since = f" (entry {off.number})" if off else ""
            raise JournalError(f"undoing draws is already {'on' if allowed else 'off'}{since}")
        switch = Switch.ON if allowed else Switch.OFF
        return self.note(switch.meaning, switch.value)

    def overriding(
        self, number: int, ruled: str, reason: str, corrections: Sequence[Correction] = ()
    ) -> EntryDraft:
        """What records that something else was ruled than entry `number` drew, and why.

        `ruled` is the label of one of the outcomes that the odds list, which then leaves what that
        outcome leaves, and has no probability where odds are sampled; or it is free words, with
        what they mean for units as `corrections`.

        Raises `JournalError` if that is no ruling, or is void, and `FaultsError` for words that are
        an outcome's but for a slip, or are no words.
        """
        from calculator.roll.corrections import ruled_instead

        drawn = self.entry(number)
        check_overridable(number, drawn.kind, self.amendments(number).of(number).void)
        try:
            asked = self.asked(drawn)
        except JournalError:
            raise
        except CalculatorError:
            asked = None  # the rules behind it are not to be had
        instead, reason = every(
            lambda: ruled_instead(
                required(ruled, "ruled"), corrections, asked, names_told(self.ruling_of(drawn))
            ),
            lambda: required(reason, "reason"),
        )
        body = {"entry": number, "drawn": drawn.body["label"], **instead, "reason": reason}
        return EntryDraft(kind=EntryKind.OVERRIDE, body=body, about=drawn.key)

    def foresee(self, amendment: EntryDraft) -> Foresight | None:
        """What a void or an override will change on the roll, None where there is none."""
        if (order := self.order_of_battle()) is None:
            return None
        from calculator.roll.foresight import foresee

        coming = link(self.battle, self.journal.tip(), amendment)
        with suppress(CalculatorError):  # a damaged order of battle keeps no umpire from ruling
            return foresee(self.entries(), order.scenario, self._amending(), coming)
        return None

    def amend(self, amendment: EntryDraft, further: Sequence[Correction] = ()) -> Entry | None:
        """Record a void or an override, and `further` corrections after it, as of what later
        rulings built on its entry (`Foresight`), of whatever side's units."""
        entry = self._record(amendment)
        what = "void" if amendment.kind is EntryKind.VOID else "overridden"
        for correction in further:
            body = correction.body(f"entry {amendment.body['entry']} is {what}")
            self._record(EntryDraft(kind=EntryKind.CORRECTION, body=body))
        return entry

    def correct(
        self, correction: Correction, reason: str = "", order: OrderOfBattle | None = None
    ) -> Entry | None:
        """Record what stands on the table of a unit, where the roll has it otherwise.

        A copy that plays a side corrects that side's units; one of no side, an umpire's, all. Only
        what a unit did without the calculator ("acted"), where it stands and whether it has come
        goes without a reason; `order` is as in `adjudicate`. Raises `FaultsError`, and
        `JournalError` for another side's unit.
        """
        if roll := self.roll_by(order):
            roll.check_own(self.side, correction.unit)
        if correction.needs_reason:
            reason = required(reason, "reason")
        if order:
            self.bind(order)
        body = correction.body(cleaned(reason))
        return self._record(EntryDraft(kind=EntryKind.CORRECTION, body=body))

    def replace_order_of_battle(self, order: OrderOfBattle, reason: str) -> Entry | None:
        """Put another order of battle in the place of the one in force, with a reason.

        Raises `JournalError` where there is none or this very one, and `FaultsError` for one with
        faults, or without a reason.
        """
        if (bound := self.order_of_battle()) is None:
            raise JournalError(f"{self.battle} has no order of battle yet")
        if bound.is_same(order):
            raise JournalError(f"{self.battle} already has this order of battle")
        body = order.body(bound.entry, required(reason, "reason"))
        return self._record_once(f"replaces {bound.entry}", EntryKind.ORDER_OF_BATTLE, body)

    def _voidable(self, number: int) -> Entry:
        found = self.entry(number)
        check_voidable(number, found.kind, self.amendments(number).of(number).void)
        return found


def cleaned(text: str) -> str:
    """Text as it is recorded: on one line."""
    return printable(text).strip()


def required(text: str, what: str) -> str:
    """Text that may not be missing, cleaned. Raises `FaultsError` if it is, or is too long."""
    if not (text := cleaned(text)):
        raise FaultsError.at(what, "is missing", "a few words")
    if len(text) > LONGEST_TEXT:
        allowed = f"at most {LONGEST_TEXT:,}"
        raise FaultsError.at(what, f"has {len(text):,} characters", allowed)
    return text


def side_meant(scenario: Scenario, typed: str) -> str:
    """A side that was typed, by its key where that was but a part of a name.

    Raises `FaultsError` for a side that there is not, with those that there are.
    """
    return typed if scenario.side_called(typed) else scenario.find_side(typed).key

"""The record of a battle as it is read: what came of it, whether it is whole, who was lucky."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, cached_property, partial
from threading import RLock
from typing import TYPE_CHECKING, Any, Final

from calculator.errors import CalculatorError, JournalError, UnknownNameError
from calculator.journal.amendments import AMENDING, Amendments, switched_off_by
from calculator.journal.disclosure import Disclosure, disclosure_in
from calculator.journal.entry import Entry, EntryKind
from calculator.journal.heads import Head, heads, read_noted
from calculator.journal.journal import Journal
from calculator.journal.ruling import as_answered, names_told

if TYPE_CHECKING:
    # What few commands need is imported by those; many battles have no order of battle.
    from calculator.journal.audit import Audit
    from calculator.journal.recompute import AskedQuestion, Recomputer
    from calculator.journal.verify import Progress, Verification
    from calculator.roll.order_of_battle import OrderOfBattle
    from calculator.roll.roll import Roll


LEAST_KEPT: Final = 500
"""Entries folded since it was last kept, from which on a roll is worth keeping."""


class Record:
    """Reads what all copies write. Methods may be called from several threads."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self._bound: OrderOfBattle | None = None
        self._roll: Roll | None = None
        self._kept_at = 0
        """The number of the last entry of the roll that is kept on disk."""
        self._rolling = RLock()

    @property
    def battle(self) -> str:
        """The name of the battle."""
        return self.journal.storage.battle

    @property
    def current_turn(self) -> int:
        """The turn in force, 1 at first. The rules leave its length and number to the battle."""
        return self.journal.tip().turn

    @property
    def pending(self) -> int:
        """How many entries could not be written yet."""
        return self.journal.pending

    @property
    def waiting(self) -> int:
        """How many entries of any copy here could not be written yet, and count nowhere so far."""
        return self.journal.pending + self.journal.elsewhere

    @property
    def warning(self) -> str:
        """What the player should know while entries are pending, else nothing."""
        return self.journal.warning

    @property
    def disclosure(self) -> Disclosure:
        """How much of odds players are shown. Raises `JournalError`."""
        return disclosure_in(*self._notes())

    def readable_disclosure(self) -> Disclosure:
        """The same, and exact odds where the record cannot be read: results are not held back."""
        with suppress(JournalError):
            return self.disclosure
        return Disclosure.EXACT

    @property
    def withdrawals_off(self) -> Entry | None:
        """The note by which an umpire has switched withdrawals off, None while slips can be taken
        back. Raises `JournalError`."""
        return switched_off_by(*self._notes())

    def _notes(self) -> tuple[list[Entry], Amendments]:
        """All notes, and which of them are void."""
        storage = self.journal.storage
        return storage.of_kind(EntryKind.NOTE), Amendments(storage.of_kind(EntryKind.VOID))

    def heads(self) -> list[Head]:
        """The head of the record at the end of each turn, and as it is.

        Raises `JournalError`, also while the record is another than this copy saw.
        """
        self.look()
        if self.altered:
            raise JournalError("the record was altered: do not note down its heads")
        storage = self.journal.storage
        marks = (*storage.of_kind(EntryKind.TURN), *storage.recent(limit=1))
        return list(heads({entry.number: entry for entry in marks}.values()))

    def look(self) -> None:
        """Compare the record with what this copy saw of it. Raises `JournalError`."""
        self.journal.witness.look()

    def acknowledge(self) -> str:
        """Take the record as it now is, though this copy saw another; gives what to say of it.

        What waited is written. Raises `JournalError`.
        """
        self.look()
        if (alarm := self.journal.witness.alarm) is None:
            return "Nothing to acknowledge: the record is as this copy saw it."
        self.journal.witness.acknowledge()
        self.journal.retry()
        return f"Acknowledged: what now follows entry {alarm.after} counts from here on."

    @property
    def altered(self) -> bool:
        """Whether it is another record than this copy saw, and nobody has acknowledged that."""
        return self.journal.witness.alarm is not None

    def recent(self, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Entries of all copies with a number above `after`, the newest `limit`, oldest first.

        Entries that are still pending are tried again. Raises `JournalError`.
        """
        return self.journal.recent(after, limit)

    def entry(self, number: int) -> Entry:
        """One entry. Raises `JournalError` if there is none of that number."""
        found = self.journal.storage.entry(number)
        if found is None:
            raise JournalError(f"there is no entry {number} in this battle")
        return found

    def entries(self) -> Iterator[Entry]:
        """Every entry of the battle, oldest first. Raises `JournalError`."""
        return self.journal.storage.entries()

    @cached_property
    def recomputer(self) -> Recomputer:
        """What works recorded rulings out again."""
        from calculator.journal.recompute import Recomputer

        return Recomputer(lambda digest: self.journal.storage.kept_rules().get(digest))

    def asked(self, entry: Entry) -> AskedQuestion:
        """The question of a ruling, under the tables it was made with. Raises `CalculatorError`."""
        return self.recomputer.asked(self.ruling_of(entry))

    def outcomes_of(self, entry: Entry) -> list[str]:
        """What may be ruled instead of what an entry drew, in the words of its odds, the mildest
        first. Raises `CalculatorError`."""
        return list(map(self.naming(entry), self.asked(entry).labels))

    def naming(self, entry: Entry) -> Callable[[str], str]:
        """What puts the names of units and armies into the words of a ruling's odds: none where it
        is no ruling, or its rules are not to be had."""
        drawn = self.entry(entry.about or 0) if entry.kind is EntryKind.OVERRIDE else entry
        if not drawn.is_drawn:
            return str
        try:
            return self.asked(drawn).question.naming(names_told(self.ruling_of(drawn)))
        except CalculatorError:
            return str

    def ruling_of(self, entry: Entry) -> Mapping[str, Any]:
        """The body of a ruling as it computes again; of an answer, that of the ruling it ends."""
        if entry.kind is EntryKind.ANSWER:
            return as_answered(self.entry(entry.about or 0).body, entry.body)
        return entry.body

    def verify(
        self, progress: Progress | None = None, *, noted: str = "", all_cores: bool = False
    ) -> Verification:
        """Follow the chain and compute every result again, up to the first bad entry.

        `noted` is a head noted earlier: the text of its QR code, or 20 digits of its hash or more.
        With `all_cores` long records take several processes. Raises `FaultsError` for what is no
        such head.
        """
        from calculator.journal.verify import verify

        self.look()
        storage = self.journal.storage
        return verify(
            storage,
            self.recomputer,
            noted=read_noted(noted, storage.battle) if noted.strip() else None,
            seen=self.journal.witness.seen,
            all_cores=all_cores,
            progress=progress,
        )

    def order_of_battle(self) -> OrderOfBattle | None:
        """The order of battle in force, if the battle is bound to one.

        Raises `JournalError` for a record that cannot be read. One that is damaged raises it where
        it is read.
        """
        after = self._bound.entry if self._bound else 0
        found = self.journal.storage.of_kind(EntryKind.ORDER_OF_BATTLE, after=after)
        if found:
            from calculator.roll.order_of_battle import OrderOfBattle

            self._bound = OrderOfBattle.of_entry(found[-1])
        return self._bound

    def is_bound_to(self, order: OrderOfBattle) -> bool:
        """Whether the battle is bound to this order of battle: else it is to none yet.

        Raises `CalculatorError` if it is bound to another, and as `order_of_battle` does.
        """
        if bound := self.order_of_battle():
            bound.check_same(order, self.battle)
        return bound is not None

    def roll(self) -> Roll | None:
        """The units as the record leaves them, or None where no order of battle is bound.

        A roll that was given stays as it is; what came since makes another. Raises `JournalError`
        for a record that cannot be read.
        """
        with self._rolling:
            roll = self._gone_on(self._roll) or self._gone_on(self._kept_roll())
            order = None if roll else self.order_of_battle()
            if order:
                self._kept_at, roll = 0, order.roll(self.entries, self._amending)
            self._roll = roll
            took_long = roll is not None and roll.last >= self._kept_at + LEAST_KEPT
            if roll and took_long and self._bound and not self.altered:
                self._bound.keep(roll.to_keep, self.journal.storage.where)
                self._kept_at = roll.last
            return roll

    def _kept_roll(self) -> Roll | None:
        """The roll that a copy of this user kept, if the record still is what was seen."""
        self._bound = None
        if (order := self.order_of_battle()) is None or self.altered:
            return None
        roll = order.kept_roll(self.journal.storage.where)
        self._kept_at = roll.last if roll else 0
        return roll

    def _gone_on(self, before: Roll | None) -> Roll | None:
        """A roll with what came since; None where the record, or what it is bound to, changed."""
        if before is None or not before.last:
            return None
        there = self.recent(after=before.last - 1)
        if not there or there[0].hash != before.last_hash:
            return None
        fresh = there[1:]
        if any(entry.kind is EntryKind.ORDER_OF_BATTLE for entry in fresh):
            return None
        from calculator.roll.fold import LongAgoError

        with suppress(LongAgoError):
            return before.after(fresh) if fresh else before
        return None

    def _amending(self, after: int = 0) -> list[Entry]:
        """Every void, override and answer above a number, and change of turn, in order."""
        return self.journal.storage.of_kind(*AMENDING, EntryKind.TURN, after=after)

    def _begun_by(self) -> Entry | None:
        """The entry that began the turn in force; None for the first. Raises `JournalError`."""
        turns = self.journal.storage.of_kind(EntryKind.TURN)
        return turns[-1] if turns else None

    def amendments(self, after: int = 0) -> Amendments:
        """What amends the entries above a number. Raises `JournalError`."""
        return Amendments(self._named(self._amending(after)))

    def roll_by(self, order: OrderOfBattle | None) -> Roll | None:
        """The roll, of a battle not bound yet that by this order of battle, if any.

        Raises `JournalError` for a record that cannot be read.
        """
        return self.roll() or (order.roll(self.entries, self._amending) if order else None)

    def readable_roll(self, order: OrderOfBattle | None = None) -> Roll | None:
        """The roll as by `roll_by`, or None too where the record cannot be read: results are not
        held back."""
        with suppress(JournalError):
            return self.roll_by(order)
        return None

    def side_called(self, typed: str) -> str:
        """A side as the order of battle calls it, where the battle is bound to one that has such a
        side; else as typed."""
        with suppress(CalculatorError):
            order = self.order_of_battle() if typed else None
            if order and (side := order.scenario.side_called(typed)):
                return side.called
        return typed

    def _named(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Entries, what was ruled instead with the names of units and armies, and whose a turn is
        with the army's."""
        for entry in entries:
            named = entry
            if entry.kind is EntryKind.TURN and (player := entry.body.get("player")):
                named = entry._replace(body={**entry.body, "player": self.side_called(player)})
            if entry.kind is EntryKind.OVERRIDE:
                # Behind a colon no name begins a sentence.
                words = self.naming(entry)(f": {entry.body['ruled']}").removeprefix(": ")
                named = entry._replace(body={**entry.body, "named": words})
            yield named

    def shown(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Entries as people are to read them: each side in one spelling, however it was typed, and
        what was ruled instead by name."""
        called = cache(self.side_called)
        for entry in self._named(entries):
            side = called(entry.side)
            yield entry if side == entry.side else entry._replace(side=side)

    def audit(self) -> Audit:
        """Were the draws fair, overall and for each side, and which side was lucky?"""
        from calculator.journal.audit import audit

        voids = Amendments(self.journal.storage.of_kind(EntryKind.VOID))
        given = self.journal.storage.of_kind(EntryKind.ANSWER)
        answers = {one.about or 0: one for one in given if voids.of(one.number).counts}
        return audit(self.shown(self.entries()), self.recomputer, answers)

    def export(self, form: str, disclosure: Disclosure | None = None) -> Iterable[str]:
        """The record as text, piece by piece: "jsonl", "csv", "markdown" (a battle report) or
        "html", the handout.

        A report says of chances what `disclosure` lets its reader see; the others say all.
        Raises `UnknownNameError` for another form.
        """
        from calculator.journal.report import as_csv, as_jsonl

        forms: dict[str, Callable[[], Iterable[str]]] = {
            "jsonl": lambda: as_jsonl(self.entries()),
            "csv": lambda: as_csv(self._named(self.entries()), self.amendments()),
            "markdown": lambda: self._report(disclosure),
            "html": self._handout,
        }
        if form not in forms:
            raise UnknownNameError("format", form, list(forms))
        return forms[form]()

    def _report(self, disclosure: Disclosure | None) -> Iterable[str]:
        from calculator.journal.report import Outline, luck_lines, told

        def numbered(numbers: Iterable[int]) -> Iterator[Entry]:
            return self.shown(map(self.entry, numbers))

        outline, is_limited = Outline(self.shown(self.entries())), disclosure and disclosure.caution
        return told(
            "report.md",
            outline,
            numbered,
            amendments=self.amendments(),
            luck=[] if is_limited else list(luck_lines(self.audit().sides)),
            disclosure=disclosure or Disclosure.EXACT,
        )

    def _handout(self) -> Iterable[str]:
        from calculator.journal.report import Outline, told
        from calculator.roll.words import how_gone, losses

        outline = Outline(self.entries())
        last = outline.last.number if outline.last else 0
        return told(
            "handout.html",
            outline,
            partial(map, self.entry),
            amendments=self.amendments(),
            audit=self.audit(),
            record=(entry for entry in self.entries() if entry.number <= last),
            name=self.battle,
            roll=self.readable_roll(),
            called=self.side_called,
            how_gone=how_gone,
            losses=losses,
        )

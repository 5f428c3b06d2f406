"""The record of a battle, read with what its order of battle makes of it: its units, and names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from threading import RLock
from typing import TYPE_CHECKING

import attrs

from calculator.errors import CalculatorError, JournalError, UnknownNameError
from calculator.journal.entry import Entry, EntryKind
from calculator.journal.journal import Journal
from calculator.journal.record import Record

if TYPE_CHECKING:
    # The roll is imported where a battle is bound to an order of battle: many have none.
    from calculator.journal.audit import Audit
    from calculator.journal.disclosure import Disclosure
    from calculator.roll.order_of_battle import OrderOfBattle
    from calculator.roll.roll import Roll


class BoundRecord(Record):
    """Reads a record by its order of battle, if the battle is bound to one."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal)
        self._bound: OrderOfBattle | None = None
        self._roll: Roll | None = None
        self._rolling = RLock()

    def order_of_battle(self) -> OrderOfBattle | None:
        """The order of battle in force, if the battle is bound to one.

        Raises `JournalError` for a record that cannot be read, or holds a damaged one.
        """
        after = self._bound.entry if self._bound else 0
        found = self.journal.storage.of_kind(EntryKind.ORDER_OF_BATTLE, after)
        if found:
            from calculator.roll.order_of_battle import OrderOfBattle

            self._bound = OrderOfBattle.of_entry(found[-1])
        return self._bound

    def roll(self) -> Roll | None:
        """The units as the record leaves them, or None where no order of battle is bound.

        A roll that was given stays as it is; what came since makes another. Raises `JournalError`
        for a record that cannot be read.
        """
        with self._rolling:
            before = self._roll
            if before and before.last:
                fresh = self.recent(after=before.last - 1)
                if fresh and fresh[0].hash == before.last_hash:
                    fresh = fresh[1:]
                    if all(entry.kind is not EntryKind.ORDER_OF_BATTLE for entry in fresh):
                        self._roll = before.after(fresh) if fresh else before
                        return self._roll
            self._bound = None
            order = self.order_of_battle()
            if order is None:
                self._roll = None
            else:
                from calculator.roll.roll import Roll

                self._roll = Roll.of(self.entries(), order.scenario)
            return self._roll

    def readable_roll(self) -> Roll | None:
        """The roll, or None too where the record cannot be read: results are not held back."""
        with suppress(JournalError):
            return self.roll()
        return None

    def side_called(self, typed: str) -> str:
        """A side as the order of battle calls it, where the battle is bound to one that has such a
        side; else as typed."""
        with suppress(CalculatorError):
            order = self.order_of_battle() if typed else None
            if order and (side := order.scenario.side_called(typed)):
                return side.called
        return typed

    def shown(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Entries as people are to read them: each side in one spelling, however it was typed."""
        called = cache(self.side_called)
        for entry in entries:
            side = called(entry.side)
            yield entry if side == entry.side else attrs.evolve(entry, side=side)

    def audit(self) -> Audit:
        """Were the draws fair, overall and for each side, and which side was lucky?"""
        from calculator.journal.audit import audit

        return audit(self.shown(self.entries()), self.recomputer)

    def export(self, form: str, disclosure: Disclosure | None = None) -> Iterable[str]:
        """The record as text, piece by piece: "jsonl", "csv", "markdown" (a battle report) or
        "html", the handout.

        A report says of chances what `disclosure` lets its reader see; the others say all.
        Raises `UnknownNameError` for another form.
        """
        from calculator.journal.export import EXPORTS, FORMS

        if form == "html":
            from calculator.handout import handout

            return handout(self.battle, self.entries(), self.audit(), self.readable_roll())
        if form == "markdown":
            from calculator.journal.luck import luck_lines
            from calculator.journal.report import battle_report

            entries = self.shown(self.entries())
            if disclosure and disclosure.caution:
                return battle_report(entries, disclosure=disclosure)
            return battle_report(entries, luck_lines(self.audit().sides))
        if form not in EXPORTS:
            raise UnknownNameError("format", form, list(FORMS))
        return EXPORTS[form](self.entries())

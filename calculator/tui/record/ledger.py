"""The record as the umpire's screen lists it: newest first, filtered by a few words."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from typing import Final

from calculator.desk.lines import EntryLine, Filter
from calculator.desk.tallies import ArmyTally
from calculator.journal.amendments import Amendment, Amendments
from calculator.journal.disclosure import Disclosure
from calculator.journal.entry import Entry, EntryKind
from calculator.rules.catalog import KEYS, find_system, main_system
from calculator.rules.system import RuleSystem

AT_FIRST: Final = 200
"""Entries read before the first paint; older ones follow behind it."""

AMENDING: Final = frozenset({EntryKind.VOID, EntryKind.OVERRIDE})
"""The kinds of entries that say what became of another."""


class Ledger:
    """All entries read so far, and those that a filter keeps."""

    def __init__(self, disclosure: Disclosure = Disclosure.EXACT) -> None:
        """`disclosure` is how much of odds whoever reads it is shown."""
        self.disclosure = disclosure
        self._items: dict[int, EntryLine] = {}
        self._shown: list[int] = []
        self._filter = Filter()
        self._corrections: dict[int, Entry] = {}
        self._amendments = Amendments()
        self._turned: EntryLine | None = None
        self._initiatives: list[EntryLine] = []
        self._tallies: list[EntryLine] = []
        self.newest = 0

    def __len__(self) -> int:
        return len(self._shown)

    @property
    def known(self) -> int:
        """How many entries have been read."""
        return len(self._items)

    @property
    def turn(self) -> int:
        """The turn in force, as far as entries tell.

        Only a change of turn changes it: an entry that had to wait may be of a turn before.
        """
        last = self._turned or self._items.get(self.newest)
        return last.turn if last else 1

    @property
    def system(self) -> RuleSystem:
        """The system of the newest ruling that is known here; before the first, the main one."""
        rulings = (item.system for _, item in sorted(self._items.items(), reverse=True))
        key = next((key for key in rulings if key in KEYS), "")
        return find_system(key) if key else main_system()

    @property
    def initiative(self) -> str:
        """Who has the initiative in this turn, as drawn or as ruled instead; "" if not drawn."""
        for item in reversed(self._initiatives):
            amendment = self.amendment(item.number)
            if item.turn == self.turn and amendment.counts:
                return str(amendment.override.body["ruled"]) if amendment.override else item.told
        return ""

    @property
    def armies(self) -> list[ArmyTally]:
        """The last tally of each army that was not voided."""
        counting = (item for item in self._tallies if self.amendment(item.number).counts)
        last = {item.army.side: item.army for item in counting if item.army}
        system = self.system
        return [army.with_due_check(system) for army in last.values()]

    def rulings(self, action: str, side: str) -> list[EntryLine]:
        """The rulings on an action for a side that count, in order."""
        return [
            item
            for _, item in sorted(self._items.items())
            if (item.action, item.side) == (action, side) and self.amendment(item.number).counts
        ]

    def amendment(self, number: int) -> Amendment:
        """What became of an entry."""
        return self._amendments.of(number)

    def item(self, place: int) -> EntryLine:
        """The line at a place of the list, 0 being the newest that the filter keeps."""
        return self._items[self._shown[-1 - place]]

    def row_of(self, number: int) -> int:
        """Where an entry stands in the list; the newest's place if the filter hides it."""
        try:
            return len(self._shown) - 1 - self._shown.index(number)
        except ValueError:
            return 0

    def add(self, entries: Iterable[Entry]) -> None:
        """Take in entries, in whatever order they come."""
        unknown = [entry for entry in entries if entry.number not in self._items]
        fresh = [EntryLine.of(entry) for entry in unknown]
        self._items |= {item.number: item for item in fresh}
        self.newest = max([self.newest, *(item.number for item in fresh)])
        self._take_corrections(unknown)
        self._take_state(fresh)
        numbers = [item.number for item in fresh if self._filter.admits(item)]
        in_order = not self._shown or not numbers or min(numbers) > self._shown[-1]
        self._shown += sorted(numbers)
        if not in_order:
            self._shown.sort()

    def narrow(self, text: str) -> None:
        """Keep only what a filter keeps."""
        self._filter = Filter.read(text)
        self._shown = sorted(
            number for number, item in self._items.items() if self._filter.admits(item)
        )

    def _take_corrections(self, entries: Iterable[Entry]) -> None:
        """Work out anew what holds; which of two overrides does goes by their order."""
        found = {entry.number: entry for entry in entries if entry.kind in AMENDING}
        if found:
            self._corrections |= found
            self._amendments = Amendments(entry for _, entry in sorted(self._corrections.items()))

    def _take_state(self, fresh: Iterable[EntryLine]) -> None:
        """Note what tells of the battle as a whole: turns, initiative, tallies."""
        for item in fresh:
            before = self._turned.number if self._turned else 0
            if item.kind is EntryKind.TURN and item.number > before:
                self._turned = item
            if _draws_initiative(item):
                insort(self._initiatives, item)
            if item.army:
                insort(self._tallies, item)


def _draws_initiative(item: EntryLine) -> bool:
    return item.system in KEYS and item.action == find_system(item.system).initiative

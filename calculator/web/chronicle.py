"""The record as pages list it: a line for each entry, in order, with what became of it."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from calculator.desk.lines import EntryLine
from calculator.journal.amendments import Amendments
from calculator.journal.disclosure import Disclosure, disclosure_in, disclosure_of
from calculator.journal.entry import Entry, EntryKind
from calculator.journal.heads import Head
from calculator.journal.withdrawals import is_switch, switched_off_by

CORRECTIONS: Final = frozenset({EntryKind.VOID, EntryKind.OVERRIDE})
"""The kinds of entries that say what became of another."""

MOST_LINES: Final = 60
"""Lines of one page."""

MOST_WAITING: Final = 200
"""Lines that wait for a page that reads slowly; beyond, it has to begin anew."""


class BattleLog:
    """All lines read so far."""

    def __init__(self) -> None:
        self.lines: list[EntryLine] = []
        self.turn = 1
        self.head: Head | None = None
        self.amendments = Amendments()
        """What became of entries."""
        self._numbers: dict[str, int] = {}
        self._choices: list[Entry] = []

    @property
    def newest(self) -> int:
        """The number of the newest entry, 0 if there is none."""
        return self.lines[-1].number if self.lines else 0

    @property
    def sides(self) -> list[str]:
        """The sides that entries name, in the order of the record."""
        return list(dict.fromkeys(line.side for line in self.lines if line.side))

    @property
    def disclosure(self) -> Disclosure:
        """How much players see of odds."""
        return disclosure_in(self._choices, self.amendments)

    @property
    def withdrawals_off(self) -> Entry | None:
        """The note by which slips can no longer be withdrawn, None while they can."""
        return switched_off_by(self._choices, self.amendments)

    def entry_number(self, key: str) -> int:
        """The number of the entry that was recorded under a key, 0 for none."""
        return self._numbers.get(key, 0)

    def add(self, entries: Iterable[Entry]) -> list[EntryLine]:
        """Take in entries that follow those known; gives their lines."""
        fresh = []
        for entry in entries:
            line = EntryLine.of(entry)
            fresh.append(line)
            self.head = Head.of(entry, self.turn)
            self._numbers[entry.key] = entry.number
            if entry.kind in CORRECTIONS:
                self.amendments.add([entry])
            if entry.kind is EntryKind.TURN:
                self.turn = entry.turn
            if disclosure_of(entry) or is_switch(entry):
                self._choices.append(entry)
        self.lines += fresh
        return fresh

    def after(self, number: int) -> list[EntryLine]:
        """The lines that follow an entry."""
        return self.lines[bisect_right(self.lines, number, key=lambda line: line.number) :]

    def last_ruling(self) -> EntryLine | None:
        """The newest ruling that counts."""
        rulings = (line for line in reversed(self.lines) if line.kind is EntryKind.RULING)
        return next((line for line in rulings if self.amendments.of(line.number).counts), None)


class Follower:
    """The lines that wait for one page that follows the record."""

    def __init__(self) -> None:
        self.ended = False
        self._lines: list[EntryLine] = []
        self._news = asyncio.Event()

    def take(self, lines: Iterable[EntryLine]) -> None:
        """Let these wait too."""
        self._lines += lines
        if len(self._lines) > MOST_WAITING:
            self.end()
        self._news.set()

    def end(self) -> None:
        """Let the page be sent nothing more."""
        self.ended = True
        self._news.set()

    async def news(self, seconds: float) -> list[EntryLine]:
        """What waits, as soon as there is something; nothing after so long without news."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()
        self._news.clear()
        lines, self._lines = self._lines, []
        return lines

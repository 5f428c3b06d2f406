"""A battle as its record tells it: a line for each entry, what became of it, what holds now."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from calculator.desk.lines import EntryLine
from calculator.journal.amendments import AMENDING, INSTEAD, Amendment, Amendments
from calculator.journal.disclosure import Disclosure, disclosure_in
from calculator.journal.entry import Entry, EntryKind
from calculator.journal.heads import Head
from calculator.journal.withdrawals import switched_off_by
from calculator.rules.catalog import KEYS, find_system


class Chronicle:
    """All entries read so far, in whatever order they came."""

    def __init__(self) -> None:
        self.lines: list[EntryLine] = []
        """The lines of the entries, in order."""
        self.turn = 1
        """The turn in force, as far as entries tell."""
        self.head: Head | None = None
        """The newest entry's."""
        self.amendments = Amendments()
        """What became of entries."""
        self._amending: dict[int, Entry] = {}
        self._settings: dict[int, Entry] = {}
        """Notes with a subject, by which an umpire sets something for the battle."""

    def add(self, entries: Iterable[Entry]) -> list[EntryLine]:
        """Take in entries; gives the lines of those that were not known, in order."""
        unknown = [entry for entry in entries if self._line(entry.number) is None]
        fresh = sorted((EntryLine.of(entry) for entry in unknown), key=lambda line: line.number)
        turn, newest = self.turn, self.newest
        named: dict[int, EntryLine] = {}
        for line in fresh:
            about = line.about or 0
            named[line.number] = _of_whom(line, named.get(about) or self._line(about))
        fresh = list(named.values())
        self.lines += fresh
        if fresh and fresh[0].number < newest:
            self.lines.sort(key=lambda line: line.number)
        self.turn = self._turn_in_force()
        for entry in unknown:
            if entry.number == self.newest:
                self.head = Head(entry.battle, entry.number, entry.hash, turn)
            if entry.body.get("subject"):
                self._settings[entry.number] = entry
        self._amend({one.number: one for one in unknown if one.kind in AMENDING})
        return fresh

    def _line(self, number: int) -> EntryLine | None:
        """The line of an entry, if it has been read."""
        place = bisect_left(self.lines, number, key=lambda line: line.number)
        found = self.lines[place : place + 1]
        return found[0] if found and found[0].number == number else None

    def _amend(self, found: dict[int, Entry]) -> None:
        """Work out anew what holds: which of two overrides does goes by their order."""
        if found:
            self._amending |= found
            self.amendments = Amendments(_in_order(self._amending))

    def _turn_in_force(self) -> int:
        """Only a change of turn changes it: an entry that had to wait may be of a turn before."""
        turns = (line for line in reversed(self.lines) if line.kind is EntryKind.TURN)
        last = next(turns, self.lines[-1] if self.lines else None)
        return last.turn if last else 1

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
        return disclosure_in(_in_order(self._settings), self.amendments)

    @property
    def withdrawals_off(self) -> Entry | None:
        """The note by which slips can no longer be withdrawn, None while they can."""
        return switched_off_by(_in_order(self._settings), self.amendments)

    @property
    def initiative(self) -> str:
        """Who has the initiative in this turn, as drawn or as ruled instead; "" if not drawn."""
        drawn = (one for one in reversed(self.lines) if one.turn == self.turn)
        for line in filter(_draws_initiative, drawn):
            if (amendment := self.amendment(line.number)).counts:
                return (
                    str(amendment.override.body["ruled"]) if amendment.override else line.in_words
                )
        return ""

    def amendment(self, number: int) -> Amendment:
        """What became of an entry."""
        return self.amendments.of(number)

    def after(self, number: int) -> list[EntryLine]:
        """The lines that follow an entry."""
        return self.lines[bisect_right(self.lines, number, key=lambda line: line.number) :]

    def last_ruling(self) -> EntryLine | None:
        """The newest ruling that counts, or what stands in its place."""
        ruled = (line for line in reversed(self.lines) if line.kind in INSTEAD | {EntryKind.RULING})
        return next((line for line in ruled if self.amendment(line.number).counts), None)


def _in_order(entries: dict[int, Entry]) -> list[Entry]:
    return [entry for _, entry in sorted(entries.items())]


def _draws_initiative(line: EntryLine) -> bool:
    return line.system in KEYS and line.action == find_system(line.system).initiative


def _of_whom(line: EntryLine, about: EntryLine | None) -> EntryLine:
    """The line of a void or an override with the units and the subject of what it is about."""
    if about is None or line.units:
        return line
    return line._replace(subject=about.subject, units=about.units)

"""A battle report in Markdown: what happened, turn by turn, in plain words."""

from __future__ import annotations

import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import TypeAlias

from calculator.journal.amendments import Amendments, author_of
from calculator.journal.disclosure import Disclosure
from calculator.journal.entry import Entry, EntryKind
from calculator.journal.heads import Head, heads, qr_lines

Numbered: TypeAlias = Callable[[Iterable[int]], Iterator[Entry]]
"""Reads entries again by their numbers, one by one."""


class Outline:
    """What there is to tell of a record, by number: a long one is not kept whole.

    `turns` has of each turn what is told of it, `marks` are the entries that the heads are read
    off: the first, changes of turn, and the last; `rulings` counts them by side.
    """

    def __init__(self, entries: Iterable[Entry]) -> None:
        """All `entries` are looked through; a turn that was undone is none, unless something is
        told of it."""
        self.corrections = array("q")
        self.rulings: Counter[str] = Counter()
        self.turns: defaultdict[int, array[int]] = defaultdict(lambda: array("q"))
        self.marks: dict[int, Entry] = {}
        last = None
        for last in entries:
            if last.is_ruling:
                self.rulings[last.side or "no side named"] += 1
            if last.kind is EntryKind.TURN or not self.marks:
                undone = self.marks.get(last.body.get("undoes", 0))
                if undone and not self.turns[undone.turn]:
                    del self.turns[undone.turn]
                self.marks[last.number] = last
                self.turns[last.turn].extend(())
            if last.kind is EntryKind.CORRECTION:
                self.corrections.append(last.number)
            if _is_told(last):
                self.turns[last.turn].append(last.number)
        if last:
            self.marks[last.number] = last

    @property
    def first(self) -> Entry | None:
        """The first entry, None of a record without any."""
        return next(iter(self.marks.values()), None)

    @property
    def last(self) -> Entry | None:
        """The last entry."""
        return next(reversed(self.marks.values()), None)

    @property
    def heads(self) -> list[Head]:
        """The head at the end of each turn, and as it is."""
        return list(heads(self.marks.values()))

    def told(self, numbered: Numbered) -> dict[int, Iterator[Entry]]:
        """What is told of each turn, each entry read in its turn."""
        return {turn: numbered(numbers) for turn, numbers in sorted(self.turns.items())}


def battle_report(
    outline: Outline,
    numbered: Numbered,
    amendments: Amendments,
    luck: Iterable[str] = (),
    disclosure: Disclosure = Disclosure.EXACT,
) -> Iterator[str]:
    """The report, a piece at a time; voided rulings are struck out, not left out.

    `amendments` are those of all entries; `luck` are the lines of the curve of each side's luck;
    `disclosure` is how chances are told.
    """
    # Screens import what is here for the tallies of armies, and need no templates.
    from calculator.templates import environment

    if outline.first is None:
        yield "# A battle not yet begun\n"
        return
    by_side = sorted(outline.rulings.items())
    yield from (
        environment("calculator.journal", ".")
        .get_template("report.md")
        .generate(
            outline=outline,
            by_side=", ".join(f"{_plain(side)} {count}" for side, count in by_side),
            turns=outline.told(numbered),
            amendments=amendments,
            disclosure=disclosure,
            luck=[line.replace("`", "'") for line in luck],
            author_of=author_of,
            clock=clock,
            plain=_plain,
            qr_lines=qr_lines,
        )
    )


def _is_told(entry: Entry) -> bool:
    """Whether an entry is told of its turn by itself; notes with a subject are a front end's own,
    and voids and overrides stand with what they are about."""
    note = entry.kind is EntryKind.NOTE and not entry.body.get("subject")
    return entry.is_ruling or entry.kind is EntryKind.CORRECTION or note


def clock(entry: Entry) -> str:
    """When an entry was drawn up, in UTC: "18 June 2025, 11:30"."""
    time = datetime.fromisoformat(entry.time)
    return f"{time.day} {time:%B %Y, %H:%M}"


def _plain(text: str) -> str:
    """Text that Markdown shows as it stands, on one line."""
    return re.sub(r"([\\`*_{}\[\]<>#|~&])", r"\\\1", " ".join(text.split()))

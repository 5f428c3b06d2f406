"""A battle report in Markdown: what happened, turn by turn, in plain words."""

from __future__ import annotations

import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Final

from calculator.journal.amendments import Amendments, author_of
from calculator.journal.disclosure import Disclosure
from calculator.journal.entry import Entry, EntryKind
from calculator.journal.heads import heads, qr_lines

ARMY: Final = "army "
"""How the subjects of notes begin that hold an army's tally; its name follows."""


def battle_report(
    entries: Iterable[Entry],
    numbered: Callable[[Iterable[int]], Iterator[Entry]],
    amendments: Amendments,
    luck: Iterable[str] = (),
    disclosure: Disclosure = Disclosure.EXACT,
) -> Iterator[str]:
    """The report, a piece at a time; voided rulings are struck out, not left out.

    All `entries` are looked through, and those told are read once more, `numbered`, each in its
    turn: long records are not kept whole. `amendments` are theirs; `luck` are the lines of the
    curve of each side's luck; `disclosure` is how chances are told.
    """
    # Screens import what is here for the tallies of armies, and need no templates.
    from calculator.templates import environment

    rulings: Counter[str] = Counter()
    marks: dict[int, Entry] = {}
    turns: defaultdict[int, array[int]] = defaultdict(lambda: array("q"))
    for last in entries:
        if last.is_ruling:
            rulings[last.side or "no side named"] += 1
        if last.kind is EntryKind.TURN or not marks:
            marks[last.number] = last
            turns[last.turn].extend(())
        if is_told(last):
            turns[last.turn].append(last.number)
    if not marks:
        yield "# A battle not yet begun\n"
        return
    marks[last.number] = last
    first, *_ = marks.values()
    yield from (
        environment("calculator.journal", ".")
        .get_template("report.md")
        .generate(
            first=first,
            last=last,
            rulings=rulings,
            by_side=", ".join(f"{_plain(side)} {count}" for side, count in sorted(rulings.items())),
            turns={turn: numbered(numbers) for turn, numbers in sorted(turns.items())},
            amendments=amendments,
            disclosure=disclosure,
            luck=[line.replace("`", "'") for line in luck],
            heads=list(heads(marks.values())),
            author_of=author_of,
            clock=clock,
            plain=_plain,
            qr_lines=qr_lines,
            tally=tally,
        )
    )


def tally(entry: Entry) -> str:
    """How an army stood, if that is what a note holds, else nothing."""
    subject, counts = str(entry.body.get("subject", "")), str(entry.body.get("text", "")).split()
    if not subject.startswith(ARMY) or len(counts) != 3 or not all(map(str.isdigit, counts)):
        return ""
    units, broken, demoralized = counts
    army = subject.removeprefix(ARMY)
    return f"{army}: {broken} broken, {demoralized} demoralized of {units}"


def is_told(entry: Entry, *, corrections: bool = False) -> bool:
    """Whether an entry is told of its turn by itself."""
    note = entry.kind is EntryKind.NOTE and (tally(entry) or not entry.body.get("subject"))
    return entry.is_ruling or bool(note) or (corrections and entry.kind is EntryKind.CORRECTION)


def by_turn(entries: Iterable[Entry], *, corrections: bool = False) -> dict[int, list[Entry]]:
    """What is to be told of each turn, in order; with `corrections` too.

    Voids and overrides stand with what they are about; notes with a subject are a front end's own.
    """
    turns: defaultdict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        if is_told(entry, corrections=corrections):
            turns[entry.turn].append(entry)
        elif entry.kind is EntryKind.TURN:
            turns.setdefault(entry.turn, [])
    return dict(sorted(turns.items()))


def clock(entry: Entry) -> str:
    """When an entry was drawn up, in UTC: "18 June 2025, 11:30"."""
    time = datetime.fromisoformat(entry.time)
    return f"{time.day} {time:%B %Y, %H:%M}"


def _plain(text: str) -> str:
    """Text that Markdown shows as it stands, on one line."""
    return re.sub(r"([\\`*_{}\[\]<>#|~&])", r"\\\1", " ".join(text.split()))

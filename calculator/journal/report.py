"""A battle report in Markdown: what happened, turn by turn, in plain words."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
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
    luck: Iterable[str] = (),
    disclosure: Disclosure = Disclosure.EXACT,
) -> Iterator[str]:
    """The report, a piece at a time; voided rulings are struck out, not left out.

    `luck` are the lines of the curve of each side's luck; `disclosure` is how chances are told.
    """
    everything = list(entries)
    if not everything:
        yield "# A battle not yet begun\n"
        return
    amendments = Amendments(everything)
    yield from _heading(everything)
    for turn, entries in by_turn(everything).items():
        yield f"\n## Turn {turn}\n\n"
        for entry in entries:
            yield from _entry(entry, amendments, disclosure)
    if curves := [line.replace("`", "'") for line in luck]:
        yield "\n## Luck\n\nBy how much outcomes have beaten their odds, ruling by ruling:\n\n"
        yield "```text\n"
        yield from (f"{line}\n" for line in curves)
        yield "```\n"
    yield from _record(everything, disclosure)


def _heading(entries: list[Entry]) -> Iterator[str]:
    first, last = entries[0], entries[-1]
    yield f"# {_plain(first.battle)}\n\n"
    rulings = Counter(entry.side or "no side named" for entry in entries if entry.is_ruling)
    counted = ", ".join(f"{_plain(side)} {count}" for side, count in sorted(rulings.items()))
    yield f"From {clock(first)} to {clock(last)} UTC. "
    yield f"Rulings: {sum(rulings.values())}" + (f" ({counted}).\n" if counted else ".\n")


def tally(entry: Entry) -> str:
    """How an army stood, if that is what a note holds, else nothing."""
    subject, counts = str(entry.body.get("subject", "")), str(entry.body.get("text", "")).split()
    if not subject.startswith(ARMY) or len(counts) != 3 or not all(map(str.isdigit, counts)):
        return ""
    units, broken, demoralized = counts
    army = subject.removeprefix(ARMY)
    return f"{army}: {broken} broken, {demoralized} demoralized of {units}"


def by_turn(entries: Iterable[Entry], *, corrections: bool = False) -> dict[int, list[Entry]]:
    """What is to be told of each turn, in order; with `corrections` too.

    Voids and overrides stand with what they are about; notes with a subject are a front end's own.
    """
    turns: defaultdict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        note = entry.kind is EntryKind.NOTE and (tally(entry) or not entry.body.get("subject"))
        if entry.is_ruling or note or (corrections and entry.kind is EntryKind.CORRECTION):
            turns[entry.turn].append(entry)
        elif entry.kind is EntryKind.TURN:
            turns.setdefault(entry.turn, [])
    return dict(sorted(turns.items()))


def _entry(entry: Entry, amendments: Amendments, disclosure: Disclosure) -> Iterator[str]:
    amendment = amendments.of(entry.number)
    summary = _plain(entry.summary)
    if amendment.void or amendment.override:
        summary = f"~~{summary}~~"
    if entry.kind is EntryKind.NOTE:
        yield f"- *{_plain(tally(entry)) or summary}*{_who(entry)}\n"
    else:
        yield f"- **{_plain(entry.heading)}**{_who(entry)}: {summary}{_odds(entry, disclosure)}\n"
        if amendment.counts and not amendment.override:
            yield from (f"  - {_plain(step)}\n" for step in entry.body.get("on-table", ()))
    if entry.is_ruling:
        asked = " ".join(f"{key}={value}" for key, value in entry.body["form"].items())
        typed = ", typed in" if entry.body["seed-given"] else ""
        yield f"  - #{entry.number}: {_plain(f'{entry.action} {asked}')}; "
        yield f"seed `{_plain(entry.body['seed'])}`{typed}\n"
    if amendment.override:
        body, by = amendment.override.body, _plain(author_of(amendment.override))
        because = f"(because: {_plain(body['reason'])})"
        yield f"  - Ruled instead: {_plain(body['ruled'])} {because} - {by}\n"
    if amendment.void:
        by = _plain(author_of(amendment.void))
        yield f"  - Void: {_plain(amendment.void.body['reason'])} - {by}\n"


def _who(entry: Entry) -> str:
    names = [name for name in (entry.side, entry.player) if name]
    return f" ({_plain(', '.join(names))})" if names else ""


def _odds(entry: Entry, disclosure: Disclosure) -> str:
    probability = entry.probability
    return "" if probability is None else f" ({disclosure.chance(float(probability))})"


def _record(entries: list[Entry], disclosure: Disclosure) -> Iterator[str]:
    odds = disclosure.caution or "Percentages are the exact odds of what happened."
    yield (
        f"\n## The record\n\n{odds} The record has "
        f"{len(entries)} entries; the hash of the last is\n`{entries[-1].hash}`.\n\n"
        "| turn | its last entry | head, to compare with one noted |\n|---|---|---|\n"
    )
    for head in heads(entries):
        yield f"| {head.turn} | {head.number} | `{head.digits}` |\n"
    yield "\nThe last as a code that a phone reads and `verify --noted` takes:\n\n```text\n"
    yield from (f"{line}\n" for line in qr_lines(head.text, on_dark=False))
    yield "```\n"


def clock(entry: Entry) -> str:
    """When an entry was drawn up, in UTC: "18 June 2025, 11:30"."""
    time = datetime.fromisoformat(entry.time)
    return f"{time.day} {time:%B %Y, %H:%M}"


def _plain(text: str) -> str:
    """Text that Markdown shows as it stands, on one line."""
    return re.sub(r"([\\`*_{}\[\]<>#|~&])", r"\\\1", " ".join(text.split()))

"""The record for others: their formats, a report in plain words, and a page that checks itself.

Of each side's luck there is a curve: after each ruling stands how much its outcomes have beaten
their odds so far, the sum of percentiles above the fair half. One whole point is a ruling that
could not have gone better, and one that could not have gone worse, apart.
"""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from calculator.figures import percent
from calculator.journal.amendments import Amendments, author_of
from calculator.journal.entry import PROGRAM, Entry, EntryKind, canonical, printable
from calculator.journal.heads import Head, heads, qr_lines, qr_svg

if TYPE_CHECKING:
    from calculator.journal.audit import LuckAccount


def as_jsonl(entries: Iterable[Entry]) -> Iterator[str]:
    """Each entry on a line: its content as canonical JSON, with its hash as one more key.

    Take the hash out again, write the rest the same way, and SHA-256 of that is the hash.
    """
    for entry in entries:
        yield canonical(json.loads(entry.content) | {"hash": entry.hash}) + "\n"


COLUMNS: Final = (
    "number", "time", "turn", "side", "player", "copy", "kind", "system", "action", "outcome",
    "probability", "odds", "told", "about", "void", "ruled instead", "form", "seed", "hash",
)  # fmt: skip


def as_csv(entries: Iterable[Entry], amendments: Amendments) -> Iterator[str]:
    """Each entry on a line of comma-separated values, after a line of headings.

    `amendments` are those of all entries.
    """
    yield csv_line(COLUMNS)
    for entry in entries:
        amendment, share, body = amendments.of(entry.number), entry.probability, entry.body
        told = {
            **entry._asdict(),
            "system": entry.system,
            "action": entry.action,
            "kind": entry.kind.value,
            "outcome": body.get("label", ""),
            "probability": f"{float(share):.6g}" if share else "",
            # A fraction alone would be taken for a date by spreadsheets.
            "odds": f"{share.numerator} in {share.denominator}" if share else "",
            "told": entry.summary,
            "about": entry.about or "",
            "void": amendment.void.body["reason"] if amendment.void else "",
            "ruled instead": amendment.override.ruled if amendment.override else "",
            "form": shlex.join(f"{key}={value}" for key, value in body.get("form", {}).items()),
            "seed": body.get("seed", ""),
        }
        yield csv_line(str(told[column]) for column in COLUMNS)


def csv_line(cells: Iterable[str]) -> str:
    """Comma-separated values, each on one line and no formula that a spreadsheet runs."""
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(
        f"'{cell}" if cell.lstrip().startswith(("=", "+", "-", "@")) else cell
        for cell in map(printable, cells)
    )
    return line.getvalue()


_BLOCKS: Final = "▁▂▃▄▅▆▇█"


def luck_lines(accounts: Sequence[LuckAccount], width: int = 40) -> Iterator[str]:
    """A line for each side: the curve from its lowest to its highest, and where it ends."""
    room = max((len(account.side) for account in accounts), default=0)
    for account in accounts:
        if values := [value for _, value in account.curve]:
            shown = [
                values[place * len(values) // width] for place in range(min(width, len(values)))
            ]
            low, high = min(0.0, *values), max(0.0, *values)
            steps = [
                round((value - low) / ((high - low) or 1) * 7)
                for value in (*shown[:-1], values[-1])
            ]
            picture = "".join(_BLOCKS[step] for step in steps)
            ends = f"from {low:+.1f} to {high:+.1f}, at the end {values[-1]:+.1f}"
            yield f"{account.side.ljust(room)} {picture} {ends}"


def luck_svg(accounts: Sequence[LuckAccount]) -> str:
    """The curves of all sides in one picture, above and below the line of no luck; "" for none.

    Where each ends stands in words as well, for who does not see the picture.
    """
    drawn = [account for account in accounts if account.curve]
    points = [point for account in drawn for point in account.curve]
    if not points:
        return ""
    last = max(number for number, _ in points)
    reach = max(1.0, *(abs(value) for _, value in points))
    return "".join(_filled("luck.svg", accounts=drawn, last=last, reach=reach))


def _filled(template: str, **values: Any) -> Iterator[str]:
    """A template with values in it, a piece at a time."""
    # Screens import what is here for the tallies of armies, and need no templates.
    from calculator.templates import environment

    return environment("calculator.journal", ".").get_template(template).generate(**values)


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
        self.corrections: list[int] = []
        self.rulings: Counter[str] = Counter()
        self.turns: defaultdict[int, list[int]] = defaultdict(list)
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
            # Notes with a subject are a front end's own; voids and overrides stand with what they
            # are about.
            note = last.kind is EntryKind.NOTE and not last.body.get("subject")
            if last.is_ruling or last.kind is EntryKind.CORRECTION or note:
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


def told(template: str, outline: Outline, numbered: Numbered, **found: object) -> Iterator[str]:
    """A record as a template tells it, a piece at a time: in `report.md` voided rulings are struck
    out, not left out; `handout.html` is a battle in one file that opens anywhere, and checks itself
    where it is opened.

    `found` is what else stands in it. Raises `JournalError` for a record that cannot be read.
    """
    words = {"author_of": author_of, "clock": clock, "percent": percent, "plain": _plain}
    drawn = {"luck_svg": luck_svg, "qr_lines": qr_lines, "qr_svg": qr_svg}
    turns = {turn: numbered(numbers) for turn, numbers in sorted(outline.turns.items())}
    found |= {"outline": outline, "turns": turns, "numbered": numbered, "program": PROGRAM}
    return _filled(template, **words, **drawn, **found)


def clock(entry: Entry) -> str:
    """When an entry was drawn up, in UTC: "18 June 2025, 11:30"."""
    time = datetime.fromisoformat(entry.time)
    return f"{time.day} {time:%B %Y, %H:%M}"


def _plain(text: str) -> str:
    """Text that Markdown shows as it stands, on one line."""
    return re.sub(r"([\\`*_{}\[\]<>#|~&])", r"\\\1", " ".join(text.split()))

"""The record in other people's formats."""

from __future__ import annotations

import csv
import io
import json
import shlex
from collections.abc import Iterable, Iterator
from typing import Final

from calculator.journal.amendments import Amendments
from calculator.journal.entry import Entry, canonical, one_line


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
        yield csv_line(_cells(entry, amendments))


def _cells(entry: Entry, amendments: Amendments) -> list[str]:
    amendment = amendments.of(entry.number)
    probability = entry.probability
    return [
        str(entry.number),
        entry.time,
        str(entry.turn),
        entry.side,
        entry.player,
        entry.copy,
        entry.kind.value,
        entry.system,
        entry.action,
        str(entry.body.get("label", "")),
        f"{float(probability):.6g}" if probability is not None else "",
        # A fraction alone would be taken for a date by spreadsheets.
        f"{probability.numerator} in {probability.denominator}" if probability is not None else "",
        entry.summary,
        str(entry.about or ""),
        str(amendment.void.body["reason"]) if amendment.void else "",
        str(amendment.override.body["ruled"]) if amendment.override else "",
        shlex.join(f"{key}={value}" for key, value in entry.body.get("form", {}).items()),
        str(entry.body.get("seed", "")),
        entry.hash,
    ]


def csv_line(cells: Iterable[str]) -> str:
    """Comma-separated values, each on one line and no formula that a spreadsheet runs."""
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(_inert(one_line(cell)) for cell in cells)
    return line.getvalue()


def _inert(cell: str) -> str:
    """A cell that no spreadsheet runs as a formula, whatever a player typed."""
    return f"'{cell}" if cell.lstrip().startswith(("=", "+", "-", "@")) else cell


FORMS: Final = ("jsonl", "csv", "markdown", "html")
"""All forms of an export."""

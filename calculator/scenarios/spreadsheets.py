"""Rows of a spreadsheet saved as CSV: read by their headings, every fault with row and column."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, TypeVar

from calculator.errors import Fault, FaultsError, nearest
from calculator.kinds import BadValueError, Kind, Whole
from calculator.paths import typed_path
from calculator.scenarios.source import content_of

_SEPARATED: Final = re.compile(r"\d{1,3}([ ,'\u00a0\u202f])\d{3}(\1\d{3})*")
"""A number with its thousands set apart by commas, blanks or apostrophes."""

_POINTED: Final = re.compile(r"\d{1,3}(\.\d{3})+")
"""By points it may be, and may be a fraction."""


V = TypeVar("V")


class SpreadsheetRow:
    """One row: its cells by heading; `faults` gathers what is wrong with them.

    Of a row with more cells than headings that alone is told: nobody knows which cell is which.
    """

    def __init__(self, place: str, heads: Sequence[str], cells: Sequence[str]) -> None:
        self._place = place
        self._cells = dict(zip(heads, map(str.strip, cells), strict=False))
        self.faults: list[Fault] = []
        self._is_too_long = any(map(str.strip, cells[len(heads) :]))
        if self._is_too_long:
            problem = f"has {len(cells)} cells under {len(heads)} headings"
            self.faults.append(Fault(place, problem, "quotes around cells with commas"))

    def text(self, key: str) -> str:
        """A cell's text; empty where there is none."""
        return self._cells.get(key, "")

    def read_as(self, key: str, text: str) -> None:
        """Take a cell for another text from now on."""
        self._cells[key] = text

    def name(self, key: str) -> str:
        """A cell's text, which may not be empty."""
        text = self.text(key)
        if not text:
            self.wrong(key, "is empty", "a name")
        return text

    def read(self, key: str, kind: Kind[V], *, needed: bool = True) -> V | None:
        """What a cell answers; None where it is empty or, which is a fault, cannot be that.

        Of a whole number thousands may be set apart, as in "2,154" or "2 154".
        """
        text, is_whole = self.text(key), isinstance(kind.inner, Whole)
        if not text:
            if needed:
                self.wrong(key, "is empty", kind.allowed)
            return None
        try:
            is_apart = is_whole and _SEPARATED.fullmatch(text)
            return kind.parse(re.sub(r"\D", "", text) if is_apart else text)
        except BadValueError as bad:
            near = text.replace(".", "") if is_whole and _POINTED.fullmatch(text) else bad.near
            self.wrong(key, bad.problem, bad.allowed, near)
            return None

    def word(self, key: str, words: Sequence[str]) -> str:
        """A cell's word, one of these, whatever its capitals."""
        text = self.text(key).lower()
        if text not in words:
            allowed = ", ".join(filter(None, words))
            self.wrong(key, f"{text!r} is not one of the words", allowed, nearest(text, words))
        return text

    def wrong(self, key: str, problem: str, allowed: str = "", near: str = "") -> None:
        """One more fault."""
        if not self._is_too_long:
            self.faults.append(Fault(f"{self._place} {key}", problem, allowed, near))


def read_rows(name: str, needed: Sequence[str], known: Sequence[str]) -> list[SpreadsheetRow]:
    """The rows of a file, with commas, semicolons or tabs between the columns; none empty.

    Columns that should not be there are faults of the first row, to be told with those of cells.
    Raises `FaultsError` where rows cannot be read at all.
    """
    place = typed_path(name)
    text = content_of(place, "save the spreadsheet as CSV UTF-8").removeprefix("\ufeff")
    rows = _cells(text, place)
    heads = [head.strip().lower() for head in rows[0]] if rows else []
    columns = ", ".join(needed)
    missing = [
        Fault(f"{place}:1", f"has no column {head!r}", columns)
        for head in needed
        if head not in heads
    ]
    odd = list(_odd_heads(heads, f"{place}:1", known))
    if missing:
        raise FaultsError([*missing, *odd])
    found = [
        SpreadsheetRow(f"{place}:{number}", heads, row)
        for number, row in enumerate(rows[1:], 2)
        if any(cell.strip() for cell in row)
    ]
    if not found:
        raise FaultsError(
            [*odd, Fault(str(place), "holds no rows", "a row for each below the headings")]
        )
    found[0].faults += odd
    return found


def _cells(text: str, place: Path) -> list[list[str]]:
    """The cells of every row; lines end as on any machine."""
    head = next(iter(text.splitlines()), "")
    delimiter = max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(text, newline=None), delimiter=delimiter)
    rows: list[list[str]] = []
    try:
        rows.extend(reader)
    except csv.Error:
        problem = f"holds a cell of more than {csv.field_size_limit():,} characters"
        raise FaultsError.at(
            f"{place}:{len(rows) + 1}", problem, "quotes closed where they are opened"
        ) from None
    return rows


def _odd_heads(heads: Sequence[str], place: str, known: Sequence[str]) -> Iterator[Fault]:
    for head in dict.fromkeys(heads):
        if head not in known:
            shown = head or "a column without a heading"
            near = nearest(head, known)
            yield Fault(f"{place} {shown}", "is not a known column", ", ".join(known), near)
        elif heads.count(head) > 1:
            yield Fault(f"{place} {head}", "is there twice", "each column once")

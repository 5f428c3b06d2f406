"""The figures behind the pictures of tuning: for machines as JSON, for spreadsheets as CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any


class Figures:
    """Rows of one shape, and in `more` what belongs to them and is of another, by name.

    `asked` says what they are the figures of, for machines; a spreadsheet has rows alone.
    `part` says what the rows are where a spreadsheet has to tell them from the rest.
    """

    def __init__(self) -> None:
        self.part = "rows"
        self.rows: list[dict[str, object]] = []
        self.asked: dict[str, str | list[str]] = {}
        self.more: dict[str, Any] = {}

    def add(self, **fields: object) -> None:
        """One more row."""
        self.rows.append(fields)

    def as_json(self, title: str) -> str:
        """One object: the title, what is asked, the rows, and each further part by its name."""
        return json.dumps({"title": title, **self.asked, "rows": self.rows, **self.more}) + "\n"

    def as_csv(self) -> str:
        """All parts below one another; which is which stands in the first column, `part`.

        There is no such column where the rows are all there is.
        """
        records = list(self._parted()) if self.more else self.rows
        columns = {"part": None} if self.more else {}
        columns |= dict.fromkeys(key for record in records for key in record)
        written = io.StringIO()
        writer = csv.DictWriter(written, list(columns))
        writer.writeheader()
        writer.writerows(records)
        return written.getvalue()

    def _parted(self) -> Iterator[dict[str, object]]:
        for part, told in {self.part: self.rows, **self.more}.items():
            for one in told if isinstance(told, list) else [told]:
                yield {"part": part, **(one if isinstance(one, dict) else {"value": one})}

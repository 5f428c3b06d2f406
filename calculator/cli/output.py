"""What all commands print with: JSON for machines, Rich for people."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console
    from rich.table import Column, Table


def write_json(value: object) -> int:
    """Print JSON on one line; exit code 0."""
    sys.stdout.write(json.dumps(value) + "\n")
    return 0


def open_console() -> Console:
    """A Rich console that shows texts as they stand.

    Rich itself minds NO_COLOR, the width, and boxes that the encoding lacks.
    """
    from rich.console import Console

    return Console(markup=False, emoji=False, highlight=False)


def figures(*headings: str, no_wrap: bool = False) -> list[Column]:
    """Columns of figures, which stand to the right."""
    from rich.table import Column

    return [Column(heading, justify="right", no_wrap=no_wrap) for heading in headings]


def open_table(*headings: str | Column, title: str = "", spaced: bool = False) -> Table:
    """A table of the house's looks; `spaced` sets its rows apart."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    return Table(
        *headings,
        title=title or None,
        title_justify="left",
        title_style="bold",
        box=SIMPLE_HEAD,
        leading=int(spaced),
        pad_edge=False,
    )


def listed(marks: Iterable[str], lines: Iterable[str]) -> Table:
    """Lines behind their marks, each as long as it is; what is folded stays behind the mark."""
    from rich.table import Table

    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(min_width=4, justify="right")
    table.add_column()
    for mark, line in zip(marks, lines, strict=False):
        table.add_row(mark, line)
    return table

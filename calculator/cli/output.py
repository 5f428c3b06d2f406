"""What all commands print with: JSON for machines, Rich for people."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, TypeVar

from calculator.paths import reporting, typed_path

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from rich.console import Console, RenderableType
    from rich.table import Column, Table


Found = TypeVar("Found")


def write_json(value: object) -> None:
    """Print JSON on one line."""
    sys.stdout.write(json.dumps(value) + "\n")


def open_console() -> Console:
    """A Rich console that shows texts as they stand.

    Rich itself minds NO_COLOR, the width, and boxes that the encoding lacks.
    """
    from rich.console import Console

    class Piped(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # for the one place that gives the exit code

    return Piped(markup=False, emoji=False, highlight=False)


def printed(shown: RenderableType) -> str:
    """What stands in the terminal when something is shown."""
    console = open_console()
    with console.capture() as captured:
        console.print(shown)
    return captured.get()


def write_out(text: str | Iterable[str], name: str) -> Path | None:
    """Write a text, or its pieces, to the file named, and give its path; where none is, or a
    hyphen, print it.

    Raises `FaultsError` if it cannot be written.
    """
    pieces = [text] if isinstance(text, str) else text
    if name in {"", "-"}:
        sys.stdout.writelines(pieces)
        return None
    path = typed_path(name)
    with reporting(path, "cannot be written"), path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(pieces)
    return path


def gather(found: Iterable[Found], doing: str, total: int) -> tuple[list[Found], bool]:
    """Everything found, with a progress bar for those who watch; False where it was interrupted."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True, highlight=False)
    quiet = not console.is_terminal
    gathered: list[Found] = []
    try:
        gathered.extend(
            track(found, doing, total=total, console=console, transient=True, disable=quiet)
        )
    except KeyboardInterrupt:
        console.print(f"Stopped after {len(gathered):,} of {total:,}.")
        return gathered, False
    return gathered, True


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

"""What all commands print with, JSON for machines and Rich for people, and what they end with."""

from __future__ import annotations

import errno
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from calculator.paths import reporting, typed_path

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Column, Table


BAD_INPUT: Final = 2
"""The exit code for what cannot be read or done, as argparse has it."""

WAITS: Final = 3
"""What was to be recorded is kept, but the record could not be written yet. A result is given all
the same, and ends with 0."""

UNPRINTED: Final = 74
"""What was done could not be printed, as sysexits.h has EX_IOERR: it is not to be done again."""

INTERRUPTED: Final = 130
"""Ctrl+C, as a shell reports SIGINT."""

BROKEN_PIPE: Final = 141
"""Whoever read has gone, as a shell reports SIGPIPE."""

Found = TypeVar("Found")


def write_json(value: object) -> None:
    """Print JSON on one line."""
    sys.stdout.write(json.dumps(value) + "\n")


def told(one: object, *names: str) -> dict[str, Any]:
    """Some attributes of a thing as JSON has them, by name."""
    return {name: getattr(one, name) for name in names}


def open_console() -> Console:
    """A Rich console that shows texts as they stand; Rich itself minds NO_COLOR, the width, and
    boxes that the encoding lacks."""
    from rich.console import Console

    class Piped(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError(errno.EPIPE, "nobody reads")  # for who gives the exit code

    return Piped(markup=False, emoji=False, highlight=False)


def printed(shown: RenderableType) -> str:
    """What stands in the terminal when something is shown."""
    console = open_console()
    with console.capture() as captured:
        console.print(shown)
    return captured.get()


def write_out(text: str | Iterable[str], name: str) -> Path | None:
    """Write a text, or its pieces, to the file named, and give its path; where none is, or a
    hyphen, print it. Raises `FaultsError` if it cannot be written."""
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


def open_table(
    *headings: str | Column,
    rows: Iterable[Iterable[RenderableType]] = (),
    title: str = "",
    spaced: bool = False,
) -> Table:
    """A table of the house's looks, with these rows to begin with; `spaced` sets them apart."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(
        *headings,
        title=title or None,
        title_justify="left",
        title_style="bold",
        box=SIMPLE_HEAD,
        leading=int(spaced),
        pad_edge=False,
    )
    for row in rows:
        table.add_row(*row)
    return table


def listed(marks: Iterable[str], lines: Iterable[str]) -> Table:
    """Lines behind their marks, each as long as it is; what is folded stays behind the mark."""
    from rich.table import Table

    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(min_width=4, justify="right")
    table.add_column()
    for mark, line in zip(marks, lines, strict=False):
        table.add_row(mark, line)
    return table

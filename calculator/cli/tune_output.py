"""How tuning is shown: in the terminal, or as the file that was asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TypeVar

from rich.console import Console
from rich.progress import track

from calculator.cli.output import open_console
from calculator.errors import how_to_add
from calculator.paths import reporting, typed_path
from calculator.tuning.curves import can_draw
from calculator.tuning.report import Report

Found = TypeVar("Found")


def write(report: Report, form: str, output: str, batteries: bool) -> None:
    """Write a report as csv, json, svg, html or, without a form, as in the terminal.

    `output` is a file, or nothing; `batteries` shows units of guns on a page as well. Raises
    `CalculatorError` if it cannot, and then `KeyboardInterrupt` where Ctrl+C cut short what is
    shown.
    """
    console = open_console()
    if form in {"svg", "html"} and report.has_curves and not can_draw():
        sys.stderr.write(f"Curves are left out; to add them: {how_to_add('charts')}\n")
    if output:
        path = typed_path(output)
        with reporting(path, "cannot be written"):
            text = report.text(form, batteries) if form else _printed(report, console)
            path.write_text(text, encoding="utf-8", newline="")
    elif form:
        sys.stdout.write(report.text(form, batteries))
    else:
        console.print(report)
    if not report.is_whole:
        raise KeyboardInterrupt


def _printed(report: Report, console: Console) -> str:
    with console.capture() as captured:
        console.print(report)
    return captured.get()


def gather(found: Iterable[Found], doing: str, total: int) -> tuple[list[Found], bool]:
    """Everything found, with a progress bar for those who watch; False where it was interrupted."""
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


def gather_all(found: Iterable[Found], doing: str, total: int) -> list[Found]:
    """Everything found; raises `KeyboardInterrupt` where it was interrupted."""
    gathered, is_whole = gather(found, doing, total)
    if not is_whole:
        raise KeyboardInterrupt
    return gathered

"""How tuning is shown: in the terminal, or as the file that was asked for."""

from __future__ import annotations

import argparse
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


def write(report: Report, asked: argparse.Namespace) -> None:
    """Write a report as csv, json, svg, html or as in the terminal, to a file if one was named.

    Raises `CalculatorError` if it cannot, and then `KeyboardInterrupt` where Ctrl+C cut short what
    is shown.
    """
    if asked.form in {"svg", "html"} and report.has_curves and not can_draw():
        sys.stderr.write(f"Curves are left out; to add them: {how_to_add('charts')}\n")
    if asked.output:
        path = typed_path(asked.output)
        with reporting(path, "cannot be written"):
            path.write_text(_text(report, asked), encoding="utf-8", newline="")
    elif asked.form:
        sys.stdout.write(_text(report, asked))
    else:
        open_console().print(report)
    if not report.is_whole:
        raise KeyboardInterrupt


def _text(report: Report, asked: argparse.Namespace) -> str:
    if asked.form:
        return report.text(asked.form)
    console = open_console()
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

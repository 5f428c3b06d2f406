"""A report as a table for people."""

from __future__ import annotations

from collections.abc import Iterable

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from tests.benchmarks.measured import Measured

_VERDICTS = {True: "met", False: "[bold red]missed[/]", None: ""}


def show(subject: str, lines: Iterable[Measured], console: Console) -> None:
    """Print one subject's lines."""
    table = Table(title=subject, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    table.add_column("what")
    for heading in ("median", "p95", "paths/s", "ratio", "bar"):
        table.add_column(heading, justify="right")
    for line in lines:
        table.add_row(
            line.what,
            f"{line.scale * line.median:,.3g} {line.unit}",
            f"{line.scale * line.p95:,.3g} {line.unit}",
            f"{line.paths_per_second:,.0f}" if line.paths_per_second else "",
            f"{line.ratio:.3g}x {line.against}" if line.ratio else "",
            f"{_bar(line)} {_VERDICTS[line.meets_its_bars]}",
        )
    console.print(table)


def _bar(line: Measured) -> str:
    bars = []
    if line.p95_bar is not None:
        bars.append(f"{line.scale * line.p95_bar:,.3g} {line.unit}")
    if line.ratio_bar is not None:
        bars.append(f"{line.ratio_bar:g}x")
    return ", ".join(bars)

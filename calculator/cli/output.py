"""What all commands print with: JSON for machines, Rich for people."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_EIGHTHS: Final = " ▏▎▍▌▋▊▉█"


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


def open_table(*headings: str, title: str = "", spaced: bool = False) -> Table:
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


def bar(share: float, cells: int, ascii_only: bool = False, fill: str = "") -> str:
    """A bar `share` of `cells` long; never nothing for a share above 0."""
    if share <= 0:
        return ""
    if ascii_only or fill:
        return (fill or "#") * max(1, round(share * cells))
    full, rest = divmod(max(1, round(share * cells * 8)), 8)
    return "█" * full + _EIGHTHS[rest].strip()


def percent(share: float) -> str:
    """A probability as people read it: one decimal, and nothing rounded to certain or never."""
    if 0 < share < 0.0005:
        return "<0.1%"
    if 0.9995 < share < 1:
        return ">99.9%"
    return f"{100 * share:.1f}%"

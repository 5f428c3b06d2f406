"""Tables of words, figures and bars: what they hold, and how a terminal shows them.

Every figure stays whole, however narrow the terminal. Where it is narrow, in this order: headings
and words fold, bars grow shorter, gaps close, bars go; and where even that is too wide, each row
stands as some lines of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum, auto
from typing import Final, Literal, NamedTuple, TypeAlias

import attrs
from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from calculator.figures import bar

BAR_CELLS: Final = 24
"""Characters of a bar of 100% where there is room."""

Cell: TypeAlias = "str | float"
"""Words or a figure as they are shown; of a bar its share, 0 to 1."""

_FOLDED: Final = 6
"""Characters that a line of a heading over figures has at least: as many as 100.0% takes."""

_EDGES: Final = 2
"""Characters left and right of the rows."""


class ColumnKind(Enum):
    """What a column holds."""

    WORDS = auto()
    FIGURES = auto()
    BARS = auto()
    SHADES = auto()


@attrs.frozen
class Column:
    """A column: its heading, what it holds; of bars the longest, in characters, and their ink.

    `fill` draws a bar of whole characters, which may grow to the left as well.
    """

    heading: str
    holds: ColumnKind = ColumnKind.WORDS
    justify: Literal["left", "right"] = "left"
    cells: int = 0
    style: str = ""
    fill: str = ""


def words(heading: str, justify: Literal["left", "right"] = "left") -> Column:
    """Words, folded where there is little room; a figure among them stays whole."""
    return Column(heading, justify=justify)


def figures(heading: str) -> Column:
    """Figures, whole in every case."""
    return Column(heading, ColumnKind.FIGURES, "right")


def shades(heading: str) -> Column:
    """Shares of 0 to 1 that a page shows as whole percent on their shade."""
    return Column(heading, ColumnKind.SHADES)


def bars(style: str) -> Column:
    """Bars beside the figures they picture."""
    return Column("", ColumnKind.BARS, cells=BAR_CELLS, style=style)


def swings(heading: str, justify: Literal["left", "right"], style: str) -> Column:
    """Bars to one side of a middle line, half as long as others."""
    return Column(heading, ColumnKind.BARS, justify, BAR_CELLS // 2, style, "█")


class _Step(NamedTuple):
    """A step of drawing a chart more closely: what gives way, from and down to how many columns."""

    gap: int
    holds: ColumnKind
    most: int
    least: int


_STEPS: Final = (
    _Step(3, ColumnKind.WORDS, 120, 24),
    _Step(3, ColumnKind.FIGURES, 60, _FOLDED),
    _Step(3, ColumnKind.WORDS, 24, 16),
    _Step(3, ColumnKind.BARS, BAR_CELLS, 12),
    _Step(1, ColumnKind.WORDS, 16, 12),
    _Step(1, ColumnKind.BARS, 12, 3),
    _Step(1, ColumnKind.WORDS, 12, 10),
    _Step(1, ColumnKind.BARS, 0, 0),
    _Step(1, ColumnKind.FIGURES, _FOLDED, 0),
)
"""In order. Figures stand whole in any case: it is their headings that fold, at last in a word."""


def folded(text: str, width: int) -> str:
    """A text in lines that end after a word, or after a dot or hyphen as in a key of the tables."""
    lines = []
    for line in text.splitlines():
        lines.append("")
        for part in re.split(r"(?<=\S\s)|(?<=[^\W\d][.-])(?=[^\W\d])", line):
            if lines[-1] and cell_len((lines[-1] + part).rstrip()) > width:
                lines.append("")
            lines[-1] += part
    return "\n".join(line.rstrip() for line in lines)


@attrs.frozen(eq=False)
class Chart:
    """A title, headings, and rows of words, figures and bars, with notes below them.

    `across` is what the headings of shades are, as "defender"; `merges` says that rows alike but
    for one word may stand as one. Pages alone mind these, notes and shades.
    """

    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    across: str = ""
    merges: bool = False
    notes: Sequence[str] = ()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self.title:
            yield Text(self.title, style="bold")
        gap, widths = self._fitted(options.max_width)
        if widths:
            yield self._drawn(gap, widths)
        else:
            yield from self._stacked(options.max_width)

    def _fitted(self, room: int) -> tuple[int, list[int]]:
        """The gap between columns and how wide each is, 0 for one left out; none if none fit."""
        widths = [
            column.cells or max(self._content(place), cell_len(column.heading), 1)
            for place, column in enumerate(self.columns)
        ]
        for gap, holds, most, least in _STEPS:
            for cap in range(most, least - 1, -1):
                widths = [
                    min(width, max(cap, self._least(place, cap)))
                    if column.holds is holds
                    else width
                    for place, (column, width) in enumerate(zip(self.columns, widths, strict=True))
                ]
                shown = sum(1 for width in widths if width)
                if sum(widths) + gap * (shown - 1) + _EDGES <= room:
                    return gap, widths
        return 0, []

    def _least(self, place: int, cap: int) -> int:
        """What a column needs in any case: of figures all, and of a heading its longest word."""
        column = self.columns[place]
        if column.holds is ColumnKind.BARS:
            return cell_len(column.heading) if cap else 0
        if column.holds is ColumnKind.WORDS:
            return 0
        word = max(map(cell_len, column.heading.split()), default=1)
        return max(self._content(place), word if cap >= _FOLDED else min(word, _FOLDED))

    def _content(self, place: int) -> int:
        return max((cell_len(str(row[place])) for row in self.rows), default=0)

    def _drawn(self, gap: int, widths: Sequence[int]) -> Table:
        drawn = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, gap // 2))
        shown = [index for index, width in enumerate(widths) if width]
        for index in shown:
            column = self.columns[index]
            drawn.add_column(
                folded(column.heading, widths[index]),
                width=widths[index],
                justify=column.justify,
                overflow="fold",
            )
        for row in self.rows:
            drawn.add_row(*(self._cell(index, row[index], widths[index]) for index in shown))
        return drawn

    def _cell(self, index: int, cell: Cell, width: int) -> Text:
        column = self.columns[index]
        if isinstance(cell, str):
            return Text(folded(cell, width))
        return Text(bar(cell, width, fill=column.fill), style=column.style)

    def _stacked(self, room: int) -> RenderResult:
        """Each row as lines: what it is of, then what each of the other headings says of it."""
        for row in self.rows:
            cells = zip(self.columns, row, strict=True)
            lines = [f"{of.heading} {cell}" for of, cell in cells if cell and isinstance(cell, str)]
            yield Text(folded("\n  ".join(lines), room), overflow="fold")

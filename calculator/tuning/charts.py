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


class Holds(Enum):
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
    holds: Holds = Holds.WORDS
    justify: Literal["left", "right"] = "left"
    cells: int = 0
    style: str = ""
    fill: str = ""


def words(heading: str, justify: Literal["left", "right"] = "left") -> Column:
    """Words, folded where there is little room; a figure among them stays whole."""
    return Column(heading, justify=justify)


def figures(heading: str) -> Column:
    """Figures, whole in every case."""
    return Column(heading, Holds.FIGURES, "right")


def shades(heading: str) -> Column:
    """Shares of 0 to 1 that a page shows as whole percent on their shade."""
    return Column(heading, Holds.SHADES)


def bars(style: str) -> Column:
    """Bars beside the figures they picture."""
    return Column("", Holds.BARS, cells=BAR_CELLS, style=style)


def swings(heading: str, justify: Literal["left", "right"], style: str) -> Column:
    """Bars to one side of a middle line, half as long as others."""
    return Column(heading, Holds.BARS, justify, BAR_CELLS // 2, style, "█")


class _Fit(NamedTuple):
    """How closely a chart is drawn: what its columns must have at least, in characters."""

    gap: int
    heading: Literal["whole", "words", "folded"]
    words: int
    bars: float
    """The share of a bar's full length."""


_FITS: Final = (
    _Fit(3, "whole", 24, 1),
    _Fit(3, "words", 24, 1),
    _Fit(3, "words", 16, 0.5),
    _Fit(1, "words", 12, 0.25),
    _Fit(1, "words", 10, 0.125),
    _Fit(1, "words", 10, 0),
    _Fit(1, "folded", 10, 0),
)
"""The roomiest first."""


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


class Chart:
    """A title, headings, and rows of words, figures and bars, with notes below them.

    `across` is what the headings of shades are, as "defender"; `merges` says that rows alike but
    for one word may stand as one. Pages alone mind these, notes and shades.
    """

    def __init__(self, title: str, *columns: Column) -> None:
        self.title = title
        self.columns = columns
        self.rows: list[Sequence[Cell]] = []
        self.across = ""
        self.merges = False
        self.notes: list[str] = []

    def add_row(self, *cells: Cell) -> None:
        """One more row, a cell for each column."""
        self.rows.append(cells)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self.title:
            yield Text(self.title, style="bold")
        for fit in _FITS:
            if widths := self._widths(fit, options.max_width):
                yield self._drawn(fit, widths)
                return
        yield from self._stacked(options.max_width)

    def _widths(self, fit: _Fit, room: int) -> list[int]:
        """How wide each column is drawn, 0 for one left out; nothing where they do not fit."""
        widths = [self._least(index, fit) for index in range(len(self.columns))]
        shown = sum(1 for width in widths if width)
        spare = room - _EDGES - sum(widths) - fit.gap * (shown - 1)
        if spare < 0:
            return []
        spare -= self._widen(Holds.WORDS, widths, spare, _FITS[0].words)
        spare -= self._widen(Holds.BARS, widths, spare - spare % self._number(Holds.BARS), room)
        self._widen(Holds.WORDS, widths, spare, room)
        return widths

    def _number(self, holds: Holds) -> int:
        return sum(1 for column in self.columns if column.holds is holds) or 1

    def _widen(self, holds: Holds, widths: list[int], spare: int, most: int) -> int:
        """Give columns of a kind what they want of the room to spare; bars all the same of it."""
        before = sum(widths)
        growing = [i for i, c in enumerate(self.columns) if c.holds is holds and widths[i]]
        for left, index in zip(range(len(growing), 0, -1), growing, strict=True):
            wanted = max(min(self._natural(index), most) - widths[index], 0)
            grown = min((spare - sum(widths) + before) // left, wanted)
            widths[index] += grown
        return sum(widths) - before

    def _least(self, index: int, fit: _Fit) -> int:
        column = self.columns[index]
        if column.holds is Holds.BARS:
            return round(max(column.cells * fit.bars, cell_len(column.heading))) if fit.bars else 0
        if column.holds is Holds.WORDS:
            return min(self._natural(index), fit.words)
        parts = [column.heading] if fit.heading == "whole" else column.heading.split()
        heading = max(map(cell_len, parts), default=1)
        if fit.heading == "folded":
            heading = min(heading, _FOLDED)
        return max(self._content(index), heading)

    def _natural(self, index: int) -> int:
        """The width at which nothing of a column folds."""
        column = self.columns[index]
        return column.cells or max(self._content(index), cell_len(column.heading), 1)

    def _content(self, index: int) -> int:
        return max((cell_len(str(row[index])) for row in self.rows), default=0)

    def _drawn(self, fit: _Fit, widths: Sequence[int]) -> Table:
        drawn = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, fit.gap // 2))
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

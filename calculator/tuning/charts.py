"""Tables of words, figures and bars: what they hold, and how a terminal shows them.

Every figure stays whole, however narrow the terminal. Where it is narrow, in this order: headings
and words fold, bars grow shorter, gaps close, bars go; and where even that is too wide, each row
stands as some lines of its own.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import attrs
from markupsafe import Markup
from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from calculator.figures import bar

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BAR_CELLS: Final = 24
"""Characters of a bar of 100% where there is room."""

Cell: TypeAlias = "str | float"
"""Words or a figure as they are shown; of a bar its share, 0 to 1."""

_FOLDED: Final = 6
"""Characters that a line of a heading over figures has at least: as many as 100.0% takes."""

_EDGES: Final = 2
"""Characters left and right of the rows."""


Holds: TypeAlias = Literal["words", "figures", "bars", "shades"]
"""What a column holds."""


@attrs.frozen
class Column:
    """A column: its heading, what it holds; of bars the longest, in characters, and their ink.

    `fill` draws a bar of whole characters, which may grow to the left as well.
    """

    heading: str
    holds: Holds = "words"
    justify: Literal["left", "right"] = "left"
    cells: int = 0
    style: str = ""
    fill: str = ""


words: Final = Column
"""Words, folded where there is little room; a figure among them stays whole."""

figures: Final = partial(Column, holds="figures", justify="right")
"""Figures, whole in every case."""

shades: Final = partial(Column, holds="shades")
"""Shares of 0 to 1 that a page shows as whole percent on their shade."""

bars: Final = partial(Column, "", "bars", "left", BAR_CELLS)
"""Bars, of a style, beside the figures they picture."""

swings: Final = partial(Column, holds="bars", cells=BAR_CELLS // 2, fill="█")
"""Bars to one side of a middle line, half as long as others."""


_STEPS: Final[tuple[tuple[int, Holds, int, int], ...]] = (
    (3, "words", 120, 24),
    (3, "figures", 60, _FOLDED),
    (3, "words", 24, 16),
    (3, "bars", BAR_CELLS, 12),
    (1, "words", 16, 12),
    (1, "bars", 12, 3),
    (1, "words", 12, 10),
    (1, "bars", 0, 0),
    (1, "figures", _FOLDED, 0),
)
"""How a chart is drawn more closely, step by step: the gap between columns, what gives way, from
and down to how many characters. Figures stand whole in any case: it is their headings that fold, at
last in a word."""


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
        room = options.max_width
        gap, widths = self._fitted(room)
        if widths:
            yield self._drawn(gap, widths)
            return
        for row in self.rows:
            cells = zip(self.columns, row, strict=True)
            lines = [f"{of.heading} {cell}" for of, cell in cells if cell and isinstance(cell, str)]
            yield Text(folded("\n  ".join(lines), room), overflow="fold")

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
                    if column.holds == holds
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
        if column.holds == "bars":
            return cell_len(column.heading) if cap else 0
        if column.holds == "words":
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
            cells = []
            for index in shown:
                cell, column, width = row[index], self.columns[index], widths[index]
                if isinstance(cell, str):
                    cells.append(Text(folded(cell, width)))
                else:
                    cells.append(Text(bar(cell, width, fill=column.fill), style=column.style))
            drawn.add_row(*cells)
        return drawn


MOST_LINES: Final = 6
"""Lines that can be told apart in one picture."""

_SIZE: Final = (7.0, 3.6)
"""Inches: the width of an A4 page between its margins."""

_LINES: Final = (
    ("#00224e", "solid", "o"),
    ("#b35900", "dashed", "s"),
    ("#575d6d", "dashdot", "^"),
    ("#7a2a83", "dotted", "D"),
    ("#006e82", (0, (5, 1)), "v"),
    ("#1b1b1b", (0, (1, 1)), "x"),
)
"""For each line its colour, dashes and mark: none relies on colour alone."""

_SETTINGS: Final[dict[Any, Any]] = {
    "text.parse_math": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "empires",
    "font.family": "sans-serif",
    "font.size": 10,
}
"""Text stays text, a dollar too, and the same figures give the same bytes."""


@attrs.frozen
class Curve:
    """One curve: its name, and its points from left to right."""

    name: str
    across: Sequence[float]
    up: Sequence[float]


@attrs.frozen
class Curves:
    """Shares of 0 to 1 against a number, with both axes' labels."""

    title: str
    across: str
    up: str
    lines: tuple[Curve, ...]
    is_stepped: bool = False
    """Whether points are joined by steps, as shares of runs are."""


def can_draw() -> bool:
    """Whether the library is there."""
    try:
        return find_spec("matplotlib") is not None
    except ValueError:
        return False


def drawn(curves: Curves) -> Markup:
    """An SVG element, to stand in a page, its texts escaped. Needs the library."""
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with mpl.rc_context(_SETTINGS):
        figure = Figure(figsize=_SIZE, layout="constrained")
        FigureCanvasSVG(figure)
        _draw(figure.add_subplot(), curves)
        written = io.StringIO()
        unsaid = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        figure.savefig(written, format="svg", metadata=unsaid)
    text = written.getvalue()
    return Markup(text[text.index("<svg") :])


def _draw(axes: Axes, curves: Curves) -> None:
    from matplotlib.ticker import MaxNLocator

    for line, (colour, dashes, mark) in zip(curves.lines, _LINES, strict=False):
        axes.plot(
            line.across,
            line.up,
            label=line.name,
            color=colour,
            linestyle=dashes,
            marker="" if curves.is_stepped else mark,
            drawstyle="steps-post" if curves.is_stepped else "default",
        )
    axes.set_xlabel(curves.across)
    axes.set_ylabel(curves.up)
    axes.set_ylim(0, 1.02)
    axes.yaxis.set_major_formatter("{x:.0%}")
    if all(float(x).is_integer() for line in curves.lines for x in line.across):
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.figure.legend(loc="outside lower center", ncols=2, frameon=False)

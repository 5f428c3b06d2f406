"""Every attacker against every defender, of which only the cells in sight are ever drawn."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.geometry import Size
from textual.strip import Strip

from calculator.scenarios import Unit
from calculator.tui.widgets.cursor_table import COLUMN_LETTERS, CursorTable
from calculator.tuning.heat_maps import CELL, FORBIDDEN, shade
from calculator.tuning.matchups import Matrix

LONGEST_NAME: Final = 26
SHORTEST_NAME: Final = 14
"""Columns of a number and a name that can be told from others; else the number stands alone."""
NUMBER: Final = 4
LEAST_CELLS: Final = 6
"""Cells that are in sight before names are."""
HERE: Final = Style(bold=True, reverse=True)
HEAD: Final = Style(bold=True, underline=True)


class HeatMapTable(CursorTable):
    """Whole percent in every cell on the cividis scale; the sign after it says how it has moved.

    A row for each attacker, a column for each defender. "+" more likely than in the file, "-" less
    likely, "*" forbidden now or then but not both.
    """

    BINDINGS: ClassVar[list[BindingType]] = COLUMN_LETTERS
    HEADING: ClassVar[int] = 1

    def __init__(self, now: Matrix, file: Matrix) -> None:
        super().__init__(id="map")
        self._now = now
        self._file = file

    def show(self, now: Matrix, file: Matrix) -> None:
        """Draw the chances as they are, marked where those of the file were others."""
        self._now, self._file = now, file
        self.virtual_size = Size(self._names + CELL * len(now.targets), 1 + len(now.actors))
        self.go(self.row)

    @property
    def pair(self) -> tuple[Unit, Unit]:
        """The attacker and the defender under the cursor."""
        return self._now.actors[self.row], self._now.targets[self.column]

    def chances(self) -> tuple[Fraction | None, Fraction | None]:
        """The chance of the pair under the cursor now, and in the file."""
        row, column = self.row, self.column
        return self._now.chances[row][column], self._file.chances[row][column]

    def size_of_table(self) -> tuple[int, int]:
        return len(self._now.actors), len(self._now.targets)

    @property
    def _names(self) -> int:
        """Columns of the attackers' numbers, and of their names where there is room for those."""
        longest = max((len(unit.name) for unit in self._now.actors), default=0)
        room = self.size.width - LEAST_CELLS * CELL
        return min(4 + longest, LONGEST_NAME, room) if room >= SHORTEST_NAME else NUMBER

    @property
    def _left(self) -> int:
        """The first column in sight."""
        return -(-int(self.scroll_offset.x) // CELL)

    def on_resize(self, event: events.Resize) -> None:
        self.show(self._now, self._file)

    def place_at(self, line: int, x: int) -> tuple[int, int] | None:
        if line >= len(self._now.actors):
            return None
        column = self._left + (x - self._names) // CELL
        return line, max(self._left, min(column, len(self._now.targets) - 1))

    def strip_at(self, line: int, width: int) -> Strip:
        base = self.visual_style.rich_style
        return Strip(self._line(line, base)).adjust_cell_length(width, base)

    def _line(self, line: int, base: Style) -> list[Segment]:
        columns = range(
            self._left, min(self._left + self._columns_in_sight, self.size_of_table()[1])
        )
        if line == 0:
            return self._heading(columns, base)
        row = line - 1
        if row >= len(self._now.actors):
            return []
        here = base + HEAD if row == self.row else base
        name = f"{row + 1:>2} {self._now.actors[row].name}"[: self._names - 1].ljust(self._names)
        return [Segment(name, here), *(self._cell(row, column, base) for column in columns)]

    @property
    def _columns_in_sight(self) -> int:
        return max(1, (self.text_width - self._names) // CELL)

    def _heading(self, columns: range, base: Style) -> list[Segment]:
        head = [Segment("on".rjust(self._names - 1) + " ", base)]
        for column in columns:
            ink = base + HEAD if column == self.column else base
            head += [Segment(f"{column + 1:>{CELL - 1}}", ink), Segment(" ", base)]
        return head

    def _cell(self, row: int, column: int, base: Style) -> Segment:
        chance, before = self._now.chances[row][column], self._file.chances[row][column]
        text, ink = cell(chance, before)
        style = base if self.app.no_color or ink is None else base + ink
        here = (row, column) == (self.row, self.column) and self.has_focus
        return Segment(text, style + HERE if here else style)

    def show_cursor(self) -> None:
        left = min(max(self._left, self.column - self._columns_in_sight + 1), self.column)
        self.scroll_to(x=left * CELL, animate=False, force=True)
        super().show_cursor()


@lru_cache(maxsize=4096)
def cell(chance: Fraction | None, before: Fraction | None) -> tuple[str, Style | None]:
    """A chance in whole percent with the sign of its change, and the shade behind it."""
    if chance is None or before is None:
        mark = " " if chance is before else "*"
    else:
        mark = "+" if chance > before else "-" if chance < before else " "
    if chance is None:
        return FORBIDDEN.rjust(CELL - 1) + mark, None
    ink = shade(float(chance))
    bold = Style(bold=True) if mark != " " else Style()
    return f"{100 * float(chance):{CELL - 1}.0f}{mark}", ink + bold

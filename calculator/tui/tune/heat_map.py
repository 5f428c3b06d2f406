"""Every attacker against every defender, of which only the cells in sight are ever drawn."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from calculator.scenarios import Unit
from calculator.tuning.matchups import Matrix
from calculator.tuning.pictures import CELL, FORBIDDEN, shade

LONGEST_NAME: Final = 26
HERE: Final = Style(bold=True, reverse=True)
HEAD: Final = Style(bold=True, underline=True)


class HeatMap(ScrollView, can_focus=True):
    """Whole percent in every cell on the cividis scale; the sign after it says how it has moved.

    "+" more likely than in the file, "-" less likely, "*" forbidden now or then but not both.
    """

    DEFAULT_CSS = """
    HeatMap {
        height: 1fr; scrollbar-size: 1 1; padding: 0 0 0 1;
        scrollbar-color: $ink-faint; scrollbar-background: $background;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1,0)", "Attacker before"),
        Binding("down,j", "move(1,0)", "Next attacker"),
        Binding("left,h", "move(0,-1)", "Defender before"),
        Binding("right,l", "move(0,1)", "Next defender"),
        Binding("pageup", "page(-1)", "Page up"),
        Binding("pagedown", "page(1)", "Page down"),
        Binding("home", "move(-9999,-9999)", "First pair"),
        Binding("end", "move(9999,9999)", "Last pair"),
    ]

    class Moved(Message):
        """Another pair is under the cursor."""

    class Opened(Message):
        """The units of the pair under the cursor are to be rated."""

    def __init__(self, now: Matrix, file: Matrix) -> None:
        super().__init__(id="map")
        self.cursor = (0, 0)
        """Row and column: attacker and defender by number from 0."""
        self._now = now
        self._file = file

    def show(self, now: Matrix, file: Matrix) -> None:
        """Draw the chances as they are, marked where those of the file were others."""
        self._now, self._file = now, file
        self.virtual_size = Size(self._names + CELL * len(now.targets), 1 + len(now.actors))
        self._go(*self.cursor)

    @property
    def pair(self) -> tuple[Unit, Unit]:
        """The attacker and the defender under the cursor."""
        return self._now.actors[self.cursor[0]], self._now.targets[self.cursor[1]]

    def chances(self) -> tuple[Fraction | None, Fraction | None]:
        """The chance of the pair under the cursor now, and in the file."""
        row, column = self.cursor
        return self._now.chances[row][column], self._file.chances[row][column]

    @property
    def _names(self) -> int:
        """Columns that the attackers' numbers and names take, a third of the map at most."""
        longest = max((len(unit.name) for unit in self._now.actors), default=0)
        return min(4 + longest, LONGEST_NAME, max(self.size.width // 3, 8))

    @property
    def _left(self) -> int:
        """The first column in sight."""
        return -(-int(self.scroll_offset.x) // CELL)

    def on_resize(self, event: events.Resize) -> None:
        self.show(self._now, self._file)

    def render_line(self, y: int) -> Strip:
        width, base = self.scrollable_content_region.width, self.visual_style.rich_style
        segments = self._line(y, base)
        return Strip(segments).adjust_cell_length(width, base)

    def _line(self, y: int, base: Style) -> list[Segment]:
        fits = max(1, (self.scrollable_content_region.width - self._names) // CELL)
        columns = range(self._left, min(self._left + fits, len(self._now.targets)))
        if y == 0:
            return self._heading(columns, base)
        row = y - 1 + int(self.scroll_offset.y)
        if row >= len(self._now.actors):
            return []
        here = base + HEAD if row == self.cursor[0] else base
        name = f"{row + 1:>2} {self._now.actors[row].name}"[: self._names - 1].ljust(self._names)
        return [Segment(name, here), *(self._cell(row, column, base) for column in columns)]

    def _heading(self, columns: range, base: Style) -> list[Segment]:
        head = [Segment("on:".rjust(self._names - 1) + " ", base)]
        for column in columns:
            ink = base + HEAD if column == self.cursor[1] else base
            head += [Segment(f"{column + 1:>{CELL - 1}}", ink), Segment(" ", base)]
        return head

    def _cell(self, row: int, column: int, base: Style) -> Segment:
        chance, before = self._now.chances[row][column], self._file.chances[row][column]
        text, ink = cell(chance, before)
        style = base if self.app.no_color or ink is None else base + ink
        here = (row, column) == self.cursor and self.has_focus
        return Segment(text, style + HERE if here else style)

    def action_move(self, rows: int, columns: int) -> None:
        """Move the cursor."""
        self._go(self.cursor[0] + rows, self.cursor[1] + columns)

    def action_page(self, by: int) -> None:
        """Move the cursor by a page."""
        self._go(self.cursor[0] + by * max(self.size.height - 2, 1), self.cursor[1])

    def on_click(self, event: events.Click) -> None:
        row = event.y - 1 + int(self.scroll_offset.y)
        column = self._left + (event.x - self.gutter.left - self._names) // CELL
        before = self.cursor
        if event.y > 0 and row < len(self._now.actors):
            self._go(row, max(column, self._left))
            if self.cursor == before:
                self.post_message(self.Opened())

    def _go(self, row: int, column: int) -> None:
        row = max(0, min(row, len(self._now.actors) - 1))
        column = max(0, min(column, len(self._now.targets) - 1))
        self.cursor = (row, column)
        self.scroll_to(self._seen_x(column), self._seen_y(row), animate=False)
        self.refresh()
        self.post_message(self.Moved())

    def _seen_x(self, column: int) -> int:
        """How far to scroll so that a column is in sight."""
        fits = max(1, (self.scrollable_content_region.width - self._names) // CELL)
        left = min(max(self._left, column - fits + 1), column)
        return left * CELL

    def _seen_y(self, row: int) -> int:
        """How far to scroll so that a row is in sight, below the heading."""
        fits = max(1, self.scrollable_content_region.height - 1)
        return min(max(int(self.scroll_offset.y), row - fits + 1), row)

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()


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

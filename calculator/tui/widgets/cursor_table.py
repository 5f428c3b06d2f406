"""A table with a cursor, of which only the rows in sight are ever drawn.

Textual's `DataTable` measures every row: ten thousand entries take it 2.5 seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip

from calculator.tui.widgets.lines import InkedView

FAR: Final = 1_000_000
"""More rows or columns than any table has: as far as it goes."""


class CursorTable(InkedView, can_focus=True):
    """Moves a cursor from row to row, and where there are columns from one to the next.

    A subclass says how many there are, how a line of so many columns is drawn, the heading's first
    (`strip_at`), and where a row stands if rows do not follow one another (`first_line_of`,
    `place_at`). The heading stays in sight above them.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "Row before"),
        Binding("down,j", "move(1)", "Next row"),
        Binding("left", "move(0, -1)", "Column before"),
        Binding("right", "move(0, 1)", "Next column"),
        Binding("pageup", "page(-1)", "Page up"),
        Binding("pagedown", "page(1)", "Page down"),
        Binding("home", f"move({-FAR}, {-FAR})", "First"),
        Binding("end", f"move({FAR}, {FAR})", "Last"),
    ]
    HEADING: ClassVar[int] = 0
    """Lines of the heading."""

    @dataclass
    class _OfTable(Message):
        """Something has happened to a table, by a button of the mouse or as if by the left one."""

        table: CursorTable
        button: int = 1

    class Moved(_OfTable):
        """The cursor stands elsewhere."""

    class Opened(_OfTable):
        """The row under the cursor was chosen, with Enter or by a second click."""

    row = 0
    """The row under the cursor, from 0."""
    column = 0
    """The column under the cursor, from 0."""

    rows, columns = 0, 1
    """How many of them a cursor can stand in."""
    row_height = 1
    """Lines that a row takes."""
    strip_at: Callable[[int, int], Strip]

    def place_at(self, line: int, x: int) -> tuple[int, int] | None:
        """The row and column drawn at a line below the heading; None where there is none."""
        row = line // self.row_height
        return (row, 0) if row < self.rows else None

    def first_line_of(self, row: int) -> int:
        """The line below the heading at which a row begins."""
        return row * self.row_height

    @property
    def top_line(self) -> int:
        """The first line in sight, below the heading."""
        return int(self.scroll_offset.y)

    @property
    def fits(self) -> int:
        """Lines below the heading that are in sight."""
        return max(1, self.scrollable_content_region.height - self.HEADING)

    def render_line(self, y: int) -> Strip:
        return self.strip_at(y if y < self.HEADING else y + self.top_line, self.text_width)

    def go(self, row: int, column: int | None = None) -> None:
        """Move the cursor as near to a place as the table goes, and bring it into sight."""
        self.row = max(0, min(row, self.rows - 1))
        self.column = max(0, min(self.column if column is None else column, self.columns - 1))
        self.show_cursor()
        self.post_message(self.Moved(self))

    def show_cursor(self) -> None:
        """Scroll so that the row under the cursor is in sight."""
        line = self.first_line_of(self.row)
        low = line + self.row_height - self.fits
        self.scroll_to(y=min(max(self.top_line, low), line), animate=False, force=True)
        self.refresh()

    def action_move(self, rows: int, columns: int = 0) -> None:
        """Move the cursor."""
        self.go(self.row + rows, self.column + columns)

    def action_page(self, by: int) -> None:
        """Move the cursor by a page."""
        self.go(self.row + by * max(self.fits // self.row_height - 1, 1))

    def on_click(self, event: events.Click) -> None:
        line, x = event.y - self.HEADING, event.x - self.gutter.left
        if line >= 0 and (place := self.place_at(line + self.top_line, x)):
            again = place == (self.row, self.column)
            self.go(*place)
            if again:
                self.post_message(self.Opened(self, event.button))

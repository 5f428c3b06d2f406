"""The units of all sides with their ratings, each of which is a place for the cursor."""

from __future__ import annotations

from typing import ClassVar, Final, TypeAlias

from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Size
from textual.strip import Strip

from calculator.answering import label_of
from calculator.forms import Field, written
from calculator.kinds import Optional
from calculator.scenarios import Unit
from calculator.tui.tune.workbench import Workbench
from calculator.tui.widgets.cursor_table import COLUMN_LETTERS, CursorTable

BLANK: Final = "."
"""What stands for an answer that says nothing of its own."""

SHORTEST_NAME: Final = 14
"""Columns that ratings leave for a unit's name."""

SHORT_COLUMNS: Final = 3
"""Columns of an answer that is never cut, and of the code of one where there is little room."""

ROOM_FOR_WORDS: Final = 60
"""Columns from which words are written out; in fewer they are codes, and names come first."""

Line: TypeAlias = tuple[Unit | None, str]
"""A unit with its number, or a heading."""


class RosterTable(CursorTable):
    """Draws the workbench's units, a rating in each column; what differs from the file bears "*".

    The rows of the cursor are the units, counted through all sides.
    """

    BINDINGS: ClassVar[list[BindingType]] = COLUMN_LETTERS
    HEADING: ClassVar[int] = 1

    def __init__(self, bench: Workbench) -> None:
        super().__init__(id="roster")
        self.bench = bench
        self._lines: list[Line] = []
        self._lines_of_units: list[int] = []
        self._widths: list[int] = []

    @property
    def unit(self) -> Unit:
        """The unit under the cursor."""
        return self._units[self.row]

    @property
    def field(self) -> Field:
        """The rating under the cursor."""
        return self.bench.fields[self.column]

    @property
    def _units(self) -> list[Unit]:
        return list(self.bench.scenario.units)

    def on_mount(self) -> None:
        self.changed()

    def on_resize(self, event: events.Resize) -> None:
        self.changed()

    def changed(self) -> None:
        """Draw anew after the workbench has changed."""
        self._lines = []
        for side in self.bench.scenario.sides:
            self._lines.append((None, side.name))
            self._lines += [(unit, f"{place:>2}") for place, unit in enumerate(side.units, 1)]
        self._lines_of_units = [line for line, (unit, _) in enumerate(self._lines) if unit]
        self._widths = self._fit()
        self.virtual_size = Size(self.text_width, len(self._lines) + 1)
        self.show_cursor()

    def select(self, unit: Unit) -> None:
        """Move the cursor to a unit."""
        self.go([one.path for one in self._units].index(unit.path))

    def _fit(self) -> list[int]:
        """Columns of each rating: its longest answer here, or a fair share of what there is."""
        fields, units = self.bench.fields, self._units
        longest = [max(1, *(len(_shown(field, unit)) for unit in units)) for field in fields]
        room = self.text_width - 3 - SHORTEST_NAME - 2 * len(fields)
        short = sum(size for size in longest if size <= SHORT_COLUMNS)
        wide = sum(size > SHORT_COLUMNS for size in longest)
        share = max((room - short) // wide, SHORT_COLUMNS) if wide else 0
        share = share if self.text_width >= ROOM_FOR_WORDS else SHORT_COLUMNS
        return [size if size <= SHORT_COLUMNS else min(size, share) for size in longest]

    def size_of_table(self) -> tuple[int, int]:
        return len(self._units), len(self.bench.fields)

    def first_line_of(self, row: int) -> int:
        return self._lines_of_units[row]

    def place_at(self, line: int, x: int) -> tuple[int, int] | None:
        if line not in self._lines_of_units:
            return None
        column = self._column_at(x)
        return self._lines_of_units.index(line), self.column if column is None else column

    def _column_at(self, x: int) -> int | None:
        start = 3 + self._name_width(self.text_width)
        for column, size in enumerate(self._widths):
            if start <= x < start + size + 2:
                return column
            start += size + 2
        return None

    def action_move(self, rows: int, columns: int = 0) -> None:
        """Move the cursor; from the last rating on to the first."""
        self.go(self.row + rows, (self.column + columns) % len(self.bench.fields))

    def show_cursor(self) -> None:
        super().show_cursor()
        line = self.first_line_of(self.row)
        if self._lines[line - 1][0] is None and self.top_line == line:
            self.scroll_to(y=line - 1, animate=False, force=True)

    def strip_at(self, line: int, width: int) -> Strip:
        drawn = self._heading(width) if line == 0 else self._line(line - 1, width)
        return self.strip_of(drawn, width)

    def _heading(self, width: int) -> Content:
        parts = [(" " * (self._name_width(width) + 3), "text")]
        for column, (field, size) in enumerate(zip(self.bench.fields, self._widths, strict=True)):
            ink = "heading" if column == self.column else "dim"
            parts += [(code(field.label, size + 1).ljust(size + 1), ink), (" ", "text")]
        return Content.assemble(*parts)

    def _line(self, line: int, width: int) -> Content:
        if not 0 <= line < len(self._lines):
            return Content()
        unit, text = self._lines[line]
        if unit is None:
            return Content.styled(text, "heading")
        here = unit.path == self.unit.path
        before = self.bench.in_file(unit.path)
        changed = unit.form != before.form
        size = self._name_width(width)
        ink = "other" if changed else "strong" if here else "text"
        parts = [(f"{text} ", "dim"), (unit.name[: size - 1].ljust(size), ink)]
        for column, field in enumerate(self.bench.fields):
            shown, was = _shown(field, unit), _shown(field, before)
            cursor = here and column == self.column
            parts += self._rating(shown, shown != was, cursor, self._widths[column])
        return Content.assemble(*parts)

    def _rating(self, shown: str, changed: bool, cursor: bool, size: int) -> list[tuple[str, str]]:
        ink = "armed" if cursor and self.has_focus else "other" if changed else "text"
        mark = "*" if changed else " "
        return [(code(shown, size).ljust(size) + mark, ink), (" ", "text")]

    def _name_width(self, width: int) -> int:
        return max(width - 3 - sum(size + 2 for size in self._widths), 4)


def _shown(field: Field, unit: Unit) -> str:
    """An answer as the list shows it: nothing where it does not matter."""
    if not field.matters(unit.form):
        return ""
    text = written(unit.form).get(field.key)
    if text is None or (isinstance(field.kind, Optional) and text == field.kind.blank):
        return BLANK
    return label_of(field.kind, text)


def code(text: str, size: int) -> str:
    """A text in `size` columns; of several words the beginnings, or their initials: "lc"."""
    words = text.split()
    if len(text) <= size or len(words) < 2:
        return text[:size]
    each = (size + 1) // len(words) - 1
    if each > 1:
        return " ".join(word[:each] for word in words)
    return "".join(word[0] for word in (words if len(words) <= size else (words[0], words[-1])))

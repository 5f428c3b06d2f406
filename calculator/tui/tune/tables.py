"""The designer's two tables: units with their ratings, and attackers against defenders."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.strip import Strip

from calculator import answering, forms, kinds
from calculator.scenarios import Unit
from calculator.tui.tune.workbench import Workbench
from calculator.tui.widgets.cursor_table import CursorTable
from calculator.tui.widgets.lines import fitted
from calculator.tuning.heat_maps import CELL, FORBIDDEN, shade
from calculator.tuning.matchups import Matrix

BLANK: Final = "."
"""What stands for an answer that says nothing of its own."""

SHORTEST_NAME: Final = 14
"""Columns of a number and a name that can be told from others; else the number stands alone."""

LONGEST_NAME: Final = 26
"""Columns of the longest name beside the map."""

SHORT_COLUMNS: Final = 3
"""Columns of an answer that is never cut, and of the code of one where there is little room."""

ROOM_FOR_WORDS: Final = 60
"""Columns from which words are written out; in fewer they are codes, and names come first."""

NUMBER: Final = 4
"""Columns of a number that stands without its name."""

LEAST_CELLS: Final = 6
"""Cells that are in sight before names are."""

Piece = tuple[str, str]
"""A text and its ink, which may be a style."""


class CellTable(CursorTable):
    """Rows of cells beside a name that stays in sight; a cursor goes from cell to cell. A subclass
    says how wide they are, on which lines the cursor can stand, and what stands above a column
    (`head_at`), before the cells of a line (`name_at`) and in a cell of a row (`cell_at`)."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "move(0, -1)", "Column before"),
        Binding("l", "move(0, 1)", "Next column"),
    ]
    HEADING: ClassVar[int] = 1
    above_names = ""
    names = NUMBER
    """Columns before the cells."""
    widths: tuple[int, ...] = ()
    """Columns of each cell."""
    places: tuple[int, ...] = ()
    """The lines that the cursor can stand on, below the heading."""
    head_at: Callable[[int], Piece]
    name_at: Callable[[int], Content]
    cell_at: Callable[[int, int], Piece]

    @property
    def in_sight(self) -> range:
        """The columns that are in sight."""
        return range(len(self.widths))

    def lay_out(self, lines: int) -> None:
        """Make room for so many lines below the heading."""
        self.rows, self.columns = len(self.places), len(self.widths)
        self.virtual_size = Size(self.names + sum(self.widths), lines + self.HEADING)

    def first_line_of(self, row: int) -> int:
        return self.places[row]

    def place_at(self, line: int, x: int) -> tuple[int, int] | None:
        if line not in self.places:
            return None
        end, found = self.names, self.column
        for column in self.in_sight:
            if end <= x:
                found = column
            end += self.widths[column]
        return self.places.index(line), found

    def strip_at(self, line: int, width: int) -> Strip:
        if line == 0:
            pieces = [self.head_at(column) for column in self.in_sight]
            start = Content(self.above_names.rjust(self.names - 1))
        elif line <= self.virtual_size.height - self.HEADING:
            row = self.places.index(line - 1) if line - 1 in self.places else -1
            pieces = [self.cell_at(row, column) for column in self.in_sight] if row >= 0 else []
            start = self.name_at(line - 1)
        else:
            return self.strip_of(Content(), width)
        start = fitted(start, self.names) if pieces else start
        return self.strip_of(Content.assemble(start, *pieces), width)


class RosterTable(CellTable):
    """Draws all sides' units, a rating in each column; "*" marks what the file has otherwise."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(id="roster")
        self.bench = bench
        self._lines: list[Unit | str] = []
        """The units, and the names of sides above theirs."""

    @property
    def unit(self) -> Unit:
        """The unit under the cursor."""
        return self._units[self.row]

    @property
    def field(self) -> forms.Field:
        """The rating under the cursor."""
        return self.bench.fields[self.column]

    @property
    def _units(self) -> list[Unit]:
        return list(self.bench.scenario.units)

    def on_resize(self, event: events.Resize) -> None:
        self.changed()

    def changed(self) -> None:
        """Draw anew after the workbench has changed."""
        sides, fields, units = self.bench.scenario.sides, self.bench.fields, self._units
        self._lines = []
        for side in sides:
            self._lines += (side.name, *side.units)
        self.places = tuple(n for n, line in enumerate(self._lines) if isinstance(line, Unit))
        longest = [max(1, *(len(_shown(field, unit)) for unit in units)) for field in fields]
        # Each rating takes its longest answer here, or a fair share of what room there is.
        short = sum(size for size in longest if size <= SHORT_COLUMNS)
        wide = sum(size > SHORT_COLUMNS for size in longest)
        room = self.text_width - 3 - SHORTEST_NAME - 2 * len(fields) - short
        share = room // wide if wide and self.text_width >= ROOM_FOR_WORDS else 0
        self.widths = tuple(min(size, max(share, SHORT_COLUMNS)) + 2 for size in longest)
        self.names = max(self.text_width - sum(self.widths), SHORTEST_NAME // 2)
        self.lay_out(len(self._lines))
        self.show_cursor()

    def select(self, unit: Unit) -> None:
        """Move the cursor to a unit."""
        self.go([one.path for one in self._units].index(unit.path))

    def action_move(self, rows: int, columns: int = 0) -> None:
        """Move the cursor; from the last rating on to the first."""
        self.go(self.row + rows, (self.column + columns) % len(self.bench.fields))

    def show_cursor(self) -> None:
        super().show_cursor()
        line = self.first_line_of(self.row)
        if isinstance(self._lines[line - 1], str) and self.top_line == line:
            self.scroll_to(y=line - 1, animate=False, force=True)

    def head_at(self, column: int) -> Piece:
        size = self.widths[column]
        label = code(self.bench.fields[column].label, size - 1).ljust(size)
        return label, "heading" if column == self.column else "dim"

    def name_at(self, line: int) -> Content:
        unit = self._lines[line]
        if isinstance(unit, str):
            return Content.styled(unit, "heading")
        changed = unit.form != self.bench.file.at(unit.path).form
        ink = "other" if changed else "strong" if line == self.first_line_of(self.row) else "text"
        size = self.names - 3
        number = next(n for n in range(1, line + 1) if isinstance(self._lines[line - n], str))
        return Content.assemble((f"{number:>2} ", "dim"), (unit.name[: size - 1].ljust(size), ink))

    def cell_at(self, row: int, column: int) -> Piece:
        unit, field, size = self._units[row], self.bench.fields[column], self.widths[column] - 2
        shown = _shown(field, unit)
        changed = shown != _shown(field, self.bench.file.at(unit.path))
        is_here = (row, column) == (self.row, self.column) and self.has_focus
        ink = "armed" if is_here else "other" if changed else "text"
        return f"{code(shown, size):<{size}}{'*' if changed else ' '} ", ink


def _shown(field: forms.Field, unit: Unit) -> str:
    """An answer as the list shows it: nothing where it does not matter."""
    if not field.matters(unit.form):
        return ""
    text = forms.written(unit.form).get(field.key)
    if text is None or (isinstance(field.kind, kinds.Optional) and text == field.kind.blank):
        return BLANK
    return answering.label_of(field.kind, text)


def code(text: str, size: int) -> str:
    """A text in `size` columns; of several words the beginnings, or their initials: "lc"."""
    words = text.split()
    if len(text) <= size or len(words) < 2:
        return text[:size]
    each = (size + 1) // len(words) - 1
    if each > 1:
        return " ".join(word[:each] for word in words)
    return "".join(word[0] for word in (words if len(words) <= size else (words[0], words[-1])))


class HeatMapTable(CellTable):
    """Whole percent in every cell, a row an attacker, a column a defender; since the
    file "+" is more likely, "-" less likely, "*" forbidden now or then but not both. The shades are
    those of the cividis scale."""

    above_names = "on"

    def __init__(self, now: Matrix, file: Matrix) -> None:
        super().__init__(id="map")
        self._now, self._file = now, file

    def show(self, now: Matrix, file: Matrix) -> None:
        """Draw the chances as they are, marked where those of the file were others."""
        self._now, self._file = now, file
        longest = max((len(unit.name) for unit in now.actors), default=0)
        room = self.size.width - LEAST_CELLS * CELL
        self.names = min(NUMBER + longest, LONGEST_NAME, room) if room >= SHORTEST_NAME else NUMBER
        self.places, self.widths = tuple(range(len(now.actors))), (CELL,) * len(now.targets)
        self.lay_out(len(now.actors))
        self.go(self.row)

    @property
    def pair(self) -> tuple[Unit, Unit]:
        """The attacker and the defender under the cursor."""
        return self._now.actors[self.row], self._now.targets[self.column]

    def chances(self) -> tuple[Fraction | None, Fraction | None]:
        """The chance of the pair under the cursor now, and in the file."""
        row, column = self.row, self.column
        return self._now.chances[row][column], self._file.chances[row][column]

    @property
    def in_sight(self) -> range:
        left = -(-int(self.scroll_offset.x) // CELL)
        fit = max(1, (self.text_width - self.names) // CELL)
        return range(left, min(left + fit, len(self.widths)))

    def on_resize(self, event: events.Resize) -> None:
        self.show(self._now, self._file)

    def show_cursor(self) -> None:
        shown = self.in_sight
        left = min(max(shown.start, self.column - len(shown) + 1), self.column)
        self.scroll_to(x=left * CELL, animate=False, force=True)
        super().show_cursor()

    def head_at(self, column: int) -> Piece:
        ink = "bold underline" if column == self.column else "text"
        return f"{column + 1:>{CELL - 1}} ", ink

    def name_at(self, line: int) -> Content:
        text = f"{line + 1:>2} {self._now.actors[line].name}"[: self.names - 1]
        return Content.styled(text, "bold underline" if line == self.row else "text")

    def cell_at(self, row: int, column: int) -> Piece:
        chance, before = self._now.chances[row][column], self._file.chances[row][column]
        is_here = (row, column) == (self.row, self.column) and self.has_focus
        here = "bold reverse " if is_here else ""
        if chance is None or before is None:
            mark = " " if chance is before else "*"
        else:
            mark = "+" if chance > before else "-" if chance < before else " "
        if chance is None:
            return FORBIDDEN.rjust(CELL - 1) + mark, here
        ground = "" if self.app.no_color else str(shade(float(chance)))
        bold = "bold " if mark != " " and not is_here else ""
        return f"{100 * float(chance):{CELL - 1}.0f}{mark}", f"{here}{bold}{ground}".strip()

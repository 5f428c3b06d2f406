"""The units of all sides with their ratings, each of which is a place for the cursor."""

from __future__ import annotations

from typing import ClassVar, Final, TypeAlias

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from calculator.forms import Field
from calculator.kinds import Optional
from calculator.scenarios import Unit
from calculator.tui.answers import label_of
from calculator.tui.ink import COLOURED, PLAIN
from calculator.tui.tune.workbench import Workbench
from calculator.tuning.drafts import written

BLANK: Final = "."
"""What stands for an answer that says nothing of its own."""

SHORTEST_NAME: Final = 14
"""Columns that ratings leave for a unit's name."""

SHORT: Final = 3
"""Columns of an answer that is never cut."""

Line: TypeAlias = tuple[Unit | None, str]
"""A unit with its number, or a heading."""


class Roster(ScrollView, can_focus=True):
    """Draws the workbench's units; what differs from the file bears a "*"."""

    DEFAULT_CSS = """
    Roster {
        height: 1fr; padding: 0 0 0 1; overflow-x: hidden; scrollbar-size-vertical: 1;
        scrollbar-color: $ink-faint; scrollbar-background: $background;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "Unit before"),
        Binding("down,j", "move(1)", "Next unit"),
        Binding("left,h", "turn(-1)", "Rating before"),
        Binding("right,l", "turn(1)", "Next rating"),
        Binding("pageup", "page(-1)", "Page up"),
        Binding("pagedown", "page(1)", "Page down"),
        Binding("home", "move(-9999)", "First unit"),
        Binding("end", "move(9999)", "Last unit"),
    ]

    class Moved(Message):
        """Another rating is under the cursor."""

    class Stepped(Message):
        """The rating under the cursor was clicked again: by 1, or -1 with the right button."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    def __init__(self, bench: Workbench) -> None:
        super().__init__(id="roster")
        self.bench = bench
        self.place = 0
        """The unit under the cursor, counted through all sides."""
        self.column = 0
        self._lines: list[Line] = []
        self._widths: list[int] = []

    @property
    def unit(self) -> Unit:
        """The unit under the cursor."""
        return self._units[self.place]

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
        self._widths = self._fit()
        self.virtual_size = Size(self.scrollable_content_region.width, len(self._lines) + 1)
        self._show_cursor()

    def select(self, unit: Unit) -> None:
        """Move the cursor to a unit."""
        self._go([one.path for one in self._units].index(unit.path))

    def _fit(self) -> list[int]:
        """Columns of each rating: its longest answer here, or a fair share of what there is."""
        fields, units = self.bench.fields, self._units
        longest = [max(1, *(len(_shown(field, unit)) for unit in units)) for field in fields]
        room = self.scrollable_content_region.width - 3 - SHORTEST_NAME - 2 * len(fields)
        short = sum(size for size in longest if size <= SHORT)
        wide = sum(size > SHORT for size in longest)
        share = max((room - short) // wide, SHORT) if wide else 0
        return [size if size <= SHORT else min(size, share) for size in longest]

    def render_line(self, y: int) -> Strip:
        width = self.scrollable_content_region.width
        content = self._heading(width) if y == 0 else self._line(y - 1 + self._top, width)
        return Visual.to_strips(self, content, width, 1, self.visual_style, pad=True)[0]

    @property
    def _top(self) -> int:
        return int(self.scroll_offset.y)

    def _heading(self, width: int) -> Content:
        parts = [("".ljust(self._name_width(width) + 3), "")]
        for column, (field, size) in enumerate(zip(self.bench.fields, self._widths, strict=True)):
            ink = "heading" if column == self.column else "dim"
            parts += [(field.label[: size + 1].ljust(size + 1), self._ink(ink)), (" ", "")]
        return Content.assemble(*parts)

    def _line(self, place: int, width: int) -> Content:
        if not 0 <= place < len(self._lines):
            return Content(" ")
        unit, text = self._lines[place]
        if unit is None:
            return Content.styled(text[:width], self._ink("heading"))
        here = unit.path == self.unit.path
        before = self.bench.in_file(unit.path)
        changed = unit.form != before.form
        size = self._name_width(width)
        ink = self._ink("other" if changed else "strong" if here else "text")
        parts = [(f"{text} ", self._ink("dim")), (unit.name[: size - 1].ljust(size), ink)]
        for column, field in enumerate(self.bench.fields):
            told, was = _shown(field, unit), _shown(field, before)
            cursor = here and column == self.column
            parts += self._rating(told, told != was, cursor, self._widths[column])
        return Content.assemble(*parts).stylize_before(self._ink("cursor") if here else "")

    def _rating(self, told: str, changed: bool, cursor: bool, size: int) -> list[tuple[str, str]]:
        ink = "armed" if cursor and self.has_focus else "other" if changed else "text"
        mark = "*" if changed else " "
        return [(_cut(told, size).ljust(size) + mark, self._ink(ink)), (" ", "")]

    def _name_width(self, width: int) -> int:
        return max(width - 3 - sum(size + 2 for size in self._widths), 4)

    def _ink(self, name: str) -> str:
        return (PLAIN if self.app.no_color else COLOURED)[name]

    def action_move(self, by: int) -> None:
        """Move the cursor to another unit."""
        self._go(self.place + by)

    def action_page(self, by: int) -> None:
        """Move the cursor by a page."""
        self._go(self.place + by * max(self.size.height - 2, 1))

    def action_turn(self, by: int) -> None:
        """Move the cursor to another rating of the unit."""
        self.column = (self.column + by) % len(self.bench.fields)
        self._go(self.place)

    def on_click(self, event: events.Click) -> None:
        place = event.y - 1 + self._top
        unit = self._lines[place][0] if event.y > 0 and place < len(self._lines) else None
        if unit is None:
            return
        column = self._column_at(event.x - self.gutter.left)
        again = unit.path == self.unit.path and column == self.column
        self.column = self.column if column is None else column
        self.select(unit)
        if again:
            self.post_message(self.Stepped(-1 if event.button == 3 else 1))

    def _column_at(self, x: int) -> int | None:
        start = 3 + self._name_width(self.scrollable_content_region.width)
        for column, size in enumerate(self._widths):
            if start <= x < start + size + 2:
                return column
            start += size + 2
        return None

    def _go(self, place: int) -> None:
        self.place = max(0, min(place, len(self._units) - 1))
        self._show_cursor()
        self.post_message(self.Moved())

    def _show_cursor(self) -> None:
        """Scroll so that the cursor, and the side's heading above a first unit, are in sight."""
        line = [unit.path if unit else None for unit, _ in self._lines].index(self.unit.path)
        fits = max(1, self.scrollable_content_region.height - 1)
        top = line - 1 if self._lines[line - 1][0] is None else line
        self.scroll_to(y=min(max(self._top, line - fits + 1), top), animate=False)
        self.refresh()

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()


def _shown(field: Field, unit: Unit) -> str:
    """An answer as the list shows it: nothing where it does not matter."""
    if not field.matters(unit.form):
        return ""
    text = written(unit.form).get(field.key)
    if text is None or (isinstance(field.kind, Optional) and text == field.kind.blank):
        return BLANK
    return label_of(field.kind, text)


def _cut(text: str, size: int) -> str:
    """A text in `size` columns; of several words the beginning of each: "lig cav"."""
    words = text.split()
    if len(text) <= size or len(words) < 2:
        return text[:size]
    return " ".join(word[: (size + 1) // len(words) - 1] for word in words)

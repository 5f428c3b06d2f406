"""The list of entries, of which only those in sight are ever drawn."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from calculator.tui.ink import COLOURED, PLAIN
from calculator.tui.record.entry_lines import entry_lines, height
from calculator.tui.record.ledger import Item, Ledger


class EntryTable(ScrollView, can_focus=True):
    """Shows a ledger and moves a cursor over it."""

    DEFAULT_CSS = """
    EntryTable {
        height: 1fr; padding: 0 0 0 1; overflow-x: hidden; scrollbar-size-vertical: 1;
        scrollbar-color: $ink-faint; scrollbar-background: $background;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "Newer"),
        Binding("down,j", "move(1)", "Older"),
        Binding("pageup", "page(-1)", "Page up"),
        Binding("pagedown", "page(1)", "Page down"),
        Binding("home,g", "jump(0)", "Newest"),
        Binding("end,G", "jump(-1)", "Oldest"),
        Binding("enter,space", "open", "Details"),
    ]

    class Opened(Message):
        """The entry under the cursor is to be told in full."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, ledger: Ledger) -> None:
        super().__init__()
        self.ledger = ledger
        self.cursor = 0

    @property
    def present(self) -> Item | None:
        """The line under the cursor."""
        return self.ledger.item(self.cursor) if self.cursor < len(self.ledger) else None

    def changed(self, number: int | None) -> None:
        """Draw anew after the ledger has changed; the cursor stays on entry `number`."""
        if number is not None and self.cursor:
            self.cursor = self.ledger.place_of(number)
        self.cursor = max(0, min(self.cursor, len(self.ledger) - 1))
        self.virtual_size = Size(self._width, len(self.ledger) * self._height)
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        self.changed(None)
        self._go(self.cursor)

    def render_line(self, y: int) -> Strip:
        place, line = divmod(y + self.scroll_offset.y, self._height)
        if place < len(self.ledger):
            return self._strip(place, line)
        text = "No entries yet." if y == 0 and not self.ledger.known else ""
        text = "Nothing that the filter keeps." if y == 0 and self.ledger.known else text
        return Strip([Segment(text.ljust(self._width), self.visual_style.rich_style)])

    def _strip(self, place: int, line: int) -> Strip:
        item = self.ledger.item(place)
        drawn = entry_lines(item, self.ledger.standing(item.number), self._width)[line]
        inks = PLAIN if self.app.no_color else COLOURED
        parts = ((text, inks[ink]) for text, ink, _ in drawn.pieces)
        content = Content.assemble(*parts).stylize(inks["cursor"] if place == self.cursor else "")
        return Visual.to_strips(self, content, self._width, 1, self.visual_style, pad=True)[0]

    @property
    def _width(self) -> int:
        return self.scrollable_content_region.width

    @property
    def _height(self) -> int:
        return height(self._width)

    def action_move(self, by: int) -> None:
        """Move the cursor."""
        self._go(self.cursor + by)

    def action_page(self, by: int) -> None:
        """Move the cursor by a page."""
        self._go(self.cursor + by * max(self.size.height // self._height - 1, 1))

    def action_jump(self, place: int) -> None:
        """Go to the newest, or the oldest."""
        self._go(place if place >= 0 else len(self.ledger) - 1)

    def action_open(self) -> None:
        """Tell the entry under the cursor in full."""
        if item := self.present:
            self.post_message(self.Opened(item.number))

    def on_click(self, event: events.Click) -> None:
        place = (event.y + self.scroll_offset.y) // self._height
        if place < len(self.ledger):
            again = place == self.cursor
            self._go(place)
            if again:
                self.action_open()

    def _go(self, place: int) -> None:
        self.cursor = max(0, min(place, len(self.ledger) - 1))
        lines = Region(0, self.cursor * self._height, 1, self._height)
        self.scroll_to_region(lines, animate=False, force=True)  # a scrollbar may not show yet
        self.refresh()

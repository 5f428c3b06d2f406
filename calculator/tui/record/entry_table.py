"""The list of entries."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.strip import Strip

from calculator.tui.record.entry_lines import entry_lines, height
from calculator.tui.record.ledger import Item, Ledger
from calculator.tui.widgets.cursor_table import FAR, CursorTable
from calculator.tui.widgets.text import fitted


class EntryTable(CursorTable):
    """Shows a ledger, the newest entry first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g", f"move({-FAR})", "Newest"),
        Binding("G", f"move({FAR})", "Oldest"),
        Binding("enter,space", "open", "Details"),
    ]

    def __init__(self, ledger: Ledger) -> None:
        super().__init__()
        self.ledger = ledger

    @property
    def present(self) -> Item | None:
        """The entry under the cursor."""
        return self.ledger.item(self.row) if self.row < len(self.ledger) else None

    def changed(self, number: int | None) -> None:
        """Draw anew after the ledger has changed; the cursor stays on entry `number`."""
        if number is not None and self.row:
            self.row = self.ledger.place_of(number)
        self.row = max(0, min(self.row, len(self.ledger) - 1))
        self.virtual_size = Size(self.text_width, len(self.ledger) * self.row_height)
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        self.changed(None)
        self.show_cursor()

    def size_of_table(self) -> tuple[int, int]:
        return len(self.ledger), 1

    @property
    def row_height(self) -> int:
        return height(self.text_width)

    def place_at(self, line: int, x: int) -> tuple[int, int] | None:
        row = line // self.row_height
        return (row, 0) if row < len(self.ledger) else None

    def strip_at(self, line: int, width: int) -> Strip:
        row, part = divmod(line, self.row_height)
        if row < len(self.ledger):
            item = self.ledger.item(row)
            drawn = fitted(entry_lines(item, self.ledger, width)[part], width)
            drawn = drawn.stylize_before("cursor") if row == self.row else drawn
            return self.strip_of(drawn, width)
        known = self.ledger.known
        text = "Nothing that the filter keeps." if known else "No entries yet."
        return self.strip_of(Content(text if line == 0 else ""), width)

    def action_open(self) -> None:
        """Show the entry under the cursor in full."""
        if self.present:
            self.post_message(self.Opened(self))

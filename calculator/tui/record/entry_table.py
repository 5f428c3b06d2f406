"""The list of entries, of which only those in sight are ever drawn."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from calculator.figures import percent
from calculator.tui.ink import COLOURED, PLAIN
from calculator.tui.record.ledger import Item, Ledger

NARROW: Final = 64
"""Columns below which a line tells less."""


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
        self.virtual_size = Size(self.scrollable_content_region.width, len(self.ledger))
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        self.changed(None)

    def render_line(self, y: int) -> Strip:
        width = self.scrollable_content_region.width
        place = y + self.scroll_offset.y
        if place < len(self.ledger):
            content = self._line(self.ledger.item(place), width, place == self.cursor)
            drawn = Visual.to_strips(self, content, width, 1, self.visual_style, pad=True)
            return drawn[0]
        text = "No entries yet." if y == 0 and not self.ledger.known else ""
        text = "Nothing that the filter keeps." if y == 0 and self.ledger.known else text
        return Strip([Segment(text.ljust(width), self.visual_style.rich_style)])

    def _line(self, item: Item, width: int, here: bool) -> Content:
        inks = PLAIN if self.app.no_color else COLOURED
        cursor = inks["cursor"] if here else ""
        sign, ink = self._standing(item)
        chance = "" if item.chance is None else f"{percent(item.chance):>7}"
        who = " ".join(filter(None, [item.side or item.copy, item.player]))
        parts = [
            (f"{item.number:>5} ", inks["dim"]),
            (f"t{item.turn:<3}", inks["dim"]),
            (f"{sign} ", inks[ink]),
        ]
        if width >= NARROW:
            parts[1:1] = [(f"{item.time} ", inks["faint"])]
            parts.append((f"{who[:15]:<16}", inks["other"]))
        room = width - sum(len(text) for text, _ in parts) - len(chance)
        parts.append((f"{item.text[:room]:<{max(room, 0)}}", inks[ink]))
        parts.append((chance, inks["value"]))
        return Content.assemble(*parts).stylize(cursor)

    def _standing(self, item: Item) -> tuple[str, str]:
        """A sign that says what an entry is, and its ink."""
        standing = self.ledger.standing(item.number)
        if not standing.counts:
            return "✗", "faint"
        if standing.override:
            return "≠", "warning"
        signs = {"ruling": "•", "turn": "▸", "note": "✎", "void": "✗", "override": "≠"}
        inks = {"ruling": "text", "turn": "heading"}
        return signs[item.kind.value], inks.get(item.kind.value, "dim")

    def action_move(self, by: int) -> None:
        """Move the cursor."""
        self._go(self.cursor + by)

    def action_page(self, by: int) -> None:
        """Move the cursor by a page."""
        self._go(self.cursor + by * max(self.size.height - 1, 1))

    def action_jump(self, place: int) -> None:
        """Go to the newest, or the oldest."""
        self._go(place if place >= 0 else len(self.ledger) - 1)

    def action_open(self) -> None:
        """Tell the entry under the cursor in full."""
        if item := self.present:
            self.post_message(self.Opened(item.number))

    def on_click(self, event: events.Click) -> None:
        place = event.y + self.scroll_offset.y
        if place < len(self.ledger):
            again = place == self.cursor
            self._go(place)
            if again:
                self.action_open()

    def _go(self, place: int) -> None:
        self.cursor = max(0, min(place, len(self.ledger) - 1))
        self.scroll_to_region(Region(0, self.cursor, 1, 1), animate=False)
        self.refresh()

"""The list of entries: of each its turn, side and copy, what it says, and how likely that was."""

from __future__ import annotations

from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.strip import Strip

from calculator.desk.chronicle import COLUMNS, Chronicle, EntryLine, Filter, nothing_found
from calculator.journal import entry
from calculator.journal.disclosure import Disclosure
from calculator.tui.widgets.cursor_table import FAR, CursorTable
from calculator.tui.widgets.lines import fitted

NARROW: Final = 64
"""Columns below which an entry takes two lines."""

WIDE: Final = 100
"""Columns from which the player stands beside the side, and a copy's name may be long."""

SIGNS: Final = {
    entry.EntryKind.RULING: ("•", "text"),
    entry.EntryKind.TURN: ("▸", "heading"),
    entry.EntryKind.NOTE: ("✎", "dim"),
    entry.EntryKind.VOID: ("⊘", "dim"),
    entry.EntryKind.OVERRIDE: ("≠", "dim"),
    entry.EntryKind.ANSWER: ("↳", "dim"),
    entry.EntryKind.ORDER_OF_BATTLE: ("≡", "heading"),
    entry.EntryKind.CORRECTION: ("±", "dim"),
}
"""What shows the kind of an entry, and the ink that it is drawn in."""


class EntryTable(CursorTable):
    """Shows the entries of a chronicle that a filter keeps, the newest first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g", f"move({-FAR})", "Newest"),
        Binding("G", f"move({FAR})", "Oldest"),
        Binding("enter,space", "open", "Details"),
    ]

    def __init__(self, chronicle: Chronicle, disclosure: Disclosure) -> None:
        """`disclosure` is how much of odds whoever reads it is shown."""
        super().__init__()
        self.chronicle, self._disclosure = chronicle, disclosure
        self._typed, self._filter = "", Filter()
        self.listed: list[EntryLine] = []

    @property
    def present(self) -> EntryLine | None:
        """The entry under the cursor."""
        return self.listed[self.row] if self.row < len(self.listed) else None

    def narrow(self, text: str) -> None:
        """List only what a filter keeps."""
        self._typed, self._filter = text, Filter.read(text)
        self.list_again()

    def list_again(self) -> None:
        """List the entries of the chronicle as they now are; the cursor stays on its entry, or goes
        to the newest."""
        present = self.present if self.row else None
        self.listed = self._filter.of(self.chronicle.lines)[::-1]
        self.row = self.listed.index(present) if present and present in self.listed else 0
        self.rows, self.row_height = len(self.listed), 2 if self.text_width < NARROW else 1
        self.virtual_size = Size(self.text_width, self.rows * self.row_height)
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        self.list_again()
        self.show_cursor()

    def strip_at(self, line: int, width: int) -> Strip:
        row, part = divmod(line, self.row_height)
        if row < len(self.listed):
            drawn = fitted(self._drawn(self.listed[row], width)[part], width)
            drawn = drawn.stylize_before("cursor") if row == self.row else drawn
            return self.strip_of(drawn, width)
        known = self.chronicle.lines
        lines = nothing_found(self._typed) if known else ("No entries yet.",)
        return self.strip_of(Content("".join(lines[line : line + 1])), width)

    def _drawn(self, line: EntryLine, width: int) -> tuple[Content, ...]:
        """The lines of an entry: columns as wide as there is room for, its text, its chance."""
        amendment = self.chronicle.amendments.of(line.number)
        words, (sign, ink) = line.in_words, SIGNS[line.kind]
        if not amendment.counts:
            words, sign, ink = f"void: {words}", "✗", "faint"
        elif amendment.override:
            sign, ink = SIGNS[amendment.override.kind][0], "warning"
        chance = self._disclosure.chance(line.chance).rjust(7)
        cells: list[Content | str] = []
        for column in COLUMNS:
            if room := column.rooms[0 if width < NARROW else 1 if width < WIDE else 2]:
                of_cell = "other" if column.heading == "Who" else "dim"
                cells += [fitted(Content.styled(column.within(line, room), of_cell), room), " "]
        before, text = Content.assemble(*cells), Content.styled(f"{sign} {words}", ink)
        room = width - len(chance)
        if width < NARROW:
            below = Content.assemble("    ", text)
            return Content.assemble(fitted(before, room), (chance, "value")), below
        return (
            Content.assemble(before, fitted(text, room - before.cell_length), (chance, "value")),
        )

    def action_open(self) -> None:
        """Show the entry under the cursor in full."""
        if self.present:
            self.post_message(self.Opened(self))

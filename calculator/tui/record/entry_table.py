"""The list of entries: of each its turn, side and copy, what it says, and how likely that was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.strip import Strip

from calculator.desk.chronicle import Chronicle
from calculator.desk.lines import COLUMNS, EntryLine, Filter, nothing_found
from calculator.journal.amendments import Amendment
from calculator.journal.disclosure import Disclosure
from calculator.journal.entry import EntryKind
from calculator.tui.widgets.cursor_table import FAR, CursorTable
from calculator.tui.widgets.text import fitted

NARROW: Final = 64
"""Columns below which an entry takes two lines."""

WIDE: Final = 100
"""Columns from which the player stands beside the side, and a copy's name may be long."""

SIGNS: Final = {
    EntryKind.RULING: ("•", "text"),
    EntryKind.TURN: ("▸", "heading"),
    EntryKind.NOTE: ("✎", "dim"),
    EntryKind.VOID: ("⊘", "dim"),
    EntryKind.OVERRIDE: ("≠", "dim"),
    EntryKind.ANSWER: ("↳", "dim"),
    EntryKind.ORDER_OF_BATTLE: ("≡", "heading"),
    EntryKind.CORRECTION: ("±", "dim"),
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
        self._disclosure = disclosure
        self._typed, self._filter = "", Filter()
        self.list_anew(chronicle)

    def list_anew(self, chronicle: Chronicle) -> None:
        """List the entries of a chronicle that the filter keeps."""
        self.chronicle = chronicle
        self._shown = self._filter.of(chronicle.lines)

    @property
    def listed(self) -> list[EntryLine]:
        """The entries in the order of the rows."""
        return self._shown[::-1]

    @property
    def present(self) -> EntryLine | None:
        """The entry under the cursor."""
        return self._item(self.row) if self.row < len(self._shown) else None

    def _item(self, row: int) -> EntryLine:
        """The line of a row, 0 being the newest that the filter keeps."""
        return self._shown[-1 - row]

    def take(self, fresh: list[EntryLine]) -> None:
        """List entries that have been added to the chronicle; the cursor stays on its entry."""
        present = self.present
        kept = self._filter.of(fresh)
        in_order = not self._shown or not kept or kept[0].number > self._shown[-1].number
        self._shown += kept
        if not in_order:
            self._shown.sort(key=lambda line: line.number)
        self._stay_on(present)

    def narrow(self, text: str) -> None:
        """List what a filter keeps; the cursor stays on its entry, or goes to the newest."""
        present = self.present
        self._typed, self._filter = text, Filter.read(text)
        self.list_anew(self.chronicle)
        self._stay_on(present)

    def _stay_on(self, line: EntryLine | None) -> None:
        if line is not None and self.row:
            self.row = self.listed.index(line) if line in self._shown else 0
        self._lay_out()

    def _lay_out(self) -> None:
        self.row = max(0, min(self.row, len(self._shown) - 1))
        self.virtual_size = Size(self.text_width, len(self._shown) * self.row_height)
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        self._lay_out()
        self.show_cursor()

    def size_of_table(self) -> tuple[int, int]:
        return len(self._shown), 1

    @property
    def row_height(self) -> int:
        return 2 if self.text_width < NARROW else 1

    def place_at(self, line: int, x: int) -> tuple[int, int] | None:
        row = line // self.row_height
        return (row, 0) if row < len(self._shown) else None

    def strip_at(self, line: int, width: int) -> Strip:
        row, part = divmod(line, self.row_height)
        if row < len(self._shown):
            entry = self._item(row)
            amendment = self.chronicle.amendment(entry.number)
            drawn = fitted(entry_lines(entry, amendment, self._disclosure, width)[part], width)
            drawn = drawn.stylize_before("cursor") if row == self.row else drawn
            return self.strip_of(drawn, width)
        known = self.chronicle.lines
        lines = nothing_found(self._typed) if known else ("No entries yet.",)
        return self.strip_of(Content("".join(lines[line : line + 1])), width)

    def action_open(self) -> None:
        """Show the entry under the cursor in full."""
        if self.present:
            self.post_message(self.Opened(self))


def entry_lines(
    line: EntryLine, amendment: Amendment, disclosure: Disclosure, width: int
) -> tuple[Content, ...]:
    """The lines of an entry, to be cut or filled to the width of the list."""
    sign, ink = _sign(line, amendment)
    chance = "" if line.chance is None else f"{disclosure.chance(line.chance):>7}"
    before = Content.assemble(*_cells(line, width))
    words = line.in_words if amendment.counts else f"void: {line.in_words}"
    if width < NARROW:
        above = fitted(before, width - len(chance))
        return Content.assemble(above, (chance, "value")), Content.styled(
            f"    {sign} {words}", ink
        )
    mark = Content.styled(f"{sign} ", ink)
    text = fitted(
        Content.assemble(mark, Content.styled(words, ink)),
        width - before.cell_length - len(chance),
    )
    return (Content.assemble(before, text, (chance, "value")),)


def _cells(line: EntryLine, width: int) -> Iterator[Content]:
    """What stands before an entry's text: each column as wide as there is room for."""
    size = 0 if width < NARROW else 1 if width < WIDE else 2
    for column in COLUMNS:
        if room := column.rooms[size]:
            ink = "other" if column.heading == "Who" else "dim"
            yield fitted(Content.styled(column.within(line, room), ink), room)
            yield Content(" ")


def _sign(line: EntryLine, amendment: Amendment) -> tuple[str, str]:
    """A sign that says what an entry is, or what became of it, and its ink."""
    if not amendment.counts:
        return "✗", "faint"
    if amendment.override:
        return SIGNS[amendment.override.kind][0], "warning"
    return SIGNS[line.kind]

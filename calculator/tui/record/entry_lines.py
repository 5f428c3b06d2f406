"""An entry as it is listed: its turn, side and copy, what it says, and how likely that was."""

from __future__ import annotations

from typing import Final

from textual.content import Content

from calculator.journal.amendments import Amendment
from calculator.journal.entry import EntryKind
from calculator.tui.record.ledger import Item, Ledger
from calculator.tui.widgets.text import fitted

NARROW: Final = 64
"""Columns below which an entry takes two lines."""

WIDE: Final = 100
"""Columns from which the player stands beside the side, and a copy's name may be long."""

SIGNS: Final = {
    EntryKind.RULING: ("•", "text"),
    EntryKind.TURN: ("▸", "heading"),
    EntryKind.NOTE: ("✎", "dim"),
    EntryKind.VOID: ("✗", "dim"),
    EntryKind.OVERRIDE: ("≠", "dim"),
    EntryKind.ORDER_OF_BATTLE: ("≡", "heading"),
    EntryKind.CORRECTION: ("±", "dim"),
}
"""What shows the kind of an entry, and the ink that it is drawn in."""


def height(width: int) -> int:
    """How many lines an entry takes."""
    return 2 if width < NARROW else 1


def entry_lines(item: Item, ledger: Ledger, width: int) -> tuple[Content, ...]:
    """The lines of an entry, to be cut or filled to the width of the list."""
    sign, ink = _sign(item, ledger.amendment(item.number))
    chance = "" if item.chance is None else f"{ledger.disclosure.chance(item.chance):>7}"
    number, turn = (f"{item.number:>5} ", "dim"), (f"t{item.turn:<3}", "dim")
    if width < NARROW:
        room = width - 10 - len(chance)
        above = Content.assemble(number, turn, _who(item, room - 9, 8), (chance, "value"))
        return above, Content.styled(f"    {sign} {item.text}", ink)
    who = _who(item, 18, 12) if width >= WIDE else _who(item, 10, 8)
    before = Content.assemble(number, (f"{item.time} ", "faint"), turn, (f"{sign} ", ink), who, " ")
    text = fitted(Content.styled(item.text, ink), width - before.cell_length - len(chance))
    return (Content.assemble(before, text, (chance, "value")),)


def _sign(item: Item, amendment: Amendment) -> tuple[str, str]:
    """A sign that says what an entry is, or what became of it, and its ink."""
    if not amendment.counts:
        return "✗", "faint"
    return ("≠", "warning") if amendment.override else SIGNS[item.kind]


def _who(item: Item, room: int, room_for_copy: int) -> Content:
    """Whose entry it is, in two columns: the side, or who has none the player; and the copy."""
    both = " ".join(filter(None, [item.side, item.player]))
    whose = both if len(both) <= room else item.side or item.player
    side = fitted(Content.styled(whose, "other"), room)
    return Content.assemble(side, " ", fitted(Content.styled(item.copy, "dim"), room_for_copy))

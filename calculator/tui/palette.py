"""The palette: everything the table can do, by name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from textual.app import SystemCommand

from calculator.rules import catalog

if TYPE_CHECKING:
    from calculator.tui.screens.table import TableScreen


def commands(table: TableScreen) -> Iterator[SystemCommand]:
    """Actions, fields that matter, systems, and the rest."""
    for action in table.session.system.actions:
        yield SystemCommand(action.label, action.help, partial(table.choose, action))
    yield from _fields(table)
    for key in catalog.KEYS:
        title = key.replace("-", " ").title()
        yield SystemCommand(f"System: {title}", "Change the rules", partial(table.system, key))
    yield from _rest(table)


def _fields(table: TableScreen) -> Iterator[SystemCommand]:
    form = table.board.form
    for row in form.rows:
        if row.matters:
            told = f"Field: {row.group} {row.label}".replace("  ", " ")
            yield SystemCommand(told, f"now {row.shown}", partial(form.arm, row.key, tapped=True))


def _rest(table: TableScreen) -> Iterator[SystemCommand]:
    for title, help_text, action in (
        ("Result", "Draw a result and record it", "result"),
        ("Pin or unpin", "Compare other set-ups with this", "pin"),
        ("Order of battle", "Pick units by name", "open('pick_scenario')"),
        ("The record", "Every ruling; void, override, report", "open('open_record')"),
        ("Turn sequence", "The card of a turn", "open('sequence_card')"),
        ("Help", "On the field under the cursor, and keys", "open('help_card')"),
        ("Result, why, log", "Turn the lower panel", "view"),
        ("Fold or unfold the odds", "Outcomes gathered, or one by one", "fold"),
        ("Large rows", "For thumbs; again for small ones", "roomy"),
    ):
        yield SystemCommand(title, help_text, partial(table.run_action, action))

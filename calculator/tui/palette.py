"""The palette: everything the table can do, by name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from textual.app import SystemCommand

from calculator.rules import catalog
from calculator.tui.screens.table import TableScreen


def commands(table: TableScreen) -> Iterator[SystemCommand]:
    """Actions, fields that matter, systems, and the rest."""
    for action in table.session.system.actions:
        yield SystemCommand(action.label, action.help, partial(table.choose, action))
    yield from _fields(table)
    for key in catalog.KEYS:
        title = catalog.find_system(key).title
        yield SystemCommand(f"System: {title}", "Change the rules", partial(table.system, key))
    yield from _rest(table)


def _fields(table: TableScreen) -> Iterator[SystemCommand]:
    form = table.board.form
    for row in form.rows:
        if row.matters:
            title = f"Field: {row.group} {row.label}".replace("  ", " ")
            yield SystemCommand(title, f"now {row.shown}", partial(form.arm, row.key, tapped=True))


def _rest(table: TableScreen) -> Iterator[SystemCommand]:
    for title, help_text, action in (
        ("Result", "Draw a result and record it", "result"),
        ("Pin or unpin", "Compare other set-ups with this", "pin"),
        ("Take all pins away", "Compare with nothing", "unpin"),
        ("The roll", "Every unit as it now stands", "roll"),
        ("As they now stand", "What the last result left, into the form", "as_left"),
        ("Practice", "Draw without recording, or record again", "practice"),
        ("Withdraw", "Take back a slip of the last ten seconds", "withdraw"),
        ("A fresh form", "Every answer at its default", "fresh"),
        ("Order of battle", "Pick units by name", "pick_scenario"),
        ("The record", "Every ruling; void, override, report", "record"),
        ("Heads of the record", "Digits and a code to note down, of every turn", "heads"),
        ("The rules", "What they say of the field, of what counts, and why", "rules"),
        ("Turn sequence", "The card of a turn", "sequence"),
        ("Help", "On the field under the cursor, and keys", "help"),
        ("Result, why, log", "Turn the lower panel", "view"),
        ("Fold or unfold the odds", "Outcomes gathered, or one by one", "fold"),
        ("Large rows", "For thumbs; again for small ones", "roomy"),
    ):
        yield SystemCommand(title, help_text, partial(table.run_action, action))

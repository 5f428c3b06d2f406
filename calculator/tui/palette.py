"""The palette: everything the table can do, by name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from textual.app import SystemCommand
from textual.binding import Binding

from calculator.rules import catalog
from calculator.tui.screens.table import TableScreen


def commands(table: TableScreen) -> Iterator[SystemCommand]:
    """Actions, fields that matter, systems, and the rest."""
    for action in table.session.system.actions:
        yield SystemCommand(action.label, action.help, partial(table.choose, action))
    yield from _fields(table)
    for system in catalog.offered().systems:
        take = partial(table.openings.take_system, system.key)
        yield SystemCommand(f"System: {system.title}", "Change the rules", take)
    for binding in table.BINDINGS:
        if isinstance(binding, Binding) and binding.tooltip:
            run = partial(table.run_action, binding.action)
            yield SystemCommand(binding.description, binding.tooltip, run)


def _fields(table: TableScreen) -> Iterator[SystemCommand]:
    form = table.board.form
    for row in form.rows:
        if row.matters:
            title = f"Field: {row.group} {row.label}".replace("  ", " ")
            yield SystemCommand(title, f"now {row.shown}", partial(form.arm, row.key, tapped=True))

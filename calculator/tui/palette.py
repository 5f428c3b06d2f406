"""The palette: everything the table can do, found by its name or by what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from textual.binding import Binding
from textual.keys import format_key

from calculator.rules import catalog
from calculator.tui.ink import TITLES
from calculator.tui.screens.overlays import units_to_pick, words_card
from calculator.tui.screens.pick import Pickable, PickScreen

if TYPE_CHECKING:
    from calculator.tui.screens.openings import Openings


class Command(NamedTuple):
    """Something the table can do: its name, what it does, and what does it."""

    name: str
    does: str
    run: Callable[[], object]


def open_palette(table: Openings) -> None:
    """List all commands over the table, and do what is picked."""
    listed = {str(number): command for number, command in enumerate(commands(table))}
    options = [Pickable(key, command.name, command.does) for key, command in listed.items()]

    def do(key: str | None) -> None:
        if key is not None:
            table.call_later(listed[key].run)

    table.app.push_screen(PickScreen("What do you want to do?", options), do)


def commands(table: Openings) -> Iterator[Command]:
    """What can be asked, and of whom; the keys; how it looks, and by which rules."""
    for action in table.session.system.actions:
        yield Command(action.label, action.help, partial(table.choose, action))
    for binding in table.BINDINGS:
        if (
            isinstance(binding, Binding)
            and binding.tooltip
            and table.check_action(binding.action, ())
        ):
            does = f"{binding.tooltip}  {format_key(binding.key.partition(',')[0])}"
            yield Command(binding.description, does, partial(table.run_action, binding.action))
    yield Command("Words", "What roll, pin, head and other words mean", _words(table))
    yield Command("Every outcome", "List outcomes one by one, or in groups", table.board.odds.fold)
    yield from _fields(table)
    yield from _units(table)
    for system in catalog.offered().systems:
        take = partial(table.take_system, system.key)
        yield Command(f"Rules: {system.title}", "Play by this rule system", take)
    for key, other in table.session.set_up.tables.doubtful.items():
        beside = partial(table.set_beside, {key})
        yield Command(f"Another reading: {other.says}", "Compare its odds with those shown", beside)
    for name, title in TITLES.items():
        yield Command(
            f"Theme: {title}", "Change the colours", partial(setattr, table.app, "theme", name)
        )
    yield Command("Quit", "Leave; everything is kept  q", table.app.exit)


def _words(table: Openings) -> Callable[[], object]:
    return lambda: table.app.push_screen(words_card())


def _fields(table: Openings) -> Iterator[Command]:
    form = table.board.form
    for row in form.rows:
        if row.matters:
            name = f"{row.group} {row.label}".strip()
            yield Command(f"Answer: {name}", f"now {row.shown}", partial(form.arm, row.key))


def _units(table: Openings) -> Iterator[Command]:
    session = table.session
    if session.scenario is None:
        return
    for role in session.system.unit_roles[:2]:
        for unit in units_to_pick(session, session.scenario):
            take = partial(table.take_unit, role, unit.key)
            yield Command(f"{role.capitalize()}: {unit.name}", unit.detail, take)

"""What opens over the table: cards to read and lists to pick from; imported when first wanted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from calculator.errors import CalculatorError
from calculator.rules import catalog
from calculator.tui.answers import rated
from calculator.tui.screens import cards
from calculator.tui.screens.card import CardScreen
from calculator.tui.screens.pick import Pickable, PickScreen

if TYPE_CHECKING:
    from calculator.scenarios import Scenario
    from calculator.tui.screens.table import TableScreen

NONE: Final = "*none"
"""The key that stands for no order of battle."""


def help_card(table: TableScreen) -> None:
    """Help on the field under the cursor."""
    draft = table.session.draft
    row = table.board.form.row(table.board.form.cursor)
    field = next((field for field in draft.fields if field.key == row.key), None)
    card = cards.help_on(draft.system, draft.action, field, row)
    table.app.push_screen(CardScreen("Help", card))


def sequence_card(table: TableScreen) -> None:
    """The turn sequence of the system in use."""
    system = table.session.system
    table.app.push_screen(CardScreen(f"{system.title}: a turn", cards.sequence_of(system)))


def open_record(table: TableScreen) -> None:
    """The umpire's screen over the table; a player's browser may only read there."""
    from calculator.tui.record.screen import RecordScreen

    table.app.push_screen(RecordScreen(table.recorder.umpire, watching=table.app.is_web))


def pick_system(table: TableScreen) -> None:
    """Let the player pick a rule system."""
    systems = [catalog.find_system(key) for key in catalog.KEYS]
    options = [Pickable(system.key, system.title, system.summary) for system in systems]

    def take(key: str | None) -> None:
        if key:
            table.system(key)

    table.app.push_screen(PickScreen("Rule system", options, table.session.system.key), take)


def pick_scenario(table: TableScreen) -> None:
    """Let the player pick an order of battle, or none."""
    from calculator.scenarios import known_scenarios

    options = [Pickable(NONE, "No order of battle", "all that is asked of a unit by hand")]
    options += [Pickable(key, *_title(key)) for key in known_scenarios()]

    def take(key: str | None) -> None:
        if key == NONE:
            table.session.close_scenario()
        elif key:
            try:
                table.session.open_scenario(key)
            except CalculatorError as trouble:
                table.note(str(trouble))
                return
        table.changed()

    present = table.session.scenario_name or NONE
    table.app.push_screen(PickScreen("Order of battle", options, present), take)


def _title(key: str) -> tuple[str, str]:
    """The title of a scenario and what it is about; of one that cannot be read, its fault."""
    from calculator.scenarios import load

    try:
        scenario = load(key)
    except CalculatorError as trouble:
        return key, str(trouble).partition("\n")[0]
    return scenario.title, f"{scenario.date}  {scenario.system.title}"


def pick_unit(table: TableScreen, role: str) -> None:
    """Let the player pick the unit that takes a role."""
    scenario = table.session.scenario
    if scenario is None:
        pick_scenario(table)
        return

    def take(name: str | None) -> None:
        if name:
            table.session.take_unit(role, name)
            table.changed(table.session.doubt())

    picked = table.session.draft.units
    opponent = picked.get("actor" if role == "target" else "target", "").partition(": ")[0]
    options = list(_units(scenario, opponent))
    title = f"{role.capitalize()} unit"
    table.app.push_screen(PickScreen(title, options, picked.get(role, "")), take)


def _units(scenario: Scenario, opponent: str) -> Iterator[Pickable]:
    """The units to pick from; those of the side that the opponent is of come last."""
    for side in sorted(scenario.sides, key=lambda side: side.key == opponent):
        under = {unit.name: formation for formation in side.formations for unit in formation.units}
        for unit in side.units:
            formation = under.get(unit.name)
            command = f"{formation.name}, {formation.general}".rstrip(", ") if formation else ""
            told = (
                (command, rated(unit.form), side.name) if command else (side.name, rated(unit.form))
            )
            yield Pickable(f"{side.key}: {unit.name}", unit.name, "; ".join(filter(None, told)))

"""The roll: both armies by division as they now stand, narrowed by a few letters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.binding import Binding, BindingType

from calculator.desk.unit_view import unit_view
from calculator.roll import Roll, RollUnit
from calculator.tui.screens.pick import NARROWING, Pickable, PickScreen
from calculator.tui.widgets.roll_panel import units_in_order

HINT = "⏎ acts, ^T target, ^A has acted, ^E correct"

KEYS = (
    *NARROWING,
    ("Enter", "choose it to act"),
    ("^T", "choose it as the target"),
    ("^A", "record that it acted without the calculator"),
    ("^E", "correct it where the table differs, with a reason"),
)


class RollScreen(PickScreen):
    """Lists units with what has become of them; gives what is wanted of one, and which, or None.

    It acts ("actor"), is the "target", has "acted" without the calculator, or is to be corrected.
    """

    keys = KEYS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+t", "take('target')", "Target", priority=True),
        Binding("ctrl+a", "take('acted')", "It has acted", priority=True),
        Binding("ctrl+e", "take('correct')", "Correct", priority=True),
    ]

    def __init__(self, roll: Roll, side: str, picked: Mapping[str, str], waiting: int) -> None:
        units = [_pickable(roll, unit) for unit in units_in_order(roll, side)]
        title = f"The roll, turn {roll.turn}" + f", {waiting} not yet written down" * bool(waiting)
        own = roll.side_key(side)
        sides = sorted(roll.sides, key=lambda one: one.key != own)
        accounts = ((one.name, "; ".join(roll.account(one.key))) for one in sides)
        self.notes = [f"{name}: {account}" for name, account in accounts if account]
        super().__init__(title, units, picked.get("actor", ""))
        self.hint = HINT

    def chosen(self, key: str) -> object:
        return "actor", key

    def action_take(self, what: str) -> None:
        """Give the unit under the highlight."""
        key = self.highlighted()
        if key is not None:
            self.dismiss((what, key))


def _pickable(roll: Roll, unit: RollUnit) -> Pickable:
    """A unit with a sign of what it can do, how it stands, and where it belongs."""
    stands = unit_view(roll.scenario.system, unit)
    details = filter(None, [stands.words, unit.division, unit.side_name])
    return Pickable(unit.full_name, f"{stands.sign} {unit.name}", "; ".join(details))

"""The roll: both armies by division as they now stand, narrowed by a few letters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from textual.binding import Binding, BindingType

from calculator.roll import Roll, RollUnit
from calculator.tui.screens.pick import Pickable, PickScreen

HINT = "⏎ acts, ^T target, ^A has acted, ^E correct"


class RollScreen(PickScreen):
    """Lists units with what has become of them; gives what is wanted of one, and which, or None.

    It acts ("actor"), is the "target", has "acted" without the calculator, or is to be corrected.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+t", "take('target')", "Target", priority=True),
        Binding("ctrl+a", "take('acted')", "It has acted", priority=True),
        Binding("ctrl+e", "take('correct')", "Correct", priority=True),
    ]

    def __init__(self, roll: Roll, side: str, picked: Mapping[str, str]) -> None:
        units = roll.seen_by(side) if side else roll.units
        own = roll.side_key(side)
        ordered = sorted(units, key=lambda unit: unit.side != own) if own else list(units)
        present = picked.get("actor", "")
        super().__init__(f"The roll, turn {roll.turn}", list(map(_pickable, ordered)), present)
        self.hint = HINT

    def chosen(self, key: str) -> object:
        return "actor", key

    def action_take(self, what: str) -> None:
        """Give the unit under the highlight."""
        key = self.highlighted()
        if key is not None:
            self.dismiss((what, key))


def _pickable(unit: RollUnit) -> Pickable:
    """A unit with a sign of what it can do, and its state, ground and losses."""
    return Pickable(
        f"{unit.side}: {unit.name}",
        f"{_sign(unit)} {unit.name}",
        "; ".join(filter(None, [", ".join(_now(unit)), unit.division, unit.side_name])),
    )


def _sign(unit: RollUnit) -> str:
    if unit.gone:
        return "✗"
    if not unit.arrived:
        return "◌"
    if unit.acted:
        return "✓"
    return "!" if unit.state not in {"", "ok"} else "·"


def _now(unit: RollUnit) -> Iterator[str]:
    if unit.gone:
        yield f"{unit.gone} in turn {unit.gone_turn}"
        return
    if not unit.arrived:
        yield f"not there yet{f', due in turn {unit.entry_turn}' if unit.entry_turn else ''}"
    yield from filter(None, (unit.state, unit.formation))
    for key, lost in unit.losses.items():
        yield f"{unit.now[key]} of {unit.start[key]} {key}"
        assert lost
    if unit.acted:
        yield f"acted (entry {unit.acted_entry})"
    if unit.ground and unit.ground.name:
        yield f"at {unit.ground.name}"

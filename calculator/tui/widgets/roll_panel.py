"""The roll beside the odds, where there is room: every unit that may be seen, as it now stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from calculator.tui.inked import Inked
from calculator.tui.widgets.lines import Line, Lines

if TYPE_CHECKING:
    from calculator.roll import Roll, RollUnit


class RollPanel(Lines):
    """Lists units, the own side's first; a click opens the roll itself."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._units: Sequence[RollUnit] = ()
        self._picked: Mapping[str, str] = {}

    def show(self, roll: Roll, side: str, picked: Mapping[str, str]) -> None:
        """Draw the units that a side sees; those picked for a role bear a sign."""
        self._units, self._picked = units_in_order(roll, side), dict(picked)
        self.border_title = f"Roll, turn {roll.turn}"
        self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        picked = self._picked.values()
        for side, units in groupby(self._units, key=lambda unit: unit.side_name):
            yield Inked((side, "strong")), None
            for unit in units:
                ink = "value" if unit.full_name in picked else "text"
                name = Inked((f"{sign_of(unit)} ", "heading"), (unit.name, ink), "  ")
                yield Inked(name, (", ".join(state_of(unit)), "dim")).fitted(width), None

    async def on_click(self) -> None:
        await self.screen.run_action("roll")


def units_in_order(roll: Roll, side: str) -> list[RollUnit]:
    """The units that a side may see, its own first; an umpire, who has none, sees all."""
    units = roll.seen_by(side) if side else roll.units
    own = roll.side_key(side)
    return sorted(units, key=lambda unit: unit.side != own) if own else list(units)


def sign_of(unit: RollUnit) -> str:
    """What a unit can do, in a sign."""
    if unit.gone:
        return "✗"
    if not unit.arrived:
        return "◌"
    if unit.acted:
        return "✓"
    return "!" if unit.state not in {"", "ok"} else "·"


def state_of(unit: RollUnit) -> Iterator[str]:
    """What has become of a unit, in a few words each."""
    if unit.gone:
        yield f"{unit.gone} in turn {unit.gone_turn}"
        return
    if not unit.arrived:
        yield f"not there yet{f', due in turn {unit.entry_turn}' if unit.entry_turn else ''}"
    yield from filter(None, (unit.state, unit.formation))
    for key in unit.losses:
        yield f"{unit.now[key]} of {unit.start[key]} {key}"
    if unit.acted:
        yield f"acted (entry {unit.acted_entry})"
    if unit.ground and unit.ground.name:
        yield f"at {unit.ground.name}"

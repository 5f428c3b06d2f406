"""The roll beside the odds, where there is room: every unit that may be seen, as it now stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING

from textual.content import Content

from calculator.tui.widgets.lines import Lines
from calculator.tui.widgets.text import Line, plain_line, wrapped

if TYPE_CHECKING:
    from calculator.desk.unit_view import UnitView
    from calculator.roll import Roll, RollUnit


class RollPanel(Lines):
    """Lists units, the own side's first; a click opens the roll itself."""

    right_margin = 1

    _units: Sequence[tuple[RollUnit, UnitView]] = ()
    _accounts: Mapping[str, Sequence[str]] = MappingProxyType({})
    _picked: frozenset[str] = frozenset()

    def show(self, roll: Roll, side: str, picked: Mapping[str, str]) -> None:
        """Draw the units that a side sees; those picked for a role bear a sign."""
        from calculator.desk.unit_view import unit_view

        system = roll.scenario.system
        self._units = [(unit, unit_view(system, unit)) for unit in units_in_order(roll, side)]
        self._picked = frozenset(picked.values())
        self._accounts = {one.name: roll.account(one.key) for one in roll.sides}
        self.border_title = f"Roll, turn {roll.turn}"
        self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        for side, units in groupby(self._units, key=lambda listed: listed[0].side_name):
            yield plain_line(side, "strong")
            for account in self._accounts[side]:
                yield from wrapped(account, "dim", width)
            for unit, stands in units:
                ink = "value" if unit.full_name in self._picked else "text"
                mark, words = (f"{stands.sign} ", "heading"), (stands.words, "dim")
                yield Content.assemble(mark, (unit.name, ink), "  ", words), None

    async def on_click(self) -> None:
        await self.screen.run_action("roll")


def units_in_order(roll: Roll, side: str) -> list[RollUnit]:
    """The units that a side may see, its own first; an umpire, who has none, sees all."""
    units = roll.seen_by(side) if side else roll.units
    own = roll.side_key(side)
    return sorted(units, key=lambda unit: unit.side != own) if own else list(units)

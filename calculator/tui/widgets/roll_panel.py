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
    from calculator.roll import Roll, RollUnit


class RollPanel(Lines):
    """Lists units, the own side's first; a click opens the roll itself."""

    right_margin = 1

    _units: Sequence[tuple[RollUnit, tuple[str, str]]] = ()
    _accounts: Mapping[str, Sequence[str]] = MappingProxyType({})
    _picked: frozenset[str] = frozenset()

    def show(self, roll: Roll, side: str, picked: Mapping[str, str]) -> None:
        """Draw the units that a side sees; those picked for a role bear a sign."""
        self._units = [(unit, described(roll, unit)) for unit in units_in_order(roll, side)]
        self._picked = frozenset(picked.values())
        self._accounts = {one.name: roll.account(one.key) for one in roll.sides}
        self.border_title = f"Roll, turn {roll.turn}"
        self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        for side, units in groupby(self._units, key=lambda listed: listed[0].side_name):
            yield plain_line(side, "strong")
            for account in self._accounts[side]:
                yield from wrapped(account, "dim", width)
            for unit, (sign, words) in units:
                ink = "value" if unit.full_name in self._picked else "text"
                mark = (f"{sign} ", "heading")
                yield Content.assemble(mark, (unit.name, ink), "  ", (words, "dim")), None

    async def on_click(self) -> None:
        await self.screen.run_action("roll")


def units_in_order(roll: Roll, side: str) -> list[RollUnit]:
    """The units that a side may see, its own first; an umpire, who has none, sees all."""
    units = roll.seen_by(side) if side else roll.units
    own = roll.side_key(side)
    return sorted(units, key=lambda unit: unit.side != own) if own else list(units)


def described(roll: Roll, unit: RollUnit) -> tuple[str, str]:
    """What a unit can do, in a sign; what has become of it, and then what it is: the first is read
    where room is short."""
    from calculator.roll.words import how_it_stands, is_shaken, what_it_is

    system = roll.scenario.system
    words = ", ".join((*how_it_stands(system, unit), what_it_is(system, unit)))
    if unit.gone:
        return "✗", words
    if not unit.arrived:
        return "◌", words
    if unit.acted:
        return "✓", words
    return "!" if is_shaken(system, unit) else "·", words

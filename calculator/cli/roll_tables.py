"""The roll as tables for people and as comma-separated values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from rich.table import Column, Table
from rich.text import Text

from calculator.cli.output import open_console, open_table
from calculator.desk.turns import turn_view
from calculator.desk.unit_view import unit_view
from calculator.journal.export import csv_line
from calculator.roll import Roll, RollUnit
from calculator.roll.unit import program_key
from calculator.roll.unit_fields import known_keys
from calculator.rules.phrases import counted
from calculator.rules.system import RuleSystem

COLUMNS: Final = (
    "side", "division", "unit", "gone", "gone-turn", "arrived", "entry-turn", "acted", "may",
    "ground",
)  # fmt: skip
"""What stands in the first columns of comma-separated values; a system's own keys follow."""


_NAME: Final = 24
"""Columns that names of units are given on a narrow screen, where they are folded."""

_ROOMY: Final = 100
"""Columns from which names of units have all the room they need."""


def show(roll: Roll, battle: str, side: str) -> None:
    """Print the units of both sides, or of one, by division."""
    console = open_console()
    view = turn_view(roll)
    console.print(f"{battle}: {roll.scenario.title}, {view.line}", style="bold")
    if view.still_to_act:
        console.print(view.still_to_act)
    for ruling in roll.open:
        console.print(str(ruling), style="bold")
    width = _NAME if console.width < _ROOMY else None
    if roll.silent:
        console.print(_silence(roll.silent))
    units = [unit for unit in roll.units if not side or unit.side == side]
    for (_, name), of_side in groupby(units, key=lambda unit: (unit.side, unit.side_name)):
        console.print(_table(roll.scenario.system, name, list(of_side), width))
    for one in roll.sides:
        lines = roll.account(one.key) if not side or one.key == side else ()
        for number, line in enumerate(lines):
            console.print(f"  {line}" if number else f"{one.name}: {line}")


def _silence(silent: Sequence[int]) -> str:
    """That some entries say nothing of what they left."""
    alone = len(silent) == 1
    entries = f"entry {silent[0]}" if alone else f"entries {silent[0]} to {silent[-1]}"
    return (
        f"An older version recorded {counted(len(silent), 'ruling')} ({entries}) without what "
        f"{'it' if alone else 'they'} left: the roll has what was typed of the units, and no "
        "more. What stands otherwise: empires roll correct"
    )


def _table(system: RuleSystem, title: str, units: Sequence[RollUnit], width: int | None) -> Table:
    counts = _counts(system, units)
    table = open_table(
        Column("Unit", width=width),
        *(key.replace("-", " ").capitalize() for key in counts),
        Column("How it stands", ratio=1),
        title=title,
    )
    for division, of_division in groupby(units, key=lambda unit: unit.division):
        if division:
            table.add_row(Text(division, style="bold"))
        for unit in of_division:
            name = f"  {unit.name}" if division else unit.name
            stands = ", ".join(unit_view(system, unit).marks)
            style = "dim" if unit.gone or not unit.arrived else None
            table.add_row(name, *(_count(unit, key) for key in counts), stands, style=style)
    return table


def _counts(system: RuleSystem, units: Sequence[RollUnit]) -> list[str]:
    """The keys of what is counted of most units; counts at the start stand beside those of now."""
    counted = Counter(key for unit in units for key, text in unit.now.items() if text.isdecimal())
    of_start = {f"starting-{key}" for key in counted}
    most = {key for key, number in counted.items() if 2 * number > len(units)}
    return [key for key in known_keys(system) if key in most - of_start]


def _count(unit: RollUnit, key: str) -> str:
    now, start = unit.now.get(key, ""), unit.start.get(key, "")
    return f"{now}/{start}" if now.isdecimal() and start.isdecimal() else now


def as_csv(roll: Roll, side: str) -> Iterator[str]:
    """Each unit on a line, after a line of headings."""
    keys = known_keys(roll.scenario.system)
    own = [program_key(key) for key in keys]
    yield csv_line([*COLUMNS, *own, *(f"start-{key}" for key in own), "lost"])
    for unit in roll.units:
        if not side or unit.side == side:
            yield csv_line(_cells(unit, keys))


def _cells(unit: RollUnit, keys: Sequence[str]) -> list[str]:
    plain = unit.as_json(())
    first = [_plain(plain[column]) for column in COLUMNS]
    lost = " ".join(f"{key}={number}" for key, number in unit.losses.items())
    now, start = ([values.get(key, "") for key in keys] for values in (unit.now, unit.start))
    return [*first, *now, *start, lost]


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(value)
    return "" if value is None else str(value)

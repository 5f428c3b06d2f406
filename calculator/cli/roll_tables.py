"""The roll as tables for people and as comma-separated values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from rich.table import Table
from rich.text import Text

from calculator.cli.output import open_console, open_table
from calculator.forms import keys_of
from calculator.journal.export import csv_line
from calculator.kinds import Choice
from calculator.roll import Roll, RollUnit
from calculator.roll.places import kinds_of, known_keys
from calculator.rules.system import RuleSystem

COLUMNS: Final = (
    "side", "division", "unit", "gone", "gone-turn", "arrived", "entry-turn", "acted", "may",
    "ground",
)  # fmt: skip
"""What stands in the first columns of comma-separated values; a system's own keys follow."""


_NAME: Final = 24
"""Columns that names of units are given before they are folded."""


def show(roll: Roll, battle: str, side: str) -> None:
    """Print the units of both sides, or of one, by division."""
    console = open_console()
    console.print(f"{battle}: {roll.scenario.title}, turn {roll.turn}", style="bold")
    units = [unit for unit in roll.units if not side or unit.side == side]
    for (_, name), of_side in groupby(units, key=lambda unit: (unit.side, unit.side_name)):
        console.print(_table(roll.scenario.system, name, list(of_side)))
    for one in roll.sides:
        if one.now and (not side or one.key == side):
            values = ", ".join(f"{key} {text}" for key, text in one.now.items() if text != "no")
            console.print(f"{one.name}: {values}")
            for line in roll.ledger(one.key):
                console.print(f"  {line}")


def _table(system: RuleSystem, title: str, units: Sequence[RollUnit]) -> Table:
    words, counts = _keys(system, units)
    table = open_table(title=title)
    table.add_column("Unit", min_width=_NAME, ratio=1)
    headings = (*map(_heading, (*counts, *words)), "Lost", "This turn", "Where")
    for heading in headings:
        table.add_column(heading)
    for division, of_division in groupby(units, key=lambda unit: unit.division):
        if division:
            table.add_row(Text(division, style="bold"))
        for unit in of_division:
            cells = [
                f"  {unit.name}" if division else unit.name,
                *(_count(unit, key) for key in counts),
                *(unit.now.get(key, "") for key in words),
                ", ".join(f"{lost} {key}" for key, lost in unit.losses.items()),
                _this_turn(unit),
                unit.ground.name if unit.ground else "",
            ]
            table.add_row(*cells, style="dim" if unit.gone or not unit.arrived else None)
    return table


def _keys(system: RuleSystem, units: Iterable[RollUnit]) -> tuple[list[str], list[str]]:
    """The keys that units have, those of words and those of numbers.

    Words of the order of battle, which no ruling changes, and counts at the start are left out.
    """
    there = {key for unit in units for key in unit.now}
    changed = {key for unit in units for key in unit.now if unit.now[key] != unit.start.get(key)}
    fixed = set(keys_of(system.unit)) - changed if system.unit else set()
    keys = [key for key in known_keys(system) if key in there]
    counted_at_start = {f"starting-{key}" for key in keys}
    words = [key for key in keys if isinstance(kinds_of(system, key)[0], Choice)]
    counts = [key for key in keys if key not in {*words, *counted_at_start}]
    return [key for key in words if key not in fixed], counts


def _heading(key: str) -> str:
    return key.replace("-", " ").capitalize()


def _count(unit: RollUnit, key: str) -> str:
    now, start = unit.now.get(key, ""), unit.start.get(key, "")
    return f"{now}/{start}" if now.isdecimal() and start.isdecimal() else now


def _this_turn(unit: RollUnit) -> str:
    if unit.gone:
        return f"{unit.gone} (turn {unit.gone_turn})"
    if not unit.arrived:
        return f"comes on in turn {unit.entry_turn}" if unit.entry_turn else "not there yet"
    if not unit.acted:
        return ""
    return f"acted; may {', '.join(unit.may)}" if unit.may else "acted"


def as_csv(roll: Roll, side: str) -> Iterator[str]:
    """Each unit on a line, after a line of headings."""
    keys = known_keys(roll.scenario.system)
    yield csv_line([*COLUMNS, *keys, *(f"start-{key}" for key in keys), "lost"])
    for unit in roll.units:
        if not side or unit.side == side:
            yield csv_line(_cells(unit, keys))


def _cells(unit: RollUnit, keys: Sequence[str]) -> list[str]:
    plain = unit.as_json()
    first = [_plain(plain[column]) for column in COLUMNS]
    lost = " ".join(f"{key}={number}" for key, number in unit.losses.items())
    return [*first, *_values(unit.now, keys), *_values(unit.start, keys), lost]


def _values(values: Mapping[str, str], keys: Iterable[str]) -> list[str]:
    return [values.get(key, "") for key in keys]


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(value)
    return "" if value is None else str(value)

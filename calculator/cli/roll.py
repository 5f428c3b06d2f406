"""`empires roll`: both armies as the record leaves them; corrections; the order of battle bound."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, groupby
from typing import TYPE_CHECKING, Final

from calculator.answering import read_answers
from calculator.cli import output, parser, screen
from calculator.desk.turns import turn_view
from calculator.desk.units import unit_view
from calculator.errors import JournalError
from calculator.journal.files import NotBegunError
from calculator.journal.report import csv_line
from calculator.roll import Correction, OrderOfBattle, Roll, RollUnit, read_correction
from calculator.roll.unit import known_keys, program_key
from calculator.rules.phrases import counted

if TYPE_CHECKING:
    from rich.table import Table

    from calculator.rules.system import RuleSystem
    from calculator.umpire import Umpire

_REASON: Final = parser.option("--reason", "TEXT", "why, for the record")


def roll_of(umpire: Umpire, scenario: str = "") -> Roll:
    """The roll of a battle. Raises `JournalError` where no order of battle is bound, and where it
    is another than the `scenario`, if one is named."""
    if scenario:
        umpire.is_bound_to(OrderOfBattle.of_file(scenario))
    if (roll := umpire.roll()) is None:
        raise JournalError(
            f"{umpire.battle} has no order of battle, so it has no roll: "
            + _bind_command(scenario or "NAME", umpire.battle)
        )
    return roll


def correction_typed(umpire: Umpire, arguments: argparse.Namespace) -> Correction:
    """The correction of a unit that is typed. Raises `FaultsError` with every fault."""
    return read_answers(arguments.words, partial(read_correction, roll_of(umpire), arguments.unit))


def _run(arguments: argparse.Namespace) -> None:
    try:
        with screen.reading(arguments) as umpire:
            roll = roll_of(umpire, arguments.scenario)
            side = roll.side(arguments.side).key if arguments.side else ""
            if arguments.json:
                output.write_json(roll.as_json(umpire.battle, side) | {"waiting": umpire.waiting})
            elif arguments.csv:
                sys.stdout.writelines(_csv(roll, side))
            else:
                _show(roll, umpire.battle, side)
    except NotBegunError as fault:
        if not arguments.scenario:
            raise
        begin = _bind_command(arguments.scenario, arguments.battle)
        raise JournalError(f"{fault}: {begin}") from None


def _bind_command(scenario: str, battle: str) -> str:
    return f"empires roll bind {scenario} --battle {battle}"


_COLUMNS: Final = (
    "side", "division", "unit", "gone", "gone-turn", "arrived", "entry-turn", "acted", "may",
    "ground",
)  # fmt: skip
"""What stands in the first columns of comma-separated values; a system's own keys follow."""


def _show(roll: Roll, battle: str, side: str) -> None:
    console = output.open_console()
    view = turn_view(roll)
    console.print(f"{battle}: {roll.scenario.title}, {view.line}", style="bold")
    if view.waiting:
        console.print(view.yet_to_act(roll.scenario.side(side).called if side else ""))
    for ruling in roll.open:
        console.print(str(ruling), style="bold")
    if silent := roll.silent:
        entries = f"entries {silent[0]} to {silent[-1]}" if silent[1:] else f"entry {silent[0]}"
        console.print(
            f"An older version recorded {counted(len(silent), 'ruling')} ({entries}) without what "
            f"{'they' if silent[1:] else 'it'} left: the roll has what was typed of the units, and "
            "no more. What stands otherwise: empires roll correct"
        )
    width = 24 if console.width < 100 else None  # for names of units, which are folded there
    units = [unit for unit in roll.units if side in {"", unit.side}]
    for name, of_side in groupby(units, key=lambda unit: unit.side_name):
        console.print(_table(roll.scenario.system, name, list(of_side), width))
    for one in roll.sides:
        lines = roll.account(one.key) if side in {"", one.key} else ()
        for number, line in enumerate(lines):
            console.print(f"  {line}" if number else f"{one.name}: {line}")


def _table(system: RuleSystem, title: str, units: Sequence[RollUnit], width: int | None) -> Table:
    from rich.table import Column

    counts = _counts(system, units)
    table = output.open_table(
        Column("Unit", width=width),
        *(key.replace("-", " ").capitalize() for key in counts),
        Column("How it stands", ratio=1),
        title=title,
    )
    for division, of_division in groupby(units, key=lambda unit: unit.division):
        if division:
            table.add_row(division, style="bold")
        for unit in of_division:
            name = f"  {unit.name}" if division else unit.name
            stands = ", ".join(unit_view(system, unit).marks)
            style = "dim" if unit.gone or not unit.arrived else None
            table.add_row(name, *(_count(unit, key) for key in counts), stands, style=style)
    return table


def _counts(system: RuleSystem, units: Sequence[RollUnit]) -> list[str]:
    """The keys of what is counted of most units; counts at the start stand beside those of now."""
    numbers = Counter(key for unit in units for key, text in unit.now.items() if text.isdecimal())
    most = {key for key, number in numbers.items() if 2 * number > len(units)}
    of_start = {f"starting-{key}" for key in numbers}
    return [key for key in known_keys(system) if key in most - of_start]


def _count(unit: RollUnit, key: str) -> str:
    now, start = unit.now.get(key, ""), unit.start.get(key, "")
    return f"{now}/{start}" if now.isdecimal() and start.isdecimal() else now


def _csv(roll: Roll, side: str) -> Iterator[str]:
    keys = known_keys(roll.scenario.system)
    own = [program_key(key) for key in keys]
    yield csv_line([*_COLUMNS, *own, *(f"start-{key}" for key in own), "lost"])
    for unit in roll.units:
        if side in {"", unit.side}:
            plain = unit.as_json(())
            states = ([values.get(key, "") for key in keys] for values in (unit.now, unit.start))
            lost = " ".join(f"{key}={number}" for key, number in unit.losses.items())
            yield csv_line([*(_plain(plain[one]) for one in _COLUMNS), *chain(*states), lost])


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(value)
    return "" if value is None else str(value)


def _correct(arguments: argparse.Namespace) -> int:
    with screen.recording(arguments) as umpire:
        corrected = umpire.correct(correction_typed(umpire, arguments), arguments.reason)
        return screen.print_entry(umpire, corrected)


def _bind(arguments: argparse.Namespace) -> int:
    order = OrderOfBattle.of_file(arguments.scenario)
    with screen.recording(arguments) as umpire:
        bound = umpire.order_of_battle()
        if bound and not bound.is_same(order) and arguments.reason:
            entry = umpire.replace_order_of_battle(order, arguments.reason)
        else:
            entry = umpire.bind(order)
        if entry or umpire.pending:
            return screen.print_entry(umpire, entry)
        sys.stdout.write(f"{umpire.battle} already has this order of battle\n")
        return 0


_KEYS: Final = "keys of its system; acted=yes, at=TERRAIN, arrived=yes, gone=broken or gone=no"

_PARTS: Final = {
    "correct": parser.Subcommand(
        "correct a unit, where the roll differs from the table",
        _correct,
        parser.word("unit", "UNIT", "the name of a unit"),
        parser.word("words", "key=value", _KEYS, nargs="*"),
        _REASON,
        screen.IN_RECORD,
    ),
    "bind": parser.Subcommand(
        "give the battle an order of battle, or replace it",
        _bind,
        parser.word("scenario", "NAME|FILE", "the order of battle"),
        _REASON,
        screen.IN_RECORD,
    ),
}

COMMANDS: Final = {
    "roll": parser.Command(
        _run,
        *screen.OF_BATTLE,
        parser.option("--scenario", "NAME|FILE", "the order of battle to bind it to"),
        parser.option("--side", "SIDE", "show one side only"),
        parser.JSON,
        parser.flag("--csv", "print CSV"),
        parts=_PARTS,
    )
}

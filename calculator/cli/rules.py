"""`empires rules`: what the rules say, statement by statement, and what each statement rests on."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Final

from calculator.cli.completion import complete_system
from calculator.cli.output import open_console, open_table, write_json
from calculator.cli.parser import JSON, word
from calculator.errors import CalculatorError, UnknownNameError
from calculator.rules.catalog import find_system
from calculator.rules.statements import Statement, about, sections_of
from calculator.rules.system import RuleSystem

_ASKED = 20
"""Columns of what is asked: the rest is left to the names of values, which are long."""


ARGUMENTS: Final = (
    word("system", "SYSTEM", offers=complete_system),
    word("section", "SECTION", "only this section, e.g. VII", nargs="?"),
    JSON,
)


def run(arguments: argparse.Namespace) -> None:
    """List the statements of a system, or those of a section."""
    system = find_system(arguments.system)
    chosen = _chosen(system, arguments.section)
    if arguments.json:
        write_json([_as_json(system, one) for one in chosen])
    else:
        _show(system, chosen)


def _chosen(system: RuleSystem, section: str | None) -> Sequence[Statement]:
    if not system.statements:
        raise CalculatorError(f"the statements of {system.title} have not been listed")
    if not section:
        return system.statements
    if chosen := about(system.statements, section):
        return chosen
    known = dict.fromkeys(name for one in system.statements for name in sections_of(one.section))
    raise UnknownNameError("section", section, list(known))


def _as_json(system: RuleSystem, one: Statement) -> dict[str, object]:
    return {
        "section": one.section,
        "says": one.says,
        "asked": list(one.asked),
        "values": {entry.key: entry.value for entry in one.entries(system.tables)},
        "standings": {entry.key: entry.standing.value for entry in one.entries(system.tables)},
        "standing": one.standing.value,
        "why": one.why,
    }


def _show(system: RuleSystem, chosen: Sequence[Statement]) -> None:
    console = open_console()
    for section in dict.fromkeys(one.section for one in chosen):
        table = open_table(title=f"{system.title}, {section}", spaced=True)
        table.add_column("The rules say", overflow="fold")
        table.add_column("Asked", overflow="fold", max_width=_ASKED)
        for one in chosen:
            if one.section == section:
                table.add_row(_statement(system, one), ", ".join(one.asked) or "at the table")
        console.print(table)


def _statement(system: RuleSystem, one: Statement) -> str:
    """What it says, the values that it fixes, and what it rests on."""
    rests_on = f"[{one.standing.value}: {one.why}]" if one.why else f"[{one.standing.value}]"
    return "\n".join(filter(None, (one.says, one.figures(system.tables), rests_on)))

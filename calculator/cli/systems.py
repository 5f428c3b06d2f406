"""`empires systems`: which rule systems there are."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Final

from calculator.cli.output import open_console, open_table, write_json
from calculator.cli.parser import JSON

if TYPE_CHECKING:
    from calculator.rules.system import RuleSystem

ARGUMENTS: Final = (JSON,)


def run(arguments: argparse.Namespace) -> None:
    """List the systems with the version of their rules' code and what can be asked of each.

    A system of another package that cannot be used is named on standard error.
    """
    from calculator.journal.ruling import code_digest
    from calculator.rules.catalog import offered

    systems, left_out = offered()
    for broken in left_out:
        sys.stderr.write(f"{broken}\n")
    if arguments.json:
        write_json([_as_json(system, code_digest(system)) for system in systems])
        return
    table = open_table("System", "What it is", "Actions")
    for system in systems:
        actions = ", ".join(action.key for action in system.actions)
        code = f"Version {system.version} of its code ({code_digest(system)[:12]})."
        about = f"{system.title}. {system.summary} {code}"
        table.add_row(system.key, about, actions)
    open_console().print(table)


def _as_json(system: RuleSystem, code: str) -> dict[str, object]:
    return {
        "system": system.key,
        "title": system.title,
        "summary": system.summary,
        "version": system.version,
        "code": code,
        "actions": [action.key for action in system.actions],
    }

"""`empires result`: one drawn result, told to the table."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from calculator.cli.asking import Asker, add_question
from calculator.cli.parser import add_command

if TYPE_CHECKING:
    from calculator.cli.parser import Commands
    from calculator.rules.question import Result


def add(commands: Commands) -> None:
    """Add the command."""
    command = add_command(commands, "result", "draw a result", run)
    add_question(command)
    command.add_argument("--seed", metavar="HEX", default="", help="draw from this seed again")
    command.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Draw, record and print a result."""
    result = Asker(arguments).ask(arguments.words).result(arguments.seed)
    if arguments.json:
        from calculator.cli.output import write_json

        return write_json(result.as_json())
    _tell(result)
    return 0


def _tell(result: Result) -> None:
    from calculator.cli.output import open_console, percent

    console = open_console()
    console.print(result.words.headline, style="bold")
    for number, step in enumerate(result.words.on_table, 1):
        console.print(f"  {number}. {step}")
    if result.words.how:
        console.print("How it came about:")
        for line in result.words.how:
            console.print(f"  - {line}")
    console.print(f"The odds of this were {percent(float(result.probability))}.")
    console.print(f"Seed {result.seed}", style="dim")

"""`empires result`: one drawn result, recorded and told to the table; or what an aid measures."""

from __future__ import annotations

import argparse
import sys
from itertools import count, repeat
from typing import TYPE_CHECKING

from calculator.cli.asking import Asker, add_question
from calculator.cli.parser import add_command
from calculator.cli.screen import add_record_options, battle_of

if TYPE_CHECKING:
    from rich.console import Console

    from calculator.cli.parser import Commands
    from calculator.rules.question import Question, Result
    from calculator.umpire import Ruling, Umpire


def add(commands: Commands) -> None:
    """Add the command."""
    command = add_command(commands, "result", "draw a result", run)
    add_question(command)
    command.add_argument("--seed", metavar="HEX", help="draw from this seed again")
    add_record_options(command.add_argument_group("in the record"))
    command.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Draw, record and print a result; a record that cannot be written never holds it back."""
    question = Asker(arguments).ask(arguments.words)
    if not question.action.is_recorded:
        return _measure(arguments, question)
    from calculator.cli.output import write_json
    from calculator.umpire import Umpire

    with Umpire.open(
        battle_of(arguments), copy=arguments.copy, side=arguments.side, player=arguments.player
    ) as umpire:
        ruling = umpire.adjudicate(question, arguments.seed)
        if arguments.json:
            write_json(ruling.result.as_json() | _record_json(umpire, ruling))
        else:
            _tell(umpire, ruling)
    if ruling.warning:
        sys.stdout.flush()
        sys.stderr.write(f"{ruling.warning}\n")
    return 0


def _measure(arguments: argparse.Namespace, question: Question) -> int:
    """Print what an aid says: nothing is drawn, so there is no seed, no entry and no chance."""
    from calculator.cli.output import open_console, write_json

    result = question.result(arguments.seed)
    if arguments.json:
        unrecorded = {"seed": None, "battle": None, "entry": None, "warning": ""}
        return write_json(result.as_json() | unrecorded)
    console = open_console()
    _tell_words(console, result)
    console.print("A measuring aid: nothing is drawn or recorded.", style="dim")
    return 0


def _record_json(umpire: Umpire, ruling: Ruling) -> dict[str, object]:
    number = ruling.entry.number if ruling.entry else None
    return {"battle": umpire.battle, "entry": number, "warning": ruling.warning}


def _tell(umpire: Umpire, ruling: Ruling) -> None:
    from calculator.cli.output import open_console
    from calculator.figures import percent

    result = ruling.result
    console = open_console()
    _tell_words(console, result)
    console.print(f"The odds of exactly this were {percent(float(result.probability))}.")
    recorded = f"Entry {ruling.entry.number} of {umpire.battle}; seed" if ruling.entry else "Seed"
    console.print(f"{recorded} {result.seed}", style="dim")


def _tell_words(console: Console, result: Result) -> None:
    from calculator.cli.output import listed

    console.print(result.words.headline, style="bold")
    console.print(listed((f"{n}." for n in count(1)), result.words.on_table))
    if result.words.how:
        console.print("How it came about:")
        console.print(listed(repeat("-"), result.words.how))

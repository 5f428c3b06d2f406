"""`empires odds`: the exact odds of an action, and why they are so."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from attrs import evolve

from calculator.cli.asking import Asker, add_question
from calculator.cli.parser import add_command
from calculator.cli.words import complete_values
from calculator.errors import Fault, FaultsError, ForbiddenError

if TYPE_CHECKING:
    from calculator.cli.parser import Commands
    from calculator.rules.question import Odds, Question


def add(commands: Commands) -> None:
    """Add the command."""
    command = add_command(commands, "odds", "exact odds of an action", run)
    add_question(command)
    versus: Any = command.add_argument(
        "--versus",
        metavar="key=value",
        nargs="+",
        action="extend",
        help="compare with these answers instead",
    )
    versus.completer = complete_values
    command.add_argument(
        "--at-least", action="store_true", help="the odds of each outcome or anything graver"
    )
    command.add_argument(
        "--explain", action="store_true", help="list every factor with its points and source"
    )
    command.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print the odds."""
    asker = Asker(arguments)
    if arguments.versus:
        return _two(arguments, *_both(asker, arguments.words, arguments.versus))
    odds = asker.ask(arguments.words).odds()
    return _one(arguments, odds, [*asker.filled, *_keys(arguments.words)])


def _both(asker: Asker, words: list[str], versus: list[str]) -> tuple[Odds, Odds]:
    """The odds of both settings. Raises with everything that is wrong with either, marked."""
    changed = set(_keys(versus))
    kept = [word for word in words if not changed & set(_keys([word]))]
    settings = {"": words, "--versus ": [*kept, *versus]}
    questions: list[Question] = []
    faults: list[Fault] = []
    for mark, setting in settings.items():
        try:
            questions.append(asker.ask(setting))
        except FaultsError as wrong:
            new = [fault for fault in wrong.faults if fault not in faults]
            faults += [evolve(fault, place=f"{mark}{fault.place}") for fault in new]
    if faults:
        raise FaultsError(faults)
    return _allowed(questions[0]), _allowed(questions[1], "with --versus: ")


def _allowed(question: Question, mark: str = "") -> Odds:
    """The odds of a setting; what the rules forbid about it is marked as its own."""
    try:
        return question.odds()
    except ForbiddenError as no:
        marked = [evolve(refusal, reason=f"{mark}{refusal.reason}") for refusal in no.refusals]
        raise ForbiddenError(marked) from None


def _keys(words: list[str]) -> list[str]:
    from calculator.forms import normal_key

    return [normal_key(word.partition("=")[0]) for word in words]


def _one(arguments: argparse.Namespace, odds: Odds, given: list[str]) -> int:
    if arguments.json:
        from calculator.cli.output import write_json

        return write_json(odds.as_json() | (_at_least_json(odds) if arguments.at_least else {}))
    from calculator.cli import odds_tables

    odds_tables.show(odds, given, at_least=arguments.at_least, explain=arguments.explain)
    return 0


def _at_least_json(odds: Odds) -> dict[str, Any]:
    return {"at-least": [{"label": o.label, "probability": p} for o, p in odds.at_least()]}


def _two(arguments: argparse.Namespace, odds: Odds, versus: Odds) -> int:
    from calculator.cli.comparison import compare

    rows = compare(odds, versus, at_least=arguments.at_least)
    if arguments.json:
        from calculator.cli.output import write_json

        differences = [
            {"label": row.label, "odds": row.first, "versus": row.second, "difference": row.change}
            for row in rows
        ]
        return write_json(
            {"odds": odds.as_json(), "versus": versus.as_json(), "differences": differences}
        )
    from calculator.cli import odds_tables

    odds_tables.show_versus(odds, versus, rows, explain=arguments.explain)
    return 0

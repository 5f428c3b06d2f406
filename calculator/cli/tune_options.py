"""The tasks of `empires tune`, the options that each of them takes, and the help that tells so."""

from __future__ import annotations

import argparse
from collections.abc import Collection
from typing import Any, Final, NamedTuple

from calculator.cli.parser import AsWritten, Once, Parser
from calculator.cli.words import complete_measure, complete_role, complete_situation, complete_unit


class Task(NamedTuple):
    """What a task does, what a command line of it begins with, and the options it takes."""

    summary: str
    begins: str
    options: tuple[str, ...]


_MEASURED: Final = ("--situation", "--actor", "--against", "--measure")

TASKS: Final = {
    "map": Task("every attacker against every defender", "FILE", _MEASURED),
    "sweep": Task("every combination of what is varied", "FILE --vary ...", (*_MEASURED, "--vary")),
    "seek": Task(
        "which single change comes nearest to a wanted chance",
        "FILE --unit ...",
        (*_MEASURED, "--unit", "--role", "--target"),
    ),
    "sensitivity": Task("which rating or table value moves the odds most", "FILE", _MEASURED),
    "diff": Task(
        "what changed between two scenarios, in odds", "FILE FILE", ("--situation", "--measure")
    ),
    "duel": Task(
        "two units over several turns, exactly",
        "FILE --actor ...",
        ("--actor", "--against", "--policy", "--reply", "--turns"),
    ),
    "combine": Task(
        "several units on one target, one after another, exactly",
        "FILE --actors ...",
        ("--situation", "--actors", "--against", "--measure"),
    ),
    "forecast": Task(
        "the whole battle, simulated: a forecast, not odds",
        "FILE",
        ("--turns", "--runs", "--seed", "--workers", "--scheduler"),
    ),
}

_UNIT: Final = {"default": "", "metavar": "UNIT"}
_SEVERAL: Final[dict[str, Any]] = {"nargs": "+", "action": "extend", "default": []}

GROUPS: Final[dict[str, dict[str, dict[str, Any]]]] = {
    "what is measured": {
        "--situation": {
            "default": "",
            "metavar": "ACTION [key=value ...]",
            "help": "the action (closing with the enemy), and what holds for every pairing "
            "(in quotes)",
        },
        "--actor": {**_UNIT, "help": "who acts (all of its side)"},
        "--actors": {**_SEVERAL, "metavar": "UNIT", "help": "who act, in order"},
        "--against": {**_UNIT, "help": "against whom (all enemies)"},
        "--measure": {**_SEVERAL, "help": "carries, demoralized, ... (a sweep takes several)"},
    },
    "what is varied": {
        "--vary": {
            **_SEVERAL,
            "metavar": "WHAT=VALUES",
            "help": "UNIT=FIELD, UNIT.FIELD=a,b, FIELD=a,b or tables.KEY=a,b",
        },
        "--unit": {**_UNIT, "help": "the unit that may be changed"},
        "--role": {
            "default": "actor",
            "help": "whether it acts or is the target: actor (the default), target",
        },
        "--target": {"default": "", "metavar": "CHANCE", "help": "what is wanted: 0.45 or 45%%"},
    },
    "what is fought": {
        "--policy": {"default": "", "help": "what the actor does (see docs/tuning.md)"},
        "--reply": {"default": "", "help": "what the unit it is against does"},
        "--turns": {"default": "", "help": "turns at most"},
        "--runs": {"default": "1000", "help": "battles simulated (1000)"},
        "--seed": {"metavar": "HEX", "help": "draw the same again"},
        "--workers": {"default": "", "help": "processes (one for each core)"},
        "--scheduler": {"default": "", "metavar": "ADDRESS", "help": "a Dask cluster"},
    },
}

_COMPLETERS: Final[dict[str, Any]] = {
    **dict.fromkeys(("--actor", "--actors", "--against", "--unit"), complete_unit),
    "--situation": complete_situation,
    "--measure": complete_measure,
    "--role": complete_role,
}

_BEGINNINGS: Final = {
    "empires tune FILE": "the screen: units, ratings, and the odds of every pairing",
    **{f"empires tune {name} {task.begins}": task.summary for name, task in TASKS.items()},
}

USAGE: Final = "\n".join(
    [
        *(
            f"{begins:<{max(map(len, _BEGINNINGS))}}  {does}"
            for begins, does in _BEGINNINGS.items()
        ),
        "",
        "What one of them takes: empires tune sweep --help",
    ]
)


def declare(parser: argparse.ArgumentParser, wanted: Collection[str]) -> None:
    """Add the options wanted, in their groups, and those that every task takes."""
    for title, options in GROUPS.items():
        chosen = [name for name in options if name in wanted]
        group = parser.add_argument_group(title) if chosen else parser
        for name in chosen:
            option: Any = group.add_argument(name, **{"action": Once, **options[name]})
            option.completer = _COMPLETERS.get(name)
    shown = parser.add_argument_group("how it is told")
    forms = shown.add_mutually_exclusive_group()
    for form in ("csv", "json", "svg", "html"):
        forms.add_argument(f"--{form}", dest="form", action="store_const", const=form, default="")
    shown.add_argument(
        "--output", action=Once, default="", metavar="FILE", help="write there, not here"
    )


class TaskHelp(argparse.Action):
    """Prints what the task named before it takes, or, where none is, what all of them take."""

    def __init__(self, option_strings: list[str], dest: str, **settings: Any) -> None:
        super().__init__(option_strings, dest, nargs=0, **settings)

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, *_: Any
    ) -> None:
        page = parser
        if task := TASKS.get(namespace.task or ""):
            prog = f"empires tune {namespace.task}"
            page = Parser(prog=prog, description=task.summary, formatter_class=AsWritten)
            number = task.begins.count("FILE")
            page.add_argument(
                "file", metavar="FILE", nargs=number, help="a scenario, by name or path"
            )
            declare(page, task.options)
        page.print_help()
        parser.exit()

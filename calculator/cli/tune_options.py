"""The tasks of `empires tune`, the options that each takes, and the help that lists them."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

from calculator.cli.completion import (
    complete_measure,
    complete_scenario,
    complete_situation,
    complete_unit,
)
from calculator.cli.parser import AsWritten, Once, Parser, completed
from calculator.errors import Fault, FaultsError

ROLES: Final = ("actor", "target")


class TuneTask(NamedTuple):
    """What a task does, what a command line of it begins with, and the options it takes."""

    summary: str
    begins: str
    options: tuple[str, ...]

    @property
    def files(self) -> int:
        """How many scenarios it takes."""
        return self.begins.split().count("FILE")


_MEASURED: Final = ("--situation", "--actor", "--against", "--measure")

TASKS: Final = {
    "map": TuneTask("every attacker against every defender", "FILE", (*_MEASURED, "--batteries")),
    "sweep": TuneTask(
        "every combination of what is varied", "FILE --vary ...", (*_MEASURED, "--vary")
    ),
    "seek": TuneTask(
        "which single change comes nearest to a wanted chance",
        "FILE --unit ...",
        (
            *(*_MEASURED, "--unit", "--role", "--target"),
            *("--battle", "--runs", "--seed", "--workers"),
        ),
    ),
    "sensitivity": TuneTask("which rating or table value moves the odds most", "FILE", _MEASURED),
    "diff": TuneTask(
        "what changed between two scenarios, in odds", "FILE FILE", ("--situation", "--measure")
    ),
    "duel": TuneTask(
        "two units over several turns, exactly",
        "FILE --actor ...",
        ("--actor", "--against", "--policy", "--reply", "--turns"),
    ),
    "combine": TuneTask(
        "several units on one target, one after another, exactly",
        "FILE --actors ...",
        ("--situation", "--actors", "--against", "--measure"),
    ),
    "forecast": TuneTask(
        "the whole battle, simulated: a forecast, not odds",
        "FILE",
        (
            *("--policy", "--reply", "--turns", "--runs", "--seed", "--tell"),
            *("--workers", "--scheduler"),
        ),
    ),
    "history": TuneTask(
        "forecasts of past battles, held against what happened",
        "[BATTLES.csv]",
        ("--runs", "--seed", "--workers", "--calibrate"),
    ),
}
"""Each is read and worked out by the function of its name in `calculator.cli.tune_tasks`."""

_MODES: Final = {
    "seek": ("--battle", ("--runs", "--seed", "--workers")),
    "forecast": ("--tell", ("--policy", "--reply", "--turns")),
    "history": ("--calibrate", ("--seed", "--workers")),
}
"""An option that makes another task of one, and what that takes besides."""


class Option(NamedTuple):
    """An option: what it holds if left out, what its value is called, and what the shell offers."""

    help: str
    metavar: str | None = None
    default: str | None = ""
    completer: Any = None
    several: bool = False
    flag: bool = False

    def declare(self, group: Any, name: str) -> None:
        """Add it to a group of options."""
        if self.flag:
            group.add_argument(name, help=self.help, action="store_true")
            return
        many = {"nargs": "+", "action": "extend", "default": []}
        settings = many if self.several else {"action": Once, "default": self.default}
        option = group.add_argument(name, help=self.help, metavar=self.metavar, **settings)
        completed(option, self.completer)


def _unit(text: str, *, several: bool = False) -> Option:
    return Option(text, "UNIT", completer=complete_unit, several=several)


OPTIONS: Final[Mapping[str, Mapping[str, Option]]] = {
    "what is measured": {
        "--situation": Option(
            "the action (closing with the enemy), and what holds for every pairing (in quotes)",
            "ACTION [key=value ...]",
            completer=complete_situation,
        ),
        "--actor": _unit("who acts (all of its side)"),
        "--actors": _unit("who act, in order", several=True),
        "--against": _unit("against whom (all enemies)"),
        "--measure": Option(
            "carries, demoralized, ... (a sweep takes several)",
            completer=complete_measure,
            several=True,
        ),
        "--batteries": Option("show units of guns on a page or drawing as well", flag=True),
    },
    "what is varied": {
        "--vary": Option(
            "UNIT=FIELD, UNIT.FIELD=a,b, FIELD=a,b or tables.KEY=a,b", "WHAT=VALUES", several=True
        ),
        "--unit": _unit("the unit that may be changed"),
        "--role": Option(
            "whether it acts or is the target: actor (the default), target",
            default="actor",
            completer=lambda **_: ROLES,
        ),
        "--target": Option("what is wanted: 0.45 or 45%%", "CHANCE"),
        "--battle": Option(
            "in place of these, which ratings bring history's result in forecasts", flag=True
        ),
    },
    "what is fought": {
        "--policy": Option("what the actor does (see docs/tuning.md)"),
        "--reply": Option("what the unit it is against does"),
        "--turns": Option("turns at most"),
        "--runs": Option("battles simulated (1000; of each past battle 100)"),
        "--seed": Option("draw the same again", "HEX", default=None),
        "--tell": Option("tell one battle of this seed hour by hour", "HEX", default=None),
        "--calibrate": Option("look for the free numbers anew, by the stated search", flag=True),
        "--workers": Option("processes (one for each core)"),
        "--scheduler": Option("a Dask cluster", "ADDRESS"),
    },
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


def declare(parser: argparse.ArgumentParser, wanted: Collection[str] | None = None) -> None:
    """Add the options wanted (by default all), in their groups, and those that every task takes."""
    for title, options in OPTIONS.items():
        chosen = [name for name in options if wanted is None or name in wanted]
        group = parser.add_argument_group(title) if chosen else parser
        for name in chosen:
            options[name].declare(group, name)
    shown = parser.add_argument_group("how it is shown")
    forms = shown.add_mutually_exclusive_group()
    for form in ("csv", "json", "svg", "html"):
        forms.add_argument(f"--{form}", dest="form", action="store_const", const=form, default="")
    Option("write there, not here", "FILE").declare(shown, "--output")


def check_taken(arguments: argparse.Namespace) -> None:
    """Raises `FaultsError` for every option that the task would not look at."""
    name = arguments.task
    task, taken = f"tune {name}", set(TASKS[name].options)
    mode, only = _MODES.get(name, ("", ()))
    if mode and _value(arguments, mode) not in (None, False):
        task, taken = f"{task} {mode}", {mode, *only}
    elif name == "seek":
        task, taken = f"{task} without {mode}", taken - set(only)
    faults = [
        Fault(option, f"says nothing to {task}", ", ".join(sorted(taken)))
        for options in OPTIONS.values()
        for option, declared in options.items()
        if option not in taken and _value(arguments, option) not in (False, [], declared.default)
    ]
    if faults:
        raise FaultsError(faults)


def _value(arguments: argparse.Namespace, option: str) -> object:
    return getattr(arguments, option.removeprefix("--"))


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
            text, many = "a scenario, by name or path", task.files
            if many:
                page.add_argument("file", metavar="FILE", nargs=many, help=text)
            else:
                text = "past battles, a row each (the 32 of 1792-1815)"
                page.add_argument("file", metavar="BATTLES.csv", nargs="?", help=text)
            declare(page, task.options)
        page.print_help()
        parser.exit()


def complete_task(prefix: str, **_: Any) -> Mapping[str, str]:
    """The tasks with what they do, and scenarios, which the screen of `empires tune` opens."""
    tasks = {name: task.summary for name, task in TASKS.items()}
    return tasks | dict.fromkeys(complete_scenario(prefix), "")

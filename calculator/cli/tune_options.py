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
from calculator.cli.parser import Once, completed

ROLES: Final = ("actor", "target")


class TuneTask(NamedTuple):
    """What a command line of a task begins with, and what the task does."""

    begins: str
    summary: str

    @property
    def files(self) -> int:
        """How many scenarios it takes."""
        return self.begins.split().count("FILE")


TASKS: Final = {
    "map": TuneTask("FILE", "every attacker against every defender"),
    "sweep": TuneTask("FILE --vary ...", "every combination of what is varied"),
    "seek": TuneTask("FILE --unit ...", "which single change comes nearest to a wanted chance"),
    "sensitivity": TuneTask("FILE", "which rating or table value moves the odds most"),
    "diff": TuneTask("FILE FILE", "what changed between two scenarios, in odds"),
    "duel": TuneTask("FILE --actor ...", "two units over several turns, exactly"),
    "combine": TuneTask(
        "FILE --actors ...", "several units on one target, one after another, exactly"
    ),
    "forecast": TuneTask("FILE", "the whole battle, simulated: a forecast, not odds"),
    "history": TuneTask("[BATTLES.csv]", "forecasts of past battles, held against what happened"),
}
"""What each takes and does in detail stands in `calculator.cli.tune_tasks`."""


class Option(NamedTuple):
    """An option: what it holds if left out, what its value is called, and what the shell offers."""

    help: str
    metavar: str | None = None
    default: Any = ""
    completer: Any = None

    def declare(self, group: Any, name: str) -> None:
        """Add it to a group of options; its default says whether it is one word, some, or none."""
        settings: dict[str, Any] = {"action": Once, "metavar": self.metavar}
        if self.default == []:
            settings |= {"action": "extend", "nargs": "+"}
        if self.default is False:
            settings = {"action": "store_true"}
        option = group.add_argument(name, help=self.help, default=self.default, **settings)
        completed(option, self.completer)


_UNIT: Final[dict[str, Any]] = {"metavar": "UNIT", "completer": complete_unit}

OPTIONS: Final[Mapping[str, Mapping[str, Option]]] = {
    "what is measured": {
        "--situation": Option(
            "the action (closing with the enemy), and what holds for every pairing (in quotes)",
            "ACTION [key=value ...]",
            completer=complete_situation,
        ),
        "--actor": Option("who acts (all of its side)", **_UNIT),
        "--actors": Option("who act, in order", default=[], **_UNIT),
        "--against": Option("against whom (all enemies)", **_UNIT),
        "--measure": Option(
            "carries, demoralized, ... (a sweep takes several)",
            default=[],
            completer=complete_measure,
        ),
        "--batteries": Option("show units of guns on a page or drawing as well", default=False),
    },
    "what is varied": {
        "--vary": Option(
            "UNIT=FIELD, UNIT.FIELD=a,b, FIELD=a,b or tables.KEY=a,b", "WHAT=VALUES", []
        ),
        "--unit": Option("the unit that may be changed", **_UNIT),
        "--role": Option(
            "whether it acts or is the target: actor (the default), target",
            default="actor",
            completer=lambda **_: ROLES,
        ),
        "--target": Option("what is wanted: 0.45 or 45%%", "CHANCE"),
        "--battle": Option(
            "in place of these, which ratings bring history's result in forecasts", default=False
        ),
    },
    "what is fought": {
        "--policy": Option("what the actor does (see docs/tuning.md)"),
        "--reply": Option("what the unit it is against does"),
        "--turns": Option("turns at most"),
        "--runs": Option("battles simulated (1000; of each past battle 100)"),
        "--seed": Option("draw the same again", "HEX", default=None),
        "--tell": Option("tell one battle of this seed hour by hour", "HEX", default=None),
        "--calibrate": Option(
            "look for the free numbers anew, by the stated search", default=False
        ),
        "--workers": Option("processes (one for each core)"),
        "--scheduler": Option("a Dask cluster", "ADDRESS"),
    },
}

_BEGINNINGS: Final = {
    "empires tune FILE": "the screen: units, ratings, and the odds of every pairing",
    **{f"empires tune {name} {task.begins}": task.summary for name, task in TASKS.items()},
}
_WIDTH: Final = max(map(len, _BEGINNINGS))
_LISTED: Final = "".join(f"{begin:<{_WIDTH}}  {does}\n" for begin, does in _BEGINNINGS.items())

USAGE: Final = f"{_LISTED}\nWhat one of them takes: empires tune sweep --help"


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


def complete_task(prefix: str, **_: Any) -> Mapping[str, str]:
    """The tasks with what they do, and scenarios, which the screen of `empires tune` opens."""
    tasks = {name: task.summary for name, task in TASKS.items()}
    return tasks | dict.fromkeys(complete_scenario(prefix), "")

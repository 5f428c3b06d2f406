"""The tasks of `empires tune`, the options that each takes, and the help that lists them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from calculator.cli.completion import (
    complete_measure,
    complete_scenario,
    complete_situation,
    complete_unit,
)
from calculator.cli.parser import Argument, Group, Once, flag, option

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


_text: Final = partial(option, action=Once)
_several: Final = partial(option, action="extend", nargs="+", default=[])

OPTIONS: Final[Mapping[str, Sequence[Argument]]] = {
    "what is measured": (
        _text(
            "--situation",
            "ACTION [key=value ...]",
            "the action (closing with the enemy), and what holds for every pairing (in quotes)",
            complete_situation,
        ),
        _text("--actor", "UNIT", "who acts (all of its side)", complete_unit),
        _several("--actors", "UNIT", "who act, in order", complete_unit),
        _text("--against", "UNIT", "against whom (all enemies)", complete_unit),
        _several(
            "--measure", None, "carries, demoralized, ... (a sweep takes several)", complete_measure
        ),
        flag("--batteries", "show units of guns on a page or drawing as well"),
    ),
    "what is varied": (
        _several(
            "--vary", "WHAT=VALUES", "UNIT=FIELD, UNIT.FIELD=a,b, FIELD=a,b or tables.KEY=a,b"
        ),
        _text("--unit", "UNIT", "the unit that may be changed", complete_unit),
        _text(
            "--role",
            None,
            "whether it acts or is the target: actor (the default), target",
            lambda **_: ROLES,
            default="actor",
        ),
        _text("--target", "CHANCE", "what is wanted: 0.45 or 45%%"),
        flag("--battle", "in place of these, which ratings bring history's result in forecasts"),
    ),
    "what is fought": (
        _text("--policy", None, "what the actor does (see docs/tuning.md)"),
        _text("--reply", None, "what the unit it is against does"),
        _text("--turns", None, "turns at most"),
        _text("--runs", None, "battles simulated (1000; of each past battle 100)"),
        _text("--seed", "HEX", "draw the same again", default=None),
        _text("--tell", "HEX", "tell one battle of this seed hour by hour", default=None),
        flag("--calibrate", "look for the free numbers anew, by the stated search"),
        _text("--workers", None, "processes (one for each core)"),
        _text("--scheduler", "ADDRESS", "a Dask cluster"),
    ),
}

_BEGINNINGS: Final = {
    "empires tune FILE": "the screen: units, ratings, and the odds of every pairing",
    **{f"empires tune {name} {task.begins}": task.summary for name, task in TASKS.items()},
}
_WIDTH: Final = max(map(len, _BEGINNINGS))
_LISTED: Final = "".join(f"{begin:<{_WIDTH}}  {does}\n" for begin, does in _BEGINNINGS.items())

USAGE: Final = f"{_LISTED}\nWhat one of them takes: empires tune sweep --help"


_FORMS: Final = [
    Argument(f"--{form}", dest="form", action="store_const", const=form, default="")
    for form in ("csv", "json", "svg", "html")
]
_OUTPUT: Final = _text("--output", "FILE", "write there, not here")
_SHOWN: Final = Group("how it is shown", Group("", *_FORMS), _OUTPUT)


def options_of(wanted: Collection[str] | None = None) -> list[Group | Argument]:
    """The options wanted (by default all), by what they are about, and those of every task."""
    groups = [
        Group(title, *(one for one in options if wanted is None or one.names[0] in wanted))
        for title, options in OPTIONS.items()
    ]
    return [*(group for group in groups if group.arguments), _SHOWN]


def complete_task(prefix: str, **_: Any) -> Mapping[str, str]:
    """The tasks with what they do, and scenarios, which the screen of `empires tune` opens."""
    tasks = {name: task.summary for name, task in TASKS.items()}
    return tasks | dict.fromkeys(complete_scenario(prefix), "")

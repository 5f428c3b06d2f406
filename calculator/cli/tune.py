"""`empires tune`: what a rating, a base or a table value does to the odds."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Final

from calculator.cli.completion import (
    complete_measure,
    complete_scenario,
    complete_situation,
    complete_unit,
)
from calculator.cli.parser import Argument, Group, Once, Subcommand, flag, option, word
from calculator.errors import UnknownNameError

USUAL_PART: Final = "open"

ROLES: Final = ("actor", "target")

_text: Final = partial(option, action=Once)
_several: Final = partial(option, action="extend", nargs="+", default=[])
_file: Final = partial(word, metavar="FILE", offers=complete_scenario)

_FILE: Final = _file("file", meaning="a scenario, by name or path")
_SITUATION: Final = _text(
    "--situation",
    "ACTION [key=value ...]",
    "the action (closing with the enemy), and what holds for every pairing (in quotes)",
    complete_situation,
)
_ACTOR: Final = _text("--actor", "UNIT", "who acts (all of its side)", complete_unit)
_AGAINST: Final = _text("--against", "UNIT", "against whom (all enemies)", complete_unit)
_ONE_AGAINST: Final = _text("--against", "UNIT", "against whom", complete_unit)
_MEASURE: Final = _text("--measure", None, "carries, demoralized, ...", complete_measure)
_POLICY: Final = _text("--policy", None, "what the actor does (see docs/tuning.md)")
_REPLY: Final = _text("--reply", None, "what the unit it is against does")
_TURNS: Final = _text("--turns", None, "turns at most")
_SEED: Final = _text("--seed", "HEX", "draw the same again", default=None)
_WORKERS: Final = _text("--workers", None, "processes (one for each core)")

_SHOWN: Final = Group(
    "how it is shown",
    Group(
        "",
        *(
            Argument(f"--{form}", dest="form", action="store_const", const=form, default="")
            for form in ("csv", "json", "svg", "html")
        ),
    ),
    _text("--output", "FILE", "write there, not here"),
)


def _task(summary: str, *arguments: Argument) -> Subcommand:
    return Subcommand(summary, _work_out, *arguments, _SHOWN)


def _work_out(arguments: argparse.Namespace) -> None:
    from calculator.cli.tune_tasks import work_out

    work_out(arguments.command.prog.split()[-1], arguments)


def _open(arguments: argparse.Namespace) -> None:
    from importlib import import_module

    from calculator.scenarios.places import find_scenario, known_scenarios
    from calculator.tui.app import take_terminal

    try:
        find_scenario(arguments.file)
    except UnknownNameError:
        known = [*PARTS, *known_scenarios()]
        raise UnknownNameError("task or scenario", arguments.file, known) from None
    take_terminal()
    import_module("calculator.tui.tune.app").run(arguments.file)


PARTS: Final = {
    "open": Subcommand("the screen (or tune FILE): the odds of every pairing", _open, _FILE),
    "map": _task(
        "every attacker against every defender",
        _FILE,
        _SITUATION,
        _MEASURE,
        _ACTOR,
        _AGAINST,
        flag("--batteries", "show units of guns on a page or drawing as well"),
    ),
    "sweep": _task(
        "every combination of what is varied",
        _FILE,
        _several(
            "--vary",
            "WHAT=VALUES",
            "UNIT=FIELD, UNIT.FIELD=a,b, UNIT.at=GROUND, FIELD=a,b or tables.KEY=a,b",
        ),
        _SITUATION,
        _several("--measure", None, "one or more: carries, demoralized", complete_measure),
        _ACTOR,
        _AGAINST,
    ),
    "seek": _task(
        "which single change comes nearest to a wanted chance",
        _FILE,
        _text("--unit", "UNIT", "the unit that may be changed", complete_unit),
        _text("--target", "CHANCE", "what is wanted: 0.45 or 45%%"),
        _text(
            "--role",
            None,
            "whether it acts or is the target: actor (the default), target",
            lambda **_: ROLES,
            default="actor",
        ),
        _SITUATION,
        _MEASURE,
        _ACTOR,
        _AGAINST,
    ),
    "sensitivity": _task(
        "which rating or table value moves the odds most",
        _FILE,
        _SITUATION,
        _MEASURE,
        _ACTOR,
        _AGAINST,
    ),
    "diff": _task(
        "what changed between two scenarios, in odds",
        _file("file", meaning="a scenario, by name or path"),
        _file("second", meaning="another of the same system"),
        _SITUATION,
        _MEASURE,
    ),
    "duel": _task(
        "two units over several turns, exactly",
        _FILE,
        _text("--actor", "UNIT", "who acts first", complete_unit),
        _ONE_AGAINST,
        _POLICY,
        _REPLY,
        _TURNS,
    ),
    "combine": _task(
        "several units on one target, one after another, exactly",
        _FILE,
        _several("--actors", "UNIT", "who act, in order", complete_unit),
        _ONE_AGAINST,
        _SITUATION,
        _MEASURE,
    ),
    "forecast": _task(
        "the whole battle, simulated: a forecast, not odds",
        _FILE,
        _text(
            "--against",
            "FILE",
            "another version of it, from the same seeds: what differs",
            complete_scenario,
        ),
        _text("--runs", None, "battles simulated (1000)"),
        _SEED,
        _TURNS,
        _text("--policy", None, "what the attacker does (see docs/tuning.md)"),
        _text("--reply", None, "what the defender does"),
        _WORKERS,
        _text("--scheduler", "ADDRESS", "a Dask cluster"),
        flag("--by-run", "a row for each run, as csv or json"),
        _text("--tell", "HEX", "tell one battle of this seed hour by hour", default=None),
    ),
    "history": _task(
        "forecasts of past battles, held against what happened",
        word("file", "BATTLES.csv", "a row each (the 32 of 1792-1815)", nargs="?"),
        _text("--runs", None, "battles simulated of each (100)"),
        _SEED,
        _WORKERS,
    ),
}
"""Each by its name; `calculator.cli.tune_tasks` works them out."""

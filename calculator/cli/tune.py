"""`empires tune`: what a rating, a base or a table value does to the odds."""

from __future__ import annotations

import argparse
from functools import partial
from importlib import import_module
from typing import Final

from calculator.cli.parser import (
    Command,
    Once,
    Subcommand,
    Taken,
    argument,
    flag,
    group,
    option,
    word,
)
from calculator.errors import UnknownNameError

_text: Final = partial(option, action=Once)
_several: Final = partial(option, action="extend", nargs="+", default=[])

_FILE: Final = word("file", "FILE", "a scenario, by name or file")
_SITUATION: Final = _text(
    "--situation",
    "ACTION [key=value ...]",
    "the action (closing with the enemy), and what holds for every pairing (in quotes)",
)
_ACTOR: Final = _text("--actor", "UNIT", "the unit that acts (all of its side)")
_AGAINST: Final = _text("--against", "UNIT", "the target (all enemies)")
_MEASURE: Final = _text("--measure", None, "carries, demoralized, ...")
_PAIRING: Final = (_SITUATION, _MEASURE, _ACTOR, _AGAINST)
_ONE_AGAINST: Final = _text("--against", "UNIT", "the target")
_POLICY: Final = _text("--policy", None, "what the acting unit does (see docs/tuning.md)")
_REPLY: Final = _text("--reply", None, "what the target does")
_TURNS: Final = _text("--turns", None, "how many turns at most")
_SEED: Final = _text("--seed", "HEX", "repeat the draws of this seed", default=None)
_WORKERS: Final = _text("--workers", None, "how many processes (one for each core)")

_SHOWN: Final = group(
    "output",
    group(
        "",
        *(
            argument(f"--{form}", dest="form", action="store_const", const=form, default="")
            for form in ("csv", "json", "svg", "html")
        ),
    ),
    _text("--output", "FILE", "write to this file"),
)


def _task(summary: str, *arguments: Taken) -> Subcommand:
    tasks = "calculator.cli.tune_tasks"
    return Subcommand(
        summary, lambda typed: import_module(tasks).work_out(typed), *arguments, _SHOWN
    )


def _open(arguments: argparse.Namespace) -> None:
    from calculator.scenarios.places import find_scenario, known_scenarios
    from calculator.tui.app import take_terminal

    try:
        find_scenario(arguments.file)
    except UnknownNameError:
        known = [*PARTS, *known_scenarios()]
        raise UnknownNameError("task or scenario", arguments.file, known) from None
    take_terminal()
    import_module("calculator.tui.tune.screen").run(arguments.file)


PARTS: Final = {
    "open": Subcommand("open a screen with the odds of every pairing", _open, _FILE),
    "map": _task(
        "show every attacker against every defender",
        _FILE,
        *_PAIRING,
        flag("--batteries", "show units of guns too, on a page or drawing"),
    ),
    "sweep": _task(
        "try every combination of answers or table values",
        _FILE,
        _several(
            "--vary",
            "WHAT=VALUES",
            "UNIT=FIELD, UNIT.FIELD=a,b, UNIT.at=GROUND, FIELD=a,b or tables.KEY=a,b",
        ),
        _SITUATION,
        _several("--measure", None, "one or more: carries, demoralized"),
        _ACTOR,
        _AGAINST,
    ),
    "seek": _task(
        "find the one change that comes nearest to a wanted chance",
        _FILE,
        _text("--unit", "UNIT", "the unit that may be changed"),
        _text("--target", "CHANCE", "the wanted chance: 0.45 or 45%%"),
        _text("--role", None, "its part: actor (the default) or target", default="actor"),
        *_PAIRING,
    ),
    "sensitivity": _task(
        "show which rating or table value changes the odds most", _FILE, *_PAIRING
    ),
    "diff": _task(
        "compare the odds of two scenarios",
        _FILE,
        word("second", "FILE", "another one of the same system"),
        _SITUATION,
        _MEASURE,
    ),
    "duel": _task(
        "exact odds of two units over several turns",
        _FILE,
        _text("--actor", "UNIT", "the unit that acts first"),
        _ONE_AGAINST,
        _POLICY,
        _REPLY,
        _TURNS,
    ),
    "combine": _task(
        "exact odds of several units on one target, one after another",
        _FILE,
        _several("--actors", "UNIT", "the units that act, in order"),
        _ONE_AGAINST,
        _SITUATION,
        _MEASURE,
    ),
    "forecast": _task(
        "simulate the whole battle: a forecast, not odds",
        _FILE,
        _text("--against", "FILE", "compare with another version, from the same seeds"),
        _text("--runs", None, "how many battles to simulate (1000)"),
        _SEED,
        _TURNS,
        _text("--policy", None, "what the attacker does (see docs/tuning.md)"),
        _text("--reply", None, "what the defender does"),
        _WORKERS,
        _text("--scheduler", "ADDRESS", "the address of a Dask cluster"),
        flag("--by-run", "a row for each run, as csv or json"),
        _text("--tell", "HEX", "tell the battle of this seed hour by hour", default=None),
    ),
    "history": _task(
        "compare forecasts of past battles with what happened",
        word("file", "BATTLES.csv", "one row for each battle (32 from 1792 to 1815)", nargs="?"),
        _text("--runs", None, "how many battles to simulate of each (100)"),
        _SEED,
        _WORKERS,
    ),
}
"""Each by its name; `calculator.cli.tune_tasks` works them out."""

COMMANDS: Final = {"tune": Command(parts=PARTS, usual="open")}

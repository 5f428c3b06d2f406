"""`empires scenario`: orders of battle made, checked, shown, listed and formatted."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from calculator.cli.completion import complete_scenario, complete_system
from calculator.cli.output import write_json, write_out
from calculator.cli.parser import JSON, OUTPUT, Group, Subcommand, flag, option, word
from calculator.cli.scenario_check import check, list_known
from calculator.errors import Fault, FaultsError, every, how_to_add, nearest
from calculator.kinds import Whole

MOST_RUNS: Final = 100_000
"""Battles of the forecast in a booklet."""


def _new(arguments: argparse.Namespace) -> None:
    import shlex

    from calculator.rules.catalog import main_system
    from calculator.scenarios.template import write_template

    system = arguments.system or main_system().key
    if arguments.roster:
        from calculator.cli.scenario_new import from_roster

        from_roster(arguments.roster, arguments.file, system, arguments.men_per_base)
        return
    if arguments.men_per_base is not None:
        problem = "turns the men in a spreadsheet into bases"
        raise FaultsError([Fault("--men-per-base", problem, "--from CSV")])
    if arguments.like:
        from calculator.cli.scenario_new import write_like

        path = write_like(arguments.like, arguments.file, arguments.system)
    else:
        path = write_template(arguments.file, system)
    command = f"empires scenario check {shlex.quote(str(path))}"
    sys.stdout.write(f"Wrote {path}; when you have filled it in: {command}\n")


def _show(arguments: argparse.Namespace) -> None:
    from calculator.scenarios import load

    scenario = load(arguments.file)
    if arguments.json:
        from calculator.scenarios.exporting import scenario_json

        write_json(scenario_json(scenario))
    else:
        from calculator.cli.scenario_tables import show

        show(scenario, notes=arguments.notes)


def _export(arguments: argparse.Namespace) -> None:
    from calculator.scenarios import load
    from calculator.scenarios.exporting import as_csv, left_out

    scenario = load(arguments.file)
    write_out(as_csv(scenario), arguments.output)
    sys.stderr.write(f"Not in a spreadsheet: {', '.join(left_out(scenario))}\n")


def _booklet(arguments: argparse.Namespace) -> int:
    """Write a page to print to a file, or print it."""
    from calculator.scenarios import load
    from calculator.tuning.booklet import PAPERS, booklet
    from calculator.tuning.curves import can_draw

    def paper() -> str:
        word: str = arguments.paper.lower()
        if word not in PAPERS:
            problem, near = f"{word!r} is not a paper size", nearest(word, PAPERS)
            raise FaultsError([Fault("--paper", problem, ", ".join(PAPERS), near)])
        return word

    scenario, size, battles = every(
        lambda: load(arguments.file),
        paper,
        lambda: Whole(0, MOST_RUNS).parse_at("--runs", arguments.runs),
    )
    text = booklet(scenario, battles, size)
    if battles and scenario.system.forecast and not can_draw():
        sys.stderr.write(f"The curves are left out. To add them: {how_to_add('charts')}\n")
    if path := write_out(text, arguments.output):
        sys.stdout.write(f"Wrote {path}; print it from your browser\n")
    return 0


def _schema(_: argparse.Namespace) -> None:
    from calculator.scenarios.schema import schema_text

    sys.stdout.write(schema_text())


_FILE: Final = word("file", "NAME|FILE", offers=complete_scenario)
_FILES: Final = word("words", "NAME|FILE", offers=complete_scenario, nargs="+")
_MEN: Final = "with a spreadsheet: how many foot make a base (horse: half as many)"

PARTS: Final = {
    "new": Subcommand(
        "write a new file with comments, ready to fill in",
        _new,
        word("file", "FILE", "the file to write, e.g. my-battle.toml"),
        option("--system", "SYSTEM", None, complete_system),
        Group(
            "",
            option("--from", "CSV", "start from a spreadsheet", dest="roster"),
            option("--like", "NAME|FILE", "start from another battle", complete_scenario),
        ),
        option("--men-per-base", "MEN", _MEN, default=None),
    ),
    "check": Subcommand("list every fault in a file, and what looks doubtful", check, _FILES, JSON),
    "show": Subcommand(
        "show an order of battle",
        _show,
        _FILE,
        flag("--notes", "with the notes on every unit"),
        JSON,
    ),
    "export": Subcommand(
        "write the units as a spreadsheet, which `new --from` can read",
        _export,
        _FILE,
        flag("--csv", "as CSV, the only format"),
        OUTPUT,
    ),
    "booklet": Subcommand(
        "make a booklet of a battle, ready to print",
        _booklet,
        _FILE,
        OUTPUT,
        option("--paper", "PAPER", "a4 (the default) or letter", default="a4"),
        option(
            "--runs",
            "RUNS",
            "battles simulated for its forecast (200; 0 for none)",
            default="200",
        ),
    ),
    "list": Subcommand("list the orders of battle that you can open by name", list_known, JSON),
    "schema": Subcommand("print the JSON Schema, for editors", _schema),
}

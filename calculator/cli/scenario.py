"""`empires scenario`: orders of battle made, checked, shown, listed and formatted."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from calculator.cli.completion import complete_scenario, complete_system
from calculator.cli.output import write_json, write_out
from calculator.cli.parser import Parser, add_command, add_parts, completed, read_option
from calculator.cli.scenario_check import check, list_known
from calculator.errors import Fault, FaultsError, every, how_to_add, nearest
from calculator.kinds import Whole

NOT_IN_FORM: Final = 1
"""The exit code of ``format --check`` for a file that would change."""

MOST_RUNS: Final = 100_000
"""Battles of the forecast in a booklet."""


def add(command: Parser) -> None:
    """Its own commands."""
    parts = add_parts(command)
    new = add_command(parts, "new", "write a commented file to start from", _new)
    new.add_argument("file", metavar="FILE", help="the file to write, e.g. my-battle.toml")
    completed(new.add_argument("--system", metavar="SYSTEM", default=""), complete_system)
    source = new.add_mutually_exclusive_group()
    source.add_argument("--from", dest="roster", metavar="CSV", help="make it of a spreadsheet")
    like = source.add_argument("--like", metavar="NAME|FILE", help="start from another battle")
    completed(like, complete_scenario)
    new.add_argument(
        "--men-per-base",
        metavar="MEN",
        help="of a spreadsheet: foot to a base, if not as the system has it; horse half as many",
    )
    faults = add_command(parts, "check", "list every fault of a file, and what is doubtful", check)
    _takes_files(faults, "words")
    show = add_command(parts, "show", "show an order of battle", _show)
    _takes_files(show, "file")
    show.add_argument("--notes", action="store_true", help="with the notes of every unit")
    book = add_command(parts, "booklet", "make a booklet of a battle, ready to print", _booklet)
    _takes_files(book, "file")
    book.add_argument("--output", metavar="FILE", default="", help="write there, not here")
    book.add_argument("--paper", metavar="PAPER", default="a4", help="a4 (the default) or letter")
    book.add_argument(
        "--runs", metavar="RUNS", default="200", help="battles of its forecast (200); 0 for none"
    )
    listed = add_command(
        parts, "list", "the orders of battle that can be opened by name", list_known
    )
    form = add_command(
        parts, "format", "lay files out as the shipped ones are, comments kept", _format
    )
    _takes_files(form, "words")
    form.add_argument(
        "--check", action="store_true", help="write nothing; exit code 1 if one would change"
    )
    add_command(parts, "schema", "print the JSON Schema for editors", _schema)
    for part in (faults, show, listed):
        part.add_argument("--json", action="store_true", help="print JSON")


def _takes_files(part: Parser, name: str) -> None:
    many = "+" if name == "words" else None
    completed(part.add_argument(name, metavar="NAME|FILE", nargs=many), complete_scenario)


def _new(arguments: argparse.Namespace) -> int:
    import shlex

    from calculator.rules.catalog import main_system
    from calculator.scenarios.template import write_template

    system = arguments.system or main_system().key
    if arguments.roster:
        from calculator.cli.scenario_new import from_roster

        return from_roster(arguments.roster, arguments.file, system, arguments.men_per_base)
    if arguments.men_per_base is not None:
        problem = "turns the men of a spreadsheet into bases"
        raise FaultsError([Fault("--men-per-base", problem, "--from CSV")])
    if arguments.like:
        from calculator.cli.scenario_new import like

        path = like(arguments.like, arguments.file, arguments.system)
    else:
        path = write_template(arguments.file, system)
    command = f"empires scenario check {shlex.quote(str(path))}"
    sys.stdout.write(f"Wrote {path}; when you have filled it in: {command}\n")
    return 0


def _show(arguments: argparse.Namespace) -> int:
    from calculator.scenarios import load

    scenario = load(arguments.file)
    if arguments.json:
        from calculator.scenarios.plain import scenario_json

        return write_json(scenario_json(scenario))
    from calculator.cli.scenario_tables import show

    show(scenario, notes=arguments.notes)
    return 0


def _booklet(arguments: argparse.Namespace) -> int:
    """Write a page to print to a file, or print it."""
    from calculator.scenarios import load
    from calculator.tuning.booklet import PAPERS, booklet
    from calculator.tuning.curves import can_draw

    def paper() -> str:
        word: str = arguments.paper.lower()
        if word not in PAPERS:
            problem, near = f"{word!r} is none of the papers", nearest(word, PAPERS)
            raise FaultsError([Fault("--paper", problem, ", ".join(PAPERS), near)])
        return word

    scenario, size, battles = every(
        lambda: load(arguments.file),
        paper,
        lambda: read_option("--runs", Whole(0, MOST_RUNS), arguments.runs),
    )
    text = booklet(scenario, battles, size)
    if battles and scenario.system.forecast and not can_draw():
        sys.stderr.write(f"Its curves are left out; to add them: {how_to_add('charts')}\n")
    if path := write_out(text, arguments.output):
        sys.stdout.write(f"Wrote {path}; print it from a browser\n")
    return 0


def _format(arguments: argparse.Namespace) -> int:
    from calculator.scenarios.formatting import format_file

    changing = 0
    for name in arguments.words:
        changed = format_file(name, write=not arguments.check)
        changing += changed
        done = "would change" if arguments.check else "formatted"
        sys.stdout.write(f"{name}: {done if changed else 'as it should be'}\n")
    return NOT_IN_FORM if changing and arguments.check else 0


def _schema(_: argparse.Namespace) -> int:
    from calculator.scenarios.schema import schema_text

    sys.stdout.write(schema_text())
    return 0

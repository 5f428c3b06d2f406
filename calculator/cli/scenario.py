"""`empires scenario`: orders of battle made, checked, shown, listed and formatted."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs

from calculator.answering import in_a_line
from calculator.cli import output
from calculator.cli.parser import JSON, OUTPUT, Command, Subcommand, flag, group, option, word
from calculator.errors import Fault, FaultsError, every, how_to_add, nearest
from calculator.forms import Form, mattering, texts
from calculator.kinds import Optional, Whole
from calculator.rules.phrases import counted
from calculator.scenarios import (
    Formation,
    Scenario,
    Side,
    Unit,
    known_scenarios,
    load,
    model,
    places,
    source,
)

if TYPE_CHECKING:
    from rich.table import Table


def _new(arguments: argparse.Namespace) -> None:
    from calculator.rules.catalog import main_system
    from calculator.scenarios.template import new_path, write_new, write_template

    system = arguments.system or main_system().key
    if arguments.roster:
        _of_spreadsheet(arguments, system)
        return
    if arguments.men_per_base is not None:
        problem = "turns the men in a spreadsheet into bases"
        raise FaultsError.at("--men-per-base", problem, "--from CSV")
    if arguments.like:
        path = new_path(arguments.file)
        write_new(path, _like(load(arguments.like), path, arguments.system))
    else:
        path = write_template(arguments.file, system)
    command = f"empires scenario check {shlex.quote(str(path))}"
    sys.stdout.write(f"Wrote {path}; when you have filled it in: {command}\n")


def _of_spreadsheet(arguments: argparse.Namespace, system: str) -> None:
    """Write the scenario that a spreadsheet makes, and list everything doubtful about it."""
    from calculator.scenarios.roster import read_roster
    from calculator.scenarios.template import new_path, write_new

    path, roster, men = new_path(arguments.file), arguments.roster, arguments.men_per_base
    to_a_base, _ = every(
        lambda: men and Whole(1, 10_000).parse_at("--men-per-base", men),
        lambda: read_roster(roster, path.stem, system),
    )
    made = read_roster(roster, path.stem, system, to_a_base)
    write_new(path, made.text)
    sys.stdout.write(f"Wrote {path}\n")
    sys.stdout.writelines(f"please check: {guess}\n" for guess in made.guesses)
    battle, faults = _opened(str(path))
    if battle is None:
        sys.stdout.write("Still to correct:\n")
        sys.stdout.writelines(f"{fault}\n" for fault in faults)
    else:
        sys.stdout.writelines(f"please check: {doubt}\n" for doubt in battle.doubts)
        sys.stdout.write(f"Then: empires scenario check {shlex.quote(str(path))}\n")


def _like(battle: Scenario, path: Path, system: str) -> str:
    """Another battle's file under a new key, its comments kept, its history left out. Raises
    `FaultsError` where a `system` is named that is not its own."""
    import tomlkit

    if system not in {"", battle.system.key}:
        problem = f"{battle.title} is for {battle.system.title}"
        raise FaultsError.at("--system", problem, "leave it out")
    document = tomlkit.parse(source.open_source(battle.path).text)
    head = document["scenario"]
    assert isinstance(head, tomlkit.items.Table), "it was read as a scenario"
    head["key"] = places.slug(path.stem)
    head["title"] = f"{head['title']}, changed"
    document.pop("history", None)
    return tomlkit.dumps(document)


def _show(arguments: argparse.Namespace) -> None:
    scenario = load(arguments.file)
    if arguments.json:
        from calculator.scenarios.exporting import scenario_json

        output.write_json(scenario_json(scenario))
    else:
        _show_tables(scenario, notes=arguments.notes)


def _show_tables(scenario: Scenario, *, notes: bool) -> None:
    """Print what a scenario is, its ground, its sides, what it overrides and what is doubtful."""
    console = output.open_console()
    console.print(f"{scenario.titled} ({scenario.system.title})", style="bold")
    turns = counted(scenario.turns, "turn") if scenario.turns else ""
    start = f"from {scenario.first_turn}" if scenario.first_turn else ""
    rules = ", ".join(filter(None, (turns, start, _answers(scenario.rules))))
    told = *_each("Rules", [rules]), *_each("Victory", [scenario.victory])
    for text in (scenario.summary, *told, *_each("Source", scenario.sources)):
        console.print(text)
    if scenario.terrain:
        ground = output.open_table("Terrain", "What it does")
        for piece in scenario.terrain:
            ground.add_row(piece.name, _answers(piece.form))
        console.print(ground)
    for side in scenario.sides:
        console.print(_side(side, notes))
    if scenario.tables.overridden:
        values = output.open_table("Value", "In force", "Why")
        for entry in map(scenario.tables.entry, sorted(scenario.tables.overridden)):
            values.add_row(entry.key, str(entry.value), entry.why)
        console.print(values)
    for text in (*_each("Uncertain", [scenario.uncertainty]), *_each("Doubtful", scenario.doubts)):
        console.print(text)


def _each(heading: str, values: Iterable[object]) -> Iterator[str]:
    return (f"{heading}: {value}" for value in values if value)


def _answers(form: Form | None) -> str:
    if form is None:
        return ""
    answers = texts(form)
    return ", ".join(f"{field.label.lower()} {answers[field.key]}" for field in mattering(form))


def _side(side: Side, notes: bool) -> Table:
    from rich.table import Column

    role = f" ({side.role.label})" if side.role else ""
    title = f"{side.name}{role}; {_answers(side.form)}".rstrip("; ")
    folded = (Column(heading, overflow="fold") for heading in ("Unit", "What it is"))
    table = output.open_table(*folded, "Size", "Strength", title=title)
    for general in side.generals:
        table.add_row(general.name, general.rank.label)
    for formation in (*side.formations, None):
        if formation:
            table.add_row(formation.name, _command(formation), style="bold")
        for unit in formation.units if formation else side.unattached:
            table.add_row(f"  {unit.name}", *_cells(unit))
            if notes and unit.notes:
                table.add_row("", unit.notes, style="dim")
    table.add_row("In all", model.totals(side.units), style="bold")
    return table


def _command(formation: Formation) -> str:
    turn = f"turn {formation.entry_turn} {formation.entry}" if formation.entry_turn else ""
    return ", ".join(filter(None, (formation.corps, formation.general, turn.rstrip())))


def _cells(unit: Unit) -> tuple[str, ...]:
    """A unit's words, its numbers, and its men and guns."""
    fields = [one for one in mattering(unit.form) if one.key not in {"men", "guns"}]
    words = (one for one in fields if one.kind.choices)
    numbers = (one for one in fields if not (one.kind.choices or isinstance(one.kind, Optional)))
    lines = (
        in_a_line((one, getattr(unit.form, one.attribute)) for one in told)
        for told in (words, numbers)
    )
    return (*lines, model.strength([unit]))


def _export(arguments: argparse.Namespace) -> None:
    from calculator.scenarios.exporting import as_csv, left_out

    scenario = load(arguments.file)
    output.write_out(as_csv(scenario), arguments.output)
    sys.stderr.write(f"Not in a spreadsheet: {', '.join(left_out(scenario))}\n")


def _booklet(arguments: argparse.Namespace) -> int:
    from calculator.tuning.booklet import PAPERS, booklet
    from calculator.tuning.charts import can_draw

    def paper() -> str:
        word: str = arguments.paper.lower()
        if word not in PAPERS:
            problem, near = f"{word!r} is not a paper size", nearest(word, PAPERS)
            raise FaultsError.at("--paper", problem, ", ".join(PAPERS), near)
        return word

    scenario, size, battles = every(
        lambda: load(arguments.file),
        paper,
        lambda: Whole(0, 100_000).parse_at("--runs", arguments.runs),
    )
    text = booklet(scenario, battles, size)
    if battles and scenario.system.forecast and not can_draw():
        sys.stderr.write(f"The curves are left out. To add them: {how_to_add('charts')}\n")
    if path := output.write_out(text, arguments.output):
        sys.stdout.write(f"Wrote {path}; print it from your browser\n")
    return 0


def _schema(_: argparse.Namespace) -> None:
    from calculator.scenarios.schema import schema_text

    sys.stdout.write(schema_text())


def _check(arguments: argparse.Namespace) -> int:
    files = [(name, *_opened(name)) for name in arguments.words]
    if arguments.json:
        output.write_json(
            [
                {
                    "file": name,
                    "faults": [fault._asdict() for fault in faults],
                    "doubts": [attrs.asdict(doubt) for doubt in _doubts(battle)] if battle else [],
                }
                for name, battle, faults in files
            ]
        )
    else:
        for name, battle, faults in files:
            sys.stderr.writelines(f"{fault}\n" for fault in faults)
            if battle:
                sys.stdout.write(f"{name}: {battle.title}, {_units(battle)}, no faults\n")
                sys.stdout.writelines(f"please check: {doubt}\n" for doubt in _doubts(battle))
    return output.BAD_INPUT if any(faults for _, _, faults in files) else 0


def _doubts(battle: Scenario) -> list[model.Doubt]:
    """What a designer should look at again, with what the rules give to small units."""
    from calculator.tuning.grouping import measured_grouping

    return [*battle.doubts, *measured_grouping(battle)]


def _opened(name: str) -> tuple[Scenario | None, tuple[Fault, ...]]:
    """What a file given by name or path holds, or what is wrong with it."""
    try:
        return load(name), ()
    except FaultsError as error:
        return None, error.faults


def _units(battle: Scenario) -> str:
    return counted(len(list(battle.units)), "unit")


def _list_known(arguments: argparse.Namespace) -> None:
    found = [(key, path, *_opened(str(path))) for key, path in known_scenarios().items()]
    if arguments.json:
        output.write_json(
            [
                {
                    "key": key,
                    "file": str(path),
                    "title": battle.title if battle else None,
                    "date": battle.date if battle else None,
                    "system": battle.system.key if battle else None,
                    "units": len(list(battle.units)) if battle else None,
                    "faults": len(faults),
                }
                for key, path, battle, faults in found
            ]
        )
        return
    from rich.table import Column

    table = output.open_table(Column("Key", no_wrap=True), "Battle")
    for key, path, battle, faults in found:
        told = f"{counted(len(faults), 'fault')}: empires scenario check {shlex.quote(key)}"
        if battle:
            told = f"{battle.titled}\n{battle.system.title}, {_units(battle)}"
        own = "" if path.parent == places.shipped_folder() else f"\n{path}"
        table.add_row(key, f"{told}{own}")
    output.open_console().print(table)


_FILE: Final = word("file", "NAME|FILE")
_FILES: Final = word("words", "NAME|FILE", nargs="+")
_MEN: Final = "with a spreadsheet: how many foot make a base (horse: half as many)"

PARTS: Final = {
    "new": Subcommand(
        "write a new file with comments, ready to fill in",
        _new,
        word("file", "FILE", "the file to write, e.g. my-battle.toml"),
        option("--system", "SYSTEM", None),
        group(
            "",
            option("--from", "CSV", "start from a spreadsheet", dest="roster"),
            option("--like", "NAME|FILE", "start from another battle"),
        ),
        option("--men-per-base", "MEN", _MEN, default=None),
    ),
    "check": Subcommand("list all faults of a file, and what looks doubtful", _check, _FILES, JSON),
    "show": Subcommand(
        "show an order of battle", _show, _FILE, flag("--notes", "with notes on every unit"), JSON
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
        option("--runs", "RUNS", "battles of its forecast (200; 0 for none)", default="200"),
    ),
    "list": Subcommand("list the orders of battle that you can open by name", _list_known, JSON),
    "schema": Subcommand("print the JSON Schema, for editors", _schema),
}

COMMANDS: Final = {"scenario": Command(parts=PARTS)}

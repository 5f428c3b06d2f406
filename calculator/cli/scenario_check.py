"""Which orders of battle there are, and what is wrong or doubtful with a file."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import attrs

from calculator.cli.exit_codes import BAD_INPUT
from calculator.cli.output import open_console, open_table, write_json
from calculator.errors import Fault, FaultsError
from calculator.rules.phrases import counted
from calculator.scenarios import Scenario, known_scenarios, load
from calculator.scenarios.places import shipped_folder


def check(arguments: argparse.Namespace) -> int:
    """Print every fault and doubt of some files; exit code 2 if there is any fault."""
    files = [(name, *_opened(name)) for name in arguments.words]
    if arguments.json:
        write_json([_as_json(*file) for file in files])
    else:
        for name, battle, faults in files:
            sys.stderr.writelines(f"{fault}\n" for fault in faults)
            if battle:
                sys.stdout.write(f"{name}: {battle.title}, {_units(battle)}, no faults\n")
                sys.stdout.writelines(f"please check: {doubt}\n" for doubt in battle.doubts)
    return BAD_INPUT if any(faults for _, _, faults in files) else 0


def _opened(name: str) -> tuple[Scenario | None, tuple[Fault, ...]]:
    """What a file given by name or path holds, or what is wrong with it."""
    try:
        return load(name), ()
    except FaultsError as error:
        return None, error.faults


def _as_json(name: str, battle: Scenario | None, faults: Sequence[Fault]) -> dict[str, object]:
    return {
        "file": name,
        "faults": [fault._asdict() for fault in faults],
        "doubts": [attrs.asdict(doubt) for doubt in battle.doubts] if battle else [],
    }


def titled(battle: Scenario) -> str:
    """The battle and its date, where the file gives one."""
    return ", ".join(filter(None, (battle.title, battle.date)))


def _units(battle: Scenario) -> str:
    return counted(len(list(battle.units)), "unit")


def list_known(arguments: argparse.Namespace) -> None:
    """List all scenarios that can be opened by name; a faulty one says so."""
    found = [(key, path, *_opened(str(path))) for key, path in known_scenarios().items()]
    if arguments.json:
        write_json([_listed_json(*one) for one in found])
        return
    from rich.table import Column

    table = open_table(Column("Key", no_wrap=True), "Battle")
    for key, path, battle, faults in found:
        own = "" if path.parent == shipped_folder() else f"\n{path}"
        table.add_row(key, f"{_listed(key, battle, faults)}{own}")
    open_console().print(table)


def _listed(key: str, battle: Scenario | None, faults: Sequence[Fault]) -> str:
    if battle is None:
        return f"{counted(len(faults), 'fault')}: empires scenario check {shlex.quote(key)}"
    return f"{titled(battle)}\n{battle.system.title}, {_units(battle)}"


def _listed_json(
    key: str, path: Path, battle: Scenario | None, faults: Sequence[Fault]
) -> dict[str, object]:
    return {
        "key": key,
        "file": str(path),
        "title": battle.title if battle else None,
        "date": battle.date if battle else None,
        "system": battle.system.key if battle else None,
        "units": len(list(battle.units)) if battle else None,
        "faults": len(faults),
    }

"""Which orders of battle there are, and what is wrong or doubtful with a file."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence

import attrs

from calculator.cli import BAD_INPUT
from calculator.cli.output import open_console, open_table, write_json
from calculator.errors import Fault, FaultsError
from calculator.rules.phrases import counted
from calculator.scenarios import Doubt, Scenario, known_scenarios, load
from calculator.scenarios.places import shipped_folder


@attrs.frozen
class Checked:
    """A file with what it holds, or with what is wrong with it."""

    name: str
    scenario: Scenario | None = None
    faults: tuple[Fault, ...] = ()

    @classmethod
    def read(cls, name: str) -> Checked:
        """Read a file given by name or path."""
        try:
            return cls(name, load(name))
        except FaultsError as error:
            return cls(name, faults=error.faults)

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What is doubtful; nothing of a faulty file."""
        return self.scenario.doubts if self.scenario else ()

    @property
    def units(self) -> int | None:
        """How many units there are, where the file can be read."""
        return len(list(self.scenario.units)) if self.scenario else None


def check(names: Sequence[str], as_json: bool) -> int:
    """Print every fault and doubt of some files; exit code 2 if there is any fault."""
    files = [Checked.read(name) for name in names]
    if as_json:
        write_json([_as_json(file) for file in files])
    else:
        for file in files:
            _print(file)
    return BAD_INPUT if any(file.faults for file in files) else 0


def _as_json(file: Checked) -> dict[str, object]:
    return {
        "file": file.name,
        "faults": [attrs.asdict(fault) for fault in file.faults],
        "doubts": [attrs.asdict(doubt) for doubt in file.doubts],
    }


def _print(file: Checked) -> None:
    for fault in file.faults:
        sys.stderr.write(f"{fault}\n")
    if file.scenario:
        units = counted(file.units or 0, "unit")
        line = f"{file.name}: {file.scenario.title}, {units}, no fault\n"
        sys.stdout.write(line + "".join(f"doubtful: {doubt}\n" for doubt in file.doubts))


def list_known(as_json: bool) -> int:
    """List all scenarios that can be opened by name; a faulty one says so."""
    found = [(key, path, Checked.read(str(path))) for key, path in known_scenarios().items()]
    if as_json:
        return write_json([{"key": key, **_listed_json(file)} for key, _, file in found])
    table = open_table()
    table.add_column("Key", no_wrap=True)
    table.add_column("Battle")
    for key, path, file in found:
        own = "" if path.parent == shipped_folder() else f"\n{path}"
        table.add_row(key, f"{_listed(key, file)}{own}")
    open_console().print(table)
    return 0


def _listed(key: str, file: Checked) -> str:
    battle = file.scenario
    if battle is None:
        return f"{counted(len(file.faults), 'fault')}: empires scenario check {shlex.quote(key)}"
    from calculator.cli.scenario_tables import titled

    units = counted(file.units or 0, "unit")
    return f"{titled(battle)}\n{battle.system.title}, {units}"


def _listed_json(file: Checked) -> dict[str, object]:
    battle = file.scenario
    return {
        "file": file.name,
        "title": battle.title if battle else None,
        "date": battle.date if battle else None,
        "system": battle.system.key if battle else None,
        "units": file.units,
        "faults": len(file.faults),
    }

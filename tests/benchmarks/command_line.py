"""Whole runs of the command line, against ``python -c "import attrs, rich"`` in the same round.

Processor seconds of the child process; its bytecode is cached beforehand, as when installed.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.benchmarks.measured import Measured

ROUNDS: Final = 25
ROOT: Final = Path(__file__).parents[2]
BASELINE: Final = ("-c", "import attrs, rich")
ENTRY: Final = "import sys; from calculator.cli import main; sys.exit(main())"
"""What the installed command does."""

LINES: Final = {
    "odds --json": ("odds", "there-stand-empires", "assault", "quality=veteran", "--json"),
    "odds": ("odds", "there-stand-empires", "assault", "quality=veteran"),
    "fields --json": ("fields", "there-stand-empires", "assault", "--json"),
    "--help": ("--help",),
}
BARS: Final = {"odds --json": 2.0}


def lines() -> Iterator[Measured]:
    """Measure."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "PYTHONPYCACHEPREFIX": folder,
            "PYTHONDONTWRITEBYTECODE": "",
            "EMPIRES_HOME": folder,
        }
        for what, words in LINES.items():
            command = ("-c", ENTRY, *words)
            for arguments in (command, BASELINE):
                _child_seconds(arguments, environment)
            pairs = [
                (_child_seconds(command, environment), _child_seconds(BASELINE, environment))
                for _ in range(ROUNDS)
            ]
            yield Measured(
                what=f"empires {what}",
                seconds=tuple(mine for mine, _ in pairs),
                against="import attrs, rich",
                baseline=tuple(theirs for _, theirs in pairs),
                ratio_bar=BARS.get(what),
            )


def _child_seconds(arguments: tuple[str, ...], environment: dict[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *arguments],
        stdout=subprocess.DEVNULL,
        check=True,
        cwd=ROOT,
        env=environment,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)

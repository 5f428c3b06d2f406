"""The command line: a module for each command, imported when it is asked for.

`empires --help` costs argparse and little more; Rich, the rule systems, the record and the screen
are imported inside the functions that need them.
"""

from __future__ import annotations

import atexit
import gc
import sys
from collections.abc import Sequence
from typing import Final

COMMANDS: Final = (
    "systems",
    "fields",
    "rules",
    "odds",
    "result",
    "roll",
    "scenario",
    "umpire",
    "tune",
    "journal",
    "serve",
    "completion",
)
"""Each is a module of this package with a function ``add(commands)``."""

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141
"""Exit codes: as argparse has it, and as a shell reports SIGINT and SIGPIPE."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit code; `argv` is without the program's name."""
    if argv is None:
        _spare_collection()
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        from calculator.cli.program import run

        return run(words)
    except KeyboardInterrupt:
        return INTERRUPTED


def _spare_collection() -> None:
    """Let garbage lie: to look through all that was imported takes a quarter of a short run."""
    gc.set_threshold(500_000)
    atexit.register(gc.freeze)

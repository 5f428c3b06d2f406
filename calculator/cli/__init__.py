"""The command line: a module for each command, imported when it is asked for.

`empires --help` costs argparse and little more; Rich, the record and the screen are imported inside
the functions that need them, for many a command needs none of these.
"""

from __future__ import annotations

import atexit
import gc
import sys
from collections.abc import Sequence

from calculator.cli.exit_codes import INTERRUPTED


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

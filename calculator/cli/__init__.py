"""The command line: a module for each command, imported when it is asked for.

`empires --help` costs argparse and little more; Rich, the rule systems, the record and the screen
are imported inside the functions that need them.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from calculator.errors import CalculatorError, Fault, FaultsError, UnknownNameError

COMMANDS: Final = (
    "systems",
    "fields",
    "odds",
    "result",
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
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")  # a terminal that lacks a character still gets the rest
    try:
        code = _run(words)
        sys.stdout.flush()
    except CalculatorError as error:
        sys.stderr.write(f"{error}\n")
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Python would complain again when it flushes at exit; let it flush into nothing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    return code


def _spare_collection() -> None:
    """Let garbage lie: to look through all that was imported takes a quarter of a short run."""
    gc.set_threshold(200_000)
    atexit.register(gc.freeze)


def _run(words: list[str]) -> int:
    from calculator.cli import parser, screen

    completing = "_ARGCOMPLETE" in os.environ
    if words and not words[0].startswith("-") and words[0] not in COMMANDS and not completing:
        raise UnknownNameError("command", words[0], COMMANDS)
    root = parser.Parser(prog="empires", description=screen.DESCRIPTION)
    screen.add(root)
    commands = root.add_subparsers(
        title="commands", metavar="COMMAND", prog="empires", parser_class=parser.Parser
    )
    for name in (words[0],) if words and words[0] in COMMANDS else COMMANDS:
        import_module(f"calculator.cli.{name}").add(commands)
    if completing:
        import argcomplete

        argcomplete.autocomplete(root, always_complete_options=False)
    arguments = root.read(words)
    if arguments.run is not screen.run and words[0] not in COMMANDS:
        raise FaultsError([Fault(words[0], "options stand after the command, not before it")])
    code: int = arguments.run(arguments)
    return code

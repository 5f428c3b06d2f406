"""The command line: the words parsed, the command run, every error explained.

Commands are imported when they are asked for: `empires --help` costs argparse and little more.
Rich, the record and the screen are imported inside the functions that need them, for many a command
needs none of these.
"""

from __future__ import annotations

import atexit
import errno
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Final

from calculator.cli.output import BAD_INPUT, BROKEN_PIPE, INTERRUPTED, UNPRINTED
from calculator.errors import CalculatorError, FaultsError, UnknownNameError

if TYPE_CHECKING:
    from calculator.cli.parser import Command, Parser

COMMANDS: Final = {
    "systems": "list the rule systems",
    "fields": "list what each action asks",
    "rules": "show what the rules say, section by section",
    "odds": "show the odds of an action",
    "result": "draw a result and record it",
    "roll": "show how both armies stand now",
    "scenario": "make, check and show orders of battle",
    "umpire": "open the umpire's screen: all rulings, void, override, report",
    "tune": "see how ratings and table values change the odds",
    "journal": "read, check and correct the record of a battle",
    "serve": "let people play on phones and tablets",
    "completion": "print a completion script for your shell",
}
"""What each command does."""

_MODULES: Final = {
    **dict.fromkeys(("systems", "fields", "rules"), "rulebook"),
    **dict.fromkeys(("umpire", "serve"), "screen"),
}
"""The module of a command where it has another name: its `COMMANDS` declare each by name."""

_UNREAD: Final = {
    errno.EPIPE: BROKEN_PIPE,
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EIO), UNPRINTED),
}
"""What a command ends with whose output is no more taken, by what the file says."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit code; `argv` is without the program's name."""
    if argv is None:
        # To look through all that was imported for garbage takes a quarter of a short run.
        gc.set_threshold(500_000)
        atexit.register(gc.freeze)
    try:
        return _run(list(sys.argv[1:] if argv is None else argv))
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(words: list[str]) -> int:
    if sys.stdout is None:
        sys.stderr.write("Nothing was done: there is nowhere to print, stdout is closed.\n")
        return BAD_INPUT
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")  # a terminal that lacks a character still gets the rest
    try:
        code = _dispatch(words) or 0
        sys.stdout.flush()
    except CalculatorError as error:
        sys.stderr.write(f"{error}\n")
        return BAD_INPUT
    except OSError as error:
        if error.errno not in _UNREAD:
            raise
        # Python would complain again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = _UNREAD[error.errno]
        if code == UNPRINTED:
            why = f"The output could not be written: {error.strerror}."
            sys.stderr.write(f"{why} What was to be recorded is recorded.\n")
    return code


def _dispatch(words: list[str]) -> int | None:
    completing = os.environ.get("_ARGCOMPLETE")
    if completing:
        words = os.environ["COMP_LINE"].split()[int(completing) :]
    has_command = bool(words) and words[0] in COMMANDS
    if words and not words[0].startswith("-") and not has_command and not completing:
        raise UnknownNameError("command", words[0], COMMANDS)
    if not (words or completing):
        from calculator.tui import app  # nothing to parse: the screen opens as soon as it can

        app.run()
        return None
    from calculator.cli import parser, screen

    root = parser.Parser(prog="empires", description=screen.DESCRIPTION)
    screen.add(root)
    _add_commands(root, words)
    if completing:
        from calculator.cli.completion import complete

        complete(root)
    arguments = root.read(_in_full(words))
    if arguments.run is not screen.run and not has_command:
        raise FaultsError.at(words[0], "put options after the command, not before it")
    code: int | None = arguments.run(arguments)
    return code


def _declared(name: str) -> Command:
    module = import_module(f"calculator.cli.{_MODULES.get(name, name)}")
    command: Command = module.COMMANDS[name]
    return command


def _add_commands(root: Parser, words: list[str]) -> None:
    """The command that is named, imported, or all of them, which then are only to be listed."""
    from calculator.cli import parser

    commands = parser.add_commands(root)
    named = next((word for word in words if word in {*COMMANDS, "-h", "--help"}), "")
    for name in [named] if named in COMMANDS else COMMANDS:
        declared = _declared(name) if name == named else parser.Command()
        parser.add_command(commands, name, COMMANDS[name], declared)


def _in_full(words: list[str]) -> list[str]:
    """The words, with the part of a command that is meant where none is named."""
    declared = _declared(words[0]) if len(words) > 1 and words[0] in COMMANDS else None
    if not (declared and declared.usual) or words[1] in {*declared.parts, "-h", "--help"}:
        return words
    return [words[0], declared.usual, *words[1:]]

"""One run of the command line: the words parsed, the command run, every error explained."""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Final

from calculator.cli.exit_codes import BAD_INPUT, BROKEN_PIPE, UNPRINTED
from calculator.errors import CalculatorError, Fault, FaultsError, UnknownNameError

if TYPE_CHECKING:
    import argparse

    from calculator.cli.parser import Parser

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
"""What each command does. It is a module of `calculator.cli`: `ARGUMENTS` are what it takes,
`PARTS` its own commands, `USUAL_PART` the one of them that is meant where none is named,
`PARSER_SETTINGS` what else its parser is told, if there are any; `run` does it.
"""


_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
"""What a file says that takes no more output."""


def run(words: list[str]) -> int:
    """Run a command and give its exit code."""
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
    except BrokenPipeError:
        _print_into_nothing()
        return BROKEN_PIPE
    except OSError as error:
        if error.errno not in _FULL:
            raise
        _print_into_nothing()
        why = f"The output could not be written: {error.strerror}."
        sys.stderr.write(f"{why} What was to be recorded is recorded.\n")
        return UNPRINTED
    return code


def _print_into_nothing() -> None:
    """Python would complain again when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
    if not (has_command or completing) and (alone := _without_command(root, words)):
        screen.run(alone)
        return None
    _add_commands(root, words, bool(completing))
    if completing:
        import argcomplete
        from argcomplete.finders import safe_actions

        safe_actions.add(parser.Once)
        argcomplete.autocomplete(root, always_complete_options=False)
    arguments = root.read(_in_full(words))
    if arguments.run is not screen.run and words[0] not in COMMANDS:
        raise FaultsError([Fault(words[0], "put options after the command, not before it")])
    code: int | None = arguments.run(arguments)
    return code


def _add_commands(root: Parser, words: list[str], completing: bool) -> None:
    """The command that is called, or all of them, imported unless they are only to be listed."""
    from calculator.cli import parser

    commands = parser.add_commands(root)
    has_command = bool(words) and words[0] in COMMANDS
    for name in (words[0],) if has_command else COMMANDS:
        if not has_command and (completing or words[0] in {"-h", "--help"}):
            parser.add_command(commands, name, COMMANDS[name])
            continue
        declared = vars(import_module(f"calculator.cli.{name}")).get
        run, arguments, parts = declared("run"), declared("ARGUMENTS", ()), declared("PARTS", {})
        usual, settings = declared("USUAL_PART", ""), declared("PARSER_SETTINGS", {})
        parser.add_command(commands, name, COMMANDS[name], run, arguments, parts, usual, **settings)


def _in_full(words: list[str]) -> list[str]:
    """The words, with the part of a command that is meant where none is named."""
    if len(words) < 2 or words[0] not in COMMANDS:
        return words
    declared = vars(import_module(f"calculator.cli.{words[0]}")).get
    usual = declared("USUAL_PART")
    if not usual or words[1] in {*declared("PARTS", {}), "-h", "--help"}:
        return words
    return [words[0], usual, *words[1:]]


def _without_command(root: Parser, words: list[str]) -> argparse.Namespace | None:
    """The arguments where they are the screen's alone: it opens sooner without all commands."""
    from calculator.cli.parser import UsageError

    if not {"-h", "--help"}.isdisjoint(words):
        return None
    try:
        arguments, rest = root.parse_known_args(words)
    except UsageError:
        return None  # it is raised again with the usage of the whole
    return None if rest else arguments

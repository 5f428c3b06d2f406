"""One run of the command line: the words parsed, the command run, every error explained."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Final

from calculator.cli import parser, screen
from calculator.cli.parser import BAD_INPUT
from calculator.errors import CalculatorError, Fault, FaultsError, UnknownNameError

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
"""Each is a module of `calculator.cli` with a function ``add(commands)``."""

BROKEN_PIPE: Final = 141
"""The exit code, as a shell reports SIGPIPE."""


def run(words: list[str]) -> int:
    """Run a command and give its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")  # a terminal that lacks a character still gets the rest
    try:
        code = _dispatch(words)
        sys.stdout.flush()
    except CalculatorError as error:
        sys.stderr.write(f"{error}\n")
        return BAD_INPUT
    except BrokenPipeError:
        # Python would complain again when it flushes at exit; let it flush into nothing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    return code


def _dispatch(words: list[str]) -> int:
    completing = "_ARGCOMPLETE" in os.environ
    if words and not words[0].startswith("-") and words[0] not in COMMANDS and not completing:
        raise UnknownNameError("command", words[0], COMMANDS)
    root = parser.Parser(prog="empires", description=screen.DESCRIPTION)
    screen.add(root)
    commands = parser.add_parts(root)
    for name in (words[0],) if words and words[0] in COMMANDS else COMMANDS:
        import_module(f"calculator.cli.{name}").add(commands)
    if completing:
        import argcomplete
        from argcomplete.finders import safe_actions

        safe_actions.add(parser.Once)
        argcomplete.autocomplete(root, always_complete_options=False)
    arguments = root.read(words)
    if arguments.run is not screen.run and words[0] not in COMMANDS:
        raise FaultsError([Fault(words[0], "options stand after the command, not before it")])
    code: int = arguments.run(arguments)
    return code

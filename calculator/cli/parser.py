"""argparse with gentler faults: errors raised as ours, near matches for misspelt options."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NoReturn, TypeAlias

from calculator.errors import CalculatorError, Fault, FaultsError, nearest

Commands: TypeAlias = "argparse._SubParsersAction[Parser]"

Offers: TypeAlias = Callable[..., object] | None
"""Completes a word in a shell, as argcomplete has it."""

Run: TypeAlias = Callable[[argparse.Namespace], int | None]
"""Does what a command is for; gives its exit code, or nothing where all went well."""


class UsageError(CalculatorError):
    """A command line that does not fit the command, with how it is used."""


class Help(argparse.HelpFormatter):
    """Help as wide as the terminal.

    argparse would import shutil to find that out, for every argument that is declared.
    """

    def __init__(self, prog: str) -> None:
        columns = os.environ.get("COLUMNS", "")
        try:
            width = int(columns) if columns.isdecimal() else os.get_terminal_size().columns
        except OSError:
            width = 80
        super().__init__(prog, width=max(width, 20) - 2)


class AsWritten(Help, argparse.RawDescriptionHelpFormatter):
    """The same, its texts laid out as they are written."""


class Once(argparse.Action):
    """Keeps the one value of an option; another one would silently take its place."""

    def __call__(
        self,
        _: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        value: Any,
        option_string: str | None = None,
    ) -> None:
        before = getattr(namespace, self.dest)
        if before is not self.default and before != value:
            message = f"given twice, as {before!r} and as {value!r}"
            raise FaultsError([Fault(str(option_string), message, "once")])
        setattr(namespace, self.dest, value)


class Parser(argparse.ArgumentParser):
    """A parser of one command, or of the whole line.

    Words that are no option may stand on either side of options: a command that takes several
    words keeps them in `words`.
    """

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("formatter_class", Help)
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}\n\n{self.format_usage().strip()}")

    def read(self, words: list[str]) -> argparse.Namespace:
        """The arguments; raises `UsageError`, or `FaultsError` with every unknown option."""
        arguments, extra = self.parse_known_args(words)
        misspelt = [word for word in extra if word.startswith("-") and word != "-"]
        if misspelt:
            known = arguments.command.options() if "command" in arguments else self.options()
            raise FaultsError(
                Fault(word, "no such option", ", ".join(known), nearest(word, known))
                for word in misspelt
            )
        if extra and "words" not in arguments:
            raise FaultsError(Fault(word, "one word too many") for word in extra)
        if extra:
            arguments.words += extra
        return arguments

    def options(self) -> list[str]:
        """The long options, as typed."""
        strings = (string for action in self._actions for string in action.option_strings)
        return [string for string in strings if string.startswith("--")]


class Argument:
    """A word or an option of a command line: what argparse is told of it, what a shell offers."""

    def __init__(self, *names: str, offers: Offers = None, **settings: Any) -> None:
        self.names = names
        self.offers = offers
        self.settings = settings


class Group:
    """Options under a heading of their own; without one, such that only one may be given."""

    def __init__(self, heading: str, *arguments: Argument | Group) -> None:
        self.heading = heading
        self.arguments = arguments


class Subcommand:
    """A command of a command: what it does, in words and indeed, and what it takes."""

    def __init__(self, summary: str, run: Run, *arguments: Argument | Group) -> None:
        self.summary = summary
        self.run = run
        self.arguments = arguments


def word(
    name: str, metavar: str | None, meaning: str | None = None, offers: Offers = None, **more: Any
) -> Argument:
    """A word: what it is called and what it means."""
    return Argument(name, offers=offers, metavar=metavar, help=meaning, **more)


def option(
    name: str, metavar: str | None, meaning: str | None, offers: Offers = None, **more: Any
) -> Argument:
    """An option that takes a text, empty if left out: what it calls that, and what it means."""
    return word(name, metavar, meaning, offers, **{"default": "", **more})


def flag(name: str, meaning: str) -> Argument:
    """An option that is given or left out."""
    return Argument(name, action="store_true", help=meaning)


JSON: Final = flag("--json", "print JSON")
OUTPUT: Final = option("--output", "FILE", "write to this file")


def add_arguments(
    parser: argparse._ActionsContainer, arguments: Iterable[Argument | Group]
) -> None:
    """Let a parser, or a group of its options, take these."""
    for one in arguments:
        if isinstance(one, Argument):
            action = parser.add_argument(*one.names, **one.settings)
            action.completer = one.offers  # type: ignore[attr-defined]
        elif one.heading:
            add_arguments(parser.add_argument_group(one.heading), one.arguments)
        else:
            add_arguments(parser.add_mutually_exclusive_group(), one.arguments)


def add_commands(command: Parser) -> Commands:
    """Let a command have commands of its own."""
    return command.add_subparsers(
        title="commands", metavar="COMMAND", prog=command.prog, parser_class=Parser
    )


def _show_help(arguments: argparse.Namespace) -> None:
    arguments.command.print_help()


def add_command(
    commands: Commands,
    name: str,
    summary: str,
    run: Run | None = None,
    arguments: Iterable[Argument | Group] = (),
    parts: Mapping[str, Subcommand] = {},
    usual: str = "",
    **settings: Any,
) -> None:
    """Add a command: what it runs (its help, if nothing else), what it takes, and its own ones.

    `usual` is the one of these that is meant where none is named.
    """
    command = commands.add_parser(name, help=summary, description=summary, **settings)
    command.set_defaults(run=run or _show_help, command=command)
    add_arguments(command, arguments)
    if parts:
        own = add_commands(command)
        if usual:
            words = (one for one in parts[usual].arguments if isinstance(one, Argument))
            own.completer = next(words).offers  # type: ignore[attr-defined]
        for key, part in parts.items():
            add_command(own, key, part.summary, part.run, part.arguments)

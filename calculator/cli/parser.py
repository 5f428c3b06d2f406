"""argparse with gentler faults: errors raised as ours, near matches for misspelt options."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn, TypeAlias

from calculator.errors import CalculatorError, Fault, FaultsError, nearest

Commands: TypeAlias = "argparse._SubParsersAction[Parser]"

Taken: TypeAlias = Callable[[argparse._ActionsContainer], object]
"""What a command takes: adds itself to a parser, or to a group of its options."""

Run: TypeAlias = Callable[[argparse.Namespace], int | None]
"""Does what a command is for; gives its exit code, or nothing where all went well."""


class UsageError(CalculatorError):
    """A command line that does not fit the command, with how it is used."""


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
            raise FaultsError.at(str(option_string), message, "once")
        setattr(namespace, self.dest, value)


class Parser(argparse.ArgumentParser):
    """A parser of one command, or of the whole line. Words may stand on either side of options; a
    command that takes several keeps them in `words`."""

    def __init__(self, **settings: Any) -> None:
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

    def command(self, name: str) -> Parser | None:
        """Its command of a name, if it has commands and that is one."""
        own = (one for one in self._actions if isinstance(one, argparse._SubParsersAction))
        return next((one.choices[name] for one in own if name in one.choices), None)

    def values_of(self, typed: str) -> int | None:
        """How many values follow a word: one or none of an option, None if they may be several."""
        option = self._option_string_actions.get(typed)
        if typed == "--" or (option and isinstance(option.nargs, str)):
            return None
        return 0 if option is None else 1 if option.nargs is None else int(option.nargs)


def argument(*names: str, **settings: Any) -> Taken:
    """A word or an option, with what argparse is told of it."""
    return lambda to: to.add_argument(*names, **settings)


def group(heading: str, *arguments: Taken) -> Taken:
    """Options under a heading of their own; without one, such that only one may be given."""

    def add(to: argparse._ActionsContainer) -> None:
        own = to.add_argument_group(heading) if heading else to.add_mutually_exclusive_group()
        for one in arguments:
            one(own)

    return add


class Command:
    """A command: what it runs (its help, if nothing else), what it takes, and its own commands, of
    which `usual` is meant where none is named; `settings` are what else its parser is told."""

    def __init__(
        self,
        run: Run | None = None,
        *arguments: Taken,
        parts: Mapping[str, Subcommand] = {},
        usual: str = "",
        **settings: Any,
    ) -> None:
        self.run = run
        self.arguments = arguments
        self.parts = parts
        self.usual = usual
        self.settings = settings


class Subcommand(Command):
    """A command of a command: what it does, in words and indeed, and what it takes."""

    def __init__(self, summary: str, run: Run, *arguments: Taken) -> None:
        super().__init__(run, *arguments)
        self.summary = summary


def word(name: str, metavar: str | None, meaning: str | None = None, **more: Any) -> Taken:
    """A word: what it is called and what it means."""
    return argument(name, metavar=metavar, help=meaning, **more)


def option(name: str, metavar: str | None, meaning: str | None, **more: Any) -> Taken:
    """An option that takes a text, empty if left out: what it calls that, and what it means."""
    return word(name, metavar, meaning, **{"default": "", **more})


def flag(name: str, meaning: str) -> Taken:
    """An option that is given or left out."""
    return argument(name, action="store_true", help=meaning)


JSON: Final = flag("--json", "print JSON")
OUTPUT: Final = option("--output", "FILE", "write to this file")


def add_commands(command: Parser) -> Commands:
    """Let a command have commands of its own."""
    return command.add_subparsers(
        title="commands", metavar="COMMAND", prog=command.prog, parser_class=Parser
    )


def add_command(commands: Commands, name: str, summary: str, command: Command) -> None:
    """Add a command, with its own ones."""
    added = commands.add_parser(name, help=summary, description=summary, **command.settings)
    added.set_defaults(run=command.run or (lambda _: added.print_help()), command=added)
    for one in command.arguments:
        one(added)
    if command.parts:
        own = add_commands(added)
        for key, part in command.parts.items():
            add_command(own, key, part.summary, part)

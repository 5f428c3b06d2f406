"""argparse with gentler faults: errors raised as ours, near matches for misspelt options."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias, TypeVar

from calculator.errors import CalculatorError, Fault, FaultsError, nearest

if TYPE_CHECKING:
    from calculator.kinds import Kind

Commands: TypeAlias = "argparse._SubParsersAction[Parser]"

Value = TypeVar("Value")


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
                Fault(word, "there is no such option", ", ".join(known), nearest(word, known))
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


def read_option(option: str, kind: Kind[Value], text: str) -> Value:
    """What the text of an option means. Raises `FaultsError`, naming the option."""
    from calculator.kinds import BadValueError

    try:
        return kind.parse(text)
    except BadValueError as bad:
        raise FaultsError([Fault(option, bad.problem, bad.allowed, bad.near)]) from None


def add_texts(options: argparse._ActionsContainer, texts: Mapping[str, tuple[str, str]]) -> None:
    """Options that take a text, empty if left out: what each calls it, and what it means."""
    for option, (metavar, meaning) in texts.items():
        options.add_argument(option, metavar=metavar, help=meaning, default="")


def completed(argument: argparse.Action, completer: Callable[..., object]) -> None:
    """Let a shell complete an argument that was added."""
    argument.completer = completer  # type: ignore[attr-defined]


def add_parts(command: Parser) -> Commands:
    """The sub-parsers of a command that has commands of its own."""
    return command.add_subparsers(
        title="commands", metavar="COMMAND", prog=command.prog, parser_class=Parser
    )


def _show_help(arguments: argparse.Namespace) -> int:
    arguments.command.print_help()
    return 0


def add_command(
    commands: Commands, name: str, summary: str, run: Any = None, **settings: Any
) -> Parser:
    """The sub-parser of a command, with what it runs: its help, if nothing else."""
    command = commands.add_parser(name, help=summary, description=summary, **settings)
    command.set_defaults(run=run or _show_help, command=command)
    return command

"""What a shell completes: commands, systems, actions, key=value, scenarios, units.

`empires completion` prints the script that lets a shell ask; the completers answer it, and other
commands hang them on their arguments.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from calculator.cli.parser import AsWritten, add_command, completed
from calculator.errors import UnknownNameError

if TYPE_CHECKING:
    from calculator.cli.parser import Commands
    from calculator.scenarios import Scenario

_SHELLS: Final = ("bash", "zsh", "fish")

_HOW: Final = """\
To switch it on, add a line to your shell's start-up file:
  bash  (~/.bashrc)                   eval "$(empires completion bash)"
  zsh   (~/.zshrc, after compinit)    eval "$(empires completion zsh)"
  fish  (~/.config/fish/config.fish)  empires completion fish | source"""


def add(commands: Commands) -> None:
    """Add the command."""
    command = add_command(
        commands,
        "completion",
        "print the completion script of a shell",
        run,
        epilog=_HOW,
        formatter_class=AsWritten,
    )
    completed(command.add_argument("shell", metavar="|".join(_SHELLS)), lambda **_: _SHELLS)


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    if arguments.shell not in _SHELLS:
        raise UnknownNameError("shell", arguments.shell, _SHELLS)
    from argcomplete.shell_integration import shellcode

    sys.stdout.write(shellcode(["empires"], shell=arguments.shell))
    return 0


def complete_system(**_: Any) -> tuple[str, ...]:
    """The keys of all systems."""
    from calculator.rules.catalog import KEYS

    return tuple(KEYS)


def complete_action(parsed_args: argparse.Namespace, **_: Any) -> Mapping[str, str]:
    """The actions of the system already typed, with their labels."""
    from calculator.errors import CalculatorError
    from calculator.rules.catalog import find_system

    try:
        return {action.key: action.label for action in find_system(parsed_args.system).actions}
    except CalculatorError:
        return {}


def complete_values(
    prefix: str, parsed_args: argparse.Namespace, **_: Any
) -> Mapping[str, str] | Iterable[str]:
    """``key=`` for each field of the action not yet answered, then ``key=value``."""
    from calculator.errors import CalculatorError
    from calculator.forms import fields_of
    from calculator.rules.catalog import find_system

    try:
        form = find_system(parsed_args.system).action(parsed_args.action).form
    except CalculatorError:
        return ()
    key, equals, _value = prefix.partition("=")
    if equals:
        return [f"{key}={word}" for f in fields_of(form) if f.key == key for word in f.kind.choices]
    answered = {word.partition("=")[0] for word in parsed_args.words or ()}
    return {f"{field.key}=": field.label for field in fields_of(form) if field.key not in answered}


def complete_scenario(prefix: str, **_: Any) -> list[str]:
    """Scenarios by name, and files by path."""
    from argcomplete.completers import FilesCompleter

    from calculator.scenarios.places import known_scenarios

    return [*known_scenarios(), *FilesCompleter(["toml"])(prefix)]


def complete_unit(parsed_args: argparse.Namespace, **_: Any) -> list[str]:
    """The units of the scenario already typed, after --scenario or as the first of the files."""
    scenario = _scenario_of(parsed_args)
    return [unit.name for unit in scenario.units] if scenario else []


def complete_situation(parsed_args: argparse.Namespace, **_: Any) -> Mapping[str, str]:
    """The actions of the scenario already typed, with their labels."""
    scenario = _scenario_of(parsed_args)
    return {action.key: action.label for action in scenario.system.actions} if scenario else {}


def complete_measure(parsed_args: argparse.Namespace, **_: Any) -> Mapping[str, str]:
    """The measures of the action already typed, or of closing with the enemy."""
    from calculator.errors import CalculatorError
    from calculator.tuning.matchups import first_situation

    scenario = _scenario_of(parsed_args)
    if scenario is None:
        return {}
    typed = (parsed_args.situation or first_situation(scenario.system).action).split()
    try:
        action = scenario.system.action(typed[0] if typed else "")
    except CalculatorError:
        return {}
    return {measure.key: measure.label for measure in action.measures}


def _scenario_of(parsed_args: argparse.Namespace) -> Scenario | None:
    from calculator.errors import CalculatorError
    from calculator.scenarios import load

    files = getattr(parsed_args, "files", None) or [""]
    try:
        return load(getattr(parsed_args, "scenario", None) or files[0])
    except CalculatorError:
        return None

"""What a shell completes: commands, systems, actions, key=value, scenarios, units.

`empires completion` prints the script that lets a shell ask; the completers answer it, and other
commands hang them on their arguments.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from calculator.cli.parser import AsWritten, word
from calculator.errors import CalculatorError, UnknownNameError

if TYPE_CHECKING:
    from calculator.roll import Roll
    from calculator.scenarios import Scenario

_Completer: TypeAlias = Callable[..., Iterable[str]]
"""What a shell offers: words or, in a mapping, words with what they mean."""

_SHELLS: Final = ("bash", "zsh", "fish")

ROLES: Final = ("actor", "target")
"""Who acts, and at whom."""

PARSER_SETTINGS: Final = {
    "formatter_class": AsWritten,
    "epilog": """\
To switch it on, add a line to your shell's start-up file:
  bash  (~/.bashrc)                   eval "$(empires completion bash)"
  zsh   (~/.zshrc, after compinit)    eval "$(empires completion zsh)"
  fish  (~/.config/fish/config.fish)  empires completion fish | source""",
}


ARGUMENTS: Final = (word("shell", "|".join(_SHELLS), offers=lambda **_: _SHELLS),)


def run(arguments: argparse.Namespace) -> None:
    """Print the script."""
    if arguments.shell not in _SHELLS:
        raise UnknownNameError("shell", arguments.shell, _SHELLS)
    from argcomplete.shell_integration import shellcode

    sys.stdout.write(shellcode(["empires"], shell=arguments.shell))


def complete_system(**_: Any) -> tuple[str, ...]:
    """The keys of all systems."""
    from calculator.rules.catalog import KEYS

    return tuple(KEYS)


def _of_what_is_typed(completer: _Completer) -> _Completer:
    """A completer that offers nothing while what was typed before cannot be read."""

    @wraps(completer)
    def offered(**typed: Any) -> Iterable[str]:
        try:
            return completer(**typed)
        except CalculatorError:
            return ()

    return offered


@_of_what_is_typed
def complete_action(parsed_args: argparse.Namespace, **_: Any) -> Mapping[str, str]:
    """The actions of the system already typed, with their labels; what the acting unit cannot do in
    the battle already typed says why."""
    from calculator.rules.catalog import find_system

    ended: Mapping[str, str] = {}
    if (name := vars(parsed_args).get("actor")) and (roll := _roll_of(parsed_args)):
        from calculator.desk.turns import dead_ends

        ended = dead_ends(roll, roll.unit(name).full_name)
    return {
        action.key: f"✗ {ended[action.key]}" if action.key in ended else action.label
        for action in find_system(parsed_args.system).actions
    }


@_of_what_is_typed
def complete_values(prefix: str, parsed_args: argparse.Namespace, **_: Any) -> Iterable[str]:
    """``key=`` for each field of the action not yet answered, then ``key=value``."""
    from calculator.forms import fields_of
    from calculator.rules.catalog import find_system

    fields = fields_of(find_system(parsed_args.system).action(parsed_args.action).asks)
    key, equals, _value = prefix.partition("=")
    if equals:
        return [
            f"{key}={word}" for field in fields if field.key == key for word in field.kind.choices
        ]
    answered = {word.partition("=")[0] for word in parsed_args.words or ()}
    return {f"{field.key}=": field.label for field in fields if field.key not in answered}


@_of_what_is_typed
def complete_compared(prefix: str, parsed_args: argparse.Namespace, **_: Any) -> Iterable[str]:
    """The same, and once `tables.` is typed the values of the system's tables."""
    from calculator.rules.catalog import find_system
    from calculator.rules.tables import TABLES

    if not prefix.startswith(TABLES):
        offered: Iterable[str] = complete_values(prefix=prefix, parsed_args=parsed_args)
        return offered
    return {f"{TABLES}{one.key}=": one.why for one in find_system(parsed_args.system).tables}


def complete_scenario(prefix: str, **_: Any) -> list[str]:
    """Scenarios by name, and files by path."""
    from argcomplete.completers import FilesCompleter

    from calculator.scenarios.places import known_scenarios

    return [*known_scenarios(), *FilesCompleter(["toml"])(prefix)]


@_of_what_is_typed
def complete_unit(parsed_args: argparse.Namespace, **_: Any) -> Iterable[str]:
    """The units of the battle already typed, each as it stands, or of the scenario, after
    --scenario or as the first file."""
    if roll := _roll_of(parsed_args):
        from calculator.desk.unit_view import unit_view

        return {unit.name: unit_view(roll.scenario.system, unit).words for unit in roll.units}
    return [unit.name for unit in _scenario_of(parsed_args).units]


@_of_what_is_typed
def complete_situation(parsed_args: argparse.Namespace, **_: Any) -> Mapping[str, str]:
    """The actions of the scenario already typed, with their labels."""
    return {action.key: action.label for action in _scenario_of(parsed_args).system.actions}


def complete_role(**_: Any) -> tuple[str, ...]:
    """Whether a unit acts or is the target."""
    return ROLES


@_of_what_is_typed
def complete_measure(parsed_args: argparse.Namespace, **_: Any) -> Mapping[str, str]:
    """The measures of the action already typed, or of closing with the enemy."""
    from calculator.tuning.matchups import first_situation

    system = _scenario_of(parsed_args).system
    typed = (parsed_args.situation or first_situation(system).action).split()
    action = system.action(typed[0] if typed else "")
    return {measure.key: measure.label for measure in action.measures}


def _roll_of(parsed_args: argparse.Namespace) -> Roll | None:
    """The roll of the battle already typed, if it is of an order of battle."""
    if not (battle := vars(parsed_args).get("battle")):
        return None
    from calculator.umpire import Umpire

    with Umpire.open(battle, read_only=True) as umpire:
        return umpire.roll()


def _scenario_of(parsed_args: argparse.Namespace) -> Scenario:
    from calculator.scenarios import load

    typed = vars(parsed_args)
    return load(typed.get("scenario") or typed.get("file") or "")

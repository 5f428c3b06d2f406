"""What a shell completes: commands, systems, actions, key=value, scenarios, units, by the names of
words and options; `empires completion` prints the script that lets a shell ask."""

from __future__ import annotations

import argparse
import sys
from argparse import RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from calculator.cli.parser import Command, Once, Parser, word
from calculator.errors import CalculatorError, UnknownNameError

if TYPE_CHECKING:
    from calculator.desk.asking import Asking
    from calculator.roll import Roll
    from calculator.rules.system import RuleSystem
    from calculator.scenarios import Scenario

_SHELLS: Final = ("bash", "zsh", "fish")

ROLES: Final = ("actor", "target")
"""Who acts, and at whom."""


def _run(arguments: argparse.Namespace) -> None:
    if arguments.shell not in _SHELLS:
        raise UnknownNameError("shell", arguments.shell, _SHELLS)
    from argcomplete.shell_integration import shellcode

    sys.stdout.write(shellcode(["empires"], shell=arguments.shell))


def _actions(parsed_args: argparse.Namespace, **_: Any) -> Mapping[str, str]:
    """The actions of the system already typed, with their labels; what the acting unit cannot do in
    the battle already typed says why."""
    ended: Mapping[str, str] = {}
    if (name := vars(parsed_args).get("actor")) and (roll := _roll_of(parsed_args)):
        from calculator.desk.turns import dead_ends

        ended = dead_ends(roll, roll.unit(name).full_name)
    return {
        action.key: f"✗ {ended[action.key]}" if action.key in ended else action.label
        for action in _system_of(parsed_args).actions
    }


def _values(prefix: str, parsed_args: argparse.Namespace, **_: Any) -> Mapping[str, str]:
    """``key=`` for each field of the action not yet answered, then ``key=value``; a value that
    leads nowhere, for the units and answers already typed, says why."""
    asking = _asking(parsed_args)
    key, equals, _value = prefix.partition("=")
    if equals:
        ended = asking.dead_ends().get(key, {})
        words = (word for one in asking.fields if one.key == key for word in one.kind.choices)
        return {f"{key}={word}": f"✗ {ended[word]}" if word in ended else "" for word in words}
    answered = {word.partition("=")[0] for word in parsed_args.words or ()}
    return {f"{one.key}=": one.label for one in asking.fields if one.key not in answered}


def _compared(prefix: str, parsed_args: argparse.Namespace, **_: Any) -> Mapping[str, str]:
    from calculator.rules.tables import TABLES

    if not prefix.startswith(TABLES):
        return _values(prefix=prefix, parsed_args=parsed_args)
    return {f"{TABLES}{one.key}=": one.why for one in _system_of(parsed_args).tables}


def _scenarios(prefix: str, **_: Any) -> list[str]:
    from argcomplete.completers import FilesCompleter

    from calculator.scenarios.places import known_scenarios

    return [*known_scenarios(), *FilesCompleter(["toml"])(prefix)]


def _units(parsed_args: argparse.Namespace, **_: Any) -> Iterable[str]:
    """The units of the battle already typed, each as it stands, or of the scenario, after
    --scenario or as the first file."""
    if roll := _roll_of(parsed_args):
        from calculator.desk.units import unit_view

        return {unit.name: unit_view(roll.scenario.system, unit).words for unit in roll.units}
    return [unit.name for unit in _scenario_of(parsed_args).units]


def _measures(parsed_args: argparse.Namespace, **_: Any) -> Mapping[str, str]:
    from calculator.tuning.matchups import first_situation

    system = _scenario_of(parsed_args).system
    typed = (parsed_args.situation or first_situation(system).action).split()
    action = system.action(typed[0] if typed else "")
    return {measure.key: measure.label for measure in action.measures}


def _asking(parsed_args: argparse.Namespace) -> Asking:
    from calculator.desk.asking import Asking
    from calculator.rules.system import SIDES

    typed, system = vars(parsed_args), _system_of(parsed_args)
    roll = _roll_of(parsed_args)
    scenario = _scenario_of(parsed_args) if typed.get("scenario") and not roll else None
    asking = Asking(system, system.action(parsed_args.action), roll=roll, scenario=scenario)
    if asking.scenario:
        asking.take_all({role: typed[role] for role in SIDES if typed.get(role)})
    pairs = (word.partition("=") for word in parsed_args.words or ())
    known = {field.key for field in asking.fields}
    asking.say({key: text for key, _, text in pairs if key in known})
    return asking


def _system_of(parsed_args: argparse.Namespace) -> RuleSystem:
    from calculator.rules.catalog import find_system

    return find_system(parsed_args.system)


def _roll_of(parsed_args: argparse.Namespace) -> Roll | None:
    if not (battle := vars(parsed_args).get("battle")):
        return None
    from calculator.umpire import Umpire

    with Umpire.open(battle, read_only=True) as umpire:
        return umpire.roll()


def _scenario_of(parsed_args: argparse.Namespace) -> Scenario:
    from calculator.scenarios import load

    typed = vars(parsed_args)
    return load(typed.get("scenario") or typed.get("file") or "")


_OFFERS: Final = {
    "system": lambda **_: tuple(import_module("calculator.rules.catalog").KEYS),
    "action": _actions,
    **dict.fromkeys(("odds words", "result words"), _values),
    "versus": _compared,
    **dict.fromkeys(("scenario", "file", "second", "like", "scenario check words"), _scenarios),
    **dict.fromkeys(("tune COMMAND", "tune forecast against"), _scenarios),
    **dict.fromkeys(("actor", "target", "friend", "beyond"), _units),
    **dict.fromkeys(("against", "actors", "unit"), _units),
    "situation": lambda parsed_args, **_: {
        action.key: action.label for action in _scenario_of(parsed_args).system.actions
    },
    "measure": _measures,
    "role": lambda **_: ROLES,
    "switch": lambda **_: ("on", "off"),
    "format": lambda **_: ("jsonl", "csv", "markdown", "html"),
    "shell": lambda **_: _SHELLS,
    **dict.fromkeys(("scenario new file", "tune history file", "tune seek target")),
}
"""What is offered for a word or an option of this name; behind a command, for that of it."""


def _offer(parser: Parser) -> None:
    """Have all words and options of a command completed, and those of its own commands."""
    command = parser.prog.partition(" ")[2]
    for action in parser._actions:
        name = action.dest
        if isinstance(action, argparse._SubParsersAction):
            name = str(action.metavar)
            for part in action.choices.values():
                _offer(part)
        if offers := _OFFERS.get(f"{command} {name}", _OFFERS.get(name)):
            action.completer = _offering(offers)  # type: ignore[attr-defined]


def _offering(offers: Callable[..., object]) -> Callable[..., object]:
    """A completer that offers nothing while what was typed before cannot be read."""

    def offered(**typed: Any) -> object:
        try:
            return offers(**typed)
        except CalculatorError:
            return ()

    return offered


def complete(root: Parser) -> None:
    """Answer the shell, and end; options and words may stand in any order."""
    from argcomplete.finders import CompletionFinder, safe_actions

    class Finder(CompletionFinder):
        """Reads options ahead of words: argparse expects no more words behind an option, so that
        nothing would be offered for them."""

        def _get_completions(self, comp_words: list[str], *rest: Any) -> Any:
            program, *typed = comp_words
            read = [program, *_options_first(root, typed)]
            return super()._get_completions(read, *rest)  # type: ignore[no-untyped-call]

    safe_actions.add(Once)
    _offer(root)
    Finder(root)(root, always_complete_options=False)


def _options_first(parser: Parser, typed: list[str]) -> list[str]:
    """The words of a line with the options that take one value or none before the others; what
    follows an option that takes several, or that waits for its value, keeps its place."""
    options: list[str] = []
    words: list[str] = []
    left = list(typed)
    while left:
        if command := parser.command(left[0]):
            return [*options, *words, left[0], *_options_first(command, left[1:])]
        values = parser.values_of(left[0])
        if values is None or len(left) <= values:
            break
        is_option = left[0].startswith("-") and left[0] != "-"
        (options if is_option else words).extend(left[: values + 1])
        left = left[values + 1 :]
    return [*options, *words, *left]


COMMANDS: Final = {
    "completion": Command(
        _run,
        word("shell", "|".join(_SHELLS)),
        formatter_class=RawDescriptionHelpFormatter,
        epilog="""\
To switch it on, add a line to your shell's start-up file:
  bash  (~/.bashrc)                   eval "$(empires completion bash)"
  zsh   (~/.zshrc, after compinit)    eval "$(empires completion zsh)"
  fish  (~/.config/fish/config.fish)  empires completion fish | source""",
    )
}

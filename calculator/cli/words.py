"""What the shell may complete: systems, actions, and key=value."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from calculator.scenarios import Scenario


def complete_system(**_: Any) -> tuple[str, ...]:
    """The keys of all systems."""
    from calculator.rules.catalog import KEYS

    return KEYS


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
    given = {word.partition("=")[0] for word in parsed_args.words or ()}
    return {f"{field.key}=": field.label for field in fields_of(form) if field.key not in given}


def complete_scenario(prefix: str, **_: Any) -> list[str]:
    """Scenarios by name, and files by path."""
    from argcomplete.completers import FilesCompleter

    from calculator.scenarios.places import known_scenarios

    return [*known_scenarios(), *FilesCompleter(["toml"])(prefix)]


def complete_unit(parsed_args: argparse.Namespace, **_: Any) -> list[str]:
    """The units of the scenario already typed, after --scenario or as the first of the files."""
    scenario = _scenario_of(parsed_args)
    return [unit.name for unit in scenario.units] if scenario else []


def complete_task(prefix: str, **_: Any) -> Mapping[str, str]:
    """The tasks of `empires tune` with what they do, and scenarios, which its screen opens."""
    from calculator.cli.tune_options import TASKS

    tasks = {name: task.summary for name, task in TASKS.items()}
    return tasks | dict.fromkeys(complete_scenario(prefix), "")


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


def complete_role(**_: Any) -> tuple[str, ...]:
    """The roles that a unit may take."""
    from calculator.cli.tune_reading import ROLES

    return ROLES


def _scenario_of(parsed_args: argparse.Namespace) -> Scenario | None:
    from calculator.errors import CalculatorError
    from calculator.scenarios import load

    files = getattr(parsed_args, "files", None) or [""]
    try:
        return load(getattr(parsed_args, "scenario", None) or files[0])
    except CalculatorError:
        return None

"""What the shell may complete: systems, actions, and key=value."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from typing import Any


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
    """The units of the scenario already typed."""
    from calculator.errors import CalculatorError
    from calculator.scenarios import load

    try:
        return [unit.name for unit in load(parsed_args.scenario or "").units]
    except CalculatorError:
        return []

"""Reading a question off the command line: SYSTEM ACTION key=value ..."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from calculator.cli.words import (
    complete_action,
    complete_scenario,
    complete_system,
    complete_unit,
    complete_values,
)
from calculator.errors import Fault, FaultsError, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from calculator.cli.parser import Parser
    from calculator.forms import Field
    from calculator.rules.question import Question
    from calculator.rules.tables import Tables


def add_question(command: Parser) -> None:
    """The arguments that say what is asked."""
    system: Any = command.add_argument(
        "system", metavar="SYSTEM", nargs="?", default="", help="see `empires systems`"
    )
    action: Any = command.add_argument(
        "action", metavar="ACTION", nargs="?", default="", help="see `empires fields`"
    )
    words: Any = command.add_argument(
        "words", metavar="key=value", nargs="*", help="what is known; the rest is at its default"
    )
    system.completer = complete_system
    action.completer = complete_action
    words.completer = complete_values
    options = command.add_argument_group("from an order of battle")
    told = {
        "--scenario": ("NAME|FILE", "its tables, and units by name", complete_scenario),
        "--actor": ("UNIT", "the acting unit", complete_unit),
        "--target": ("UNIT", "the target unit", complete_unit),
    }
    for option, (metavar, meaning, completer) in told.items():
        added: Any = options.add_argument(option, metavar=metavar, help=meaning)
        added.completer = completer


class Asker:
    """What a command line asks of one action, under the tables of its scenario.

    Raises `CalculatorError` for a system, action, scenario or unit that there is not.
    """

    def __init__(self, arguments: argparse.Namespace) -> None:
        from calculator.rules import catalog

        self.system = catalog.find_system(_given("SYSTEM", arguments.system, catalog.KEYS))
        self.action = self.system.action(
            _given("ACTION", arguments.action, self.system.action_keys)
        )
        self.filled: Mapping[str, str] = {}
        self.tables: Tables | None = None
        units = {role: getattr(arguments, role) for role in ("actor", "target")}
        if arguments.scenario:
            self._open_scenario(arguments.scenario, units)
        elif any(units.values()):
            raise FaultsError(
                Fault(f"--{role}", f"which order of battle is {name!r} in? Add --scenario NAME")
                for role, name in units.items()
                if name
            )

    def _open_scenario(self, name: str, units: Mapping[str, str | None]) -> None:
        from calculator.scenarios import load

        scenario = load(name)
        if scenario.system is not self.system:
            raise FaultsError([Fault("--scenario", f"{name} is a battle of {scenario.system.key}")])
        self.tables = scenario.tables
        self.filled = scenario.fill_all({role: unit for role, unit in units.items() if unit})

    def ask(self, words: Sequence[str]) -> Question:
        """The question that `words` fill in. Raises `FaultsError` with every fault of them."""
        from calculator.forms import fields_of
        from calculator.pairs import read_pairs
        from calculator.rules.question import Question

        fields = fields_of(self.action.form)
        values, faults = read_pairs(words, lambda word: _without_equals(word, fields))
        try:
            question = Question.read(
                self.system.key, self.action.key, {**self.filled, **values}, self.tables
            )
        except FaultsError as more:
            raise FaultsError([*faults, *more.faults]) from None
        if faults:
            raise FaultsError(faults)
        return question


def _given(what: str, word: str, known: Iterable[str]) -> str:
    """A word that must stand here; a key=value in its place says that it was left out."""
    if not word or "=" in word:
        raise FaultsError([Fault(what, "is missing", ", ".join(known))])
    return word


def _without_equals(word: str, fields: Sequence[Field]) -> Fault:
    """Someone typed a key or a value alone: say which pair was probably meant."""
    from calculator.pairs import PAIRS

    if not word.strip():
        return Fault(repr(word), "is empty", PAIRS)
    for field in fields:
        if word == field.key:
            return Fault(word, "has no value; write it as key=value", field.kind.allowed)
        if word in field.kind.choices and word not in {"yes", "no"}:
            return Fault(word, "this is no key=value", near=f"{field.key}={word}")
    key = next((f.key for f in fields if word.startswith(f.key)), "")
    near = f"{key}={word.removeprefix(key)}" if key else nearest(word, [f.key for f in fields])
    return Fault(word, "this is no key=value", PAIRS, near)

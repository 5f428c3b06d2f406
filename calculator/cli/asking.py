"""Reading a question off the command line: SYSTEM ACTION key=value ..."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING, Any, Final

from attrs import asdict

from calculator.cli.completion import (
    complete_action,
    complete_scenario,
    complete_system,
    complete_unit,
    complete_values,
)
from calculator.cli.output import listed, open_console
from calculator.cli.parser import Group, option, word
from calculator.errors import Fault, FaultsError, JournalError, every, nearest
from calculator.forms import Field, fields_of, texts
from calculator.pairs import PAIRS, read_answers
from calculator.rules import catalog
from calculator.rules.question import Question
from calculator.rules.system import RuleSystem
from calculator.rules.tables import Tables

if TYPE_CHECKING:
    from calculator.roll import Filled, Mismatch, OrderOfBattle, Roll, RollUnit, Taken
    from calculator.scenarios import Scenario, Unit
    from calculator.umpire import Umpire


QUESTION: Final = (
    word("system", "SYSTEM", "see `empires systems`", complete_system, nargs="?", default=""),
    word("action", "ACTION", "see `empires fields`", complete_action, nargs="?", default=""),
    word(
        "words",
        "key=value",
        "what is known; the rest is at its default",
        complete_values,
        nargs="*",
    ),
    Group(
        "from an order of battle",
        option("--scenario", "NAME|FILE", "its tables, and units by name", complete_scenario),
        option("--actor", "UNIT", "the acting unit", complete_unit),
        option("--target", "UNIT", "the target unit", complete_unit),
    ),
)
"""What says what is asked."""


class Asker:
    """What a command line asks of one action, under the tables of its scenario.

    The `umpire` of a battle that was named has its order of battle and its roll: units then start
    from the roll, and `taken` lists what stands otherwise than at the start. `units` are those
    named, by role; `order` is the order of battle that the battle is still to be bound to.

    Raises `CalculatorError` for a system, action, scenario or unit that there is not, and for an
    order of battle other than the one that the battle is bound to.
    """

    def __init__(self, arguments: argparse.Namespace, umpire: Umpire | None = None) -> None:
        self.filled: Mapping[str, str] = {}
        self.taken: Filled | None = None
        self.tables: Tables | None = None
        self.units: Mapping[str, RollUnit | Unit] = {}
        self.order: OrderOfBattle | None = None
        self.roll: Roll | None = None
        self.unread = ""
        """Why the record could not be read, where results are drawn all the same."""
        scenario = self._scenario(arguments.scenario, umpire)
        self.system, action, self.words = _named(arguments, scenario)
        self.action = self.system.action(action)
        names = {role: name for role in ("actor", "target") if (name := getattr(arguments, role))}
        if scenario:
            self._open(scenario, names, arguments)
        elif names:
            raise FaultsError(
                Fault(f"--{role}", f"which order of battle is {name!r} in? Add --scenario NAME")
                for role, name in names.items()
            )

    def _scenario(self, name: str, umpire: Umpire | None) -> Scenario | None:
        """The scenario that was named, or that the battle is bound to: both must be the same."""
        if umpire is None:
            from calculator.scenarios import load

            return load(name) if name else None
        if name:
            from calculator.roll import OrderOfBattle

            self.order = OrderOfBattle.of_file(name)
        try:
            if self.order:
                umpire.is_bound_to(self.order)
            self.roll = umpire.roll()
        except JournalError as fault:
            if umpire.read_only:
                raise
            self.unread = f"{fault}. Units are taken as the order of battle has them."
        read_from = self.roll or self.order
        return read_from.scenario if read_from else None

    def _open(
        self, scenario: Scenario, names: Mapping[str, str], arguments: argparse.Namespace
    ) -> None:
        if scenario.system is not self.system:
            name = arguments.scenario or scenario.key
            raise FaultsError([Fault("--scenario", f"{name} is a battle of {scenario.system.key}")])
        if arguments.side:
            scenario.find_side(arguments.side)
        self.tables = scenario.tables
        if self.roll is None:
            self.filled = scenario.fill_all(names, self.action.key)
            self.units = {role: scenario.find(name) for role, name in names.items()}
            return
        self._fill_in(self.roll, names, arguments.side)

    def _fill_in(self, roll: Roll, names: Mapping[str, str], side: str) -> None:
        """Take from the roll what it has of the units that are named."""
        from calculator.roll import fill
        from calculator.roll.filling import check_units

        found = every(*(partial(roll.unit, name, f"--{role}") for role, name in names.items()))
        units = dict(zip(names, found, strict=True))
        self._check_side(roll, side)
        check_units(roll, self.action, units, side)
        self.taken = fill(roll, self.action, units, side)
        self.filled, self.units = self.taken.answers, units

    def _check_side(self, roll: Roll, side: str) -> None:
        """Raise `FaultsError` where an army is checked and nobody says whose."""
        if self.system.checks_morale(self.action.key) and not roll.side_key(side):
            from calculator.roll import armies_due

            due = ", ".join(army.side for army in armies_due(roll))
            known = ", ".join(one.key for one in roll.scenario.sides)
            raise FaultsError(
                [Fault("--side", "whose army is not said", known + f"; due: {due}" * bool(due))]
            )

    def roll_json(self, question: Question) -> dict[str, Any]:
        """What a question took from the roll and has otherwise, as JSON; nothing without a roll."""
        if self.roll is None or self.taken is None:
            return {}
        taken, otherwise = self._against_roll(question)
        where = {"turn": self.roll.turn, "entry": self.roll.last}
        against = {"taken": list(map(asdict, taken)), "otherwise": list(map(asdict, otherwise))}
        return {"roll": where | against}

    def print_roll(self, question: Question) -> None:
        """List what a question took from the roll, and where its answers stand on the table so."""
        headings = ("From the roll:", "Otherwise than on the roll, and taken over by a result:")
        console = open_console()
        for heading, found in zip(headings, self._against_roll(question), strict=True):
            if found:
                console.print(heading)
                console.print(listed(repeat("-"), map(str, found)))

    def _against_roll(self, question: Question) -> tuple[tuple[Taken, ...], tuple[Mismatch, ...]]:
        """What stands as on the roll, and what was answered otherwise of its units."""
        if self.roll is None or self.taken is None:
            return (), ()
        from calculator.roll import RollUnit, differences

        answers = texts(question.form)
        taken = tuple(one for one in self.taken.taken if answers[one.field] == one.text)
        units = {role: unit for role, unit in self.units.items() if isinstance(unit, RollUnit)}
        return taken, differences(self.roll, question, units)

    @property
    def acting_side(self) -> str:
        """The key of the side of the acting unit, if one was named."""
        return self.units["actor"].side if "actor" in self.units else ""

    def ask(self, words: Sequence[str]) -> Question:
        """The question that `words` fill in. Raises `FaultsError` with every fault of them."""
        fields = fields_of(self.action.asks)
        system, action = self.system.key, self.action.key
        return read_answers(
            words,
            lambda values: Question.read(system, action, {**self.filled, **values}, self.tables),
            lambda word: _without_equals(word, fields),
        )


def _named(
    arguments: argparse.Namespace, scenario: Scenario | None
) -> tuple[RuleSystem, str, list[str]]:
    """The system, the key of the action and the pairs: a scenario's system need not be typed."""
    first, second, words = arguments.system, arguments.action, arguments.words
    if scenario and first not in catalog.KEYS and second not in scenario.system.action_keys:
        action = _required("ACTION", first, scenario.system.action_keys)
        return scenario.system, action, [second, *words] if second else words
    system = catalog.find_system(_required("SYSTEM", first, catalog.KEYS))
    return system, _required("ACTION", second, system.action_keys), words


def _required(what: str, word: str, known: Iterable[str]) -> str:
    """A word that must stand here; a key=value in its place says that it was left out."""
    if not word or "=" in word:
        raise FaultsError([Fault(what, "is missing", ", ".join(known))])
    return word


def _without_equals(word: str, fields: Sequence[Field]) -> Fault:
    """Someone typed a key or a value alone: say which pair was probably meant."""
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

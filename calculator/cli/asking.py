"""Reading a question off the command line: SYSTEM ACTION key=value ..."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Any, Final

from attrs import asdict

from calculator.answering import PAIRS, read_answers
from calculator.cli.output import listed, open_console
from calculator.cli.parser import group, option, word
from calculator.desk import asking, attention, naming
from calculator.errors import Fault, FaultsError, JournalError, nearest, raise_any
from calculator.forms import Field
from calculator.rules import catalog
from calculator.rules.question import Question
from calculator.rules.system import SIDES, RuleSystem

if TYPE_CHECKING:
    from calculator.roll import OrderOfBattle, Roll
    from calculator.scenarios import Scenario
    from calculator.umpire import Umpire


QUESTION: Final = (
    word("system", "SYSTEM", "see `empires systems`", nargs="?", default=""),
    word("action", "ACTION", "see `empires fields`", nargs="?", default=""),
    word("words", "key=value", "answers; what you leave out keeps its default", nargs="*"),
    group(
        "from an order of battle",
        option("--scenario", "NAME|FILE", "use its tables, and name its units"),
        option("--actor", "UNIT", "the acting unit"),
        option("--target", "UNIT", "the target unit"),
        option("--friend", "UNIT", "a unit of its own side that takes part"),
        option("--beyond", "UNIT", "the enemy unit beyond the target"),
    ),
)
"""What says what is asked."""


class Asker:
    """What a command line asks of one action: `asking`, and the `words` that are to fill it in. An
    `umpire` has the order of battle and the roll of the battle that was named; `order` is one that
    this is still to be bound to. Raises `CalculatorError` for a system, action, scenario or unit
    that there is not, and for another order of battle than the battle's."""

    def __init__(self, arguments: argparse.Namespace, umpire: Umpire | None = None) -> None:
        self.order: OrderOfBattle | None = None
        self.roll: Roll | None = None
        self.unread = ""
        """Why the record could not be read, where results are drawn all the same."""
        scenario = self._scenario(arguments.scenario, umpire)
        system, action, self.words = _named(arguments, scenario)
        if scenario and scenario.system is not system:
            name = arguments.scenario or scenario.key
            raise FaultsError.at("--scenario", f"{name} is a battle of {scenario.system.key}")
        side = scenario.find_side(arguments.side).key if scenario and arguments.side else ""
        chosen = naming.action_called(system, action)
        self.asking = asking.Asking(
            system, chosen, scenario=scenario, roll=self.roll, side=side, strict=True
        )
        names = {role: name for role in SIDES if (name := getattr(arguments, role))}
        idle = [r for r in names if r not in {"actor", "target"} and not system.asked_of(r, chosen)]
        where = "which order of battle is {!r} in? Add --scenario NAME"
        raise_any(
            Fault(f"--{role}", where.format(name)) for role, name in names.items() if not scenario
        )
        raise_any(
            Fault(f"--{role}", f"{chosen.key} does not ask for one", "--actor, --target")
            for role in idle
        )
        self.asking.take_all(names)
        self.asking.despite = getattr(arguments, "despite", "")
        if (armies := self.asking.armies()) and not side:
            due = ", ".join(army.side for army in armies if army.due)
            known = ", ".join(army.side for army in armies) + f"; due: {due}" * bool(due)
            raise FaultsError.at("--side", "does not say whose army", known)

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
            self.unread = f"{fault}. Units are as the order of battle has them."
        read_from = self.roll or self.order
        return read_from.scenario if read_from else None

    def ask(self, words: Sequence[str]) -> tuple[asking.Asking, Question]:
        """The question that `words` fill in. Raises `FaultsError` with every fault of them, and
        `ForbiddenError` where these units may not take part, or not now."""
        asked = self.asking.copied()
        question = read_answers(words, asked.typed, lambda w: _without_equals(w, asked.fields))
        asked.check_units()
        return asked, question


def provenance_json(asked: asking.Asking) -> dict[str, Any]:
    """Where each answer comes from, and what stands otherwise on the roll, as JSON."""
    sources = {key: source.value for key, source in asked.provenances.items()}
    if asked.roll is None:
        return {"provenance": sources}
    where = {"turn": asked.roll.turn, "entry": asked.roll.last}
    taken, otherwise = (list(map(asdict, one)) for one in (asked.taken(), asked.otherwise()))
    return {"provenance": sources, "roll": where | {"taken": taken, "otherwise": otherwise}}


def print_roll(asked: asking.Asking) -> None:
    """List what a question took from the roll, and where its answers stand on the table so."""
    console = open_console()
    for heading, lines in {
        "From the roll:": asked.taken(),
        "Note:": [caution.text for caution in attention.cautions(asked) if not caution.take],
        "Not as on the roll:": [
            f"{one}; leave {one.field} out to take the roll's" for one in asked.otherwise()
        ],
    }.items():
        if lines:
            console.print(heading)
            console.print(listed(repeat("-"), map(str, lines)))


def _named(
    arguments: argparse.Namespace, scenario: Scenario | None
) -> tuple[RuleSystem, str, list[str]]:
    """The system, the key of the action and the pairs: a scenario's system need not be typed."""
    first, second, words = arguments.system, arguments.action, arguments.words
    if scenario and second not in scenario.system.action_keys and first not in catalog.KEYS:
        action = _required("ACTION", first, scenario.system.action_keys)
        return scenario.system, action, [second, *words] if second else words
    system = catalog.find_system(_required("SYSTEM", first, catalog.KEYS))
    return system, _required("ACTION", second, system.action_keys), words


def _required(what: str, word: str, known: Iterable[str]) -> str:
    """A word that must stand here; a key=value in its place says that it was left out."""
    if not word or "=" in word:
        raise FaultsError.at(what, "is missing", ", ".join(known))
    return word


def _without_equals(word: str, fields: Sequence[Field]) -> Fault:
    """Someone typed a key or a value alone: say which pair was probably meant."""
    if not word.strip():
        return Fault(repr(word), "is empty", PAIRS)
    for field in fields:
        if word == field.key:
            return Fault(word, "has no value; write it as key=value", field.kind.allowed)
        if word in field.kind.choices and word not in {"yes", "no"}:
            return Fault(word, "this is not key=value", near=f"{field.key}={word}")
    key = next((f.key for f in fields if word.startswith(f.key)), "")
    near = f"{key}={word.removeprefix(key)}" if key else nearest(word, [f.key for f in fields])
    return Fault(word, "this is not key=value", PAIRS, near)

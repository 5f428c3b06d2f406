"""A scenario being tuned, without its screen: the ratings now and in the file, and their odds."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from functools import cached_property

from calculator.answering import stepped
from calculator.errors import CalculatorError, FaultsError
from calculator.forms import Field, fields_of, texts
from calculator.rules.action import AnyAction
from calculator.rules.system import RuleSystem
from calculator.scenarios import Scenario, Side, Unit
from calculator.scenarios.lines import KeyPath
from calculator.tuning.difference import Change, changes
from calculator.tuning.drafts import with_unit
from calculator.tuning.matchups import (
    Matrix,
    Situation,
    first_situation,
    matrix,
    read_situation,
)


class Workbench:
    """Changes ratings one at a time, remembers each change, and works out every pairing.

    Raises `CalculatorError` for a scenario without an enemy, or a system with nothing to measure.
    """

    def __init__(self, scenario: Scenario) -> None:
        if len(scenario.sides) < 2:
            raise CalculatorError(f"{scenario.title} has one side only: nothing to set it against")
        self.file = scenario
        self.scenario = scenario
        self.attackers = 0
        self.situation = first_situation(scenario.system)
        self._past: list[Scenario] = []
        self._future: list[Scenario] = []
        self._known: tuple[tuple[Scenario, Situation, int], Matrix] | None = None

    @property
    def system(self) -> RuleSystem:
        """The rule system of the scenario."""
        return self.scenario.system

    @property
    def action(self) -> AnyAction:
        """What is asked of every pairing."""
        return self.system.action(self.situation.action)

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """What the system lets a file say of a unit."""
        return fields_of(type(next(self.scenario.units).form))

    @property
    def attacking(self) -> Side:
        """The side that acts."""
        return self.scenario.sides[self.attackers]

    def changes(self) -> list[Change]:
        """What is not as it stands in the file."""
        return list(changes(self.file, self.scenario))

    def unit(self, path: KeyPath) -> Unit:
        """A unit as it is now, by its place in the file."""
        return self.scenario.at(path)

    def in_file(self, path: KeyPath) -> Unit:
        """A unit as it stands in the file."""
        return self.file.at(path)

    def step(self, path: KeyPath, field: Field, by: int) -> None:
        """Turn to the next answer of a field, or the one before. Raises `FaultsError`."""
        unit = self.unit(path)
        if not field.matters(unit.form):
            raise CalculatorError(f"{field.label.lower()} does not matter for {unit.name}")
        self.put(path, field, stepped(field.kind, texts(unit.form)[field.key], by))

    def put(self, path: KeyPath, field: Field, text: str) -> None:
        """Answer a field of a unit. Raises `FaultsError`, and then nothing has changed."""
        self._take(with_unit(self.scenario, self.unit(path), {field.key: text}))

    def restore(self, path: KeyPath, field: Field) -> None:
        """Answer a field as the file does. Raises `FaultsError` if it no longer fits the rest."""
        self.put(path, field, texts(self.in_file(path).form)[field.key])

    def _take(self, scenario: Scenario) -> None:
        if scenario != self.scenario:
            self._past.append(self.scenario)
            self._future.clear()
            self.scenario = scenario

    def undo(self) -> list[Change]:
        """Take the last change back; gives what that changed, or nothing if there was none."""
        return self._turn(self._past, self._future)

    def redo(self) -> list[Change]:
        """Make the change that was last taken back again."""
        return self._turn(self._future, self._past)

    def _turn(self, source: list[Scenario], other: list[Scenario]) -> list[Change]:
        if not source:
            return []
        present = self.scenario
        other.append(present)
        self.scenario = source.pop()
        return list(changes(present, self.scenario))

    def saved(self, scenario: Scenario) -> None:
        """Go on from the file as it was written; undoing goes back beyond it."""
        self.file = scenario
        self.scenario = scenario

    def swap(self) -> None:
        """Let the next side act."""
        self.attackers = (self.attackers + 1) % len(self.scenario.sides)

    def ask(self, action: str, measure: str = "", answers: Mapping[str, str] | None = None) -> None:
        """Ask something else of every pairing. Raises `CalculatorError`, and asks as before then.

        Answers that the new action does not know are kept for the ones that do.
        """
        kept = self.situation.answers if answers is None else answers
        self.ask_text(shlex.join([action, *key_value_pairs(kept)]), measure)

    def ask_text(self, text: str, measure: str = "") -> None:
        """Ask what was typed: an action, then key=value. Raises as `ask` does."""
        before = self.situation
        self.situation = read_situation(self.system, text, measure)
        try:
            self.matrices()
        except FaultsError:
            self.situation = before
            raise

    def matrices(self) -> tuple[Matrix, Matrix]:
        """The chances of all pairings now, and in the file, which are worked out once."""
        asked = (self.file, self.situation, self.attackers)
        if self._known is None or self._known[0] != asked:
            self._known = (asked, self._matrix(self.file))
        return self._matrix(self.scenario), self._known[1]

    def _matrix(self, scenario: Scenario) -> Matrix:
        side = scenario.sides[self.attackers]
        facing = [unit for unit in scenario.units if unit.side != side.key]
        return matrix(scenario, self.situation, side.units, facing)

    @property
    def asks_of_target(self) -> bool:
        """Whether the action asks anything of an enemy."""
        return bool(self.system.asked_of("target", self.action))


def key_value_pairs(answers: Mapping[str, str]) -> list[str]:
    """Answers as they are typed: key=value."""
    return [f"{key}={value}" for key, value in answers.items()]

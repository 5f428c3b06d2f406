"""A scenario being tuned, without its screen: the ratings now and in the file, their odds, and the
file itself."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from calculator import answering, forms, paths
from calculator.errors import CalculatorError, FaultsError
from calculator.rules.action import AnyAction
from calculator.scenarios import Scenario, Side, loading
from calculator.scenarios.places import SUFFIX, is_file, shipped_folder, user_folder
from calculator.scenarios.source import KeyPath, content_of, parse_source
from calculator.tuning import matchups, variations


class Workbench:
    """Changes ratings one at a time, remembers each change, works out every pairing, and writes the
    file.

    A shipped scenario is never written over: it belongs to the calculator, often lies where the
    user may not write, and the next release would undo the change. Its copy goes into the user's
    folder, where it is found under the same name before the shipped one.

    Raises `CalculatorError` for a scenario without an enemy, a system with nothing to measure, or a
    file that cannot be read.
    """

    def __init__(self, scenario: Scenario) -> None:
        if len(scenario.sides) < 2:
            raise CalculatorError(f"{scenario.title} has one side only: nothing to set it against")
        self.file = self.scenario = scenario
        self.path = scenario.path
        self._text = content_of(scenario.path)
        self.attackers = 0
        self.system = scenario.system
        self.situation = matchups.first_situation(scenario.system)
        self._past: list[Scenario] = []
        self._future: list[Scenario] = []
        self._known: tuple[tuple[Scenario, matchups.Situation, int], matchups.Matrix] | None = None

    @property
    def action(self) -> AnyAction:
        """What is asked of every pairing."""
        return self.system.action(self.situation.action)

    @cached_property
    def fields(self) -> tuple[forms.Field, ...]:
        """What the system lets a file say of a unit."""
        return forms.fields_of(type(next(self.scenario.units).form))

    @property
    def attacking(self) -> Side:
        """The side that acts."""
        return self.scenario.sides[self.attackers]

    def changes(self) -> list[variations.Change]:
        """What is not as it stands in the file."""
        return list(variations.changes(self.file, self.scenario))

    def step(self, path: KeyPath, field: forms.Field, by: int) -> None:
        """Turn to the next answer of a field, or the one before. Raises `FaultsError`."""
        unit = self.scenario.at(path)
        if not field.matters(unit.form):
            raise CalculatorError(f"{field.label.lower()} does not matter for {unit.name}")
        self.put(path, field, answering.stepped(field.kind, forms.texts(unit.form)[field.key], by))

    def put(self, path: KeyPath, field: forms.Field, text: str) -> None:
        """Answer a field of a unit. Raises `FaultsError`, and then nothing has changed."""
        scenario = variations.with_unit(self.scenario, self.scenario.at(path), {field.key: text})
        if scenario != self.scenario:
            self._past.append(self.scenario)
            self._future.clear()
            self.scenario = scenario

    def restore(self, path: KeyPath, field: forms.Field) -> None:
        """Answer a field as the file does. Raises `FaultsError` if it no longer fits the rest."""
        self.put(path, field, forms.texts(self.file.at(path).form)[field.key])

    def undo(self, *, again: bool = False) -> list[variations.Change]:
        """Take the last change back, or make `again` what was; gives what that changed, if any."""
        source, other = (self._past, self._future)[:: -1 if again else 1]
        if not source:
            return []
        present, self.scenario = self.scenario, source.pop()
        other.append(present)
        return list(variations.changes(present, self.scenario))

    def swap(self) -> None:
        """Let the next side act."""
        self.attackers = (self.attackers + 1) % len(self.scenario.sides)

    def ask(self, action: str, measure: str = "") -> None:
        """Ask something else of every pairing. Raises `CalculatorError`, and asks as before then.

        Answers that the new action does not know are kept for the ones that do.
        """
        self.ask_text(shlex.join([action, *key_value_pairs(self.situation.answers)]), measure)

    def ask_text(self, text: str, measure: str = "") -> None:
        """Ask what was typed: an action, then key=value. Raises as `ask` does."""
        before = self.situation
        self.situation = matchups.read_situation(self.system, text, measure)
        try:
            self.matrices()
        except FaultsError:
            self.situation = before
            raise

    def matrices(self) -> tuple[matchups.Matrix, matchups.Matrix]:
        """The chances of all pairings now, and in the file, which are worked out once."""
        asked = (self.file, self.situation, self.attackers)
        if self._known is None or self._known[0] != asked:
            self._known = (asked, self._matrix(self.file))
        return self._matrix(self.scenario), self._known[1]

    def _matrix(self, scenario: Scenario) -> matchups.Matrix:
        side = scenario.sides[self.attackers]
        facing = [unit for unit in scenario.units if unit.side != side.key]
        return matchups.matrix(scenario, self.situation, side.units, facing)

    @property
    def asks_of_target(self) -> bool:
        """Whether the action asks anything of an enemy."""
        return bool(self.system.asked_of("target", self.action))

    @property
    def is_shipped(self) -> bool:
        """Whether the file came with the calculator."""
        return self.path.resolve().parent == shipped_folder().resolve()

    def copy_path(self) -> Path:
        """Where a copy goes unless the designer says otherwise."""
        return user_folder() / f"{self.path.stem}{SUFFIX}"

    def save(self) -> str:
        """Write the changes into the file, and go on from that; undoing goes back beyond it. Gives
        what to say of it.

        Raises `CalculatorError` where the file has been changed by somebody else meanwhile, where
        the scenario would no longer open, or where the file cannot be written.
        """
        if content_of(self.path) != self._text:
            raise CalculatorError(
                f"{self.path.name} was changed elsewhere since it was opened: S saves a copy"
            )
        return self._write(self.path)

    def save_copy(self, typed: str) -> str:
        """Write a copy to the path that was typed, which is the file from now on.

        Raises `CalculatorError` as `save` does, and where there is something of that name.
        """
        path = paths.typed_path(typed)
        with paths.reporting(path, "cannot be written"):
            if path.is_dir():
                raise CalculatorError(f"{path} is a folder: name the file in it too")
            target = path if is_file(path.name) else path.with_name(path.name + SUFFIX)
            if target.exists():
                raise CalculatorError(f"{target} is there already: choose another name")
        return self._write(target)

    def _write(self, path: Path) -> str:
        text = variations.rewritten(self._text, self.file, self.scenario)
        scenario = loading.read_scenario(parse_source(path, text.removeprefix("\ufeff")))
        paths.replace_text(path, text)
        self.path, self._text = path, text
        self.file = self.scenario = scenario
        return f"saved: {path}"


def key_value_pairs(answers: Mapping[str, str]) -> list[str]:
    """Answers as they are typed: key=value."""
    return [f"{key}={value}" for key, value in answers.items()]

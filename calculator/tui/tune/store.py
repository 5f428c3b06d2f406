"""Where a tuned scenario goes: back into its file, or beside it as a copy.

A shipped scenario is never written over: it belongs to the calculator, often lies where the user
may not write, and the next release would undo the change. Its copy goes into the user's folder,
where it is found under the same name before the shipped one.
"""

from __future__ import annotations

from pathlib import Path

from calculator.errors import CalculatorError
from calculator.paths import replace_text, reporting, typed_path
from calculator.scenarios import Scenario
from calculator.scenarios.loading import read_scenario
from calculator.scenarios.places import SUFFIX, is_file, shipped_folder, user_folder
from calculator.scenarios.source import content_of, parse_source
from calculator.tuning.drafts import rewritten


class Store:
    """The file that a scenario was read from. Raises `CalculatorError` if it cannot be read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._text = content_of(path)

    @property
    def is_shipped(self) -> bool:
        """Whether the file came with the calculator."""
        return self.path.resolve().parent == shipped_folder().resolve()

    def copy_path(self) -> Path:
        """Where a copy goes unless the designer says otherwise."""
        return user_folder() / f"{self.path.stem}{SUFFIX}"

    def save(self, before: Scenario, after: Scenario) -> Scenario:
        """Write the changes into the file; gives the scenario as the file has it now.

        Raises `CalculatorError` where the file has been changed by somebody else meanwhile, where
        the scenario would no longer open, or where the file cannot be written.
        """
        if content_of(self.path) != self._text:
            raise CalculatorError(
                f"{self.path.name} was changed elsewhere since it was opened: S saves a copy"
            )
        return self._write(self.path, before, after)

    def save_copy(self, typed: str, before: Scenario, after: Scenario) -> Scenario:
        """Write a copy to the path that was typed, which is the file from now on.

        Raises `CalculatorError` as `save` does, and where there is something of that name.
        """
        path = typed_path(typed)
        with reporting(path, "cannot be written"):
            if path.is_dir():
                raise CalculatorError(f"{path} is a folder: name the file in it too")
            target = path if is_file(path.name) else path.with_name(path.name + SUFFIX)
            if target.exists():
                raise CalculatorError(f"{target} is there already: choose another name")
        return self._write(target, before, after)

    def _write(self, path: Path, before: Scenario, after: Scenario) -> Scenario:
        text = rewritten(self._text, before, after)
        scenario = read_scenario(parse_source(path, text.removeprefix("\ufeff")))
        replace_text(path, text)
        self.path, self._text = path, text
        return scenario

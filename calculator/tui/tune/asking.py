"""What the designer's screen asks over itself: a rating, an action, what holds, where to save."""

from __future__ import annotations

import shlex
from collections.abc import Callable

from textual.screen import Screen

from calculator.errors import CalculatorError
from calculator.forms import Field, fields_of, texts
from calculator.scenarios import Scenario, Unit
from calculator.tui.letters import answers_of
from calculator.tui.screens.ask import AskScreen, Blank
from calculator.tui.screens.pick import Pickable, PickScreen
from calculator.tui.tune.store import Store
from calculator.tui.tune.workbench import Workbench, key_value_pairs


class Asking(Screen[None]):
    """Opens lists to pick from and blanks to fill, and puts what comes of it on the workbench."""

    def __init__(self, bench: Workbench, store: Store) -> None:
        super().__init__()
        self.bench = bench
        self.store = store

    def changed(self) -> None:
        """Show the workbench as it is now."""
        raise NotImplementedError

    def note(self, text: str) -> None:
        """Say something in the bottom line."""
        raise NotImplementedError

    def attempt(self, work: Callable[[], object]) -> None:
        """Do something to the workbench and show it; what is wrong goes into the bottom line."""
        try:
            work()
        except CalculatorError as trouble:
            self.note(str(trouble))
        else:
            self.changed()

    def ask_rating(self, unit: Unit, field: Field) -> None:
        """A rating: picked from a list of words, or typed."""
        present = texts(unit.form)[field.key]

        def put(text: str) -> None:
            self.bench.put(unit.path, field, text)

        title = f"{unit.name}: {field.label.lower()}"
        if words := answers_of(field.kind):
            options = [Pickable(word.text, word.label) for word in words]
            self._pick(title, options, present, put)
        else:
            self._ask_for(title, f"{field.label}: {field.kind.allowed}", present, put)

    def action_action(self) -> None:
        """Pick the action that is asked about."""
        options = [
            Pickable(action.key, action.label, action.help)
            for action in self.bench.system.actions
            if action.measures
        ]
        self._pick("Action", options, self.bench.action.key, self.bench.ask)

    def action_measure(self) -> None:
        """Pick what is measured of it."""
        action, present = self.bench.action, self.bench.situation.measure
        options = [Pickable(one.key, one.label, one.key) for one in action.measures]
        title = f"{action.label}: measure"
        self._pick(title, options, present, lambda key: self.bench.ask(action.key, key))

    def action_answers(self) -> None:
        """Type what holds for every pair: key=value."""
        situation, action, system = self.bench.situation, self.bench.action, self.bench.system
        filled = system.filled_fields()
        free = [field.key for field in fields_of(action.asks) if field.key not in filled]
        self._ask_for(
            f"{action.label}: holds for every pair",
            "key=value ..., e.g. " + ", ".join(free[:6]),
            shlex.join(key_value_pairs(situation.answers)),
            lambda text: self.bench.ask_text(f"{action.key} {text}", situation.measure),
        )

    def _pick(
        self, title: str, options: list[Pickable], present: str, put: Callable[[str], None]
    ) -> None:
        def take(key: str | None) -> None:
            if key is not None:
                self.attempt(lambda: put(key))

        self.app.push_screen(PickScreen(title, options, present), take)

    def _ask_for(self, title: str, label: str, present: str, put: Callable[[str], None]) -> None:
        self._ask(title, label, present, "take", put, lambda: None)

    def _ask(
        self,
        title: str,
        label: str,
        present: str,
        verb: str,
        check: Callable[[str], None],
        work: Callable[[], object],
    ) -> None:
        """A blank to fill: asked again while `check` finds fault, then `work` is done."""

        def taken(answers: dict[str, str] | None) -> None:
            if answers is not None:
                self.attempt(work)

        def checked(answers: dict[str, str]) -> None:
            check(answers["text"].strip())

        blank = Blank("text", label, present)
        self.app.push_screen(AskScreen(title, [blank], verb, checked), taken)

    def action_save(self) -> None:
        """Write the changes into the file; those of a shipped one into a copy."""
        if not self.bench.changes():
            self.note("nothing to save: everything is as in the file")
        elif self.store.is_shipped:
            self.action_save_copy()
        else:
            self.attempt(lambda: self._saved(self.store.save(self.bench.file, self.bench.scenario)))

    def action_save_copy(self) -> None:
        """Ask where a copy goes, and write it; says why where it cannot be, and asks on."""
        copied: list[Scenario] = []

        def copy(path: str) -> None:
            copied.append(self.store.save_copy(path, self.bench.file, self.bench.scenario))

        shipped = self.store.is_shipped
        title = "A shipped scenario stays as it is" if shipped else "Save a copy"
        self._ask(
            title,
            "Save a copy to",
            str(self.store.copy_path()),
            "save",
            copy,
            lambda: self._saved(copied.pop()),
        )

    def _saved(self, scenario: Scenario) -> None:
        """Go on from the file, and say so when what is shown meanwhile has been."""
        self.bench.saved(scenario)
        self.call_after_refresh(self.note, f"saved: {self.store.path}")

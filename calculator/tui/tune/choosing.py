"""What the designer's screen asks over itself: a rating, an action, a measure, what holds."""

from __future__ import annotations

import shlex
from collections.abc import Callable

from calculator.forms import Field, fields_of, texts
from calculator.scenarios import Unit
from calculator.tui.answers import answers_of
from calculator.tui.screens.ask import AskScreen, Blank
from calculator.tui.screens.pick import Pickable, PickScreen
from calculator.tui.tune.workbench import Workbench, typed

Attempt = Callable[[Callable[[], object]], None]
"""Does something to the workbench and shows it, or shows why it cannot be done."""

Opens = Callable[..., object]
"""Lays a screen over the present one; a second argument is called with what comes of it."""


class Choosing:
    """Opens lists to pick from and blanks to fill, and puts what comes of it on the workbench."""

    def __init__(self, bench: Workbench, opens: Opens, attempt: Attempt) -> None:
        self._bench = bench
        self._open = opens
        self._attempt = attempt

    def rating(self, unit: Unit, field: Field) -> None:
        """A rating: picked from a list of words, or typed."""
        present = texts(unit.form)[field.key]

        def put(text: str) -> None:
            self._bench.put(unit.path, field, text)

        title = f"{unit.name}: {field.label.lower()}"
        if words := answers_of(field.kind):
            options = [Pickable(word.text, word.label) for word in words]
            self._pick(title, options, present, put)
        else:
            self._type(title, f"{field.label}: {field.kind.allowed}", present, put)

    def action(self) -> None:
        """The action that is asked about."""
        options = [
            Pickable(action.key, action.label, action.help)
            for action in self._bench.system.actions
            if action.measures
        ]
        self._pick("Action", options, self._bench.action.key, self._bench.ask)

    def measure(self) -> None:
        """The measure of the action."""
        options = [Pickable(one.key, one.label, one.key) for one in self._bench.action.measures]
        action, present = self._bench.action, self._bench.situation.measure
        self._pick(
            f"{action.label}: measure",
            options,
            present,
            lambda key: self._bench.ask(action.key, key),
        )

    def answers(self) -> None:
        """What holds for every pair: key=value."""
        situation, action = self._bench.situation, self._bench.action
        label = "key=value ..., e.g. " + ", ".join(self._keys()[:6])

        def ask(text: str) -> None:
            self._bench.ask_text(f"{action.key} {text}", situation.measure)

        self._type(
            f"{action.label}: holds for every pair",
            label,
            shlex.join(typed(situation.answers)),
            ask,
        )

    def _keys(self) -> list[str]:
        """The fields of the action that no unit fills in."""
        roles = self._bench.system.roles.values()
        filled = {
            key
            for role in roles
            for keys in role.values()
            for key in ([keys] if isinstance(keys, str) else keys)
        }
        return [f.key for f in fields_of(self._bench.action.form) if f.key not in filled]

    def _pick(
        self, title: str, options: list[Pickable], present: str, put: Callable[[str], None]
    ) -> None:
        def take(key: str | None) -> None:
            if key is not None:
                self._attempt(lambda: put(key))

        self._open(PickScreen(title, options, present), take)

    def _type(self, title: str, label: str, present: str, put: Callable[[str], None]) -> None:
        def check(answers: dict[str, str]) -> None:
            put(answers["text"].strip())

        def taken(answers: dict[str, str] | None) -> None:
            if answers is not None:
                self._attempt(lambda: None)

        self._open(AskScreen(title, [Blank("text", label, present)], "take", check), taken)

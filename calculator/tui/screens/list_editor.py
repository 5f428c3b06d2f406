"""The rows of a list, added, answered and removed by keys or taps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content

from calculator.answering import fault_of, label_of
from calculator.desk.asking import Asking
from calculator.forms import fields_of
from calculator.rows import UNIT, Rows
from calculator.tui.letters import (
    ACTION_KEY,
    COMMANDS,
    Answer,
    Wanted,
    answers_of,
    assign,
    lettered,
)
from calculator.tui.rows import ACTION, FormRow
from calculator.tui.screens.card import CardScreen, explained
from calculator.tui.screens.cards import ANSWERING, field_help
from calculator.tui.screens.overlay import Overlay
from calculator.tui.screens.pick import PickScreen
from calculator.tui.widgets.form_panel import FormPanel
from calculator.tui.widgets.strip_bar import Press, StripBar

ADD, REMOVE = "n", "d"

KEYS: Final = (
    ANSWERING,
    (ACTION_KEY, "go to another row"),
    (ADD, "add a row"),
    (REMOVE, "remove the row shown"),
    ("Enter", "use all rows"),
    ("Esc", "leave the list as it was"),
)


class ListEditor(Overlay[str | None]):
    """Shows one row at a time as a form; the first line turns to another.

    Gives the list as text, or None if the player thinks better of it.
    """

    DEFAULT_CSS = """
    ListEditor .card { max-width: 100%; height: 90%; }
    ListEditor FormPanel { height: 1fr; background: $panel; }
    ListEditor StripBar { background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "Close"),
        Binding("enter", "press('done')", "Done"),
        Binding(f"{ADD},insert", "press('add')", "Add a row"),
        Binding(f"{REMOVE},delete", "press('remove')", "Remove it"),
        Binding("question_mark,f1", "help", "Help"),
    ]

    def __init__(
        self,
        title: str,
        asking: Asking,
        kind: Rows[Any],
        key: str,
        pick: Callable[[str], PickScreen] | None = None,
    ) -> None:
        super().__init__()
        self._list_title = title
        self._asking = asking.copied()
        self._kind = kind
        self._key = key
        self._pick_unit = pick if kind.of else None
        self._fields = fields_of(kind.row)
        self._rows = asking.rows(key) or [{}]
        self._at = 0
        wanted = [Wanted(field.key, field.label) for field in self._fields]
        wanted += [Wanted(UNIT, "Unit")] if self._pick_unit else []
        self._letters = assign(wanted, {*COMMANDS, ACTION_KEY, ADD, REMOVE})
        self._panel = FormPanel()

    def compose(self) -> ComposeResult:
        with Vertical(classes="card"):
            yield self._panel
            yield StripBar(even=True)

    def on_mount(self) -> None:
        self._panel.focus()
        self._show()

    def _show(self) -> None:
        self._asking.say({self._key: self._kind.joined(self._rows)})
        box = self.query_one(Vertical)
        box.border_title = Content(f"{self._list_title}: {len(self._rows) or 'none'}")
        box.border_subtitle = "Enter uses them, Esc cancels"
        self._panel.show([self._chooser(), *self._answers()])
        remove = [Press("press('remove')", "Remove", REMOVE)] if self._rows else []
        done = Press("press('done')", "Done", "⏎", "main-button")
        buttons = [done, Press("press('add')", "Add", ADD), *remove]
        self.query_one(StripBar).show(buttons)

    def _chooser(self) -> FormRow:
        """The line that turns to another row, each by its unit or its first answer."""
        labels = [f"{number}: {self._called(number)}" for number, _ in enumerate(self._rows, 1)]
        answers = lettered(tuple(Answer(str(at), label) for at, label in enumerate(labels)))
        shown = labels[self._at] if labels else "none"
        return FormRow(ACTION, "Row", ACTION_KEY, str(self._at), shown, answers=answers)

    def _called(self, number: int) -> str:
        if name := self._asking.named_in(self._key, number):
            return name
        first = self._fields[0]
        return label_of(first.kind, self._asking.in_row(self._key, number)[first.key][0])

    def _answers(self) -> Iterator[FormRow]:
        """The row that is turned to, a line for its unit and for each of its fields."""
        stands = self._asking.in_row(self._key, self._at + 1) if self._rows else {}
        if self._rows and self._pick_unit:
            name = self._asking.named_in(self._key, self._at + 1)
            yield FormRow(UNIT, "Unit", self._letters[UNIT], name, name or "pick")
        for field in self._fields if self._rows else ():
            text, source = stands[field.key]
            faulty = fault_of(field.kind, text)
            yield FormRow(
                field.key,
                field.label,
                self._letters[field.key],
                text,
                text if faulty else label_of(field.kind, text),
                answers=answers_of(field.kind),
                kind=field.kind,
                source=source,
            )

    @on(FormPanel.Answered)
    def _take(self, message: FormPanel.Answered) -> None:
        if message.key == ACTION:
            self._at = int(message.text)
        else:
            self._rows[self._at][message.key] = message.text
        self._show()

    @on(FormPanel.Entered)
    def _enter(self) -> None:
        self.action_press("done")

    @on(FormPanel.Picking)
    def _pick(self, message: FormPanel.Picking) -> None:
        from calculator.tui.screens.overlays import pick_answer

        def take(text: str | None) -> None:
            if text is not None:
                self._panel.pick(message.key, text)

        def name(unit: str | None) -> None:
            if unit is not None:
                self._rows[self._at] = {UNIT: unit.rpartition(": ")[2]}
                self._show()

        if message.key == UNIT and self._pick_unit:
            self.app.push_screen(self._pick_unit(self._kind.of), name)
        elif self._rows:
            self.app.push_screen(pick_answer(self._panel.row(message.key)), take)

    @on(FormPanel.Noted)
    def _note(self, message: FormPanel.Noted) -> None:
        self.query_one(Vertical).border_subtitle = Content(message.note)

    def action_help(self) -> None:
        """Show help on the field under the cursor, and what keys do here."""
        row = self._panel.row(self._panel.cursor)
        field = next((field for field in self._fields if field.key == row.key), None)
        about = field_help(field, row) if field else ()
        self.app.push_screen(CardScreen(self._list_title, (*about, *explained(KEYS, 8))))

    def action_press(self, command: str) -> None:
        """Add a row, remove the one that is shown, or give the list, once all of it can be read."""
        if self._panel.holds():
            return
        if command == "done":
            self.dismiss(self._kind.joined(self._rows))
            return
        self._panel.disarm()
        if command == "add":
            self._rows.append({})
            self._at = len(self._rows) - 1
            self._panel.cursor = UNIT if self._pick_unit else self._fields[0].key
        elif self._rows:
            del self._rows[self._at]
            self._at = max(0, self._at - 1)
        self._show()

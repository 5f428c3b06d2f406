"""The rows of a list, added, answered and removed by keys or taps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
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
from calculator.tui import rows
from calculator.tui.screens import cards, dialogs
from calculator.tui.screens.pick import PickScreen, pick_answer
from calculator.tui.widgets import bars, form_panel
from calculator.tui.widgets.lines import explained

ADD, REMOVE = "n", "d"

KEYS: Final = (
    cards.ANSWERING,
    (rows.ACTION_KEY, "go to another row"),
    (ADD, "add a row"),
    (REMOVE, "remove the row shown"),
    ("Enter", "use all rows"),
    ("Esc", "leave the list as it was"),
)


class ListEditor(dialogs.Overlay[str | None]):
    """Shows one row at a time, its first line turns to others; gives the list, or None."""

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
        units: Callable[[], Iterable[rows.Answer]] | None = None,
    ) -> None:
        super().__init__()
        self._list_title = title
        self._asking = asking.copied()
        self._kind = kind
        self._key = key
        self._units = units
        """The units that a row may name, if it may name one."""
        self._fields = fields_of(kind.row)
        self._rows = asking.rows(key) or [{}]
        self._at = 0
        wanted = [rows.Answer(field.key, field.label) for field in self._fields]
        wanted += [rows.Answer(UNIT, "Unit")] if self._units else []
        self._letters = rows.assign(wanted, {*rows.COMMANDS, rows.ACTION_KEY, ADD, REMOVE})
        self._panel = form_panel.FormPanel()

    def compose(self) -> ComposeResult:
        with Vertical(classes="card"):
            yield self._panel
            yield bars.StripBar(even=True)

    def on_mount(self) -> None:
        self._panel.focus()
        self._show()

    def _show(self) -> None:
        self._asking.say({self._key: self._kind.joined(self._rows)})
        box = self.query_one(Vertical)
        box.border_title = Content(f"{self._list_title}: {len(self._rows) or 'none'}")
        box.border_subtitle = "Enter uses them, Esc cancels"
        self._panel.show([self._chooser(), *self._answers()])
        remove = [bars.Press("press('remove')", "Remove", REMOVE)] if self._rows else []
        done = bars.Press("press('done')", "Done", "⏎", "main-button")
        buttons = [done, bars.Press("press('add')", "Add", ADD), *remove]
        self.query_one(bars.StripBar).show(buttons)

    def _chooser(self) -> rows.FormRow:
        """The line that turns to another row, each by its unit or its first answer."""
        asked, key, first = self._asking, self._key, self._fields[0]
        answers = []
        for place, _ in enumerate(self._rows, 1):
            called = asked.named_in(key, place)
            called = called or label_of(first.kind, asked.in_row(key, place)[first.key][0])
            answers.append(rows.Answer(str(place - 1), f"{place}: {called}"))
        shown = answers[self._at].label if answers else "none"
        row = rows.FormRow(rows.ACTION, "Row", rows.ACTION_KEY, str(self._at), shown)
        return row._replace(answers=rows.lettered(tuple(answers)))

    def _answers(self) -> Iterator[rows.FormRow]:
        """The row that is turned to, a line for its unit and for each of its fields."""
        stands = self._asking.in_row(self._key, self._at + 1) if self._rows else {}
        if self._rows and self._units:
            name = self._asking.named_in(self._key, self._at + 1)
            yield rows.FormRow(UNIT, "Unit", self._letters[UNIT], name, name or "pick")
        for field in self._fields if self._rows else ():
            text, source = stands[field.key]
            shown = text if fault_of(field.kind, text) else label_of(field.kind, text)
            letter, answers = self._letters[field.key], rows.answers_of(field.kind)
            row = rows.FormRow(field.key, field.label, letter, text, shown)
            yield row._replace(answers=answers, kind=field.kind, source=source)

    @on(form_panel.FormPanel.Answered)
    def _take(self, message: form_panel.FormPanel.Answered) -> None:
        if message.key == rows.ACTION:
            self._at = int(message.text)
        else:
            self._rows[self._at][message.key] = message.text
        self._show()

    @on(form_panel.FormPanel.Entered)
    def _enter(self) -> None:
        self.action_press("done")

    @on(form_panel.FormPanel.Picking)
    def _pick(self, message: form_panel.FormPanel.Picking) -> None:
        def name(unit: str) -> None:
            self._rows[self._at] = {UNIT: unit.rpartition(": ")[2]}
            self._show()

        key = message.key
        if key == UNIT and self._units:
            dialogs.lay(self.app, PickScreen("Unit", self._units()), name)
        elif self._rows:
            opened = pick_answer(self._panel.row(key))
            dialogs.lay(self.app, opened, partial(self._panel.pick, key))

    @on(form_panel.FormPanel.Noted)
    def _note(self, message: form_panel.FormPanel.Noted) -> None:
        self.query_one(Vertical).border_subtitle = Content(message.note)

    def action_help(self) -> None:
        """Show help on the field under the cursor, and what keys do here."""
        row = self._panel.row(self._panel.cursor)
        field = next((field for field in self._fields if field.key == row.key), None)
        about = cards.field_help(field, row) if field else ()
        self.app.push_screen(dialogs.CardScreen(self._list_title, (*about, *explained(KEYS, 8))))

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
            self._panel.cursor = UNIT if self._units else self._fields[0].key
        elif self._rows:
            del self._rows[self._at]
            self._at = max(0, self._at - 1)
        self._show()

"""What opens over a row of the form: one of many to pick by name, a few letters of it or a tap; and
the rows of a list, added, answered and removed by keys or taps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from calculator.answering import fault_of, label_of
from calculator.desk.asking import Asking
from calculator.desk.naming import Answer
from calculator.forms import fields_of
from calculator.names import plain_name
from calculator.rows import UNIT, Rows
from calculator.tui import rows
from calculator.tui.ink import style_of
from calculator.tui.rows import FormRow
from calculator.tui.screens import cards
from calculator.tui.screens.dialogs import CardScreen, Overlay, lay
from calculator.tui.widgets import bars, form_panel
from calculator.tui.widgets.lines import explained

NARROWING: Final = (
    ("a-Z", "a few letters of a name, or of the line below it"),
    ("↑ ↓", "move; PgUp PgDn by a page"),
    ("Esc", "close the list and change nothing"),
)
KEYS: Final = (*NARROWING, ("Enter", "pick the highlighted one; or tap it"))


class NameInput(Input):
    """Takes letters till Enter, or till a key of `onward`, which is kept for what lies below; keys
    that come after that, while it closes, are kept in `late`; `?` is help, no letter."""

    def __init__(self, onward: Collection[str] = ()) -> None:
        super().__init__(placeholder="type to find", compact=True)
        self.onward = onward
        self.is_done = False
        self.late: list[events.Key] = []

    async def on_key(self, event: events.Key) -> None:
        # Bindings would be followed after the letters typed meanwhile, and Enter perhaps after this
        # has closed, by what lies below.
        own = self.is_done or event.character in self.onward or event.key in {"enter", "backspace"}
        if own or event.character == "?":
            event.stop()
            event.prevent_default()
        if self.is_done:
            self.late.append(event)
        elif event.character == "?":
            await self.run_action("screen.help")
        elif event.key == "backspace":
            self.action_delete_left()
        elif own:
            self.is_done = True
            self.post_message(Input.Submitted(self, self.value))
            if event.key != "enter":
                self.late.append(event)

    async def take_early(self, event: events.Key) -> None:
        """Take a key that came before the name had the focus."""
        takes = not self.is_done and event.is_printable and event.character != "?"
        await self.on_key(event)
        if takes and not self.is_done and event.character:
            self.insert_text_at_cursor(event.character)


class PickScreen(Overlay[Any]):
    """Lists what can be picked, narrowed down by what is typed; gives the key, or None.

    What is `present` is marked; `first` is highlighted, if that is another, until something is
    typed: then it is what fits that best. `notes` stand above.
    The screen below is covered whole: dimmed it would double the time till the list is there.
    """

    notes: Sequence[str] = ()
    wanted = ""
    """What is wanted of what is picked, where that can be one of several: given before the key."""
    hint = "↑↓ choose, ⏎ picks, Esc closes"
    keys: Sequence[tuple[str, str]] = KEYS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "Close"),
        Binding("down", "list('cursor_down')", "Next", priority=True),
        Binding("up", "list('cursor_up')", "Previous", priority=True),
        Binding("pagedown", "list('page_down')", "A page down", priority=True),
        Binding("pageup", "list('page_up')", "A page up", priority=True),
        Binding("f1", "help", "Help"),
    ]

    def __init__(
        self,
        title: str,
        options: Iterable[Answer],
        present: str = "",
        first: str = "",
        onward: Collection[str] = (),
    ) -> None:
        super().__init__()
        self._pick_title = title
        self.options = tuple(options)
        self._present = present
        self._first = first or present
        self._onward = onward
        self._listed_for = ""

    def compose(self) -> ComposeResult:
        with Vertical(classes="card") as box:
            box.border_title = self._pick_title
            if self.notes:
                yield Static("\n".join(self.notes), markup=False)
            yield NameInput(self._onward)
            yield OptionList(compact=True)

    def on_mount(self) -> None:
        self._list("")
        self.query_one(Input).focus()

    @on(Input.Changed)
    def _narrow(self, event: Input.Changed) -> None:
        self._list(event.value)

    @on(Input.Submitted)
    def submit(self) -> None:
        """Pick what is highlighted, if anything is."""
        name, listed = self.query_one(NameInput), self.query_one(OptionList)
        if name.value != self._listed_for:  # letters typed fast, of which the list has not heard
            self._list(name.value)
        if listed.highlighted is not None:
            self._give(str(listed.get_option_at_index(listed.highlighted).id))
        else:  # what was typed names nothing: it takes letters again
            name.is_done = False
            name.late.clear()

    @on(OptionList.OptionSelected)
    def _select(self, event: OptionList.OptionSelected) -> None:
        self._give(str(event.option.id))

    def _give(self, key: str) -> None:
        if not self.is_current:
            return
        app, below, late = self.app, self.app.screen_stack[-2], self.query_one(NameInput).late

        def go_on() -> None:
            for event in late:
                app.post_message(events.Key(event.key, event.character))

        self.dismiss((self.wanted, key) if self.wanted else key)
        # What was picked is taken by the app or by the screen below: later keys come after both,
        # and from the app, as keys of a terminal do, or they would not find every binding.
        app.call_later(below.call_later, app.call_later, go_on)

    async def on_key(self, event: events.Key) -> None:
        """A key that came before the name could be typed is typed now."""
        await self.query_one(NameInput).take_early(event)

    async def action_list(self, action: str) -> None:
        """Move the highlight, while the letters go on being typed."""
        await self.query_one(OptionList).run_action(action)

    def action_help(self) -> None:
        """Show what keys do here."""
        self.app.push_screen(CardScreen(self._pick_title, explained(self.keys, 6)))

    def on_click(self, event: events.Click) -> None:
        if event.widget is self:
            self.dismiss(None)

    def _list(self, typed: str) -> None:
        self._listed_for = typed
        listed = self.query_one(OptionList)
        found = matching(self.options, typed)
        listed.clear_options()
        listed.add_options([Option(self._prompt(one), id=one.text) for one in found])
        keys = [one.text for one in found]
        self.query_one(Vertical).border_subtitle = self.hint
        if keys:
            opened = not typed and self._first in keys
            listed.highlighted = keys.index(self._first) if opened else 0
        else:
            listed.add_option(Option(Content(f"  nothing found for “{typed}”"), disabled=True))

    def _prompt(self, one: Answer) -> Content:
        strong, dim = (style_of(ink, self.app) for ink in ("strong", "dim"))
        sign = "● " if one.text == self._present else "  "
        name = (sign + one.label, dim if one.ended else strong)
        below = filter(None, (one.detail, one.ended and f"✗ {one.ended}"))
        lines = [part for line in below for part in ("\n", (f"  {line}", dim))]
        return Content.assemble(name, *lines)


def matching(options: Sequence[Answer], typed: str) -> list[Answer]:
    """The options in which all typed words are found, names that begin so first, then those with
    words that do, dead ends last."""
    words = plain_name(typed).split()

    def rank(one: Answer) -> int:
        name = plain_name(one.label)
        if name.removeprefix("the ").startswith(" ".join(words)):
            return 0
        if all(any(part.startswith(word) for part in name.split()) for word in words):
            return 1
        return 2 if all(word in name for word in words) else 3

    found = [
        o for o in options if all(word in plain_name(f"{o.label} {o.detail}") for word in words)
    ]
    return sorted(found, key=lambda one: (rank(one), bool(one.ended)))


ADD, REMOVE = "n", "d"


class ListEditor(Overlay[str | None]):
    """Shows one row at a time, its first line turns to others; gives the list, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bars.bound(
            (f"{ADD},insert", "press('add')", "Add", "A row"),
            (f"{REMOVE},delete", "press('remove')", "Remove", "The row shown"),
            ("enter", "press('done')", "Done", "Use all rows"),
            ("escape", "dismiss", "Back", "Leave the list as it was"),
        ),
        Binding("question_mark,f1", "help", "Help"),
    ]

    def __init__(
        self,
        title: str,
        asking: Asking,
        kind: Rows[Any],
        key: str,
        units: Callable[[], Iterable[Answer]] | None = None,
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
        wanted = [Answer(field.key, field.label) for field in self._fields]
        wanted += [Answer(UNIT, "Unit")] if self._units else []
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

    def _chooser(self) -> FormRow:
        """The line that turns to another row, each by its unit or its first answer."""
        asked, key, first = self._asking, self._key, self._fields[0]
        answers = []
        for place, _ in enumerate(self._rows, 1):
            called = asked.named_in(key, place)
            called = called or label_of(first.kind, asked.in_row(key, place)[first.key][0])
            answers.append(Answer(str(place - 1), f"{place}: {called}"))
        shown = answers[self._at].label if answers else "none"
        row = FormRow(rows.ACTION, "Row", rows.ACTION_KEY, str(self._at), shown)
        return row._replace(answers=rows.lettered(tuple(answers)))

    def _answers(self) -> Iterator[FormRow]:
        """The row that is turned to, a line for its unit and for each of its fields."""
        stands = self._asking.in_row(self._key, self._at + 1) if self._rows else {}
        if self._rows and self._units:
            name = self._asking.named_in(self._key, self._at + 1)
            yield FormRow(UNIT, "Unit", self._letters[UNIT], name, name or "pick")
        for field in self._fields if self._rows else ():
            text, source = stands[field.key]
            shown = text if fault_of(field.kind, text) else label_of(field.kind, text)
            letter, answers = self._letters[field.key], rows.answers_of(field.kind)
            row = FormRow(field.key, field.label, letter, text, shown)
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
            lay(self.app, PickScreen("Unit", self._units()), name)
        elif self._rows:
            row = self._panel.row(key)
            opened = PickScreen(row.label, row.answers, row.text)
            lay(self.app, opened, partial(self._panel.pick, key))

    @on(form_panel.FormPanel.Noted)
    def _note(self, message: form_panel.FormPanel.Noted) -> None:
        self.query_one(Vertical).border_subtitle = Content(message.note)

    def action_help(self) -> None:
        """Show help on the field under the cursor, and what keys do here."""
        row = self._panel.row(self._panel.cursor)
        field = next((field for field in self._fields if field.key == row.key), None)
        about = cards.field_help(field, row) if field else ()
        another = (rows.ACTION_KEY, "go to another row")
        keys = explained((cards.ANSWERING, another, *bars.in_words(self.BINDINGS)), 8)
        self.app.push_screen(CardScreen(self._list_title, (*about, *keys)))

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

"""Picking one of many by name: a few letters of it, or a tap."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, ClassVar, Final, NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from calculator.names import plain_name
from calculator.tui.ink import COLOURED, PLAIN
from calculator.tui.screens.card import CardScreen, explained
from calculator.tui.screens.overlay import Overlay

HINT: Final = "type to find; ⏎ picks, Esc closes"

NARROWING: Final = (
    ("a-Z", "a few letters of a name, or of the line below it"),
    ("↑ ↓", "move; PgUp PgDn by a page"),
    ("Esc", "close the list and change nothing"),
)
KEYS: Final = (
    *NARROWING,
    ("Enter", "pick the highlighted one; or tap it"),
)


class Pickable(NamedTuple):
    """Something to pick: what it is known by, its name, and a line that tells more of it."""

    key: str
    name: str
    detail: str = ""
    ended: str = ""
    """Why nothing comes of picking it, if that is so."""


class NameInput(Input):
    """Takes letters till Enter; keys that come after that, while it closes, are kept in `late`.

    A key of `onward` ends it like Enter, and is kept for what lies below; `?` is help, no letter.
    """

    def __init__(self, onward: Collection[str] = ()) -> None:
        super().__init__(placeholder="name", compact=True)
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
            self._submit()
            if event.key != "enter":
                self.late.append(event)

    async def take_early(self, event: events.Key) -> None:
        """Take a key that came before the name had the focus."""
        takes = not self.is_done and event.is_printable and event.character != "?"
        await self.on_key(event)
        if takes and not self.is_done and event.character:
            self.insert_text_at_cursor(event.character)

    def _submit(self) -> None:
        self.is_done = True
        self.post_message(Input.Submitted(self, self.value))

    @on(Input.Submitted)
    def _end(self) -> None:
        self.is_done = True

    def go_on(self) -> None:
        """Take letters again, after what was typed names nothing."""
        self.is_done = False
        self.late.clear()


class PickScreen(Overlay[Any]):
    """Lists what can be picked, narrowed down by what is typed; gives the key, or None.

    What is `present` is marked; `first` is highlighted, if that is another, until something is
    typed: then it is what fits that best. `notes` stand above.
    The screen below is covered whole: dimmed it would double the time till the list is there.
    """

    DEFAULT_CSS = """
    PickScreen { align: center middle; background: $background; }
    PickScreen Vertical {
        width: 72; max-width: 96%; height: 90%; background: $panel; border: round $accent;
        border-title-color: $accent; border-subtitle-color: $ink-dim;
    }
    PickScreen Static { margin: 0 1; color: $ink-dim; max-height: 40%; overflow-y: auto; }
    PickScreen Input { margin: 1 2; background: $background; }
    PickScreen OptionList {
        width: 100%; height: 1fr; background: $panel; text-wrap: nowrap; text-overflow: ellipsis;
        scrollbar-size-vertical: 1; scrollbar-color: $ink-faint; scrollbar-background: $background;
    }
    PickScreen OptionList > .option-list--option-highlighted { background: $ink-cursor; }
    """
    notes: Sequence[str] = ()
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "Close"),
        Binding("down", "move(1)", "Next", priority=True),
        Binding("up", "move(-1)", "Previous", priority=True),
        Binding("pagedown", "page('down')", "A page down", priority=True),
        Binding("pageup", "page('up')", "A page up", priority=True),
        Binding("f1", "help", "Help"),
    ]
    keys: Sequence[tuple[str, str]] = KEYS

    def __init__(
        self,
        title: str,
        options: Sequence[Pickable],
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
        self.hint = HINT
        self._listed_for = ""

    def compose(self) -> ComposeResult:
        with Vertical() as box:
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

    def chosen(self, key: str) -> object:
        """What comes of picking the option of a key."""
        return key

    @on(Input.Submitted)
    def _submit(self) -> None:
        key = self.highlighted()
        if key is None:
            self.query_one(NameInput).go_on()
        else:
            self._give(key)

    def highlighted(self) -> str | None:
        """The key of what would be picked now, if there is anything."""
        # Keys typed fast are in the name before the list has heard of them.
        name = self.query_one(NameInput)
        if name.value != self._listed_for:
            self._list(name.value)
        listed = self.query_one(OptionList)
        if listed.highlighted is None:
            return None
        return str(listed.get_option_at_index(listed.highlighted).id)

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

        self.dismiss(self.chosen(key))
        # What was picked is taken by the app or by the screen below: later keys come after both,
        # and from the app, as keys of a terminal do, or they would not find every binding.
        app.call_later(below.call_later, app.call_later, go_on)

    async def on_key(self, event: events.Key) -> None:
        """A key that came before the name could be typed is typed now."""
        await self.query_one(NameInput).take_early(event)

    def action_move(self, by: int) -> None:
        """Move the highlight, while the letters go on being typed."""
        listed = self.query_one(OptionList)
        if by > 0:
            listed.action_cursor_down()
        else:
            listed.action_cursor_up()

    async def action_page(self, way: str) -> None:
        """Move the highlight by a page."""
        await self.query_one(OptionList).run_action(f"page_{way}")

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
        listed.add_options([Option(self._prompt(one), id=one.key) for one in found])
        keys = [one.key for one in found]
        self.query_one(Vertical).border_subtitle = self.hint
        if keys:
            opened = not typed and self._first in keys
            listed.highlighted = keys.index(self._first) if opened else 0
        else:
            listed.add_option(Option(Content(f"  nothing found for “{typed}”"), disabled=True))

    def _prompt(self, one: Pickable) -> Content:
        inks = PLAIN if self.app.no_color else COLOURED
        sign = "● " if one.key == self._present else "  "
        name = (sign + one.name, inks["dim" if one.ended else "strong"])
        below = filter(None, (one.detail, one.ended and f"✗ {one.ended}"))
        lines = [part for line in below for part in ("\n", (f"  {line}", inks["dim"]))]
        return Content.assemble(name, *lines)


def matching(options: Sequence[Pickable], typed: str) -> list[Pickable]:
    """The options all of whose typed words are found, those whose name begins so before others, and
    of each what is no dead end first."""
    words = plain_name(typed).split()

    def rank(one: Pickable) -> int:
        name = plain_name(one.name)
        if all(any(part.startswith(word) for part in name.split()) for word in words):
            return 0
        return 1 if all(word in name for word in words) else 2

    found = [
        o for o in options if all(word in plain_name(f"{o.name} {o.detail}") for word in words)
    ]
    return sorted(found, key=lambda one: (rank(one), bool(one.ended)))

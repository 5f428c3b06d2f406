"""Asking for a few words: a reason, a ruling, a number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Label

from calculator.tui.screens.overlay import Overlay
from calculator.tui.widgets.strip_bar import Press, StripBar


class Blank(NamedTuple):
    """One thing asked: its key, what stands before it, and what it holds at first."""

    key: str
    label: str
    text: str = ""


class AskScreen(Overlay[dict[str, str] | None]):
    """Asks for some texts; gives them by key, or None if the asked thinks better of it.

    `verb` says what Enter does with them.
    """

    DEFAULT_CSS = """
    AskScreen { align: center middle; background: $background 70%; }
    AskScreen Vertical {
        width: 72; max-width: 96%; height: auto; padding: 1 2; background: $panel;
        border: round $accent; border-title-color: $accent; border-subtitle-color: $ink-dim;
    }
    AskScreen Input { margin: 0 0 1 0; background: $background; }
    AskScreen StripBar { height: 3; background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Close")]

    def __init__(self, title: str, blanks: Sequence[Blank], verb: str = "record") -> None:
        super().__init__()
        self._ask_title = title
        self._blanks = tuple(blanks)
        self._verb = verb

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = self._ask_title
            box.border_subtitle = f"Enter {self._verb}s it, Esc does not"
            for blank in self._blanks:
                yield Label(blank.label)
                yield Input(blank.text, compact=True, id=blank.key)
            yield StripBar(even=True)

    def on_mount(self) -> None:
        self.query_one(StripBar).show(
            [Press("yes", self._verb.capitalize(), "⏎", "main-button"), Press("no", "Back")]
        )
        self.query(Input).first().focus()

    @on(Input.Submitted)
    def _next(self, event: Input.Submitted) -> None:
        blanks = list(self.query(Input))
        place = blanks.index(event.input) + 1
        if place < len(blanks):
            blanks[place].focus()
        else:
            self._give()

    @on(StripBar.Pressed)
    def _press(self, message: StripBar.Pressed) -> None:
        if message.command == "yes":
            self._give()
        else:
            self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        if event.widget is self:
            self.dismiss(None)

    def _give(self) -> None:
        self.dismiss({blank.id or "": blank.value for blank in self.query(Input)})

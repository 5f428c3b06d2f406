"""Asking for a few words: a reason, a ruling, a number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.suggester import SuggestFromList
from textual.widgets import Input, Label

from calculator.errors import CalculatorError, FaultsError
from calculator.tui.screens.overlay import Overlay
from calculator.tui.widgets.strip_bar import Press, StripBar


class Blank(NamedTuple):
    """One text asked for: its key, what stands before it, and what it holds at first.

    Of `known` texts one is offered as it is begun.
    """

    key: str
    label: str
    text: str = ""
    known: tuple[str, ...] = ()


def _fine(answers: dict[str, str]) -> object:
    """Whatever is typed is right."""


class AskScreen(Overlay[dict[str, str] | None]):
    """Asks for some texts; gives them by key, or None if the asked thinks better of it.

    `verb` says what Enter does with them. `check` raises `CalculatorError` for texts that will not
    do: it then shows why, and everything typed stays to be mended. `trouble` is shown from the
    start.
    """

    DEFAULT_CSS = """
    AskScreen .card {
        height: auto; max-height: 100%; overflow-y: auto; padding: 1 2; scrollbar-size-vertical: 1;
    }
    AskScreen Label { width: 100%; }
    AskScreen Input { margin: 0 0 1 0; background: $background; }
    AskScreen #trouble {
        dock: top; width: 100%; padding: 0 0 1 0; color: $warning; background: $panel;
    }
    AskScreen StripBar { dock: bottom; background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "Close"),
        Binding("ctrl+s", "submit", "Record", priority=True),
    ]

    def __init__(
        self,
        title: str,
        blanks: Sequence[Blank],
        verb: str = "record",
        check: Callable[[dict[str, str]], object] = _fine,
        trouble: CalculatorError | None = None,
    ) -> None:
        super().__init__()
        self._ask_title = title
        self._blanks = tuple(blanks)
        self._verb = verb
        self._check = check
        self._trouble = trouble

    def compose(self) -> ComposeResult:
        with Vertical(classes="card") as box:
            box.border_title = Content(self._ask_title)
            yield Label(id="trouble", markup=False)
            for blank in self._blanks:
                yield Label(blank.label, id=f"label-{blank.key}", markup=False)
                offer = SuggestFromList(blank.known, case_sensitive=False) if blank.known else None
                yield Input(blank.text, compact=True, id=blank.key, suggester=offer)
            yield StripBar(even=True)

    def on_mount(self) -> None:
        self.query_one(StripBar).show(
            [Press("submit", self._verb.capitalize(), "⏎", "main-button"), Press("dismiss", "Back")]
        )
        self.query(Input).first().focus()
        self._show_trouble(self._trouble)

    @on(events.DescendantFocus)
    def _come_to_blank(self) -> None:
        """Show what it asks, where not all of it can be seen, and say what Enter does there."""
        blank = self.focused
        last = blank is self.query(Input).last()
        verbs = f"{self._verb}s it"
        hint = f"Enter {verbs}, Esc does not" if last else f"Enter goes on, ^S {verbs}"
        self.query_one(Vertical).border_subtitle = hint
        if blank is not None:
            label = self.query_one(f"#label-{blank.id}")
            self.call_after_refresh(label.scroll_visible, animate=False)

    @on(Input.Submitted)
    def _next(self, event: Input.Submitted) -> None:
        blanks = list(self.query(Input))
        place = blanks.index(event.input) + 1
        if place < len(blanks):
            self.set_focus(blanks[place])
        else:
            self.action_submit()

    def on_click(self, event: events.Click) -> None:
        if event.widget is self and self._answers() == {b.key: b.text for b in self._blanks}:
            self.dismiss(None)

    def _answers(self) -> dict[str, str]:
        return {blank.id or "": blank.value for blank in self.query(Input)}

    def action_submit(self) -> None:
        """Give the texts, or say why they will not do."""
        answers = self._answers()
        try:
            self._check(answers)
        except CalculatorError as trouble:
            self._show_trouble(trouble)
        else:
            self.dismiss(answers)

    def _show_trouble(self, trouble: CalculatorError | None) -> None:
        """Say what is wrong, if anything is, and go to the first text that it is about."""
        label = self.query_one("#trouble", Label)
        label.display = trouble is not None
        label.update(str(trouble or ""))
        faults = trouble.faults if isinstance(trouble, FaultsError) else ()
        wrong = {fault.place for fault in faults}
        for blank in self.query(Input).results():
            if blank.id in wrong:
                self.set_focus(blank)
                break

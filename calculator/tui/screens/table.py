"""The single screen: what a player has before them all battle long."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual import on
from textual.binding import Binding, BindingType

from calculator.errors import CalculatorError
from calculator.rules.system import Place
from calculator.tui.draft import has_form
from calculator.tui.ink import THEMES
from calculator.tui.reading import Reading, in_short
from calculator.tui.rows import ACTION, UNIT
from calculator.tui.screens.recording import RecordingScreen
from calculator.tui.widgets.board import Board
from calculator.tui.widgets.form_panel import FormPanel
from calculator.tui.widgets.strip_bar import Press, StripBar
from calculator.tui.widgets.text_bar import TextBar

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult

    from calculator.rules.question import Result
    from calculator.rules.system import AnyAction
    from calculator.tui.recorder import News, Recorder
    from calculator.tui.session import Session

SAVE_SECONDS: Final = 0.05
"""How soon after a change the set-up is on disk."""

HINTS: Final = "Tab next  ←→ change  Space open  v view  x fold  ? help  q quit"


class TableScreen(RecordingScreen):
    """Turns keys, taps and messages into changes of the session, and shows the session."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-normal"), (120, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (38, "-high")]
    _breakpoints = HORIZONTAL_BREAKPOINTS, VERTICAL_BREAKPOINTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,r,R", "result", "Result"),
        Binding("p", "pin", "Pin and compare"),
        Binding("v", "view", "Result, why or log"),
        Binding("x", "fold", "Fold the odds"),
        Binding("question_mark,f1", "help", "Help"),
        Binding("t", "sequence", "Turn sequence"),
        Binding("f2,ctrl+s", "systems", "Rule system"),
        Binding("f3,ctrl+o", "scenarios", "Order of battle"),
        Binding("f4", "theme", "Next theme"),
        Binding("f5", "record", "The record"),
        Binding("f6", "roomy", "Large rows"),
        Binding("pagedown", "scroll(1)", "Scroll"),
        Binding("pageup", "scroll(-1)", "Scroll"),
        Binding("escape", "back", "Back"),
        Binding("q", "app.quit", "Quit"),
    ]

    def __init__(self, session: Session, recorder: Recorder) -> None:
        super().__init__(recorder)
        self.session = session
        self.reading = Reading()
        self.title_bar = TextBar("title", firm=True, id="title")
        self.summary = TextBar("strong", id="summary")
        self.board = Board(id="body")
        self.buttons = StripBar(id="buttons")
        self.hints = TextBar("dim", id="hints")
        self._saving = False

    def compose(self) -> ComposeResult:
        # Textual would find out after the first paint, and paint again.
        for size, steps in zip(self.app.size, self._breakpoints, strict=True):
            self.add_class(max(step for step in steps if step[0] <= size)[1])
        yield self.title_bar
        yield self.summary
        yield self.board
        yield self.buttons
        yield self.hints

    def on_mount(self) -> None:
        self.set_class(self.session.roomy, "-roomy")
        self.board.form.focus()
        self.show_form()
        self.note(self.session.memory.notice)
        # The first paint waits neither for the rules to be worked out nor for any file.
        self.call_after_refresh(self._open_up)

    def _open_up(self) -> None:
        trouble = self.session.reopen_scenario()
        self.show()
        if trouble:
            self.note(trouble)
        self.follow()

    def show(self) -> None:
        """Show the set-up as it now is, and what it comes to."""
        self.show_form()
        self.reading = self.session.reading()
        self.board.show_reading(self.reading, self.session.pinned_odds())
        self.summary.show(*in_short(self.reading))

    def show_form(self) -> None:
        """Show what is asked, though not yet what it comes to."""
        self.board.show_form(self.session)
        self.title_bar.show(self.session.system.title, self._whereabouts())
        self.buttons.show(self._buttons())

    def changed(self, note: str = "") -> None:
        """Show a change of the set-up and keep it for the next time."""
        self.board.result.fold(True)
        self.show()
        self.note(note)
        if not self._saving:
            self._saving = True
            self.set_timer(SAVE_SECONDS, self._save)

    def note(self, text: str) -> None:
        """Say something in the bottom line; nothing brings the hints back."""
        self.hints.show(text.partition("\n")[0] or HINTS)

    def _save(self) -> None:
        self._saving = False
        if not self.session.remember():
            self.note(self.session.memory.notice)

    def _whereabouts(self) -> str:
        title = self.session.scenario.title if self.session.scenario else ""
        return "  ".join(filter(None, [title, self.session.name.name, "≡"]))

    def _buttons(self) -> list[Press]:
        letters = self.session.draft.letters.buttons
        actions = [a for a in self.session.system.actions if a.place is Place.BUTTON]
        return [
            Press("result", "Result", "⏎", "main-button"),
            *(Press(f"button:{a.key}", a.label, letters[a.key]) for a in actions),
            Press("pin", "Unpin" if self.session.pinned else "Pin", "p"),
            Press("menu", "Menu", "^P"),
        ]

    @on(FormPanel.Answered)
    def _take_answer(self, message: FormPanel.Answered) -> None:
        if message.key == ACTION:
            self.choose(self.session.system.action(message.text))
        else:
            self.session.draft.put({message.key: message.text})
            self.changed()

    @on(FormPanel.Noted)
    def _show_note(self, message: FormPanel.Noted) -> None:
        self.note(message.note)

    @on(FormPanel.Picking)
    def _pick(self, message: FormPanel.Picking) -> None:
        from calculator.tui.screens import overlays

        overlays.pick_unit(self, message.key.removeprefix(UNIT))

    @on(TextBar.Clicked)
    def _click_line(self, message: TextBar.Clicked) -> None:
        if message.bar == "summary":
            self.board.scroll_to_widget(self.board.odds, animate=False, top=True)
        else:
            self.app.action_command_palette()

    @on(StripBar.Pressed)
    async def _press(self, message: StripBar.Pressed) -> None:
        command, _, argument = message.command.partition(":")
        if command == "view":
            self.board.turn_to(argument)
        elif command == "button":
            self.press(self.session.system.action(argument))
        elif command == "menu":
            self.app.action_command_palette()
        else:
            await self.run_action(command)

    def on_key(self, event: events.Key) -> None:
        """The keys of the system's own buttons."""
        for key, letter in self.session.draft.letters.buttons.items():
            if event.character == letter:
                event.stop()
                self.press(self.session.system.action(key))

    def choose(self, action: AnyAction) -> None:
        """Turn to an action, with what fields they have in common as they were."""
        self.session.draft.choose(action)
        self.changed()

    def system(self, key: str) -> None:
        """Turn to another rule system."""
        self.session.switch(key)
        self.changed()

    def press(self, action: AnyAction) -> None:
        """Press the button of an action: one that asks nothing is ruled on the spot.

        One with a form shows it first, and is ruled when its button is pressed again: an answer of
        the last time should be seen before it counts.
        """
        draft = self.session.draft
        if draft.action.key == action.key:
            self.action_result()
        elif has_form(action):
            self.choose(action)
        else:
            self.rule(draft.question(action))

    def action_result(self) -> None:
        """Draw a result for the set-up."""
        if self.reading.odds is None:
            self.note(str(self.reading.trouble or "the odds are still being worked out"))
            self.app.bell()
        else:
            self.rule(self.reading.odds.question)

    def ruled(self, result: Result) -> None:
        self.board.show_result(result)

    def refused(self, trouble: CalculatorError) -> None:
        self.note(str(trouble))
        self.app.bell()

    def told(self, news: News) -> None:
        self.board.tell(news)

    def action_pin(self) -> None:
        """Pin the set-up to compare others with it, or take the pin away."""
        pinned = self.session.toggle_pin()
        self.changed("pinned: change the set-up and compare; p takes the pin away" * pinned)

    def action_view(self) -> None:
        """Turn the lower panel to the next of result, why and log."""
        self.board.turn_on()

    def action_fold(self) -> None:
        """List outcomes one by one, or gather those that begin alike."""
        self.board.odds.fold()

    def action_scroll(self, by: int) -> None:
        """Scroll what cannot all be seen, by a page."""
        self.board.page(by)

    def action_back(self) -> None:
        """Leave a button's form."""
        if self.session.draft.back():
            self.changed()

    def action_roomy(self) -> None:
        """Make every row a thumb high, or as small as before."""
        self.session.roomy = not self.session.roomy
        self.set_class(self.session.roomy, "-roomy")
        self.changed()

    def action_theme(self) -> None:
        """Turn to the next theme, and remember it."""
        names = list(THEMES)
        self.app.theme = names[(names.index(self.app.theme) + 1) % len(names)]

    def action_help(self) -> None:
        """Explain the field under the cursor."""
        from calculator.tui.screens import overlays

        overlays.help_card(self)

    def action_sequence(self) -> None:
        """Show the turn-sequence card."""
        from calculator.tui.screens import overlays

        overlays.sequence_card(self)

    def action_record(self) -> None:
        """Open the record of the battle: every copy's rulings, and what an umpire may do."""
        from calculator.tui.screens import overlays

        overlays.open_record(self)

    def action_systems(self) -> None:
        """Pick another rule system."""
        from calculator.tui.screens import overlays

        overlays.pick_system(self)

    def action_scenarios(self) -> None:
        """Pick an order of battle, or put it away."""
        from calculator.tui.screens import overlays

        overlays.pick_scenario(self)

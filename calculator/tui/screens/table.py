"""The single screen: what a player has before them all battle long."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType

from calculator.errors import CalculatorError
from calculator.tui.draft import has_form
from calculator.tui.rows import ACTION, UNIT
from calculator.tui.screens.showing import ShowingScreen
from calculator.tui.widgets.form_panel import FormPanel
from calculator.tui.widgets.strip_bar import StripBar
from calculator.tui.widgets.text_bar import TextBar

if TYPE_CHECKING:
    from textual import events

    from calculator.rules.question import Result
    from calculator.rules.system import AnyAction
    from calculator.tui.recorder import News


class TableScreen(ShowingScreen):
    """Turns keys, taps and messages into changes of the session."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,r,R", "result", "Result"),
        Binding("p", "pin", "Pin and compare"),
        Binding("v", "view", "Result, why or log"),
        Binding("x", "fold", "Fold the odds"),
        Binding("question_mark,f1", "open('help_card')", "Help"),
        Binding("t", "open('sequence_card')", "Turn sequence"),
        Binding("f2,ctrl+s", "open('pick_system')", "Rule system"),
        Binding("f3,ctrl+o", "open('pick_scenario')", "Order of battle"),
        Binding("f4", "app.theme", "Next theme"),
        Binding("f5", "open('open_record')", "The record"),
        Binding("f6", "roomy", "Large rows"),
        Binding("pagedown", "scroll(1)", "Scroll"),
        Binding("pageup", "scroll(-1)", "Scroll"),
        Binding("escape", "back", "Back"),
        Binding("q", "app.quit", "Quit"),
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
            self.rule(draft.question(action), {})

    def action_result(self) -> None:
        """Draw a result for the set-up, unless what is being typed cannot be read."""
        if self.board.form.holds():
            return
        self.be_done_reading()
        if self.reading.odds is None:
            self.note(str(self.reading.trouble or "the odds are still being worked out"))
            self.app.bell()
        else:
            self.rule(self.reading.odds.question, self.session.units())

    def ruled(self, result: Result) -> None:
        self.board.show_result(result)
        self.call_after_refresh(self._tell_of_the_rest)

    def _tell_of_the_rest(self) -> None:
        self.note("PgDn and PgUp scroll the result" * bool(self.board.result.max_scroll_y))

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

    def action_open(self, what: str) -> None:
        """Open a card or a list over the table: one of the functions of `overlays`."""
        from calculator.tui.screens import overlays

        getattr(overlays, what)(self)

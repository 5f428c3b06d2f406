"""The single screen: what a player has before them all battle long."""

from __future__ import annotations

from string import digits
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events, on
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.theme import Theme

from calculator import forms
from calculator.desk.odds_view import Reading
from calculator.errors import CalculatorError
from calculator.rules.question import Odds
from calculator.tui import ink
from calculator.tui.background import in_thread
from calculator.tui.recorder import News
from calculator.tui.screens.following import FollowingScreen
from calculator.tui.screens.set_up import GOES_UP
from calculator.tui.session import Session
from calculator.tui.widgets import bars, form_panel

if TYPE_CHECKING:
    from calculator.scenarios import Scenario
    from calculator.umpire import Ruling

FIRST_LOOK_SECONDS: Final = 0.1
"""How long after opening the record is first looked at."""

QUIET_SECONDS: Final = 0.4
"""How long after a draw, without a press, Enter draws again."""

NOBODY: Final = ", picks who acts; Enter again draws without a name"
"""What is said before a draw where units have names and none is picked."""

MENU_COLUMNS: Final = 4
"""Columns at the end of the strip where its sign opens the menu; before them it is the turn."""


KEYS: Final = bars.bound(
    ("enter", "result", "Draw a result", "And record it; if a field is open, close it first"),
    ("p", "pin", "Pin, or unpin", "Keep this set-up to compare others with it, up to four"),
    ("f7", "unpin", "Remove all pins", "Stop comparing"),
    ("v", "view", "Result, why, log", "Show the next of them, or how a result came about"),
    ("N", "next_turn", "Next turn", "Who has yet to act; press again to begin it"),
    ("exclamation_mark", "follow_up", "What can follow", "Or what an open ruling waits for"),
    ("greater_than_sign", "next_unit", "Next unit", "The next that has yet to act"),
    ("asterisk", "befallen", "Your units", "What others ruled on them"),
    ("f12", "take_said", "Accept changes", "What others say of your units"),
    ("f8", "as_left", "Go on from this result", "Fill in the form with what it left"),
    ("f10", "practice", "Practice", "Draw without recording; press again to stop"),
    ("ctrl+z", "withdraw", "Undo", "Take back your last draw (10 s)"),
    ("r,ctrl+r", "rules", "The rules", "On this field or what counts; o there compares readings"),
    ("t", "open('show_sequence')", "Turn sequence", "The steps of a turn"),
    ("f2,ctrl+s", "open('pick_system')", "Rule system", "Choose another"),
    ("f3,ctrl+o", "open('pick_scenario')", "Order of battle", "Choose units by name"),
    ("f5", "open('show_record')", "The record", "All results; void, override, luck, report"),
    ("f11,ctrl+n", "open('show_heads')", "Heads of the record", "To note down or photograph"),
    ("f9", "fresh", "Clear the form", "Reset every answer"),
    ("f4", "app.theme", "Next theme", "Change the colours"),
    ("question_mark,f1", "open('show_help')", "Help", "On this field, and on the keys"),
    ("q", "app.quit", "Quit", "Leave; the form is kept"),
)
"""What the table can do at a key, as the help card and the menu tell it too."""

OPENING: Final = bars.bound(
    ("comma", "open('pick_unit_by_number', 0)", "The acting unit", "Pick it by name"),
    ("full_stop", "open('pick_unit_by_number', 1)", "The target unit", "Pick it by name"),
    ("semicolon", "open('pick_unit_by_number', 2)", "Another unit", "Pick it by name"),
    ("slash", "open('show_roll')", "The roll", "All units as they stand now"),
    ("ctrl+p", "open('show_menu')", "Menu", "Find anything by name or by what it does"),
    priority=True,
)
"""The same of keys that open something to type into."""


class TableScreen(FollowingScreen):
    """Turns keys, taps and messages into changes of a session, draws results and follows what every
    copy at the table records."""

    AUTO_FOCUS = "FormPanel"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-normal"), (120, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (38, "-high")]
    BINDINGS: ClassVar[list[BindingType]] = [
        # At once, ahead of the form: the keys that follow are for what opens.
        *OPENING,
        *KEYS,
        Binding("pagedown", "scroll(1)", "Scroll"),
        Binding("pageup", "scroll(-1)", "Scroll"),
        Binding("escape", "back", "Back"),
        # The steps of a result are numbered: a digit there is no answer to the form behind it.
        Binding(",".join(digits), "digit", "Nothing", priority=True),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.is_ruling = False
        """Whether something is being ruled, or is ruled and not yet among the news."""
        self._is_asked = False
        """Whether a result is to be drawn as soon as the odds are known."""

    def compose(self) -> ComposeResult:
        # Textual would find out after the first paint, and paint again.
        for size, steps in zip(
            self.app.size, (self.HORIZONTAL_BREAKPOINTS, self.VERTICAL_BREAKPOINTS), strict=True
        ):
            self.add_class(max(step for step in steps if step[0] <= size)[1])
        yield self.title_bar
        yield self.summary
        yield self.board
        yield self.buttons
        yield self.hints

    def on_mount(self) -> None:
        self.note(self.session.memory.notice)
        # The first paint shows the odds, unless they wait for the file of an order of battle.
        if self.session.awaits_scenario:
            self._show_form()
        else:
            self._show()
        self.call_after_refresh(self._open_up)

    def _open_up(self) -> None:
        if self.session.awaits_scenario:
            trouble = self.session.reopen_scenario()
            self._show()
            if trouble:
                self.note(trouble)
        self.set_timer(FIRST_LOOK_SECONDS, self.others.start)
        # The other actions are imported while the first picture is looked at, not at the first key.
        self.run_worker(lambda: self.session.system.all_keys, thread=True)

    def _bind_to(self, scenario: Scenario) -> None:
        """Go on with the order of battle that the battle is bound to."""
        if scenario != self.session.scenario:
            waits = self._is_asked and not self.session.has_read  # and was told that it does
            self.session.take_scenario(scenario)
            self.changed(f"{self.recorder.battle} uses {scenario.title}")
            self._is_asked = waits

    def on_click(self, event: events.Click) -> None:
        """What a tap on a line of text stands for."""
        on_title = event.widget is self.title_bar
        if event.widget is self.summary:
            self.board.scroll_to_widget(self.board.odds, animate=False, top=True)
        elif event.widget is self.hints and self.unseen:
            (self.action_befallen if self._unseen else self.action_take_said)()
        elif on_title and self.session.roll and event.x < self.size.width - MENU_COLUMNS:
            self.action_next_unit()
        elif on_title or event.widget is self.hints:
            self.action_open("show_menu")

    def action_open(self, what: str, *of: object) -> None:
        """Open something over the table; what opens is imported when first wanted."""
        from calculator.tui.screens import openings

        getattr(openings, what)(self, *of)

    @on(form_panel.FormPanel.Picking)
    def _pick(self, message: form_panel.FormPanel.Picking) -> None:
        self.action_open("pick_for", message.key)

    @on(form_panel.FormPanel.Entered)
    def action_result(self) -> None:
        """Draw a result for the set-up, unless what is being typed cannot be read. Nothing else
        draws, and a key held down draws once: a slip must not become a ruling."""
        if self._is_held() or self.board.form.holds() or self._is_warned():
            return
        awaited = self._awaited()
        self._is_asked = bool(awaited)
        reading = self.reading.shown_as(self.session.disclosure)
        if awaited:
            self.note(f"the result comes as soon as {awaited}")
        elif reading.odds is None:
            self._refuse(reading.trouble)
        else:
            self._draw_from(reading.odds)

    def changed(self, note: str = "") -> None:
        self._is_asked = self._has_drawn = False
        super().changed(note)

    def _show_reading(self, reading: Reading) -> None:
        super()._show_reading(reading)
        self._draw_if_asked()

    def take_news(self, news: News) -> None:
        if news.bound:
            self._bind_to(news.bound)
        super().take_news(news)
        self._draw_if_asked()

    def _draw_if_asked(self) -> None:
        """Draw what was asked for before the odds, or the ruling before, were there."""
        if self._is_asked and not self._awaited():
            self.action_result()

    def _awaited(self) -> str:
        """What a draw has to wait for, or nothing: the record may yet change what is set up."""
        is_kept = self.recorder.is_named or bool(self.session.scenario_name)
        if is_kept and not self.session.has_read:
            return "the roll is read"
        if self.is_ruling:
            return "the last one is recorded"
        return "" if self.is_reckoned else "the odds are ready"

    def _draw_from(self, odds: Odds) -> None:
        """Draw a result of these odds, for the units picked, unless an army was never counted."""
        try:
            self.session.set_up.check_answered()
        except CalculatorError as trouble:
            self._refuse(trouble)
            return
        asked, army = self.session.set_up.copied(), self.session.set_up.checked_army()
        self._asked = {"actor": army.name} if army else asked.names
        self._has_drawn, self.session.set_up.is_chosen = True, False
        question = odds.question
        if self.session.practice or not question.action.is_recorded:
            self.ruled(question.result(odds=odds, names=asked.told_by))
            return

        def recorded(ruling: Ruling) -> None:
            self.ruled(ruling.result, ruling.entry.number if ruling.entry else 0)
            self.others.look(rest)

        def not_recorded(trouble: CalculatorError) -> None:
            self._refuse(trouble)
            rest()

        def rest() -> None:
            """What was ruled last is among the news, or nothing was."""
            self.is_ruling = False
            self._draw_if_asked()

        self.is_ruling = True
        in_thread(self, lambda: self.recorder.adjudicate(odds, asked), recorded, not_recorded)

    def _is_held(self) -> bool:
        """Whether this comes so soon after a draw, no other key between, that nobody meant it."""
        now = monotonic()
        since, self._pressed = now - self._pressed, now
        is_soon = self.is_ruling or since < QUIET_SECONDS
        self._has_drawn = self._has_drawn and is_soon
        return self._has_drawn

    def _is_warned(self) -> bool:
        """Whether something must be heard before a draw: what forbids it, or what has changed."""
        despite = self.session.set_up.despite
        refused = [one for one in self.session.cautions() if one.refused]
        of_turn = all(one.of_turn for one in refused)
        if refused and not (despite and of_turn):
            self._refuse(refused[0].text)
            if not self.ask_open() and of_turn:
                self.action_open("offer_way_out", refused[0])
            return True
        if self._is_nameless and self.hints.text != NOBODY:
            self.note(NOBODY)
            return True
        (news, picked), self._unheard = self._unheard, ("", ())
        if not news or self.session.picked.isdisjoint(picked):
            return False
        self.note(f"{news}; Enter again draws")
        return True

    @property
    def _is_nameless(self) -> bool:
        """Whether a unit acts that was not picked, though units have names. What an army does, such
        as to play a card, asks nothing that is a unit's own."""
        session = self.session
        system, action = session.system, session.set_up.action
        if not session.scenario_name or session.picked or session.practice or not system.unit:
            return False
        return not system.asked_of("actor", action).isdisjoint(forms.keys_of(system.unit))

    def _refuse(self, why: object) -> None:
        self._leave_ruling()
        self.note(str(why))
        self.app.bell()

    def action_withdraw(self) -> None:
        """Take back a slip of the last ten seconds: openly, as withdrawn."""
        if (last := self._last_own) is None:
            self.note("you have drawn nothing to undo")
            return

        def withdrawn(_: object) -> None:
            if self._last_own is last:
                self._last_own = None
                self.board.result.take_back()
            self.note(f"entry {last.number} is undone")

        self.in_thread(lambda: self.recorder.umpire.withdraw(last.number), withdrawn)

    def action_digit(self) -> None:
        """Leave digits to the form, unless a result stands before it."""
        if not self.board.is_covered:
            raise SkipAction

    def action_back(self) -> None:
        """Leave the result, and with its own the form of a button; else that form; on a phone,
        which v has taken further down, come up again."""
        self.board.scroll_home(animate=False)
        if self.hints.text == GOES_UP:
            self.note("")
        shown = self.board.result.result if self.board.is_covered else None
        if shown:
            self.board.result.fold(True)
        self._leave_ruling()
        if shown is None or shown.question.action is self.session.set_up.action:
            self.leave_form()


class EmpiresApp(ink.ThemedApp):
    """One copy of the calculator."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.table = TableScreen(session)
        super().__init__(self.table, "empires", "table.tcss")
        if session.theme in ink.THEMES:
            self.theme = session.theme

    def on_mount(self) -> None:
        self.theme_changed_signal.subscribe(self, self._remember_theme)

    def _remember_theme(self, theme: Theme) -> None:
        if theme.name != self.session.theme:
            self.session.theme = theme.name
            self.table.changed(f"theme: {ink.TITLES[theme.name]}")

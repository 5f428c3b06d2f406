"""The single screen: what a player has before them all battle long."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on
from textual.binding import Binding, BindingType

from calculator.desk.asking import has_form
from calculator.errors import CalculatorError
from calculator.tui.background import Watch
from calculator.tui.reading import Reading
from calculator.tui.screens.turning import BEGINS, Turning
from calculator.tui.widgets.form_panel import FormPanel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual import events
    from textual.app import ComposeResult

    from calculator.desk.lines import EntryLine
    from calculator.rules.odds import Odds
    from calculator.rules.question import Result
    from calculator.scenarios import Scenario
    from calculator.tui.recorder import News, Recorder
    from calculator.tui.session import Session
    from calculator.umpire import Ruling

FIRST_LOOK_SECONDS: Final = 0.1
"""How long after opening the record is first looked at."""

LAID_OUT_SECONDS: Final = 0.06
"""After which all panels have the room that a result leaves them: one change makes another."""

QUIET_SECONDS: Final = 0.4
"""How long after a draw, without a press, Enter draws again."""

MENU_COLUMNS: Final = 4
"""Columns at the end of the strip where its sign opens the menu; before them it is the turn."""


class TableScreen(Turning):
    """Turns keys, taps and messages into changes of a session, draws results and follows what every
    copy at the table records."""

    AUTO_FOCUS = "FormPanel"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-normal"), (120, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (38, "-high")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "result", "Draw a result", tooltip="And record it"),
        Binding("p", "pin", "Pin, or unpin", tooltip="Keep this set-up to compare others with it"),
        Binding("f7", "unpin", "Remove all pins", tooltip="Stop comparing"),
        Binding(
            "f8", "as_left", "Go on from this result", tooltip="Fill in the form with what it left"
        ),
        Binding(
            "f10", "practice", "Practice", tooltip="Draw without recording; press again to stop"
        ),
        Binding("ctrl+z", "withdraw", "Undo", tooltip="Take back your last draw (10 s)"),
        Binding("f12", "take_said", "Accept changes", tooltip="What others say of your units"),
        Binding("f9", "fresh", "Clear the form", tooltip="Reset every answer"),
        Binding("f3,ctrl+o", "pick_scenario", "Order of battle", tooltip="Choose units by name"),
        Binding("f5", "record", "The record", tooltip="All results; void, override, report"),
        Binding("f11,ctrl+n", "heads", "Heads of the record", tooltip="To note down or photograph"),
        Binding("r,ctrl+r", "rules", "The rules", tooltip="On this field, or on what counts now"),
        Binding(
            "N", "next_turn", "Next turn", tooltip="Who has yet to act; press again to begin it"
        ),
        Binding(
            "exclamation_mark",
            "follow_up",
            "What can follow",
            tooltip="What this unit can still do",
        ),
        Binding(
            "greater_than_sign", "next_unit", "Next unit", tooltip="The next that has yet to act"
        ),
        Binding("asterisk", "befallen", "Your units", tooltip="What others ruled on them"),
        Binding("t", "sequence", "Turn sequence", tooltip="The steps of a turn"),
        Binding("question_mark,f1", "help", "Help", tooltip="On this field, and on the keys"),
        Binding("v", "view", "Result, why, log", tooltip="Show the next of them"),
        Binding("f2,ctrl+s", "pick_system", "Rule system"),
        Binding("f4", "app.theme", "Next theme"),
        # At once, ahead of the form: the keys that follow are for what opens.
        Binding("slash", "roll", "The roll", tooltip="All units as they stand now", priority=True),
        Binding("comma", "pick_unit(0)", "The acting unit", priority=True),
        Binding("full_stop", "pick_unit(1)", "The target unit", priority=True),
        Binding("semicolon", "pick_unit(2)", "Another unit", priority=True),
        Binding("ctrl+p", "menu", "Menu", priority=True),
        Binding("pagedown", "scroll(1)", "Scroll"),
        Binding("pageup", "scroll(-1)", "Scroll"),
        Binding("escape", "back", "Back"),
        Binding("q", "app.quit", "Quit"),
    ]

    def __init__(self, session: Session, recorder: Recorder) -> None:
        super().__init__(session, recorder)
        self.others = Watch(self, recorder.news, self._news)
        """Looks at what every copy records."""
        self.is_ruling = False
        """Whether something is being ruled, or is ruled and not yet among the news."""
        self._is_asked = False
        """Whether a result is to be drawn as soon as the odds are known."""
        self._has_drawn = False
        self._last_own: EntryLine | None = None
        """The last ruling of this copy's."""
        self._result_entry = 0
        """The entry of the result in sight, 0 where it has none."""
        self._asked: dict[str, str] = {}
        """The names of the units that the last question put concerned, by role."""
        self._unheard = ""
        """What others have changed of the units picked, until the player has taken note of it."""
        self._unheard_of: set[str] = set()
        """What was picked then: of others there is nothing to take note of."""
        self._pressed = 0.0

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
        self.in_thread(self.recorder.bound_scenario, self._take_bound, self._follow_unbound)
        # The other actions are imported while the first picture is looked at, not at the first key.
        self.run_worker(lambda: self.session.system.all_keys, thread=True)

    def _take_bound(self, scenario: Scenario | None) -> None:
        """Go on with the order of battle that the battle is bound to."""
        if scenario is not None and scenario != self.session.scenario:
            self.session.take_scenario(scenario)
            self.changed(f"{self.recorder.battle} uses {scenario.title}")
        self.recorder.follow(self.session.scenario)
        self.others.start(FIRST_LOOK_SECONDS)

    def _follow_unbound(self, trouble: CalculatorError) -> None:
        self.note(str(trouble))
        self.others.start(FIRST_LOOK_SECONDS)

    @on(FormPanel.Entered)
    def _enter(self) -> None:
        self.action_result()

    def on_click(self, event: events.Click) -> None:
        """What a tap on a line of text stands for."""
        if event.widget is self.summary:
            self.board.scroll_to_widget(self.board.odds, animate=False, top=True)
        elif event.widget is self.hints and self.unseen:
            self.open_unseen()
        elif (
            event.widget is self.title_bar
            and self.session.roll
            and event.x < self.size.width - MENU_COLUMNS
        ):
            self.action_next_unit()
        elif event.widget in (self.title_bar, self.hints):
            self.action_menu()

    def action_result(self) -> None:
        """Draw a result for the set-up, unless what is being typed cannot be read.

        Nothing else draws, and a key held down draws once: a slip must not become a ruling.
        """
        if self._is_held() or self.board.form.holds() or self._is_warned():
            return
        awaited = self._awaited()
        self._is_asked = bool(awaited)
        reading = self.reckoning.reading.shown_as(self.session.disclosure)
        if awaited:
            self.note(f"the result comes as soon as {awaited}")
        elif reading.odds is None:
            self._refuse(reading.trouble)
        else:
            self._draw_from(reading.odds)

    def changed(self, note: str = "") -> None:
        self._is_asked = self._has_drawn = False
        super().changed(note)

    def look(self) -> None:
        self.others.look()

    def _show_reading(self, reading: Reading) -> None:
        super()._show_reading(reading)
        self._draw_if_asked()

    def _draw_if_asked(self) -> None:
        """Draw what was asked for before the odds, or the ruling before, were there."""
        is_known = self.reckoning.is_done and not self._awaits_roll
        if self._is_asked and is_known and not self.is_ruling:
            self.action_result()

    def _awaited(self) -> str:
        """What a draw has to wait for, or nothing."""
        if self._awaits_roll:
            return "the roll is read"
        if self.is_ruling:
            return "the last one is recorded"
        return "" if self.reckoning.is_done else "the odds are ready"

    @property
    def _awaits_roll(self) -> bool:
        """Whether the record may yet change what is set up."""
        is_kept = self.recorder.is_named or bool(self.session.scenario_name)
        return is_kept and not self.session.has_read

    def _draw_from(self, odds: Odds) -> None:
        """Draw a result of these odds, for the units picked, unless an army was never counted."""
        try:
            self.session.set_up.check_answered()
        except CalculatorError as trouble:
            self._refuse(trouble)
            return
        asked, army = self.session.set_up.copied(), self.session.set_up.checked_army()
        self._asked = {"actor": army.name} if army else asked.names
        self._has_drawn = True
        question = odds.question
        if self.session.practice or not question.action.is_recorded:
            self.ruled(question.result(odds=odds, names=asked.names), 0)
        else:
            self.is_ruling = True
            self.in_thread(
                lambda: self.recorder.adjudicate(odds, asked), self._recorded, self._not_recorded
            )

    def _recorded(self, ruling: Ruling) -> None:
        self.ruled(ruling.result, ruling.entry.number if ruling.entry else 0)
        self.others.look(self._rest)

    def _not_recorded(self, trouble: CalculatorError) -> None:
        self._refuse(trouble)
        self._rest()

    def _rest(self) -> None:
        """What was ruled last is among the news, or nothing was."""
        self.is_ruling = False
        self._draw_if_asked()

    def _is_held(self) -> bool:
        """Whether this comes so soon after a draw, or after such a key, that nobody meant it.

        What was drawn for is still set up then: any other key in between makes it meant.
        """
        now = monotonic()
        since, self._pressed = now - self._pressed, now
        is_soon = self.is_ruling or since < QUIET_SECONDS
        self._has_drawn = self._has_drawn and is_soon
        return self._has_drawn

    def _is_warned(self) -> bool:
        """Whether something must be heard before a draw: what forbids it, or what has changed."""
        despite = self.session.set_up.despite
        refused = [one for one in self.session.cautions() if one.refused]
        if refused and not (despite and all(one.of_turn for one in refused)):
            self._refuse(refused[0].text)
            of_turn = all(one.of_turn for one in refused)
            if not self.ask_open() and of_turn:
                self.offer(refused[0].text)
            return True
        news, self._unheard = self._unheard, ""
        if not news or self._unheard_of.isdisjoint(self.session.picked):
            return False
        self.note(f"{news}; Enter again draws")
        return True

    def ruled(self, result: Result, entry: int, names: Mapping[str, str] | None = None) -> None:
        self._pressed = monotonic()
        if result.question.action.key == self.session.set_up.action.key and not has_form(
            result.question.action
        ):
            self._leave_form()
            self._has_drawn = True
        from calculator.desk.result_view import result_view

        self.session.set_up.despite = ""
        self._ruled_on, self._result_entry = Reading(odds=result.odds), entry
        self._show_odds(self._ruled_on)
        view = result_view(result, self.session.disclosure, names or self._asked)
        self.board.show_result(result, view)
        self.note("")
        self.set_timer(LAID_OUT_SECONDS, self._note_the_rest)
        if result.awaits and entry:
            self.ask(entry, result.awaits)
        elif result.awaits and self.session.practice:
            self.ask_in_practice(result, result.awaits)

    def _note_the_rest(self) -> None:
        if self.board.result.max_scroll_y and not self.hints.has_class("-noting"):
            self.note("PgDn and PgUp scroll the result")

    def _refuse(self, why: object) -> None:
        if self._ruled_on is not None:
            self._ruled_on = None
            self._show_reading(self.reckoning.reading)
        self.note(str(why))
        self.app.bell()

    def _amend(self, number: int) -> None:
        """Say of the result shown, recorded as this entry, what holds in its place."""
        from calculator.desk.result_view import amended

        def show(holds: tuple[str, ...]) -> None:
            if number == self._result_entry:
                self.board.result.amend(holds)

        umpire = self.recorder.umpire
        self.in_thread(lambda: amended(umpire.amendments(number).of(number)), show)

    def _news(self, news: News) -> None:
        self.board.take_news(news)
        if self._result_entry and any(line.about for line in news.entries):
            self._amend(self._result_entry)
        own = [entry for entry in news.entries if entry.own and entry.subject]
        if own:
            self._last_own = own[-1]
        is_first, self.session.has_read = not self.session.has_read, True
        if news.warning and not news.entries:
            self._draw_if_asked()
            return
        if news.turn != self.turn and self.hints.text.startswith(BEGINS):
            self.note("")  # another copy has begun or undone it
        self.turn, self.session.disclosure = news.turn, news.disclosure
        changed = self.session.take_roll(news.roll, {one.number for one in own})
        others = [one for one in news.entries if one.number in changed and not one.own]
        if others:
            self._unheard = f"changed by {others[-1].brief}"
            self._unheard_of = self.session.picked
            self.note(self._unheard)
        self.tell([one for one in news.entries if one.subject or one.about])
        self.tell_proposals({one.number for one in news.entries if not one.own})
        if is_first or changed or news.entries:
            self._show()

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

    def action_back(self) -> None:
        """Leave the result, and with its own the form of a button; else that form."""
        shown = self.board.result.result if self.board.is_covered else None
        if shown:
            self.board.result.fold(True)
        if shown is None or shown.question.action is self.session.set_up.action:
            self._leave_form()

    def _leave_form(self) -> None:
        if self.session.set_up.back():
            self.changed()

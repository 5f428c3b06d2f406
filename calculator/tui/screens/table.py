"""The single screen: what a player has before them all battle long."""

from __future__ import annotations

from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on
from textual.binding import Binding, BindingType

from calculator.desk.asking import has_form
from calculator.errors import CalculatorError, ForbiddenError
from calculator.tui.at_rest import AtRest, Send, look_for_changes
from calculator.tui.reading import Reading, in_short
from calculator.tui.reckoning import Reckoning
from calculator.tui.rows import ACTION, UNIT
from calculator.tui.rulings import Rulings
from calculator.tui.screens.openings import Openings
from calculator.tui.strip import buttons, strip
from calculator.tui.threads import in_thread
from calculator.tui.turning import Turning
from calculator.tui.widgets.board import Board
from calculator.tui.widgets.form_panel import FormPanel
from calculator.tui.widgets.strip_bar import StripBar
from calculator.tui.widgets.text_bar import TextBar
from calculator.tui.widgets.why_panel import WhyPanel

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from textual import events
    from textual.app import ComposeResult

    from calculator.desk.lines import EntryLine
    from calculator.rules.action import AnyAction
    from calculator.rules.modifiers import Factor
    from calculator.rules.question import Odds, Result
    from calculator.scenarios import Scenario
    from calculator.tui.recorder import News, Recorder
    from calculator.tui.rows import FormRow
    from calculator.tui.session import Session

SAVE_SECONDS: Final = 0.05
"""How soon after a change the set-up is on disk."""

LAID_OUT_SECONDS: Final = 0.06
"""After which all panels have the room that a result leaves them: one change makes another."""

QUIET_SECONDS: Final = 0.4
"""How long after a draw, without a press, Enter draws again."""

IDLE_RESTS: Final = 3
"""How long no key has to come before what decides is looked for: no key waits for it."""

HINTS: Final = "Tab next  ←→ change  Space open  v view  r rules  ? help  ^P menu  q quit"

HINTS_ON_PLAIN: Final = "Tab next  ←→ change  Space open  F3 units by name  ? help  ^P menu  q quit"
"""The hints without an order of battle."""

HINTS_TO_PICK: Final = ", picks who acts  . picks the target  a the action  Enter draws  ? help"
"""The hints where there is an order of battle and no unit of it is picked."""

HINTS_ON_RESULT: Final = "Esc back  v how it came about, why, log  PgDn scroll  ? help  q quit"
"""The hints while a result stands before everything else."""


MENU_COLUMNS: Final = 4
"""Columns at the end of the strip where its sign opens the menu; before them it is the turn."""


class TableScreen(Openings):
    """Shows a session, and turns keys, taps and messages into changes of it."""

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
        super().__init__(session, recorder, Board(id="body"))
        session.is_bound, session.side = recorder.is_named, recorder.side
        self.rulings = Rulings(
            self,
            recorder,
            ruled=self._ruled,
            refused=self._refuse,
            news=self._news,
            rested=self._draw_if_asked,
        )
        self.turning = Turning(
            self,
            session,
            recorder,
            changed=self.changed,
            note=self.note,
            choose=self.choose,
            look=self.look,
            ruled=self._ruled,
        )
        self.reckoning = Reckoning(
            self, session, show=self._show_reading, wait=self.board.odds.wait
        )
        self.what_if, self.deciding = AtRest(self), AtRest(self, IDLE_RESTS)
        self.title_bar = TextBar("title", id="title")
        self.summary = TextBar("strong", id="summary")
        self.buttons = StripBar(id="buttons")
        self.hints = TextBar("dim", id="hints")
        self._saving = False
        self._is_asked = False
        """Whether a result is to be drawn as soon as the odds are known."""
        self._has_drawn = False
        self._ruled_on: Reading | None = None
        """What the ruling in sight was drawn from: shown until the set-up is another."""
        self._decide: tuple[str, ...] = ()
        """The fields that are only assumed and decide much."""
        self._turn = 1
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
        in_thread(self, self.recorder.bound_scenario, self._take_bound, self._note_trouble)
        # The other actions are imported while the first picture is looked at, not at the first key.
        self.run_worker(lambda: self.session.system.all_keys, thread=True)

    def on_resize(self) -> None:
        """Whether there is room for the roll is known once it is laid out."""
        self.call_after_refresh(self._show_board)

    def _show_board(self) -> None:
        self.board.show_form(self.session, self._decide)
        self.board.show_roll(self.session, self.recorder.side)

    def changed(self, note: str = "") -> None:
        """Show a change of the set-up and keep it for the next time."""
        self._is_asked = self._has_drawn = False
        self.session.set_up.despite = ""
        self._ruled_on, self._decide = None, ()
        for looking in (self.what_if, self.deciding):
            looking.work_out(None)
        self.board.result.fold(True)
        self._show()
        self.note(note)
        if not self._saving:
            self._saving = True
            self.set_timer(SAVE_SECONDS, self._save)

    def _save(self) -> None:
        self._saving = False
        if not self.session.remember():
            self.note(self.session.memory.notice)

    def note(self, text: str, *, in_full: bool = True) -> None:
        """Say something in the bottom line, which a phone has only then, and there `in_full` over
        several; nothing brings the hints back."""
        self.hints.set_class(bool(text), "-noting")
        self.hints.set_class(in_full, "-in-full")
        self.hints.show(text.partition("\n")[0] or self.turning.unseen or self._hint)

    @property
    def _hint(self) -> str:
        """The keys that help most just now."""
        if self.board.is_covered:
            return HINTS_ON_RESULT
        if not self.session.scenario_name:
            return HINTS_ON_PLAIN
        return HINTS if self.session.picked else HINTS_TO_PICK

    def look(self) -> None:
        self.rulings.look()

    def _show(self) -> None:
        """Show the set-up as it now is, and what it comes to at once or as soon as keys rest."""
        self._show_form()
        self.reckoning.start()

    def _show_form(self) -> None:
        self._show_board()
        self.set_class(self.session.practice, "-practice")
        facts_first = self.recorder.is_named
        self.title_bar.show(
            *strip(self.session, self.recorder, self._turn), facts_first=facts_first
        )
        self._show_buttons()

    def _show_buttons(self) -> None:
        self.buttons.show(buttons(self.session, is_open=bool(self.board.form.armed)))

    def _show_reading(self, reading: Reading) -> None:
        if self._ruled_on is None:
            self._show_odds(reading, self.session.cautions_in_words())
            self._look_for_what_decides(reading.odds)
        self._draw_if_asked()

    def _show_odds(self, reading: Reading, cautions: Sequence[str] = ()) -> None:
        shown = self.session.disclosure
        view = reading.shown_as(shown).view(shown, self.session.pinned_odds())
        self.board.show_odds(view, cautions)
        self._look_into_why()
        self.summary.show(*in_short(view))

    def _look_for_what_decides(self, odds: Odds | None) -> None:
        if odds is None or self.session.disclosure.caution:
            self.deciding.work_out(None)
            return
        asked = self.session.set_up.copied()

        def look(send: Send) -> None:
            from calculator.desk.deciding import deciding

            found = deciding(asked, odds, goes_on=lambda: send(None))
            send(lambda: self._show_deciding(found))

        self.deciding.work_out(look)

    def _show_deciding(self, found: tuple[str, ...]) -> None:
        if found != self._decide:
            self._decide = found
            self._show_board()

    def _draw_if_asked(self) -> None:
        """Draw what was asked for before the odds, or the ruling before, were there."""
        is_known = self.reckoning.is_done and not self._awaits_roll
        if self._is_asked and is_known and not self.rulings.is_busy:
            self.action_result()

    @on(FormPanel.Answered)
    def _take_answer(self, message: FormPanel.Answered) -> None:
        if message.key == ACTION:
            self.choose(self.session.system.action(message.text))
        else:
            self.session.set_up.say({message.key: message.text})
            self.changed()

    @on(FormPanel.Unsaid)
    def _take_rolls(self, message: FormPanel.Unsaid) -> None:
        """Take what the roll has where it was said otherwise; else take back the one answer."""
        otherwise = {key for caution in self.session.cautions() for key in caution.take}
        self.session.set_up.unsay(otherwise or {message.key})
        self.changed()

    @on(FormPanel.Entered)
    def _enter(self) -> None:
        self.action_result()

    @on(FormPanel.Noted)
    def _show_note(self, message: FormPanel.Noted) -> None:
        if self.board.is_covered:
            self.board.result.fold(True)
        self.note(message.note, in_full=False)
        self._show_buttons()

    @on(FormPanel.Picking)
    def _pick(self, message: FormPanel.Picking) -> None:
        if message.key.startswith(UNIT):
            self.pick_unit(message.key.removeprefix(UNIT))
        else:
            self.pick_answer(message.key)

    def on_click(self, event: events.Click) -> None:
        """What a tap on a line of text stands for."""
        if event.widget is self.summary:
            self.board.scroll_to_widget(self.board.odds, animate=False, top=True)
        elif event.widget is self.hints and self.turning.unseen:
            self.action_befallen()
        elif (
            event.widget is self.title_bar
            and self.session.roll
            and event.x < self.size.width - MENU_COLUMNS
        ):
            self.action_next_unit()
        elif event.widget in (self.title_bar, self.hints):
            self.action_menu()

    def on_key(self, event: events.Key) -> None:
        """The keys of the system's own buttons."""
        for key, letter in self.session.letters.buttons.items():
            if event.character == letter:
                event.stop()
                self.action_choose(key)

    def action_choose(self, key: str) -> None:
        """Turn to the action of a button."""
        self.choose(self.session.system.action(key))

    def choose(self, action: AnyAction) -> None:
        """Turn to an action, with what fields they have in common as they were."""
        self.session.set_up.choose(action)
        self.changed()

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

    def _awaited(self) -> str:
        """What a draw has to wait for, or nothing."""
        if self._awaits_roll:
            return "the roll is read"
        if self.rulings.is_busy:
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
        self.rulings.rule(odds, asked, in_practice=self.session.practice)

    def _is_held(self) -> bool:
        """Whether this comes so soon after a draw, or after such a key, that nobody meant it.

        What was drawn for is still set up then: any other key in between makes it meant.
        """
        now = monotonic()
        since, self._pressed = now - self._pressed, now
        is_soon = self.rulings.is_busy or since < QUIET_SECONDS
        self._has_drawn = self._has_drawn and is_soon
        return self._has_drawn

    def _is_warned(self) -> bool:
        """Whether something must be heard before a draw: what forbids it, or what has changed."""
        despite = self.session.set_up.despite
        refused = [one for one in self.session.cautions() if one.refused]
        if refused and not (despite and all(one.of_turn for one in refused)):
            self._refuse(refused[0].text)
            of_turn = all(one.of_turn for one in refused)
            if not self.turning.ask_open() and of_turn:
                self.turning.offer(refused[0].text, self._turn, self.action_result)
            return True
        news, self._unheard = self._unheard, ""
        if not news or self._unheard_of.isdisjoint(self.session.picked):
            return False
        self.note(f"{news}; Enter again draws")
        return True

    def _ruled(self, result: Result, entry: int, names: Mapping[str, str] | None = None) -> None:
        self._pressed = monotonic()
        if result.question.action.key == self.session.set_up.action.key and not has_form(
            result.question.action
        ):
            self.action_back()
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
            self.turning.ask(entry, result.awaits)

    def _note_the_rest(self) -> None:
        if self.board.result.max_scroll_y and not self.hints.has_class("-noting"):
            self.note("PgDn and PgUp scroll the result")

    def _refuse(self, why: object) -> None:
        if self._ruled_on is not None:
            self._ruled_on = None
            self._show_reading(self.reckoning.reading)
        self.note(str(why))
        self.app.bell()

    def _news(self, news: News) -> None:
        self.board.take_news(news)
        for line in news.entries:
            if line.about and line.about == self._result_entry:
                self.board.result.amend(line.text)
        own = [entry for entry in news.entries if entry.own and entry.subject]
        if own:
            self._last_own = own[-1]
        is_first, self.session.has_read = not self.session.has_read, True
        if news.warning and not news.entries:
            self._draw_if_asked()
            return
        self._turn, self.session.disclosure = news.turn, news.disclosure
        changed = self.session.take_roll(news.roll, {one.number for one in own})
        others = [one for one in news.entries if one.number in changed and not one.own]
        if others:
            self._unheard = f"changed by {others[-1].brief}"
            self._unheard_of = self.session.picked
            self.note(self._unheard)
        self.turning.tell([one for one in news.entries if one.subject or one.about])
        self._tell_proposals({one.number for one in news.entries if not one.own})
        if is_first or changed or news.entries:
            self._show()

    def _tell_proposals(self, fresh: set[int]) -> None:
        """Say what others have just said of this side's units, with the key that takes it."""
        if roll := self.session.roll if fresh else None:
            from calculator.desk.proposals import proposed_to

            told = [one.text for one in proposed_to(roll, self.recorder.side) if one.entry in fresh]
            if told:
                self.note(f"{'; '.join(told)}; F12 accepts it")

    def _take_bound(self, scenario: Scenario | None) -> None:
        """Go on with the order of battle that the battle is bound to."""
        if scenario is not None and scenario != self.session.scenario:
            self.session.take_scenario(scenario)
            self.changed(f"{self.recorder.battle} uses {scenario.title}")
        self.recorder.follow(self.session.scenario)
        self.rulings.follow()

    def _note_trouble(self, trouble: CalculatorError) -> None:
        self.note(str(trouble))
        self.rulings.follow()

    def action_pin(self) -> None:
        """Pin the set-up to compare others with it, or take its pin away."""
        try:
            pinned = self.session.toggle_pin()
        except CalculatorError as trouble:
            self.note(str(trouble))
        else:
            self.changed("pinned: now change an answer and compare; F7 removes all pins" * pinned)

    def action_unpin(self) -> None:
        """Take all pins away."""
        self.session.unpin_all()
        self.changed("all pins are removed")

    def action_practice(self) -> None:
        """Draw without recording, or record again."""
        self.session.practice = not self.session.practice
        on = "practice: results are not recorded; F10 ends practice"
        self.changed(on if self.session.practice else "results are recorded again")

    def check_action(self, action: str, parameters: tuple[object, ...] = ()) -> bool:
        """Where there is a roll, what a result left stands there already."""
        return action != "as_left" or self.session.roll is None

    def action_as_left(self) -> None:
        """Put what the last result left into the form."""
        result = self.board.result.result
        if result is None or result.question.system is not self.session.system:
            self.note("no result yet")
        else:
            self.changed(self.session.stand_as_left(result))

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

        in_thread(
            self,
            lambda: self.recorder.umpire.withdraw(last.number),
            withdrawn,
            lambda trouble: self.note(str(trouble)),
        )

    def action_next_turn(self) -> None:
        """Say which turn will begin; the same key again begins it, but in practice."""
        self.turning.next_turn(self._turn)

    def action_follow_up(self) -> None:
        """Turn to the next thing that the acting unit may still do, or to what stands open."""
        self.turning.follow_up()

    def action_next_unit(self) -> None:
        """Let the next unit act that has yet to."""
        self.turning.to_next()

    def action_befallen(self) -> None:
        """Show what others ruled on this side's units."""
        self.turning.show_unseen()

    def action_fresh(self) -> None:
        """Put every answer back to its default."""
        self.session.set_up.start_afresh()
        self.changed("every answer is reset")

    def action_view(self, view: str = "") -> None:
        """Turn the lower panel to result, why or log, or to the next of them."""
        if view:
            self.board.turn_to(view)
        else:
            self.board.turn_on()
        self._look_into_why()

    def _look_into_why(self) -> None:
        """Work out what would change the odds if that is in sight now."""
        in_sight = self.board.shows_why and not self.session.disclosure.caution
        odds = self._reading.odds if in_sight else None
        look = partial(look_for_changes, odds, self.board.why.show_changes) if odds else None
        self.what_if.work_out(look)

    @property
    def _reading(self) -> Reading:
        """What is shown: of the ruling in sight, or of the set-up."""
        return self._ruled_on or self.reckoning.reading

    def action_scroll(self, by: int) -> None:
        """Scroll what cannot all be seen, by a page."""
        self.board.page(by)

    def action_back(self) -> None:
        """Leave the result, or a button's form."""
        if self.board.is_covered:
            self.board.result.fold(True)
        if self.session.set_up.back():
            self.changed()

    def action_rules(self) -> None:
        """Show what the rules say of the field under the cursor.

        From Why it is what counts, and where something is forbidden what forbids it.
        """
        form = self.board.form
        forbidden = isinstance(self._reading.trouble, ForbiddenError)
        at_top = not form.armed and (forbidden or self.board.view == "why")
        self._open_rules(None if at_top else form.row(form.cursor))

    @on(WhyPanel.FactorOpened)
    def _open_factor(self, message: WhyPanel.FactorOpened) -> None:
        self._open_rules(factor=message.factor)

    @on(WhyPanel.ReadingPicked)
    def _set_beside(self, message: WhyPanel.ReadingPicked) -> None:
        self.set_beside({message.key})

    def set_beside(self, keys: Collection[str]) -> None:
        """Set other readings of doubtful values beside the odds, or take them away again."""
        if self.session.set_beside(keys):
            self.changed("the odds of the other reading are shown beside these, where they differ")
        else:
            self.changed("the other reading is no longer shown")

    def _open_rules(self, row: FormRow | None = None, factor: Factor | None = None) -> None:
        from calculator.tui.screens.rules_card import rules_card

        every = self.session.set_up.tables.doubtful
        beside = partial(self.set_beside, every)
        self.app.push_screen(rules_card(self.session, self._reading, beside, row, factor))

    def action_menu(self) -> None:
        """Show all that can be done, to be found by what it does."""
        from calculator.tui.palette import open_palette

        open_palette(self)

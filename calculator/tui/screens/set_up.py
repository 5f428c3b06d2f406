"""The form and its odds on the screen: shown at every change, pinned, compared, explained."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from time import monotonic
from typing import Final, TypeVar

from textual import events, on
from textual.screen import Screen

from calculator.desk.odds_view import Reading, in_short
from calculator.desk.turns import TurnView, to_act, turn_view
from calculator.errors import CalculatorError, ForbiddenError
from calculator.rules.modifiers import Factor
from calculator.rules.question import Odds
from calculator.tui.background import AtRest, Send, in_thread, look_for_changes
from calculator.tui.rows import ACTION, FormRow, letters_of
from calculator.tui.session import Session
from calculator.tui.widgets import bars, board, form_panel, panels

T = TypeVar("T")

ODDS_REST_SECONDS: Final = 0.15
"""How long no key has to come for slow odds to be worked out."""

AT_ONCE_SECONDS: Final = 0.05
"""What odds may take to be worked out at every key; slower ones wait until the keys rest."""

SAVE_SECONDS: Final = 0.05
"""How soon after a change the set-up is on disk."""

IDLE_RESTS: Final = 3
"""How long no key has to come before what decides is looked for: no key waits for it."""

HINTS: Final = "Tab next  ←→ change  Space open  v view  r rules  ? help  ^P menu  q quit"

HINTS_ON_PLAIN: Final = "Tab next  ←→ change  Space open  F3 units by name  ? help  ^P menu  q quit"
"""The hints without an order of battle."""

HINTS_TO_PICK: Final = ", picks who acts  . picks the target  a the action  Enter draws  ? help"
"""The hints where there is an order of battle and no unit of it is picked."""

HINTS_ON_RESULT: Final = "Esc back  v how it came about, why, log  PgDn scroll  ? help  q quit"
"""The hints while a result stands before everything else."""

GOES_UP: Final = "Esc goes back up"


class SetUpScreen(Screen[None]):
    """Shows the set-up of a session and what it comes to, and keeps it for the next time."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.recorder = session.recorder
        self.board = board.Board(id="body")
        self.reading = Reading()
        self.is_reckoned = False
        """Whether the reading is that of the present set-up."""
        self._seconds_taken = 0.0
        self._reckoning, self.what_if = AtRest(self), AtRest(self)
        self.deciding = AtRest(self, IDLE_RESTS)
        self.title_bar = bars.TextBar("title", id="title")
        self.summary = bars.TextBar("strong", id="summary")
        self.buttons = bars.StripBar(id="buttons")
        self.hints = bars.HintBar("dim", id="hints")
        self._turn = 1
        """The number of the turn in force."""
        self._saving = False
        self._ruled_on: Reading | None = None
        """What the ruling in sight was drawn from: shown until the set-up is another."""
        self._decide: tuple[str, ...] = ()
        """The fields that are only assumed and decide much."""

    def in_thread(self, work: Callable[[], T], done: Callable[[T], object]) -> None:
        """Do some work beside the screen, then go on with what came of it; trouble is noted."""
        in_thread(self, work, done, lambda trouble: self.note(str(trouble)))

    def _save(self) -> None:
        self._saving = False
        if not self.session.remember():
            self.note(self.session.memory.notice)

    def note(self, text: str, *, in_full: bool = True) -> None:
        """Say something in the bottom line, which a phone has only then and at a result; `in_full`
        over as many as it takes. Nothing brings the hints back."""
        self.hints.set_class(bool(text), "-noting")
        self.hints.set_class(in_full, "-in-full")
        is_told = bool(self.unseen) or self.board.is_covered
        self.hints.set_class(is_told and not text, "-telling")
        self.hints.show(text.partition("\n")[0] or self._hint)

    @property
    def unseen(self) -> str:
        """What others did that stands in place of the hints until it is seen; mostly nothing."""
        return ""

    @property
    def _hint(self) -> str:
        """What others did until it is seen; else the keys that help most just now."""
        if self.unseen:
            return "Esc back  " * self.board.is_covered + self.unseen
        if self.board.is_covered:
            return HINTS_ON_RESULT
        if not self.session.scenario_name:
            return HINTS_ON_PLAIN
        return HINTS if self.session.picked else HINTS_TO_PICK

    def on_resize(self) -> None:
        """What there is room for, also of what is told of one's units, is known once laid out."""
        self.call_after_refresh(self._show_form)
        if self.hints.has_class("-telling"):
            self.call_after_refresh(self.note, "")

    def changed(self, note: str = "") -> None:
        """Show a change of the set-up and keep it for the next time."""
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

    def _show(self) -> None:
        """Show the set-up as it now is, and what it comes to at once or as soon as keys rest."""
        self._show_form()
        self.is_reckoned, work = False, self.session.read_later()

        def reckon() -> Callable[[], None]:
            start = monotonic()
            reading = work()
            return partial(self._take_reading, reading, monotonic() - start)

        if self._seconds_taken < AT_ONCE_SECONDS:
            self._reckoning.work_out(None)
            reckon()()
        else:
            if self._ruled_on is None:
                self.board.odds.wait()
            self._reckoning.work_out(lambda send: send(reckon()), ODDS_REST_SECONDS)

    def _take_reading(self, reading: Reading, seconds: float) -> None:
        self._seconds_taken, self.reading, self.is_reckoned = seconds, reading, True
        self._show_reading(reading)

    def _show_form(self) -> None:
        self.board.show_set_up(self.session, self.recorder.side, self._decide)
        self.set_class(self.session.practice, "-practice")
        self.title_bar.show(*self._strip, facts_first=self.recorder.is_named)
        self._show_buttons()

    @property
    def turn(self) -> TurnView:
        """The turn in force."""
        return turn_view(self.session.roll) if self.session.roll else TurnView(self._turn)

    @property
    def _strip(self) -> tuple[str, ...]:
        """What is played, then where and as whose it is recorded, the least telling first."""
        session, recorder = self.session, self.recorder
        title = session.scenario.title if session.scenario else ""
        playing = ", ".join(filter(None, [session.system.title, title]))
        if session.practice:
            return playing, "PRACTICE: nothing is recorded  ≡"
        turn, is_narrow, left, own = self.turn, self.has_class("-narrow"), "", ""
        begins = turn.initiative and f"{'init' if is_narrow else 'initiative:'} {turn.initiative}"
        turn_now = turn._replace(initiative="").line
        if roll := session.roll:
            own = roll.side_key(recorder.side) or roll.player
            left = to_act(roll, own, brief=is_narrow)
        battle, side, player = who = (recorder.battle, recorder.side, recorder.player)
        copy = session.name.name
        if own and is_narrow:  # who has yet to act, where there is room for little else
            return playing, player, battle, copy, side, left, begins, f"{turn_now} ≡"
        return playing, *who, begins, left, f"{turn_now}  {copy}  ≡"

    def _show_buttons(self) -> None:
        """The buttons; the first names what is drawn, by Enter unless that closes a field first."""
        session, action = self.session, self.session.set_up.action
        verb = "Practice" if session.practice else "Draw"
        draws = f"{verb if action.is_recorded else 'Measure'}: {action.label}"
        letters = letters_of(session.system)
        first = bars.Press("result", draws, "" if self.board.form.armed else "⏎", "main-button")
        pin = bars.Press("pin", "Unpin" if session.pins_of_this() else "Pin", "p")
        menu = bars.Press("open('show_menu')", "Menu", "^P")
        others = (
            bars.Press(f"choose({one.key!r})", one.label, letters.buttons[one.key])
            for one in letters.pressed
        )
        self.buttons.show([first, *others, pin, menu])

    def _show_reading(self, reading: Reading) -> None:
        if self._ruled_on is None:
            self._show_odds(reading, self.session.cautions_in_words())
            self._look_for_what_decides(reading.odds)

    def _leave_ruling(self) -> None:
        """Show the odds of the set-up again where those of a ruling are in sight."""
        if self._ruled_on is not None:
            self._ruled_on = None
            self._show_reading(self.reading)
            if not self.is_reckoned:
                self.board.odds.wait()

    @on(panels.ResultPanel.Turned)
    def _follow_result(self) -> None:
        if self.board.result.folded:
            self._leave_ruling()
        if not self.hints.has_class("-noting"):
            self.note("")

    def _show_odds(self, reading: Reading, cautions: Sequence[str] = ()) -> None:
        shown = self.session.disclosure
        names = self.session.set_up.told_by
        pinned = [("", odds) for odds in self.session.pinned_odds()]
        view = reading.shown_as(shown).view(shown, pinned, names)
        action = reading.odds.question.action if reading.odds else self.session.set_up.action
        self.board.show_odds(view, cautions, action.label)
        self._look_into_why()
        self.summary.show(*in_short(view))

    def _look_for_what_decides(self, odds: Odds | None) -> None:
        if odds is None or self.session.disclosure.caution:
            self.deciding.work_out(None)
            return
        asked = self.session.set_up.copied()

        def look(send: Send) -> None:
            from calculator.desk.attention import deciding

            found = deciding(asked, odds, goes_on=lambda: send(None))
            send(lambda: show(found))

        def show(found: tuple[str, ...]) -> None:
            if found != self._decide:
                self._decide = found
                self.board.show_set_up(self.session, self.recorder.side, found)

        self.deciding.work_out(look)

    def _look_into_why(self) -> None:
        """Work out what would change the odds if that is in sight now."""
        in_sight = self.board.view == "why" or self.has_class("-high") or self.has_class("-narrow")
        in_sight = in_sight and not self.session.disclosure.caution
        odds = self._reading.odds if in_sight else None
        look = partial(look_for_changes, odds, self.board.why.show_changes) if odds else None
        self.what_if.work_out(look)

    @property
    def _reading(self) -> Reading:
        """What is shown: of the ruling in sight, or of the set-up."""
        return self._ruled_on or self.reading

    @on(form_panel.FormPanel.Answered)
    def _take_answer(self, message: form_panel.FormPanel.Answered) -> None:
        if message.key == ACTION:
            self.action_choose(message.text)
            return
        if message.back:
            self.session.set_up.unsay({message.key})
        else:
            self.session.set_up.say({message.key: message.text})
        self.changed()

    @on(form_panel.FormPanel.Unsaid)
    def _take_rolls(self, message: form_panel.FormPanel.Unsaid) -> None:
        """Take what the roll has where it was said otherwise; else take back the one answer."""
        otherwise = {key for caution in self.session.cautions() for key in caution.take}
        self.session.set_up.unsay(otherwise or {message.key})
        self.changed()

    @on(form_panel.FormPanel.Noted)
    def _show_note(self, message: form_panel.FormPanel.Noted) -> None:
        if self.board.is_covered:
            self.board.result.fold(True)
        self._leave_ruling()
        self.note(message.note, in_full=False)
        (self._show_form if self.board.form.unfolds else self._show_buttons)()

    def on_key(self, event: events.Key) -> None:
        """The keys of the system's own buttons."""
        for key, letter in letters_of(self.session.system).buttons.items():
            if event.character == letter:
                event.stop()
                self.action_choose(key)

    def action_choose(self, key: str) -> None:
        """Turn to an action, with what fields they have in common as they were."""
        self.session.set_up.choose(self.session.system.action(key))
        self.changed()

    def check_action(self, action: str, parameters: tuple[object, ...] = ()) -> bool:
        """Where there is a roll, what a result left stands there already."""
        return action != "as_left" or self.session.roll is None

    def action_as_left(self) -> None:
        """Put what the last result left into the form."""
        result = self.board.result.result
        if result is None or result.question.system is not self.session.system:
            self.note("no result yet")
            return
        from calculator.desk.result_view import go_on_from

        self.changed(go_on_from(result, self.session.set_up))

    def take_system(self, key: str) -> None:
        """Turn to a rule system, as it was left."""
        self.changed(self.session.switch(key))

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
        if self.has_class("-narrow") and not self.board.is_covered:
            self.note(GOES_UP)
        self._look_into_why()

    def action_scroll(self, by: int) -> None:
        """Scroll what cannot all be seen, by a page."""
        self.board.page(by)

    def action_rules(self) -> None:
        """Show what the rules say of the field under the cursor, of what counts, or forbids it."""
        form = self.board.form
        forbidden = isinstance(self._reading.trouble, ForbiddenError)
        at_top = not form.armed and (forbidden or self.board.view == "why")
        self._open_rules(None if at_top else form.row(form.cursor))

    def _open_rules(self, row: FormRow | None = None, factor: Factor | None = None) -> None:
        from calculator.tui.screens.cards import RulesCard

        card = RulesCard(self.session, self._reading, self.set_beside, row, factor)
        self.app.push_screen(card)

    @on(panels.WhyPanel.Picked)
    def _pick_in_why(self, message: panels.WhyPanel.Picked) -> None:
        if isinstance(message.picked, str):
            self.set_beside({message.picked})
        else:
            self._open_rules(factor=message.picked)

    def set_beside(self, keys: Collection[str]) -> None:
        """Set other readings of doubtful values beside the odds, or take them away again."""
        if self.session.set_beside(keys):
            self.changed("the odds of the other reading are shown beside these, where they differ")
        else:
            self.changed("the other reading is no longer shown")

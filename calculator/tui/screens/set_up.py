"""The form and its odds on the screen: shown at every change, pinned, compared, explained."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from textual import on

from calculator.desk.turns import to_act, turn_view
from calculator.errors import CalculatorError, ForbiddenError
from calculator.tui.background import AtRest, Send
from calculator.tui.reading import Reading, Reckoning, in_short, look_for_changes
from calculator.tui.rows import ACTION, UNIT
from calculator.tui.screens.openings import Openings
from calculator.tui.widgets.board import Board
from calculator.tui.widgets.form_panel import FormPanel
from calculator.tui.widgets.strip_bar import Press, StripBar
from calculator.tui.widgets.text_bar import TextBar
from calculator.tui.widgets.why_panel import WhyPanel

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from textual import events

    from calculator.rules.action import AnyAction
    from calculator.rules.modifiers import Factor
    from calculator.rules.odds import Odds
    from calculator.tui.recorder import Recorder
    from calculator.tui.rows import FormRow
    from calculator.tui.session import Session

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


class SetUpScreen(Openings):
    """Shows the set-up of a session and what it comes to, and keeps it for the next time."""

    def __init__(self, session: Session, recorder: Recorder) -> None:
        super().__init__(session, recorder, Board(id="body"))
        session.is_bound, session.side = recorder.is_named, recorder.side
        self.reckoning = Reckoning(
            self, session.read_later, show=self._show_reading, wait=self.board.odds.wait
        )
        self.what_if, self.deciding = AtRest(self), AtRest(self, IDLE_RESTS)
        self.title_bar = TextBar("title", id="title")
        self.summary = TextBar("strong", id="summary")
        self.buttons = StripBar(id="buttons")
        self.hints = TextBar("dim", id="hints")
        self.turn = 1
        """The turn in force."""
        self._saving = False
        self._ruled_on: Reading | None = None
        """What the ruling in sight was drawn from: shown until the set-up is another."""
        self._decide: tuple[str, ...] = ()
        """The fields that are only assumed and decide much."""

    def _save(self) -> None:
        self._saving = False
        if not self.session.remember():
            self.note(self.session.memory.notice)

    def note(self, text: str, *, in_full: bool = True) -> None:
        """Say something in the bottom line, which a phone has only then, and there `in_full` over
        several; nothing brings the hints back."""
        self.hints.set_class(bool(text), "-noting")
        self.hints.set_class(in_full, "-in-full")
        self.hints.show(text.partition("\n")[0] or self.unseen or self._hint)

    @property
    def unseen(self) -> str:
        """What befell this side's units and was not looked at yet, in a line; mostly nothing."""
        raise NotImplementedError

    @property
    def _hint(self) -> str:
        """The keys that help most just now."""
        if self.board.is_covered:
            return HINTS_ON_RESULT
        if not self.session.scenario_name:
            return HINTS_ON_PLAIN
        return HINTS if self.session.picked else HINTS_TO_PICK

    def on_resize(self) -> None:
        """Whether there is room for the roll is known once it is laid out."""
        self.call_after_refresh(self._show_board)

    def _show_board(self) -> None:
        self.board.show_form(self.session, self._decide)
        self.board.show_roll(self.session, self.recorder.side)

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
        self.reckoning.start()

    def _show_form(self) -> None:
        self._show_board()
        self.set_class(self.session.practice, "-practice")
        facts_first = self.recorder.is_named
        self.title_bar.show(
            *_strip(self.session, self.recorder, self.turn), facts_first=facts_first
        )
        self._show_buttons()

    def _show_buttons(self) -> None:
        self.buttons.show(_buttons(self.session, is_open=bool(self.board.form.armed)))

    def _show_reading(self, reading: Reading) -> None:
        if self._ruled_on is None:
            self._show_odds(reading, self.session.cautions_in_words())
            self._look_for_what_decides(reading.odds)

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

    @on(FormPanel.Answered)
    def _take_answer(self, message: FormPanel.Answered) -> None:
        if message.key == ACTION:
            self.choose(self.session.system.action(message.text))
        else:
            if message.back:
                self.session.set_up.unsay({message.key})
            else:
                self.session.set_up.say({message.key: message.text})
            self.changed()

    @on(FormPanel.Unsaid)
    def _take_rolls(self, message: FormPanel.Unsaid) -> None:
        """Take what the roll has where it was said otherwise; else take back the one answer."""
        otherwise = {key for caution in self.session.cautions() for key in caution.take}
        self.session.set_up.unsay(otherwise or {message.key})
        self.changed()

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

    def on_key(self, event: events.Key) -> None:
        """The keys of the system's own buttons."""
        for key, letter in self.session.letters.buttons.items():
            if event.character == letter:
                event.stop()
                self.action_choose(key)

    def action_choose(self, key: str) -> None:
        """Turn to the action of a button."""
        self.choose(self.session.system.action(key))

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

    def choose(self, action: AnyAction) -> None:
        """Turn to an action, with what fields they have in common as they were."""
        self.session.set_up.choose(action)
        self.changed()

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
        self._look_into_why()

    def action_scroll(self, by: int) -> None:
        """Scroll what cannot all be seen, by a page."""
        self.board.page(by)

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


def _strip(session: Session, recorder: Recorder, turn: int) -> tuple[str, ...]:
    """What is being played, then where and as whose it is recorded, the least telling first."""
    title = session.scenario.title if session.scenario else ""
    playing = ", ".join(filter(None, [session.system.title, title]))
    if session.practice:
        return playing, "PRACTICE: nothing is recorded  ≡"
    who = (recorder.battle, recorder.side, recorder.player)
    turn_now, left = f"turn {turn}", ""
    if roll := session.roll:
        turn_now, left = turn_view(roll).line, to_act(roll, roll.side_key(recorder.side))
    return playing, left, *who, f"{turn_now}  {session.name.name}  ≡"


def _buttons(session: Session, *, is_open: bool) -> list[Press]:
    """The buttons at the foot; the first names what is drawn, and so recorded.

    It bears the sign of Enter unless a field is open, which Enter closes first.
    """
    letters = session.letters
    pressed = ((action, letters.buttons[action.key]) for action in letters.pressed)
    return [
        Press("result", _drawn_next(session), "" if is_open else "⏎", "main-button"),
        *(Press(f"choose({action.key!r})", action.label, key) for action, key in pressed),
        Press("pin", "Unpin" if session.is_pinned else "Pin", "p"),
        Press("menu", "Menu", "^P"),
    ]


def _drawn_next(session: Session) -> str:
    action = session.set_up.action
    verb = "Practice" if session.practice else "Draw"
    return f"{verb if action.is_recorded else 'Measure'}: {action.label}"

"""What opens over the table to be picked from, and what becomes of what is picked."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from textual.actions import SkipAction
from textual.screen import Screen

from calculator.errors import CalculatorError
from calculator.tui.background import in_thread
from calculator.tui.recorder import Recorder
from calculator.tui.rows import ARMY, UNIT_KEYS
from calculator.tui.session import Session

if TYPE_CHECKING:
    from calculator.roll import Roll
    from calculator.rules.action import AnyAction
    from calculator.tui.widgets.board import Board

T = TypeVar("T")


class Openings(Screen[None]):
    """A screen on which lists and cards open: what is picked from them it puts into the session.

    A subclass shows a session. What opens is imported when first wanted.
    """

    def __init__(self, session: Session, recorder: Recorder, board: Board) -> None:
        super().__init__()
        self.session = session
        self.recorder = recorder
        self.board = board

    def changed(self, note: str = "") -> None:
        """Show a change of the set-up, with a note."""
        raise NotImplementedError

    def note(self, text: str) -> None:
        """Say something."""
        raise NotImplementedError

    def look(self) -> None:
        """Look at the record."""
        raise NotImplementedError

    def choose(self, action: AnyAction) -> None:
        """Turn to an action, with what fields they have in common as they were."""
        raise NotImplementedError

    def set_beside(self, keys: Collection[str]) -> None:
        """Set other readings of doubtful values beside the odds, or take them away again."""
        raise NotImplementedError

    def in_thread(
        self,
        work: Callable[[], T],
        done: Callable[[T], object],
        failed: Callable[[CalculatorError], object] | None = None,
    ) -> None:
        """Do some work beside the screen, then go on with what came of it; trouble is noted."""
        in_thread(self, work, done, failed or (lambda trouble: self.note(str(trouble))))

    def action_pick_system(self) -> None:
        """Let the player pick a rule system."""
        from calculator.tui.screens.overlays import pick_system

        self._open(pick_system(self.session), self.take_system)

    def _open(self, screen: Screen[Any], take: Callable[[Any], object]) -> None:
        """Lay a screen over the table; whoever leaves it without an answer changes nothing."""

        def taken(answer: Any) -> None:
            if answer is not None:
                take(answer)

        self.app.push_screen(screen, taken)

    def take_system(self, key: str) -> None:
        """Turn to a rule system, as it was left."""
        trouble = self.session.switch(key)
        self.recorder.follow(self.session.scenario)
        self.changed(trouble)

    def action_pick_scenario(self) -> None:
        """Let the player pick an order of battle, or none."""
        from calculator.tui.screens.overlays import NONE, pick_scenario

        def take(key: str) -> None:
            try:
                if key == NONE:
                    self.session.close_scenario()
                else:
                    self.session.open_scenario(key)
            except CalculatorError as trouble:
                self.note(str(trouble))
                return
            self.recorder.follow(self.session.scenario)
            self.look()
            self.changed("")

        self._open(pick_scenario(self.session), take)

    def pick_answer(self, key: str) -> None:
        """The answers of a row that has very many, or the rows of a list."""
        from calculator.tui.screens.list_editor import ListEditor
        from calculator.tui.screens.overlays import pick_answer, pick_for_row

        form, session = self.board.form, self.session
        row = form.row(key)
        opened: Screen[Any] = pick_answer(row)
        if row.lists:
            pick = partial(pick_for_row, session, session.scenario) if session.scenario else None
            opened = ListEditor(row.label, session.set_up, row.lists, key, pick)
        self._open(opened, partial(form.pick, key))

    def pick_unit(self, role: str) -> None:
        """The units that may take a role, or the armies; without an order of battle, those."""
        from calculator.tui.screens.overlays import pick_army, pick_unit

        session = self.session
        if session.scenario is None:
            self.action_pick_scenario()
        elif role == ARMY:
            self._open(pick_army(session), self._take_army)
        else:
            self._open(pick_unit(session, session.scenario, role), partial(self.take_unit, role))

    def action_pick_unit(self, number: int) -> None:
        """Let the player pick the unit of a role by its number, where a scenario is open."""
        roles = self.session.set_up.roles
        if self.board.form.types(UNIT_KEYS[number]) or number >= len(roles):
            raise SkipAction
        if self.session.scenario_name:
            army = number == 0 and self.session.set_up.checked_army()
            self.pick_unit(ARMY if army else roles[number])

    def _take_army(self, side: str) -> None:
        self.session.set_up.check(side)
        self.changed("")

    def action_roll(self) -> None:
        """Every unit as it stands, to act, to be the target, or to be corrected."""
        if self.board.form.types("/"):
            raise SkipAction
        from calculator.tui.screens.roll import RollScreen

        session, roll = self.session, self.session.roll
        if roll is None:
            self.action_pick_scenario()
            return
        waiting = self.recorder.umpire.pending
        opened = RollScreen(roll, self.recorder.side, session.set_up.units, waiting)
        self._open(opened, partial(self._take_picked, roll))

    def _take_picked(self, roll: Roll, picked: tuple[str, str]) -> None:
        """Do with a unit of the roll what was asked."""
        what, unit = picked
        if what == "acted":
            self.correct(unit, {"acted": "yes"})
        elif what == "correct":
            self._ask_correction(roll, unit)
        else:
            self.take_unit(what, unit)

    def take_unit(self, role: str, name: str) -> None:
        """Let a unit act or be the target."""
        self.session.take_unit(role, name)
        cautions = self.session.cautions_in_words()
        self.changed(next(iter(cautions), "") or self._befell(name))

    def _befell(self, name: str) -> str:
        """What others last did to a unit of this side, with the key that shows it."""
        from calculator.desk.turns import befell

        if (roll := self.session.roll) is None:
            return ""
        unit = roll.unit(name)
        if roll.side_key(self.recorder.side) not in {"", unit.side}:
            return ""
        lines = befell(roll, unit, self.board.log_panel.entries)
        return f"* shows: {lines[-1].in_words}" if lines else ""

    def _ask_correction(self, roll: Roll, unit: str) -> None:
        """Ask what stands on the table of a unit, where the roll has it otherwise."""
        from calculator.desk.correcting import changed, correctable
        from calculator.roll import check_own, read_correction
        from calculator.tui.screens.ask import AskScreen, Blank

        there = roll.unit(unit)
        try:
            check_own(roll, self.recorder.side, there)
        except CalculatorError as refused:
            self.note(str(refused))
            return

        def check(answers: dict[str, str]) -> object:
            return read_correction(roll, unit, changed(roll, there, answers))

        def take(answers: dict[str, str]) -> None:
            self.correct(unit, changed(roll, there, answers), answers["reason"])

        blanks = [
            Blank(one.key, one.in_full, one.now, one.choices) for one in correctable(roll, there)
        ]
        title = f"{_name(unit)}: correct this unit"
        self._open(AskScreen(title, (*blanks, Blank("reason", "Why?")), check=check), take)

    def action_heads(self) -> None:
        """The heads of the record, to be noted down."""
        from calculator.tui.screens.heads import heads_card

        app, heads = self.app, self.recorder.umpire.heads
        self.in_thread(heads, lambda found: app.push_screen(heads_card(found, app)))

    def action_help(self) -> None:
        """Show help on the field under the cursor."""
        from calculator.tui.screens.overlays import help_card

        form = self.board.form
        self.app.push_screen(help_card(self.session, form.row(form.cursor)))

    def action_sequence(self) -> None:
        """Show the turn-sequence card."""
        from calculator.tui.screens.overlays import sequence_card

        self.app.push_screen(sequence_card(self.session))

    def action_record(self) -> None:
        """Open the umpire's screen over the table."""
        from calculator.tui.record.screen import RecordScreen

        shown = self.session.disclosure.after_result
        self.app.push_screen(RecordScreen(self.recorder.umpire, disclosure=shown))

    def correct(self, unit: str, values: dict[str, str], reason: str = "") -> None:
        """Record what stands on the table of a unit, but in practice."""
        if self.session.practice:
            self.note("practice: nothing is recorded; F10 ends practice")
            return
        self.in_thread(
            lambda: self.recorder.correct(unit, values, reason),
            lambda _: self.note(f"recorded: {_name(unit)}"),
        )


def _name(unit: str) -> str:
    return unit.rpartition(": ")[2]

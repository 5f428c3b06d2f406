"""What opens over the table to be picked from, and what becomes of what is picked."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from calculator.errors import CalculatorError
from calculator.tui.recorder import Recorder
from calculator.tui.rows import ARMY
from calculator.tui.session import Session
from calculator.tui.threads import in_thread

if TYPE_CHECKING:
    from calculator.roll import Roll
    from calculator.tui.widgets.form_panel import FormPanel


class Openings:
    """Lays lists over a screen and puts what is picked into the session.

    `changed` shows the session anew, with a note; `note` says something; `look` has the record
    looked at. What opens is imported when first wanted.
    """

    def __init__(
        self,
        screen: Screen[Any],
        session: Session,
        recorder: Recorder,
        *,
        changed: Callable[[str], object],
        note: Callable[[str], object],
        look: Callable[[], object],
    ) -> None:
        self._screen = screen
        self._session = session
        self._recorder = recorder
        self._changed = changed
        self._note = note
        self._look = look

    def pick_system(self) -> None:
        """The rule systems."""
        from calculator.tui.screens.overlays import pick_system

        self._open(pick_system(self._session), self.take_system)

    def _open(self, screen: Screen[Any], take: Callable[[Any], object]) -> None:
        """Lay a screen over the table; whoever leaves it without an answer changes nothing."""

        def taken(answer: Any) -> None:
            if answer is not None:
                take(answer)

        self._screen.app.push_screen(screen, taken)

    def take_system(self, key: str) -> None:
        """Turn to a rule system, as it was left."""
        trouble = self._session.switch(key)
        self._recorder.follow(self._session.scenario)
        self._changed(trouble)

    def pick_scenario(self) -> None:
        """The orders of battle, and none."""
        from calculator.tui.screens.overlays import NONE, pick_scenario

        def take(key: str) -> None:
            try:
                if key == NONE:
                    self._session.close_scenario()
                else:
                    self._session.open_scenario(key)
            except CalculatorError as trouble:
                self._note(str(trouble))
                return
            self._recorder.follow(self._session.scenario)
            self._look()
            self._changed("")

        self._open(pick_scenario(self._session), take)

    def pick_answer(self, form: FormPanel, key: str) -> None:
        """The answers of a row that has very many, or the rows of a list."""
        from calculator.tui.screens.list_editor import ListEditor
        from calculator.tui.screens.overlays import pick_answer, pick_for_row

        row, session = form.row(key), self._session
        opened: Screen[Any] = pick_answer(row)
        if row.lists:
            pick = partial(pick_for_row, session, session.scenario) if session.scenario else None
            opened = ListEditor(row.label, session.set_up, row.lists, key, pick)
        self._open(opened, partial(form.pick, key))

    def pick_unit(self, role: str) -> None:
        """The units that may take a role, or the armies; without an order of battle, those."""
        from calculator.tui.screens.overlays import pick_army, pick_unit

        session = self._session
        if session.scenario is None:
            self.pick_scenario()
        elif role == ARMY:
            self._open(pick_army(session), self._take_army)
        else:
            self._open(pick_unit(session, session.scenario, role), partial(self.take_unit, role))

    def _take_army(self, side: str) -> None:
        self._session.set_up.check(side)
        self._changed("")

    def roll(self) -> None:
        """Every unit as it stands, to act, to be the target, or to be corrected."""
        from calculator.tui.screens.roll import RollScreen

        session, roll = self._session, self._session.roll
        if roll is None:
            self.pick_scenario()
            return
        waiting = self._recorder.umpire.pending
        opened = RollScreen(roll, self._recorder.side, session.set_up.units, waiting)
        self._open(opened, partial(self._take_picked, roll))

    def _take_picked(self, roll: Roll, picked: tuple[str, str]) -> None:
        """Do with a unit of the roll what was asked."""
        what, unit = picked
        if what == "acted":
            self._correct(unit, {"acted": "yes"})
        elif what == "correct":
            self._ask_correction(roll, unit)
        else:
            self.take_unit(what, unit)

    def take_unit(self, role: str, name: str) -> None:
        """Let a unit act or be the target."""
        self._session.take_unit(role, name)
        self._changed(next(iter(self._session.cautions_in_words()), ""))

    def _ask_correction(self, roll: Roll, unit: str) -> None:
        """Ask what stands on the table of a unit, where the roll has it otherwise."""
        from calculator.desk.correcting import changed, correctable
        from calculator.roll import check_own, read_correction
        from calculator.tui.screens.ask import AskScreen, Blank

        there = roll.unit(unit)
        try:
            check_own(roll, self._recorder.side, there)
        except CalculatorError as refused:
            self._note(str(refused))
            return

        def check(answers: dict[str, str]) -> object:
            return read_correction(roll, unit, changed(roll, there, answers))

        def take(answers: dict[str, str]) -> None:
            self._correct(unit, changed(roll, there, answers), answers["reason"])

        blanks = [
            Blank(one.key, one.in_full, one.now, one.choices) for one in correctable(roll, there)
        ]
        title = f"{_name(unit)}: correct the roll"
        self._open(AskScreen(title, (*blanks, Blank("reason", "Why?")), check=check), take)

    def take_proposals(self) -> None:
        """Record what others say of this side's units as it stands."""
        from calculator.desk.proposals import proposed_to

        roll = self._session.roll
        found = proposed_to(roll, self._recorder.side) if roll else ()
        if not found:
            self._note("nobody says anything of your units that the roll does not have")
        for one in found:
            self._correct(one.unit.full_name, dict(one.values), one.reason)

    def heads(self) -> None:
        """The heads of the record, to be noted down."""
        from calculator.tui.screens.heads import heads_card

        app = self._screen.app
        in_thread(
            self._screen,
            self._recorder.umpire.heads,
            lambda heads: app.push_screen(heads_card(heads, app)),
            lambda trouble: self._note(str(trouble)),
        )

    def _correct(self, unit: str, values: dict[str, str], reason: str = "") -> None:
        if self._session.practice:
            self._note("practice records nothing, so the roll stays as it is: F10 ends it")
            return
        in_thread(
            self._screen,
            lambda: self._recorder.correct(unit, values, reason),
            lambda _: self._note(f"recorded: {_name(unit)}"),
            lambda trouble: self._note(str(trouble)),
        )


def _name(unit: str) -> str:
    return unit.rpartition(": ")[2]

"""The turn at the table: the next, what may follow, what stands open, what befell one's units."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from calculator.desk.turns import befallen, follow_ups, next_to_act, turn_view, what_begins
from calculator.errors import CalculatorError
from calculator.rules.phrases import capitalized
from calculator.tui.threads import in_thread

if TYPE_CHECKING:
    from textual.screen import Screen

    from calculator.desk.lines import EntryLine
    from calculator.journal.entry import Entry
    from calculator.roll import Roll
    from calculator.rules.action import AnyAction, Awaited
    from calculator.rules.question import Result
    from calculator.tui.recorder import Recorder
    from calculator.tui.session import Session
    from calculator.umpire import Ruling


class Turning:
    """Begins turns, turns to what may follow, and keeps what others did to this side's units.

    `changed` shows the session anew with a note, `note` says something, `choose` turns to an
    action; `look` has the record looked at, and `ruled` shows a result and the number of its entry.
    """

    def __init__(
        self,
        screen: Screen[Any],
        session: Session,
        recorder: Recorder,
        *,
        changed: Callable[[str], object],
        note: Callable[[str], object],
        choose: Callable[[AnyAction], object],
        look: Callable[[], object],
        ruled: Callable[[Result, int, Mapping[str, str] | None], object],
    ) -> None:
        self._screen = screen
        self._session = session
        self._recorder = recorder
        self._changed = changed
        self._note = note
        self._choose = choose
        self._look = look
        self._ruled = ruled
        self._unseen: list[EntryLine] = []
        """What others ruled on this side's units, until the player has seen it."""
        self._to_begin = 0
        """The turn that the next press of its key begins."""

    def _fail(self, trouble: CalculatorError) -> None:
        self._note(str(trouble))

    def next_turn(self, turn: int) -> None:
        """Say which turn will begin after this; the same once more begins it, but in practice."""
        roll = self._session.roll
        if self._session.practice:
            self._note("practice: no turn begins; F10 ends practice")
        elif self._to_begin == turn + 1:
            self._begin(turn + 1)
        else:
            self._to_begin = turn + 1
            said = [f"N again begins turn {turn + 1}", turn_view(roll).still_to_act if roll else ""]
            open_rulings = map(str, roll.open if roll else ())
            self._note("; ".join(filter(None, (*said, *open_rulings))))

    def _begin(self, turn: int) -> None:
        self._to_begin, before = 0, self._session.roll

        def begin() -> Roll | None:
            self._recorder.umpire.turn(turn)
            return self._recorder.umpire.readable_roll()

        def begun(now: Roll | None) -> None:
            changes = what_begins(before, now) if before and now else ()
            self._look()
            if initiative := self._session.system.initiative:
                self._choose(self._session.system.action(initiative))
            self._note(" ".join((f"Turn {turn} begins.", *changes)))

        in_thread(self._screen, begin, begun, self._fail)

    def offer(self, why: str, turn: int, draw: Callable[[], object]) -> None:
        """Offer what can be done where the turn so far alone forbids a draw: the next turn, or that
        the table says otherwise, upon which it is drawn."""
        from calculator.tui.screens.pick import Pickable, PickScreen

        options = [
            Pickable("", "Do not draw"),
            Pickable("despite", "Rule it anyway", "your reason is recorded with it"),
            Pickable("turn", f"Begin turn {turn + 1}", turn_view(self._session.roll).still_to_act)
            if self._session.roll
            else Pickable("turn", f"Begin turn {turn + 1}"),
        ]
        opened = PickScreen("Not this turn", options)
        opened.notes = (why,)

        def take(picked: str | None) -> None:
            if picked == "turn":
                self._begin(turn + 1)
            elif picked == "despite":
                self._ask_why(why, draw)

        self._screen.app.push_screen(opened, take)

    def _ask_why(self, why: str, draw: Callable[[], object]) -> None:
        from calculator.tui.screens.ask import AskScreen, Blank

        def take(answers: dict[str, str] | None) -> None:
            if answers and answers["despite"].strip():
                self._session.set_up.despite = answers["despite"]
                draw()

        blank = Blank("despite", "Why is it allowed anyway?")
        self._screen.app.push_screen(AskScreen(why, [blank], "draw"), take)

    def follow_up(self) -> None:
        """Turn to the next thing that the acting unit may still do, or to what stands open."""
        if self.ask_open():
            return
        set_up = self._session.set_up
        actor = set_up.on_roll().get("actor")
        if actor is None or not actor.may:
            self._note("this unit can do nothing more this turn")
            return
        keys = [one.action for one in actor.may]
        now = set_up.action.key
        following = actor.may[(keys.index(now) + 1) % len(keys) if now in keys else 0]
        if following.awaits:
            self.ask(actor.acted_entry, following.awaits)
            return
        set_up.unsay(following.answers.keys() | following.at_most.keys())
        self._choose(self._session.system.action(following.action))
        self._note(following.words)

    def ask_open(self) -> bool:
        """Ask what a ruling awaits that holds the units picked, or with none any; False if none."""
        picked, roll = self._session.set_up.on_roll().values(), self._session.roll
        units = {(unit.side, unit.name) for unit in picked}
        for one in roll.open if roll else ():
            if not units or not units.isdisjoint(one.units):
                self.ask(one.number, one.awaits)
                return True
        return False

    def ask(self, number: int, awaits: Awaited, trouble: CalculatorError | None = None) -> None:
        """Ask what a ruling awaits, and end it by that."""
        from calculator.tui.screens.ask import AskScreen, Blank

        def take(answers: dict[str, str] | None) -> None:
            if answers is None:
                self._note(f"entry {number}: {awaits.words} (! answers)")
                return
            answer = self._recorder.umpire.answer
            in_thread(
                self._screen,
                lambda: answer(number, answers),
                self._end,
                lambda fault: self.ask(number, awaits, fault),
            )

        title, blank = capitalized(awaits.words), Blank(awaits.key, awaits.key.capitalize())
        self._screen.app.push_screen(AskScreen(title, [blank], "answer", trouble=trouble), take)

    def _end(self, ruling: Ruling) -> None:
        """Show what a ruling ended in, if that is anything new."""
        entry = ruling.entry
        if entry is None or entry.body["ruled"] != entry.body["drawn"]:
            names = entry.unit_names if entry else None
            self._ruled(ruling.result, entry.number if entry else 0, names)
        self._look()

    def to_next(self) -> None:
        """Let the next unit of this side act that has yet to."""
        roll, present = self._session.roll, self._session.set_up.units.get("actor", "")
        own = roll.side_key(self._recorder.side) or roll.player if roll else ""
        following = next_to_act(roll, own, present) if roll else ()
        if roll is None or not following:
            self._note("every unit has acted")
            return
        self._session.take_unit("actor", following[0].full_name)
        self._changed(turn_view(roll).waits_with(following[0]))

    def tell(self, lines: Sequence[EntryLine]) -> None:
        """Say what may follow what this copy ruled, and keep what befell this side's units."""
        if (roll := self._session.roll) is None:
            return
        own = [line for line in lines if line.own]
        if own and (may := follow_ups(roll, own[-1].about or own[-1].number)):
            self._note(f"it may still: {'; '.join(one.words for one in may)} (! picks it)")
        ended = {line.about for line in lines}
        others = [line for line in lines if not line.own]
        self._unseen = [line for line in self._unseen if line.number not in ended]
        self._unseen += befallen(roll, self._recorder.side, others)
        if self._unseen and not own:
            self._note("")

    @property
    def unseen(self) -> str:
        """What befell this side's units and was not looked at yet, in a line; mostly nothing."""
        if not self._unseen:
            return ""
        last = self._unseen[-1]
        more = f" (and {len(self._unseen) - 1} more)" * (len(self._unseen) > 1)
        return f"* shows{more}: {last.told}"

    def show_unseen(self) -> None:
        """Show what befell this side's units; with nothing new, what last befell those picked."""
        numbers = [line.number for line in self._unseen]
        if not numbers:
            picked = self._session.set_up.on_roll().values()
            numbers = sorted({unit.last_entry for unit in picked if unit.last_entry})
        self._unseen.clear()
        if not numbers:
            self._note("others have ruled nothing on your units")
            return
        umpire = self._recorder.umpire
        in_thread(
            self._screen,
            lambda: [umpire.entry(number) for number in numbers],
            self._show,
            self._fail,
        )

    def _show(self, entries: Sequence[Entry]) -> None:
        from calculator.tui.screens.overlays import told_of

        self._note("")
        self._screen.app.push_screen(told_of(entries))

"""The turn at the table: the next, what may follow, what stands open, what befell one's units."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from calculator.desk.turns import befallen, begin, follow_ups, next_to_act, turn_view
from calculator.rules.phrases import capitalized
from calculator.tui.screens.set_up import SetUpScreen

if TYPE_CHECKING:
    from calculator.desk.lines import EntryLine
    from calculator.desk.proposals import Proposed
    from calculator.errors import CalculatorError
    from calculator.journal.entry import Entry
    from calculator.rules.action import Awaited
    from calculator.rules.question import Result
    from calculator.tui.recorder import Recorder
    from calculator.tui.session import Session
    from calculator.umpire import Ruling


BEGINS: Final = "N again begins"


class Turning(SetUpScreen):
    """Begins turns, turns to what may follow, and keeps what others did to this side's units."""

    def __init__(self, session: Session, recorder: Recorder) -> None:
        super().__init__(session, recorder)
        self._unseen: list[EntryLine] = []
        """What others ruled on this side's units, until the player has seen it."""

    def action_result(self) -> None:
        """Draw a result for the set-up."""
        raise NotImplementedError

    def ruled(self, result: Result, entry: int, names: Mapping[str, str] | None = None) -> None:
        """Show a result and the number of its entry, 0 where none is written."""
        raise NotImplementedError

    def action_next_turn(self) -> None:
        """Say which turn will begin after this; the same at once, while that is in sight, begins
        it, but in practice."""
        if self.session.practice:
            self.note("practice: no turn begins; F10 ends practice")
            return
        turn, roll = self.turn + 1, self.session.roll
        told = [f"{BEGINS} turn {turn}", *map(str, roll.open if roll else ())]
        asked = "; ".join(filter(None, (*told, turn_view(roll).still_to_act if roll else "")))
        if self.hints.text == asked:
            self._begin(turn)
        else:
            self.note(asked)

    def _begin(self, turn: int) -> None:
        umpire = self.recorder.umpire

        def begun(what: tuple[Entry | None, tuple[str, ...]]) -> None:
            self.look()
            if initiative := self.session.system.initiative:
                self.choose(self.session.system.action(initiative))
            self.note(" ".join((f"Turn {turn} begins.", *what[1])))

        self.in_thread(lambda: begin(umpire, turn), begun)

    def offer(self, why: str) -> None:
        """Offer what can be done where the turn so far alone forbids a draw: the next turn, or that
        the table says otherwise, upon which it is drawn."""
        from calculator.tui.screens.pick import Pickable, PickScreen

        turn, roll = self.turn + 1, self.session.roll
        waiting = turn_view(roll).still_to_act if roll else ""
        options = [
            Pickable("", "Do not draw"),
            Pickable("despite", "Rule it anyway", "your reason is recorded with it"),
            Pickable("turn", f"Begin turn {turn}", waiting),
        ]
        opened = PickScreen("Not this turn", options)
        opened.notes = (why,)

        def take(picked: str | None) -> None:
            if picked == "turn":
                self._begin(turn)
            elif picked == "despite":
                self._ask_why(why)

        self.app.push_screen(opened, take)

    def _ask_why(self, why: str) -> None:
        from calculator.tui.screens.ask import AskScreen, Blank

        def take(answers: dict[str, str] | None) -> None:
            if answers and answers["despite"].strip():
                self.session.set_up.despite = answers["despite"]
                self.action_result()

        blank = Blank("despite", "Why is it allowed anyway?")
        self.app.push_screen(AskScreen(why, [blank], "draw"), take)

    def action_follow_up(self) -> None:
        """Turn to the next thing that the acting unit may still do, or to what stands open."""
        if self.ask_open():
            return
        set_up = self.session.set_up
        actor = set_up.on_roll().get("actor")
        if actor is None or not actor.may:
            self.note("this unit can do nothing more this turn")
            return
        keys = [one.action for one in actor.may]
        now = set_up.action.key
        following = actor.may[(keys.index(now) + 1) % len(keys) if now in keys else 0]
        if following.awaits:
            self.ask(actor.acted_entry, following.awaits)
            return
        set_up.unsay(following.answers.keys() | following.at_most.keys())
        self.choose(self.session.system.action(following.action))
        self.note(following.words)

    def ask_open(self) -> bool:
        """Ask what a ruling awaits that holds the units picked, or with none any; False if none."""
        picked, roll = self.session.set_up.on_roll().values(), self.session.roll
        units = {(unit.side, unit.name) for unit in picked}
        for one in roll.open if roll else ():
            if not units or not units.isdisjoint(one.units):
                self.ask(one.number, one.awaits)
                return True
        return False

    def ask(self, number: int, awaits: Awaited, trouble: CalculatorError | None = None) -> None:
        """Ask what a ruling awaits, and end it by that."""

        def take(answers: dict[str, str] | None) -> None:
            if answers is None:
                self.note(f"entry {number}: {awaits.words} (! answers)")
                return
            answer = self.recorder.umpire.answer
            again = partial(self.ask, number, awaits)
            self.in_thread(lambda: answer(number, answers), self._end, again)

        self._ask(awaits, take, trouble)

    def ask_in_practice(
        self, result: Result, awaits: Awaited, trouble: CalculatorError | None = None
    ) -> None:
        """Ask what a result that is not recorded awaits, and show what it ends in."""

        def take(answers: dict[str, str] | None) -> None:
            if answers:
                again = partial(self.ask_in_practice, result, awaits)
                show = partial(self.ruled, entry=0)
                self.in_thread(lambda: result.answered(answers), show, again)

        self._ask(awaits, take, trouble)

    def _ask(
        self,
        awaits: Awaited,
        take: Callable[[dict[str, str] | None], None],
        trouble: CalculatorError | None,
    ) -> None:
        from calculator.tui.screens.ask import AskScreen, Blank

        title, blank = capitalized(awaits.words), Blank(awaits.key, awaits.key.capitalize())
        self.app.push_screen(AskScreen(title, [blank], "answer", trouble=trouble), take)

    def _end(self, ruling: Ruling) -> None:
        """Show what a ruling ended in, if that is anything new."""
        entry = ruling.entry
        if entry is None or entry.body["ruled"] != entry.body["drawn"]:
            names = entry.unit_names if entry else None
            self.ruled(ruling.result, entry.number if entry else 0, names)
        self.look()

    def action_next_unit(self) -> None:
        """Let the next unit of this side act that has yet to."""
        roll, present = self.session.roll, self.session.set_up.units.get("actor", "")
        own = roll.side_key(self.recorder.side) or roll.player if roll else ""
        following = next_to_act(roll, own, present) if roll else ()
        if roll is None or not following:
            self.note("every unit has acted")
            return
        self.session.take_unit("actor", following[0].full_name)
        self.changed(turn_view(roll).waits_with(following[0]))

    def tell(self, lines: Sequence[EntryLine]) -> None:
        """Say what may follow what this copy ruled, and keep what befell this side's units."""
        if (roll := self.session.roll) is None:
            return
        own = [line for line in lines if line.own]
        if own and (may := follow_ups(roll, own[-1].about or own[-1].number)):
            self.note(f"it may still: {'; '.join(one.words for one in may)} (! picks it)")
        ended = {line.about for line in lines}
        others = [line for line in lines if not line.own]
        self._unseen = [line for line in self._unseen if line.number not in ended]
        self._unseen += befallen(roll, self.recorder.side, others)
        if self._unseen and not own:
            self.note("")

    @property
    def unseen(self) -> str:
        """What befell this side's units and was not looked at yet, or is said of them and was not
        accepted, in a line; mostly nothing."""
        if not self._unseen:
            return _offered(self._proposals())
        last = self._unseen[-1]
        more = f" (and {len(self._unseen) - 1} more)" * (len(self._unseen) > 1)
        return f"* shows{more}: {last.in_words}"

    def open_unseen(self) -> None:
        """Show what befell this side's units, or else accept what is said of them."""
        if self._unseen:
            self.action_befallen()
        else:
            self.action_take_said()

    def _proposals(self) -> tuple[Proposed, ...]:
        """What others say of this side's units."""
        if (roll := self.session.roll) is None or not any(unit.proposals for unit in roll.units):
            return ()
        from calculator.desk.proposals import proposed_to

        return proposed_to(roll, self.recorder.side)

    def tell_proposals(self, fresh: set[int]) -> None:
        """Say what entries have just said of this side's units, with the key that accepts it."""
        if told := [one for one in self._proposals() if one.entry in fresh]:
            self.note(_offered(told))

    def action_take_said(self) -> None:
        """Record what others say of this side's units as it stands, once it has been in sight."""
        found = self._proposals()
        if not found:
            self.note("there is nothing to accept")
        elif self.hints.text != (told := _offered(found)):
            self.note(told)
        else:
            for one in found:
                self.correct(one.unit.full_name, dict(one.values), one.reason)

    def action_befallen(self) -> None:
        """Show what befell this side's units; with nothing new, what last befell those picked."""
        numbers = [line.number for line in self._unseen]
        if not numbers:
            picked = self.session.set_up.on_roll().values()
            numbers = sorted({unit.last_entry for unit in picked if unit.last_entry})
        self._unseen.clear()
        if not numbers:
            self.note("others have ruled nothing on your units")
            return
        umpire = self.recorder.umpire
        self.in_thread(lambda: [umpire.entry(number) for number in numbers], self._show_entries)

    def _show_entries(self, entries: Sequence[Entry]) -> None:
        from calculator.tui.screens.overlays import told_of

        self.note("")
        self.app.push_screen(told_of(entries))


def _offered(found: Sequence[Proposed]) -> str:
    """What is said of units, with the key that accepts it; nothing of none."""
    return f"{'; '.join(one.text for one in found)}; F12 accepts it" if found else ""

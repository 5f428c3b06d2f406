"""What the record brings to the table: rulings and what becomes of them, the turn, what may follow,
what stands open, what befell one's units."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from calculator.desk import turns
from calculator.desk.odds_view import Reading
from calculator.forms import fields_of, keys_of
from calculator.rules.action import Awaited
from calculator.rules.phrases import capitalized
from calculator.rules.question import Result
from calculator.tui import background
from calculator.tui.recorder import News
from calculator.tui.screens.set_up import SetUpScreen
from calculator.tui.session import Session

if TYPE_CHECKING:
    from calculator.desk.chronicle import EntryLine
    from calculator.desk.units import Proposed
    from calculator.journal.entry import Entry
    from calculator.umpire import Ruling

BEGINS: Final = "N again begins"
"""How the note starts that asks for a second press of N."""


class FollowingScreen(SetUpScreen):
    """Shows rulings, begins turns, and keeps what others did to this side's units."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.others = background.Watch(
            self, lambda: self.recorder.news(session.scenario), self.take_news
        )
        """Looks at what every copy records."""
        self._has_drawn = False
        """Whether the result in sight was drawn of what is set up."""
        self._pressed = 0.0
        """When the key that draws was last pressed, or a result shown."""
        self._asked: dict[str, str] = {}
        """The names of the units that the last question put concerned, by role."""
        self._last_own: EntryLine | None = None
        """The last ruling of this copy's."""
        self._result_entry = 0
        """The entry of the result in sight, 0 where it has none."""
        self._unheard: tuple[str, Collection[str]] = "", ()
        """What others have changed of the units picked, until the player takes note, and these."""
        self._unseen: list[EntryLine] = []
        """What others ruled on this side's units, until the player has seen it."""

    def take_news(self, news: News) -> None:
        """Show what has come into the record, and any trouble with it."""
        session = self.session
        fresh = self.recorder.chronicle.add(news.entries) if news.entries else []
        self.board.log_panel.add(fresh, news.waiting)
        self.board.result.warn(news.warning)
        if self._result_entry and any(line.about for line in fresh):
            from calculator.desk.result_view import amended

            amendment = self.recorder.chronicle.amendments.of(self._result_entry)
            self.board.result.amend(amended(amendment))
        own = [line for line in fresh if line.own and line.action]
        self._last_own = own[-1] if own else self._last_own
        is_first, session.has_read = not session.has_read, True
        if news.warning and not news.entries:
            return
        if news.turn != self._turn and self.hints.text.startswith(BEGINS):
            self.note("")  # another copy has begun or undone it
        if news.turn != self._turn:
            self._ruled_on = None
        self._turn, session.disclosure = news.turn, news.disclosure
        changed = session.take_roll(news.roll, {one.number for one in own})
        others = [one for one in fresh if not one.own]
        if concerning := [one for one in others if one.number in changed]:
            last = concerning[-1]
            by = f"{last.who}, #{last.number}: {last.subject if last.action else last.text}"
            self._unheard = f"changed by {by}", session.picked
            self.note(self._unheard[0])
        told = [one for one in fresh if one.subject or one.about]
        self._tell([one for one in told if one.turn == news.turn or not is_first])
        theirs = {one.number for one in others}
        offered = _offered([one for one in self._proposals() if one.entry in theirs])
        if offered and not self._unseen:
            self.note(offered)
        if is_first or changed or news.entries:
            self._show()

    def ruled(self, result: Result, entry: int = 0, names: Mapping[str, str] | None = None) -> None:
        """Show a result and the number of its entry, 0 where none is written."""
        from calculator.desk.result_view import result_view

        action, practice = result.question.action, self.session.practice
        self._pressed = monotonic()
        if action.key == self.session.set_up.action.key and not keys_of(action.asks):
            self.leave_form()
            self._has_drawn = True
        self.session.set_up.despite = ""
        self._ruled_on, self._result_entry = Reading(odds=result.odds), entry
        self._show_odds(self._ruled_on)
        view = result_view(result, self.session.disclosure, names or self._asked)
        self.board.result.show(result, view)
        self.board.turn_to("result")
        self.note("")
        if result.awaits and entry:
            self.ask(entry, result.awaits)
        elif result.awaits and practice:
            self._ask(result.awaits, result.answered, self.ruled)

    def leave_form(self) -> None:
        """Go on from the form of a button to the one before it."""
        if self.session.set_up.back():
            self.changed()
            self.board.form.come_back()

    def ask(self, number: int, awaits: Awaited) -> None:
        """Ask what a ruling awaits, and end it by that."""
        answer = self.recorder.umpire.answer

        def end(ruling: Ruling) -> None:
            entry = ruling.entry
            if entry is None or entry.body["ruled"] != entry.body["drawn"]:
                names = entry.unit_names if entry else None
                self.ruled(ruling.result, entry.number if entry else 0, names)
            self.others.look()

        left = f"entry {number}: {awaits.words} (! answers)"
        self._ask(awaits, lambda answers: answer(number, answers), end, left)

    def _ask(
        self,
        awaits: Awaited,
        record: Callable[[dict[str, str]], object],
        end: Callable[[Any], object],
        left: str = "",
    ) -> None:
        """Ask what is awaited, or note that it was `left` open."""
        from calculator.tui.screens.dialogs import AskScreen, Blank

        def taken(given: object) -> None:
            if given is not None:
                end(given)
            elif left:
                self.note(left)

        fields = (field for one in self.session.system.actions for field in fields_of(one.asks))
        field = next(field for field in fields if field.key == awaits.key)
        asks = f"{field.label}, {field.kind.allowed}"
        blank = Blank(awaits.key, asks, needed=field.kind.allowed)
        self.app.push_screen(AskScreen(capitalized(awaits.words), [blank], record, "answer"), taken)

    def ask_open(self) -> bool:
        """Ask what a ruling awaits that holds the units picked, or with none any; False if none."""
        picked, roll = self.session.set_up.on_roll().values(), self.session.roll
        units = {(unit.side, unit.name) for unit in picked}
        for one in roll.open if roll else ():
            if not units or not units.isdisjoint(one.units):
                self.ask(one.number, one.awaits)
                return True
        return False

    def action_follow_up(self) -> None:
        """Turn to the next thing that the acting unit may still do, or to what stands open."""
        if self.ask_open():
            return
        set_up = self.session.set_up
        actor = set_up.on_roll().get("actor")
        may = turns.may_still(self.session.roll, actor) if self.session.roll and actor else []
        if actor is None or not may:
            roll, nobody = self.session.roll, "no unit is picked: , picks who acts"
            self.note(turns.spent(roll, actor) if roll and actor else nobody)
            return
        keys = [one.action for one in may]
        now = set_up.action.key
        following = may[(keys.index(now) + 1) % len(keys) if now in keys else 0]
        if following.awaits:
            self.ask(actor.acted_entry, following.awaits)
            return
        set_up.unsay(following.answers.keys() | following.at_most.keys())
        self.action_choose(following.action)
        self.note(following.words)

    def action_next_turn(self) -> None:
        """Say which turn will begin after this; the same at once, while that is in sight, begins
        it, but in practice."""
        if self.session.practice:
            self.note("practice: no turn begins; F10 ends practice")
            return
        view, roll = self.turn, self.session.roll
        own = roll.scenario.side_called(self.recorder.side) if roll and self.recorder.side else None
        told = (
            f"{BEGINS} turn {view.coming}",
            view.player and f"it ends that of the {view.player} army",
            view.initiative and f"initiative: {view.initiative}",
            f"{view.open} open (! answers)" * bool(view.open),
            view.yet_to_act(own.called if own else ""),
        )
        asked = "; ".join(filter(None, told))
        if self.hints.text == asked:
            self.begin_next_turn()
        else:
            self.note(asked)

    def begin_next_turn(self) -> None:
        """Begin the turn after this, and turn to what is drawn in it first."""
        turn, umpire, coming = self._turn + 1, self.recorder.umpire, self.turn.coming

        def begun(what: tuple[Entry | None, tuple[str, ...]]) -> None:
            self.others.look()
            if initiative := self.session.system.initiative:
                self.action_choose(initiative)
            self.note(" ".join((f"Turn {coming} begins.", *what[1])))

        self.in_thread(lambda: turns.begin(umpire, turn), begun)

    def take_unit(self, role: str, name: str) -> None:
        """Let a unit act or be the target."""
        self.session.set_up.take(role, name)
        turns.turn_to_open(self.session.set_up)
        cautions = self.session.cautions_in_words()
        self.changed(next(iter(cautions), "") or self._befell(name))

    def _befell(self, name: str) -> str:
        """What others last did to a unit of this side, with the key that shows it."""
        if (roll := self.session.roll) is None:
            return ""
        unit = roll.unit(name)
        is_own = roll.side_key(self.recorder.side) in {"", unit.side}
        lines = turns.befell(roll, unit, self.board.log_panel.entries) if is_own else ()
        return f"* shows: {_outcome_first(lines[-1])}" if lines else ""

    def take_army(self, side: str) -> None:
        """Check the morale of an army."""
        self.session.set_up.check(side)
        self.changed()

    def action_next_unit(self) -> None:
        """Let the next unit of this side act that has yet to."""
        roll, present = self.session.roll, self.session.set_up.units.get("actor", "")
        own = roll.side_key(self.recorder.side) or roll.player if roll else ""
        following = turns.next_to_act(roll, own, present) if roll else ()
        if roll is None or not following:
            self.note("every unit has acted")
            return
        self.session.set_up.take("actor", following[0].full_name)
        turns.turn_to_open(self.session.set_up)
        self.changed(self.turn.waits_with(following[0]))

    def _tell(self, lines: Sequence[EntryLine]) -> None:
        """Say what may follow what this copy ruled, and keep what befell this side's units."""
        if (roll := self.session.roll) is None:
            return
        own = [line for line in lines if line.own]
        if own and (may := turns.follow_ups(roll, own[-1].about or own[-1].number)):
            names = " and ".join(dict.fromkeys(one.unit for one in may))
            words = "; ".join(dict.fromkeys(one.words for one in may))
            self.note(f"{names} may still: {words} (! picks it)")
        ended = {line.about for line in lines}
        self._unseen = [line for line in self._unseen if line.number not in ended]
        fresh = turns.befallen(roll, self.recorder.side, [line for line in lines if not line.own])
        self._unseen += fresh
        if fresh and not own:
            self.note("")

    @property
    def unseen(self) -> str:
        """What befell this side's units and was not looked at yet, with what it has them do where
        there is room, or is said of them and was not accepted; mostly nothing."""
        if not self._unseen:
            return _offered(self._proposals())
        more = f" this and {len(self._unseen) - 1} more" * (len(self._unseen) > 1)
        line, has_room = self._unseen[-1], self.has_class("-wide") and self.has_class("-high")
        do = self.recorder.chronicle.steps(line.number) if has_room else ()
        steps = [f"· {step}" for step in do]
        return "\n".join([f"* shows{more}: {_outcome_first(line)}", *steps])

    def _proposals(self) -> Sequence[Proposed]:
        """What others say of this side's units."""
        if (roll := self.session.roll) is None or not any(unit.proposals for unit in roll.units):
            return ()
        from calculator.desk.units import proposed_to

        return proposed_to(roll, self.recorder.side)

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

    def correct(self, unit: str, values: dict[str, str], reason: str = "") -> None:
        """Record what stands on the table of a unit, but in practice."""
        if self.session.practice:
            self.note("practice: nothing is recorded; F10 ends practice")
            return
        self.in_thread(
            lambda: self.recorder.correct(self.session.scenario, unit, values, reason),
            lambda _: self.note(f"recorded: {unit.rpartition(': ')[2]}"),
        )

    def action_befallen(self) -> None:
        """Show what befell this side's units; with nothing new, what last befell those picked."""
        numbers = [line.number for line in self._unseen]
        if not numbers:
            picked = self.session.set_up.on_roll().values()
            numbers = sorted({unit.last_entry for unit in picked if unit.last_entry})
        self._unseen.clear()
        if not numbers:
            self.note("the enemy has done nothing to your units")
            return

        def show(entries: Sequence[Entry]) -> None:
            from calculator.tui.screens.cards import told_of
            from calculator.tui.screens.dialogs import CardScreen

            self.note("")
            self.app.push_screen(CardScreen("What happened to your units", told_of(entries)))

        umpire = self.recorder.umpire
        self.in_thread(lambda: [umpire.entry(number) for number in numbers], show)


def _outcome_first(line: EntryLine) -> str:
    """What happened and then of what: the end of a long line is cut."""
    return f"{line.text} ({line.subject})" if line.subject else line.text


def _offered(found: Sequence[Proposed]) -> str:
    """What is said of units, with the key that accepts it; nothing of none."""
    return f"{'; '.join(one.text for one in found)}; F12 accepts it" if found else ""

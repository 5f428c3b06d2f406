"""The one door for front ends: puts questions, records what is ruled, reads and checks the record.

>>> umpire = Umpire.open("quatre-bras", side="French")
>>> ruling = umpire.adjudicate(Question.read("there-stand-empires", "assault", {}))
>>> ruling.result.narration.headline, ruling.entry.number, ruling.warning
"""

from __future__ import annotations

import copy
import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from calculator.adjudicating import (
    answered_otherwise,
    check_due,
    check_taking_part,
    side_meant,
    unit_name,
)
from calculator.chance.one_path import seed_digits
from calculator.errors import CalculatorError, Fault, FaultsError, JournalError
from calculator.home import home
from calculator.journal import withdrawals
from calculator.journal.amendments import check_answerable, check_overridable, check_voidable
from calculator.journal.copies import CopyName
from calculator.journal.entry import Entry, EntryDraft, EntryKind, digest, fresh_key, link
from calculator.journal.heads import SEEN
from calculator.journal.journal import Journal, open_journal
from calculator.journal.one_line import one_line
from calculator.journal.ruling import UnitName, answer_body, ruling_body
from calculator.journal.selection import HIGHEST_NUMBER
from calculator.journal.storage import MovedOnError
from calculator.record import Record
from calculator.rules.question import Odds, Question, Result

if TYPE_CHECKING:
    # The roll is imported where a battle is bound to an order of battle: many have none.
    from calculator.adjudicating import Named
    from calculator.journal.recompute import AskedQuestion
    from calculator.roll.corrections import Correction
    from calculator.roll.foresight import Foresight
    from calculator.roll.order_of_battle import OrderOfBattle
    from calculator.roll.roll import Roll


@attrs.frozen
class Ruling:
    """A result, the entry that records it, and what the player should know about the record.

    `entry` is None while the journal cannot be written; `warning` then says why.
    """

    result: Result
    entry: Entry | None
    warning: str


LONGEST_TEXT: Final = 1000
"""Characters of a note or a reason: a paragraph, which everybody's log can still show."""


class Umpire(Record):
    """Adjudicates one battle and keeps its record; any number of copies do so at once.

    Nothing is opened, and no name claimed, before it is needed. `side` and `player` go into what
    this copy records and may be changed at any time. Methods may be called from several threads.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        copy: str | CopyName = "",
        side: str = "",
        player: str = "",
        read_only: bool = False,
    ) -> None:
        super().__init__(journal)
        self.side = side
        self.player = player
        self.read_only = read_only
        self._wanted_copy = copy

    @classmethod
    def open(
        cls,
        battle: str | Path = "",
        *,
        copy: str | CopyName = "",
        side: str = "",
        player: str = "",
        read_only: bool = False,
    ) -> Umpire:
        """The umpire of a battle given by name (kept in the user's data folder), path or URL.

        A URL is postgresql://user@host/database#battle. `copy` is the name to claim for this copy,
        or one already claimed, which is then given back by `close` all the same. Raises
        `FaultsError` for a name that cannot be a file's, and `JournalError` for a URL where psycopg
        is not installed.
        """
        journal = open_journal(battle, read_only)
        return cls(journal, copy=copy, side=side, player=player, read_only=read_only)

    @property
    def copy(self) -> str:
        """The name of this copy, such as "red-2", which no other on this machine has.

        Where copies on several machines write, the machine's name follows: "red-2@tablet".
        """
        if self.journal.storage.several_machines:
            return f"{self._claimed.name}@{platform.node()}"
        return self._claimed.name

    @cached_property
    def _claimed(self) -> CopyName:
        if isinstance(self._wanted_copy, CopyName):
            return self._wanted_copy
        return CopyName.claim(home() / "copies", _cleaned(self._wanted_copy))

    def adjudicate(
        self,
        question: Question,
        seed: str | None = None,
        *,
        units: Mapping[str, Named] | None = None,
        side: str | None = None,
        odds: Odds | None = None,
        key: str = "",
        order: OrderOfBattle | None = None,
        said: Iterable[str] | None = None,
        despite: str = "",
    ) -> Ruling:
        """Draw a result, from `seed` or a fresh one, and record it.

        `odds` of the question, where they are known, save working them out again.

        `key` makes asking twice harmless: of rulings with one key only the first is recorded, and
        its entry, which may tell of another result than was drawn now, is given again.

        `units` names the units concerned, by role: "actor", "target", or the key of the field that
        names or counts such units. `side` is whose result it is, if not that of this copy. What is
        asked again of units whose ruling was withdrawn this turn is drawn from the same seed.

        `order` is the order of battle that the units are from: the battle is bound to it, unless it
        is already, once it is certain that there is a result.

        `said` are the fields that were answered for this question: of its own units these become
        facts, and what was merely assumed does not. Left out, they are those that do not stand at
        their defaults.

        `despite` is why the table says otherwise than the turn so far, by which it is refused; it
        is recorded. Where an umpire is seated, that is for the umpire to say.

        Raises `UnknownNameError` for a side that the order of battle does not have, and
        `ForbiddenError` if the rules, or the roll of the battle as it is when the result is
        recorded, do not allow it, and nothing is recorded. A journal that cannot be written never
        holds a result back: see `Ruling.warning`.
        """
        self._may_write()
        if key and (waits := self.journal.waits(key)):
            return Ruling(question.result(waits.body["seed"], odds=odds), None, self.warning)
        whose = self.side if side is None else side
        roll = self.readable_roll(order)
        named = {role: unit_name(unit, roll) for role, unit in (units or {}).items()}
        despite = self._table_says(roll, despite)
        check = partial(
            check_taking_part, question=question, named=named, side=whose, despite=despite
        )
        check(roll)
        by = _cleaned(self.side_meant(self.side))
        drawn_from = self._withdrawn_seed(question, named) if seed is None else seed_digits(seed)
        question.check()
        check_due(question)
        if order:
            self.bind(order)
        # From here on nothing is read that might be gone: a draw is never answered by an error.
        result = question.result(drawn_from, odds=odds)
        said = answered_otherwise(question.form) if said is None else said
        body = ruling_body(
            result, seed_typed=seed is not None, units=named, said=said, by=by, despite=despite
        )
        draft = EntryDraft(
            kind=EntryKind.RULING,
            body=body,
            key=key or fresh_key(),
            tables=question.tables.content,
            seen=roll.last if roll else None,
        )
        return Ruling(result, self._write_ruling(draft, whose, check), self.warning)

    def _write_ruling(
        self, draft: EntryDraft, whose: str, check: Callable[[Roll | None], object]
    ) -> Entry | None:
        """Record a ruling; where others have written meanwhile, it is checked by that first."""
        while True:
            try:
                return self._write(draft, whose)
            except MovedOnError:
                roll = self.readable_roll()
                check(roll)
                # Where there is nothing new to judge it by, it is recorded as it is.
                seen = roll.last if roll and roll.last > (draft.seen or 0) else None
                draft = attrs.evolve(draft, seen=seen)

    def bind(self, order: OrderOfBattle) -> Entry | None:
        """Bind the battle to an order of battle by an entry; None where it is bound to it already,
        or the entry has to wait.

        Raises `CalculatorError` if it is bound to another, and `FaultsError` for one with faults.
        """
        from calculator.roll.order_of_battle import OrderOfBattle, check_same

        with suppress(JournalError):
            if self.is_bound_to(order):
                return None
        if self.side:
            order.scenario.find_side(self.side)
        entry = self._record_once("is bound", EntryKind.ORDER_OF_BATTLE, order.body())
        if entry:
            check_same(OrderOfBattle.of_entry(entry), order, self.battle)
        return entry

    def replace_order_of_battle(self, order: OrderOfBattle, reason: str) -> Entry | None:
        """Put another order of battle in the place of the one in force, with a reason.

        Raises `JournalError` where there is none or this very one, and `FaultsError` for one with
        faults, or without a reason.
        """
        if (bound := self.order_of_battle()) is None:
            raise JournalError(f"{self.battle} is not bound to an order of battle yet")
        if bound.is_same(order):
            raise JournalError(f"{self.battle} is bound to this very order of battle already")
        body = order.body(bound.entry, _required(reason, "reason"))
        return self._record_once(f"replaces {bound.entry}", EntryKind.ORDER_OF_BATTLE, body)

    def correct(
        self, correction: Correction, reason: str = "", order: OrderOfBattle | None = None
    ) -> Entry | None:
        """Record what stands on the table of a unit, where the roll has it otherwise.

        A copy that plays a side corrects that side's units; one of no side, an umpire's, all. Only
        what a unit did without the calculator ("acted"), where it stands and whether it has come
        goes without a reason; `order` is as in `adjudicate`. Raises `FaultsError`, and
        `JournalError` for another side's unit.
        """
        from calculator.roll.corrections import OF_THE_ROLL, check_own

        roll = self.roll_by(order)
        if roll:
            check_own(roll, self.side, correction.unit)
        if correction.values.keys() - (OF_THE_ROLL.keys() - {"gone"}):
            reason = _required(reason, "reason")
        if order:
            self.bind(order)
        body = correction.body(_cleaned(reason))
        return self._record(EntryDraft(kind=EntryKind.CORRECTION, body=body))

    def note(self, text: str, subject: str = "") -> Entry | None:
        """Record a remark; `subject` is a word by which a front end finds its notes again."""
        body = {"text": _required(text, "note"), "subject": _cleaned(subject)}
        return self._record(EntryDraft(kind=EntryKind.NOTE, body=body))

    def turn(self, turn: int | None = None, player: str = "") -> Entry | None:
        """Record that turn number `turn` begins, at most `HIGHEST_NUMBER`: without one the next.

        Where each side has turns of its own, it is that of the side `player`, or of the side after
        that which had the last one.

        Copies that end the same turn at once end it once, and a turn in force is not begun again:
        all get the one entry. Raises `FaultsError` for a turn that is over: what was begun by
        mistake is undone.
        """
        begun = self._begun_by()
        now = begun.turn if begun else 1
        turn = now + 1 if turn is None else turn
        if not 0 < turn <= HIGHEST_NUMBER:
            allowed = f"a whole number from 1 to {HIGHEST_NUMBER:,}"
            raise FaultsError([Fault("turn", f"there is no turn {turn}", allowed)])
        if turn < now:
            raise FaultsError([Fault("turn", f"turn {turn} is over", f"{now + 1} or later")])
        if begun and begun.turn == turn:
            return begun
        whose = self._player_after(player)
        body: dict[str, Any] = {"turn": turn, **({"player": whose} if whose else {})}
        ends = f"what entry {begun.number if begun else 0} began ends with turn {turn}"
        return self._record_once(ends, EntryKind.TURN, body, turn=turn)

    def _player_after(self, player: str) -> str:
        """The side whose turn begins, by key: `player`, if one is named, or who comes next.

        "" where sides have no turns of their own. Raises `UnknownNameError`.
        """
        roll = self.readable_roll()
        if player and roll:
            return roll.scenario.find_side(player).key
        return roll.next_player if roll else ""

    def undo_turn(self) -> Entry | None:
        """Record that the turn in force was begun by mistake: the one before it goes on.

        Raises `JournalError` where none was begun, or something was ruled in it.
        """
        begun: list[Entry] = []
        for entry in self.journal.storage.of_kind(EntryKind.TURN, 0):
            begun = begun[:-1] if "undoes" in entry.body else [*begun, entry]
        if not begun:
            raise JournalError("no turn has begun that could be undone")
        last, amendments = begun.pop(), self.amendments()
        since = (entry for entry in self.recent(last.number) if entry.is_ruling)
        if ruled := [f"#{one.number}" for one in since if amendments.of(one.number).counts]:
            listed = ", ".join(ruled)
            raise JournalError(f"turn {last.turn} has been played in: void {listed} first")
        before = begun[-1].body if begun else {"turn": 1}
        body = {**before, "undoes": last.number}
        undone = f"undoes {last.number}"
        return self._record_once(undone, EntryKind.TURN, body, turn=before["turn"])

    def void(self, number: int, reason: str, further: Sequence[Correction] = ()) -> Entry | None:
        """Record that entry `number` does not count, and why; it stays where it is.

        `further` corrections follow it, as of what later rulings built on that entry (`Foresight`).
        Raises `JournalError` if that is void already, or cannot be voided.
        """
        void = self._void(self._voidable(number), _required(reason, "reason"))
        self._correct_further(further, f"entry {number} is void")
        return void

    def foresee_void(self, number: int) -> Foresight | None:
        """What voiding an entry will change on the roll, None where there is none; raises as
        `void` does."""
        found = self._voidable(number)
        return self._foreseen(EntryKind.VOID, {"entry": number, "reason": "foreseen"}, found)

    def withdraw(self, number: int) -> Entry | None:
        """Take back a ruling that this copy made by a slip within the last ten seconds.

        It is voided openly, as withdrawn; asked again in the same turn it draws from the same seed.
        Raises `JournalError` for another entry, or where an umpire has switched this off.
        """
        slip = self._voidable(number)
        withdrawals.check_withdrawable(slip, self.copy, self.withdrawals_off)
        return self._void(slip, "withdrawn", withdrawn=True)

    def allow_withdrawals(self, allowed: bool) -> Entry | None:
        """Record whether slips can be withdrawn from now on. Raises `JournalError` where that is
        so already."""
        off = self.withdrawals_off
        if allowed is (off is None):
            since = f" (entry {off.number})" if off else ""
            raise JournalError(f"withdrawals are {'on' if allowed else 'off'} already{since}")
        subject = withdrawals.ON if allowed else withdrawals.OFF
        return self.note(withdrawals.SENTENCES[subject], subject)

    def override(
        self,
        number: int,
        ruled: str,
        reason: str,
        corrections: Sequence[Correction] = (),
        further: Sequence[Correction] = (),
    ) -> Entry | None:
        """Record that something else was ruled than entry `number` drew, and why.

        `ruled` is the label of one of the outcomes that the odds list, which then leaves what that
        outcome leaves, and has no probability where odds are sampled; or it is free words, with
        what they mean for units as `corrections`. `further` ones follow it, as those of `void` do.

        Raises `JournalError` if that is no ruling, or is void, and `FaultsError` for words that are
        an outcome's but for a slip, or are no words.
        """
        drawn = self.entry(number)
        body = self.overriding(drawn, ruled, reason, corrections)
        override = self._record(EntryDraft(kind=EntryKind.OVERRIDE, body=body, about=drawn.key))
        self._correct_further(further, f"entry {number} is overridden")
        return override

    def answer(self, number: int, answers: Mapping[str, str]) -> Ruling:
        """Record what a ruling awaits, as typed: it ends in a result of the same draws.

        Raises `JournalError` for an entry that awaits nothing, or is answered or void already, and
        `CalculatorError` for answers that it does not take, or that the rules forbid.
        """
        self._may_write()
        drawn, amendments = self.entry(number), self.amendments(number)
        check_answerable(drawn, answers, amendments.of(number))
        self._check_awaited(drawn, answers)
        asked = self.asked(drawn).question
        form = {**drawn.body["form"], **answers}
        question = Question.read(asked.system.key, asked.action.key, form, asked.tables)
        result = question.result(drawn.body["seed"])
        body = answer_body(number, drawn.body, answers, result)
        before = len(amendments.overrides_of(number))
        once = digest(f"{self.battle}: answers {drawn.key} after {before}")[:32]
        draft = EntryDraft(kind=EntryKind.ANSWER, body=body, about=drawn.key, key=once)
        return Ruling(result, self._record(draft, drawn.side), self.warning)

    def _check_awaited(self, drawn: Entry, answers: Mapping[str, str]) -> None:
        """Raise `FaultsError` for answers that a ruling, or what it permits, does not await."""
        awaited = {drawn.body["awaits"]["key"]} if "awaits" in drawn.body else set()
        if not awaited and (roll := self.readable_roll()):
            units = [unit for unit in roll.units if unit.acted_entry == drawn.number]
            awaited = {one.awaits.key for unit in units for one in unit.may if one.awaits}
        allowed = ", ".join(sorted(awaited)) or "nothing"
        if faults := [
            Fault(key, f"entry {drawn.number} does not await it", allowed)
            for key in answers
            if key not in awaited
        ]:
            raise FaultsError(faults)

    def foresee_override(
        self, number: int, ruled: str, corrections: Sequence[Correction] = ()
    ) -> Foresight | None:
        """What such an override will change on the roll, None where there is none; raises as
        `override` does."""
        drawn = self.entry(number)
        body = self.overriding(drawn, ruled, "foreseen", corrections)
        return self._foreseen(EntryKind.OVERRIDE, body, drawn)

    def _foreseen(self, kind: EntryKind, body: Mapping[str, Any], about: Entry) -> Foresight | None:
        if (order := self.order_of_battle()) is None:
            return None
        from calculator.roll.foresight import foresee

        draft = EntryDraft(kind=kind, body=body, about=about.key)
        coming = link(self.battle, self.journal.tip(), draft)
        with suppress(CalculatorError):  # a damaged order of battle keeps no umpire from ruling
            return foresee(self.entries(), order.scenario, self._amending(), coming)
        return None

    def _correct_further(self, corrections: Iterable[Correction], why: str) -> None:
        """Record corrections of whatever side's units: who may amend an entry may end what it
        led to."""
        for correction in corrections:
            self._record(EntryDraft(kind=EntryKind.CORRECTION, body=correction.body(why)))

    def overriding(
        self, drawn: Entry, ruled: str, reason: str, corrections: Sequence[Correction] = ()
    ) -> dict[str, Any]:
        """What an override of this entry would record. Raises as `override` does."""
        from calculator.roll.overriding import ruled_instead

        check_overridable(drawn.number, drawn.kind, self._void_of(drawn.number))
        asked = self._asked_if_known(drawn)
        return {
            "entry": drawn.number,
            "drawn": drawn.body["label"],
            **ruled_instead(_required(ruled, "ruled"), corrections, asked),
            "reason": _required(reason, "reason"),
        }

    def _asked_if_known(self, drawn: Entry) -> AskedQuestion | None:
        """What a ruling was about; None where the rules behind it are not to be had."""
        try:
            return self.asked(drawn)
        except JournalError:
            raise
        except CalculatorError:
            return None

    def on_behalf_of(self, side: str, player: str) -> Umpire:
        """This umpire for another player: with the same journal, the same copy and the same roll.

        Only the umpire it was made from is to be closed.
        """
        other = copy.copy(self)
        other.side, other.player = side, player
        return other

    def side_meant(self, side: str) -> str:
        """A side as it is recorded: as it was typed, or by its key where that was but a part of it.

        Raises `FaultsError` for a side that the order of battle in force does not have.
        """
        with suppress(JournalError):
            if side and (order := self.order_of_battle()):
                return side_meant(order.scenario, side)
        return side

    def close(self) -> None:
        """Write what is pending if possible, and give back the name of this copy."""
        self.journal.close()
        if "_claimed" in self.__dict__:
            self._claimed.release()

    def __enter__(self) -> Umpire:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _withdrawn_seed(self, question: Question, named: Mapping[str, UnitName]) -> str | None:
        """The seed that must serve again, of a ruling on these units withdrawn in this turn."""
        with suppress(JournalError):
            begun = self._begun_by()
            after = begun.number if begun else 0
            voids = self.journal.storage.of_kind(EntryKind.VOID, after)
            if any(void.body.get("withdrawn") for void in voids):
                action = question.action.key
                return withdrawals.seed_withdrawn(self.recent(after), action, self.copy, named)
        return None

    def _table_says(self, roll: Roll | None, despite: str) -> str:
        """What the table says, cleaned; `JournalError` where that is for an umpire to say."""
        if despite and self.side and roll and roll.umpired:
            raise JournalError("an umpire is seated, who says what the table says: ask the umpire")
        return _cleaned(despite)

    def _voidable(self, number: int) -> Entry:
        found = self.entry(number)
        check_voidable(number, found.kind, self._void_of(number))
        return found

    def _void(self, entry: Entry, reason: str, **more: bool) -> Entry | None:
        body = {"entry": entry.number, "reason": reason, **more}
        return self._record(EntryDraft(kind=EntryKind.VOID, body=body, about=entry.key))

    def _void_of(self, number: int) -> Entry | None:
        voids = self.journal.storage.of_kind(EntryKind.VOID, after=number)
        return next((void for void in voids if void.about == number), None)

    def _begun_by(self) -> Entry | None:
        """The entry that began the turn in force; None for the first, or an unreadable record."""
        with suppress(JournalError):
            turns = self.journal.storage.of_kind(EntryKind.TURN, 0)
            return turns[-1] if turns else None
        return None

    def _record_once(
        self, what: str, kind: EntryKind, body: dict[str, Any], turn: int | None = None
    ) -> Entry | None:
        """Record what can happen but once, whichever copies record it: all have one key for it."""
        key = digest(f"{self.battle}: {what}")[:32]
        return self._record(EntryDraft(kind=kind, body=body, turn=turn, key=key))

    def _record(self, draft: EntryDraft, side: str | None = None) -> Entry | None:
        """Record a draft as of this copy and its player, and of `side`, if that is another."""
        self._may_write()
        whose = self.side if side is None else side
        return self._write(draft, self.side_meant(whose))

    def _write(self, draft: EntryDraft, whose: str) -> Entry | None:
        """Record a draft as of this copy and its player, and of the side `whose`."""
        if due := self.journal.witness.due():
            body = {"text": due.text, "subject": SEEN}
            self._write(EntryDraft(kind=EntryKind.NOTE, body=body), whose)
        player = _cleaned(self.player)
        signed = attrs.evolve(draft, copy=self.copy, side=_cleaned(whose), player=player)
        return self.journal.record(signed)

    def _may_write(self) -> None:
        if self.read_only:
            raise JournalError("this copy only watches: it was opened with --read-only")


def _cleaned(text: str) -> str:
    """Text as it is recorded: on one line."""
    return one_line(text).strip()


def _required(text: str, what: str) -> str:
    """Text that may not be missing, cleaned. Raises `FaultsError` if it is, or is too long."""
    if not (text := _cleaned(text)):
        raise FaultsError([Fault(what, "is missing", "a few words")])
    if len(text) > LONGEST_TEXT:
        allowed = f"at most {LONGEST_TEXT:,}"
        raise FaultsError([Fault(what, f"has {len(text):,} characters", allowed)])
    return text

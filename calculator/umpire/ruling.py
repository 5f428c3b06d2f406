"""What is made certain before a ruling is recorded: whose it is, of which units, what was said."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from calculator.chance.one_path import seed_digits
from calculator.errors import Fault, FaultsError, ForbiddenError, JournalError, Refusal
from calculator.forms import field_of, fields_of, texts
from calculator.journal.amendments import check_overridable, seed_withdrawn
from calculator.journal.entry import (
    NUMBER,
    Entry,
    EntryDraft,
    EntryKind,
    digest,
    fresh_key,
    printable,
)
from calculator.journal.ruling import UnitName, answer_body, names_told, ruling_body
from calculator.journal.storage import MovedOnError
from calculator.rules.question import Odds, Question, Result
from calculator.umpire.writing import Writer, cleaned

if TYPE_CHECKING:
    # The roll is imported where a battle is bound to an order of battle: many have none.
    from calculator.roll.order_of_battle import OrderOfBattle
    from calculator.roll.roll import Roll
    from calculator.roll.unit import RollUnit
    from calculator.scenarios.model import Unit

    Named: TypeAlias = str | RollUnit | Unit
    """A unit as front ends name it: by its name, or as they have it from the roll or the file."""


def check_due(question: Question) -> None:
    """Raise `ForbiddenError` where an army would be checked that need not be: nothing is drawn,
    so nothing is recorded."""
    morale = question.system.army_morale
    if morale is None or morale.action != question.action.key:
        return
    odds = question.odds()
    if odds.measure(morale.not_due) == 1:
        told = question.result(odds=odds).narration
        reason = " ".join((told.headline, *told.on_table)).removesuffix(".")
        raise ForbiddenError([Refusal(reason, question.action.source)])


def unit_name(unit: Named, roll: Roll | None) -> UnitName:
    """A unit as rulings record it: a name alone is looked up on the roll."""
    if isinstance(unit, str):
        with suppress(FaultsError):
            if roll:
                return unit_name(roll.unit(unit), None)
        return UnitName(printable(unit).strip())
    from calculator.scenarios.source import shown_path

    return UnitName(unit.name, unit.side, shown_path(unit.path))


def check_by_roll(
    question: Question, named: Mapping[str, UnitName], whose: str, despite: str, roll: Roll | None
) -> None:
    """Raise what the roll as it now is forbids of a question about units; `whose` result it is, and
    `despite` what of this turn it may be put."""
    if roll and whose:
        roll.scenario.find_side(whose)
    if roll and roll.scenario.system is question.system:
        from calculator.roll import check_units

        there = {role: unit for role, name in named.items() if (unit := roll.named(name))}
        answers, refused = texts(question.form), question.law.refusals()
        check_units(roll, question.action, there, whose, answers, despite=despite, refused=refused)


def names_of(
    question: Question, units: Mapping[str, UnitName], roll: Roll | None, side: str
) -> dict[str, str]:
    """By which names a result is told, by role: those of units, and of armies that it speaks of;
    `side` is whose result it is."""
    armies = roll.scenario.armies(side) if roll else {}
    spoken = question.law.parties().keys() & armies.keys()
    named = {role: armies[role] for role in sorted(spoken)}
    return {**named, **{role: unit.name for role, unit in units.items()}}


@attrs.frozen
class Ruling:
    """A result, the entry that records it, and what the player should know about the record.

    `entry` is None while the journal cannot be written; `warning` then says why.
    """

    result: Result
    entry: Entry | None
    warning: str


def turns_between(now: int, turn: int) -> str:
    """The turns that are skipped where `turn` follows turn `now`: "turns 2 to 4"; "" for none."""
    first, last = now + 1, turn - 1
    return f"turns {first} to {last}" if first < last else f"turn {first}" * (first == last)


class Umpire(Writer):
    """Adjudicates one battle and keeps its record; any number of copies do so at once."""

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

        `units` names the units concerned, by role: "actor", "target", or the key of the field that
        names or counts such units. `side` is whose result it is, if not that of this copy. What is
        asked again of units whose ruling was withdrawn this turn is drawn from the same seed.

        Known `odds` save working them out again. Of rulings with one `key` only the first is
        recorded, and its entry, which may tell of another result, is given again. Once it is
        certain that there is a result, the battle is bound to the `order` of battle of its units.
        The fields `said` become facts of the asking side's own units; left out, they are those
        not at their defaults. `despite` is why the table says otherwise than the turn so far, by
        which it is refused; where an umpire is seated, that is for the umpire to say.

        Raises `UnknownNameError` for a side that the order of battle does not have, and
        `ForbiddenError` if the rules, or the roll of the battle as it is when the result is
        recorded, do not allow it, and nothing is recorded. A journal that cannot be written never
        holds a result back: see `Ruling.warning`.
        """
        self._may_write()
        if key and (waits := self.journal.waits(key)):
            names = names_told(waits.body)
            result = question.result(waits.body["seed"], odds=odds, names=names)
            return Ruling(result, None, self.warning)
        whose = self.side if side is None else side
        roll = self.readable_roll(order)
        named = {role: unit_name(unit, roll) for role, unit in (units or {}).items()}
        if despite and self.side and roll and roll.umpired:
            raise JournalError("an umpire is present: ask the umpire to rule it anyway")
        despite = cleaned(despite)
        check = partial(check_by_roll, question, named, whose, despite)
        check(roll)
        by = cleaned(self.side_meant(self.side))
        drawn_from = self._withdrawn_seed(question, named) if seed is None else seed_digits(seed)
        question.check()
        check_due(question)
        if order:
            self.bind(order)
        # From here on nothing is read that might be gone: a draw is never answered by an error.
        names = names_of(question, named, roll, whose)
        result = question.result(drawn_from, odds=odds, names=names)
        if said is None:
            fields = fields_of(type(question.form))
            said = [f.key for f in fields if getattr(question.form, f.attribute) != f.default]
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

    def answer(self, number: int, answers: Mapping[str, str]) -> Ruling:
        """Record what a ruling awaits, as typed: it ends in a result of the same draws.

        Raises `JournalError` for an entry that awaits nothing, or is answered or void already, and
        `CalculatorError` for answers that it does not take, or that the rules forbid.
        """
        self._may_write()
        drawn, amendments = self.entry(number), self.amendments(number)
        amendment = amendments.of(number)
        check_overridable(number, drawn.kind, amendment.void)
        if (by := amendment.override) is not None:
            raise JournalError(f"entry {number} is {amendment.word} already (#{by.number})")
        if said := [key for key in answers if key in drawn.body.get("said", ())]:
            raise JournalError(f"entry {number} was asked with its {', '.join(said)} already")
        self._check_awaited(drawn, answers)
        asked = self.asked(drawn).question
        form = {**drawn.body["form"], **answers}
        question = Question.read(asked.system.key, asked.action.key, form, asked.tables)
        was, now = texts(asked.form), texts(question.form)
        if empty := [key for key in answers if was.get(key) == now.get(key)]:
            kinds = {key: field_of(asked.action.asks, key).kind for key in empty}
            raise FaultsError(Fault(key, "is missing", kinds[key].allowed) for key in empty)
        result = question.result(drawn.body["seed"], names=names_told(drawn.body))
        body = answer_body(number, drawn.body, answers, result)
        before = len(amendments.overrides_of(number))
        once = digest(f"{self.battle}: answers {drawn.key} after {before}")[:32]
        draft = EntryDraft(kind=EntryKind.ANSWER, body=body, about=drawn.key, key=once)
        return Ruling(result, self._record(draft, drawn.side), self.warning)

    def turn(
        self, turn: int | None = None, player: str = "", *, skipping: bool = False
    ) -> Entry | None:
        """Record that the next turn begins, whose number is `turn` where one is given.

        Where each side has turns of its own, it is that of the side `player`, or of the side after
        that which had the last one. With `skipping` it may be a later turn, one of
        `NUMBER`: what was to come in those between comes with it.

        Copies that end the same turn at once end it once, and a turn in force is not begun again:
        all get the one entry. Raises `FaultsError` for a turn that is over (what was begun by
        mistake is undone) and for one that is not the next.
        """
        while True:
            with suppress(MovedOnError):  # it is judged by the turn in force when it is written
                return self._turn(turn, player, skipping=skipping)

    def _turn(self, turn: int | None, player: str, *, skipping: bool) -> Entry | None:
        seen, begun = None, None
        try:
            seen, begun = self.journal.storage.last(), self._begun_by()
        except JournalError:
            skipping = True  # nobody can tell which turn is in force
        now = begun.turn if begun else 1
        turn = now + 1 if turn is None else turn
        if not NUMBER.accepts(turn):
            raise FaultsError.at("turn", f"there is no turn {turn}", NUMBER.allowed)
        if turn < now:
            raise FaultsError.at("turn", f"turn {turn} is over", str(now + 1))
        if begun and begun.turn == turn:
            return begun
        if (skipped := turns_between(now, turn)) and not skipping:
            problem = f"turn {now} is in force: turn {turn} would skip {skipped}"
            raise FaultsError.at("turn", problem, f"{now + 1}, or say that you skip {skipped}")
        roll = self.readable_roll()
        whose = roll.scenario.find_side(player).key if roll and player else ""
        whose = whose or (roll.next_player if roll else "")
        body: dict[str, Any] = {"turn": turn, **({"player": whose} if whose else {})}
        ends = f"what entry {begun.number if begun else 0} began ends with turn {turn}"
        return self._record_once(ends, EntryKind.TURN, body, turn=turn, seen=seen)

    def undo_turn(self) -> Entry | None:
        """Record that the turn in force was begun by mistake: the one before it goes on.

        Raises `JournalError` where none was begun, or something was ruled in it.
        """
        begun: list[Entry] = []
        for entry in self.journal.storage.of_kind(EntryKind.TURN):
            undone = entry.body.get("undoes")
            begun = [one for one in begun if one.number < undone] if undone else [*begun, entry]
        if not begun:
            raise JournalError("no turn has begun that could be undone")
        last, amendments = begun.pop(), self.amendments()
        since = (entry for entry in self.recent(last.number) if entry.is_ruling)
        if ruled := [f"#{one.number}" for one in since if amendments.of(one.number).counts]:
            listed = ", ".join(ruled)
            raise JournalError(f"turn {last.turn} has been played in: void {listed} first")
        before = begun[-1].body if begun else {"turn": 1}
        body = {**before, "undoes": last.number}
        once = f"undoes {last.number}"
        return self._record_once(once, EntryKind.TURN, body, turn=before["turn"])

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

    def _check_awaited(self, drawn: Entry, answers: Mapping[str, str]) -> None:
        """Raise `FaultsError` for answers that a ruling, or what it permits, does not await."""
        awaited = {drawn.body["awaits"]["key"]} if "awaits" in drawn.body else set()
        if not awaited and (roll := self.readable_roll()):
            units = [unit for unit in roll.units if unit.acted_entry == drawn.number]
            awaited = {one.awaits.key for unit in units for one in unit.may if one.awaits}
        allowed = ", ".join(sorted(awaited)) or "nothing"
        faults = [
            Fault(key, f"entry {drawn.number} does not wait for it", allowed)
            for key in answers
            if key not in awaited
        ]
        if not answers:
            faults = [Fault("answer", "is missing", f"{allowed}, as key=value")]
        if faults:
            raise FaultsError(faults)

    def _withdrawn_seed(self, question: Question, named: Mapping[str, UnitName]) -> str | None:
        """The seed that must serve again, of a ruling on these units withdrawn in this turn."""
        with suppress(JournalError):
            begun = self._begun_by()
            after = begun.number if begun else 0
            voids = self.journal.storage.of_kind(EntryKind.VOID, after=after)
            if any(void.body.get("withdrawn") for void in voids):
                action = question.action.key
                return seed_withdrawn(self.recent(after), action, self.copy, named)
        return None

"""What is amended in the record: voids, overrides, corrections, another order of battle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from calculator.errors import CalculatorError, JournalError, every
from calculator.journal import withdrawals
from calculator.journal.amendments import check_overridable, check_voidable
from calculator.journal.entry import Entry, EntryDraft, EntryKind, link
from calculator.umpire.writing import Writer, cleaned, required

if TYPE_CHECKING:
    # The roll is imported where a battle is bound to an order of battle: many have none.
    from calculator.journal.recompute import AskedQuestion
    from calculator.roll.corrections import Correction
    from calculator.roll.foresight import Foresight
    from calculator.roll.order_of_battle import OrderOfBattle


class Amending(Writer):
    """Says of what was recorded that it does not count, or that something else does.

    What was recorded stays where it is: each method adds an entry that tells by whom and why.
    """

    def void(self, number: int, reason: str, further: Sequence[Correction] = ()) -> Entry | None:
        """Record that entry `number` does not count, and why; it stays where it is.

        `further` corrections follow it, as of what later rulings built on that entry (`Foresight`).
        Raises `JournalError` if that is void already, or cannot be voided.
        """
        void = self._void(self._voidable(number), required(reason, "reason"))
        self._correct_further(further, f"entry {number} is void")
        return void

    def foresee_void(self, number: int, reason: str = "foreseen") -> Foresight | None:
        """What voiding an entry will change on the roll, None where there is none; raises as
        `void` does."""
        found = self._voidable(number)
        body = {"entry": number, "reason": required(reason, "reason")}
        return self._foreseen(EntryKind.VOID, body, found)

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
            raise JournalError(f"undoing draws is already {'on' if allowed else 'off'}{since}")
        switch = withdrawals.Switch.ON if allowed else withdrawals.Switch.OFF
        return self.note(switch.meaning, switch.value)

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

    def foresee_override(
        self,
        number: int,
        ruled: str,
        corrections: Sequence[Correction] = (),
        reason: str = "foreseen",
    ) -> Foresight | None:
        """What such an override will change on the roll, None where there is none; raises as
        `override` does."""
        drawn = self.entry(number)
        body = self.overriding(drawn, ruled, reason, corrections)
        return self._foreseen(EntryKind.OVERRIDE, body, drawn)

    def overriding(
        self, drawn: Entry, ruled: str, reason: str, corrections: Sequence[Correction] = ()
    ) -> dict[str, Any]:
        """What an override of this entry would record. Raises as `override` does."""
        from calculator.roll.overriding import ruled_instead

        check_overridable(drawn.number, drawn.kind, self._void_of(drawn.number))
        asked = self._asked_if_known(drawn)
        instead, reason = every(
            lambda: ruled_instead(required(ruled, "ruled"), corrections, asked),
            lambda: required(reason, "reason"),
        )
        about = {"entry": drawn.number, "drawn": drawn.body["label"]}
        return {**about, **instead, "reason": reason}

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
            reason = required(reason, "reason")
        if order:
            self.bind(order)
        body = correction.body(cleaned(reason))
        return self._record(EntryDraft(kind=EntryKind.CORRECTION, body=body))

    def replace_order_of_battle(self, order: OrderOfBattle, reason: str) -> Entry | None:
        """Put another order of battle in the place of the one in force, with a reason.

        Raises `JournalError` where there is none or this very one, and `FaultsError` for one with
        faults, or without a reason.
        """
        if (bound := self.order_of_battle()) is None:
            raise JournalError(f"{self.battle} has no order of battle yet")
        if bound.is_same(order):
            raise JournalError(f"{self.battle} already has this order of battle")
        body = order.body(bound.entry, required(reason, "reason"))
        return self._record_once(f"replaces {bound.entry}", EntryKind.ORDER_OF_BATTLE, body)

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

    def _asked_if_known(self, drawn: Entry) -> AskedQuestion | None:
        """What a ruling was about; None where the rules behind it are not to be had."""
        try:
            return self.asked(drawn)
        except JournalError:
            raise
        except CalculatorError:
            return None

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

"""The battle's record as the screen uses it: rulings written, and everyone's rulings read.

The umpire, and SQLite behind it, are imported when first needed, which is after the first paint.
Every method may have to wait for the disk or for another copy, so screens call them in a thread.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from calculator.errors import CalculatorError
from calculator.journal.copies import CopyName
from calculator.journal.disclosure import Disclosure
from calculator.rules.action import ARMIES

if TYPE_CHECKING:
    from calculator.desk.asking import Asking
    from calculator.desk.lines import EntryLine
    from calculator.journal.entry import Entry
    from calculator.roll import OrderOfBattle, Roll
    from calculator.rules.odds import Odds
    from calculator.scenarios import Scenario
    from calculator.umpire import Ruling, Umpire

SHOWN_AT_FIRST: Final = 60
"""Entries of the battle that a newly opened copy shows; the umpire's screen shows them all."""


class News(NamedTuple):
    """What has come in since the last look, and what the player should know about the record."""

    entries: tuple[EntryLine, ...] = ()
    warning: str = ""
    waiting: int = 0
    turn: int = 1
    roll: Roll | None = None
    disclosure: Disclosure = Disclosure.EXACT
    """How much of odds the umpire lets players see."""


class Recorder:
    """One copy's way to the record of one battle."""

    def __init__(
        self, name: CopyName, *, battle: str = "", side: str = "", player: str = ""
    ) -> None:
        self._name = name
        self._battle = battle
        self.side = side
        self.player = player
        self._seen = 0
        self._disclosure = Disclosure.EXACT
        self._scenario: Scenario | None = None
        self._sitting: Roll | None = None
        self._recorded: Scenario | None = None
        """The order of battle as it was read from the record: to that the battle is bound."""

    @property
    def is_named(self) -> bool:
        """Whether the battle has a name, and so an order of battle that it is bound to."""
        return bool(self._battle)

    @property
    def battle(self) -> str:
        """What the battle is called, in a word or two."""
        return self._battle.rpartition("#")[2].rpartition("/")[2] or "unnamed battle"

    @cached_property
    def umpire(self) -> Umpire:
        """The umpire of the battle, opened when first needed."""
        from calculator.umpire import Umpire

        return Umpire.open(self._battle, copy=self._name, side=self.side, player=self.player)

    def adjudicate(self, odds: Odds, asked: Asking) -> Ruling:
        """Draw a result of what was asked and record it; these are the odds that are shown already.

        A battle that has a name is bound to the order of battle that its units are from. Raises
        `CalculatorError` if that is not allowed.
        """
        units = asked.concerned()
        concerned = units or asked.checked_army() or ARMIES & odds.question.law.parties().keys()
        order = self._order_of(self._scenario) if concerned else None
        return self.umpire.adjudicate(
            odds.question,
            units=units,
            odds=odds,
            side=asked.whose or self.side,
            order=order,
            said=asked.recorded_said,
            despite=asked.despite,
        )

    def _order_of(self, scenario: Scenario | None) -> OrderOfBattle | None:
        """The order of battle in use, for the battle to be bound to; None if it is already."""
        if scenario is None or scenario is self._recorded or not self.is_named:
            return None
        from calculator.roll import OrderOfBattle

        return OrderOfBattle.of_file(scenario.path)

    def check_scenario(self, name: str) -> None:
        """Raise `CalculatorError` where the battle is bound to another order of battle than this,
        by its name or path, or to this one as it was."""
        from calculator.roll import OrderOfBattle

        self.umpire.is_bound_to(OrderOfBattle.of_file(name))

    def bound_scenario(self) -> Scenario | None:
        """The order of battle that the battle is bound to, if it is. Raises `CalculatorError`."""
        if not self.is_named:
            return None
        order = self.umpire.order_of_battle()
        self._recorded = order.scenario if order else None
        return self._recorded

    def follow(self, scenario: Scenario | None) -> None:
        """Keep the roll of this order of battle from now on.

        A battle without a name is bound to none: its roll is that of this sitting.
        """
        self._scenario = scenario
        self._sitting = None

    def correct(self, unit: str, values: Mapping[str, str], reason: str = "") -> None:
        """Record what stands on the table of a unit. Raises `CalculatorError`."""
        from calculator.roll import read_correction

        order = self._order_of(self._scenario)
        roll = self.umpire.roll_by(order)
        if roll is None:
            raise CalculatorError(
                "a battle without a name has no roll, so there is nothing to correct"
            )
        self.umpire.correct(read_correction(roll, unit, values), reason, order)

    def news(self) -> News:
        """Every copy's entries since the last look; trouble in reading is news too."""
        try:
            limit = None if self._seen else SHOWN_AT_FIRST
            entries = self.umpire.recent(self._seen, limit)
            roll = self._rolled(entries)
            turn = roll.turn if roll else self.umpire.current_turn
            if entries:
                self._disclosure = self.umpire.disclosure
        except CalculatorError as trouble:
            # Why entries wait is why it cannot be read.
            own = "" if self.umpire.pending else str(trouble)
            warning = " ".join(filter(None, (own, self.umpire.warning)))
            return News(warning=warning, waiting=self.umpire.pending)
        if entries:
            self._seen = entries[-1].number
        return News(
            tuple(map(self._line, self.umpire.shown(entries))),
            self.umpire.warning,
            self.umpire.pending,
            turn,
            roll,
            self._disclosure,
        )

    def _rolled(self, fresh: list[Entry]) -> Roll | None:
        """The roll of the battle, or without a name that of this sitting."""
        if self.is_named and (roll := self.umpire.roll()):
            return roll
        if self._scenario is None:
            return None
        from calculator.roll import Roll

        if self._sitting is None:
            self._sitting = Roll(self._scenario)
        else:
            self._sitting = self._sitting.after(fresh)
        return self._sitting

    def close(self) -> None:
        """Write what is still waiting, if possible."""
        if "umpire" in self.__dict__:
            self.umpire.close()

    def _line(self, entry: Entry) -> EntryLine:
        from calculator.desk.lines import EntryLine

        return EntryLine.of(entry, self.umpire.copy)

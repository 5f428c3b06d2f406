"""The battle's record as the screen uses it: rulings written, and everyone's rulings read.

The umpire, and SQLite behind it, are imported when first needed, which is after the first paint.
Every method may have to wait for the disk or for another copy, so screens call them in a thread.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from calculator.errors import CalculatorError
from calculator.journal import files
from calculator.journal.disclosure import Disclosure
from calculator.rules.action import ARMIES

if TYPE_CHECKING:
    from calculator.desk.asking import Asking
    from calculator.desk.chronicle import Chronicle
    from calculator.journal.entry import Entry
    from calculator.roll import OrderOfBattle, Roll
    from calculator.rules.question import Odds
    from calculator.scenarios import Scenario
    from calculator.umpire import Ruling, Umpire

SHOWN_AT_FIRST: Final = 60
"""Entries of the battle that a newly opened copy shows; the umpire's screen shows them all."""


class News(NamedTuple):
    """What has come in since the last look, and what the player should know about the record."""

    entries: tuple[Entry, ...] = ()
    warning: str = ""
    waiting: int = 0
    turn: int = 1
    roll: Roll | None = None
    disclosure: Disclosure = Disclosure.EXACT
    """How much of odds the umpire lets players see."""
    bound: Scenario | None = None
    """The order of battle that the battle is bound to, once that is known."""


class Recorder:
    """One copy's way to the record of one battle."""

    def __init__(
        self, name: files.CopyName, *, battle: str = "", side: str = "", player: str = ""
    ) -> None:
        self._name = name
        self._battle = battle
        self.is_named = bool(battle)
        """Whether the battle has a name, and so an order of battle that it is bound to."""
        self.battle = battle.rpartition("#")[2].rpartition("/")[2] or "unnamed battle"
        """What the battle is called, in a word or two."""
        self.side = side
        self.player = player
        self._seen = 0
        self._has_looked = False
        self._disclosure = Disclosure.EXACT
        self._sitting: Roll | None = None
        self._recorded: Scenario | None = None
        """The order of battle as it was read from the record: to that the battle is bound."""

    @cached_property
    def umpire(self) -> Umpire:
        """The umpire of the battle, opened when first needed."""
        from calculator.umpire import Umpire

        return Umpire.open(self._battle, copy=self._name, side=self.side, player=self.player)

    @cached_property
    def chronicle(self) -> Chronicle:
        """What has come in so far; it is for the screen to add what is new."""
        from calculator.desk.chronicle import Chronicle

        return Chronicle(self.umpire.copy)

    @property
    def _is_open(self) -> bool:
        """Whether the umpire was needed yet."""
        return "umpire" in self.__dict__

    @property
    def pending(self) -> int:
        """How many entries of this copy could not be written yet."""
        return self.umpire.pending if self._is_open else 0

    def adjudicate(self, odds: Odds, asked: Asking) -> Ruling:
        """Draw and record a result of what was asked, of the odds that are shown already; a battle
        with a name is bound to the order of battle of its units. Raises `CalculatorError`."""
        parties = ARMIES & odds.question.law.parties().keys()
        concerned = asked.concerned() or asked.checked_army() or parties
        order = self._order(asked.scenario) if concerned else None
        return asked.put_to(self.umpire, odds, self.side, order=order)

    def _order(self, scenario: Scenario | None) -> OrderOfBattle | None:
        """The order of battle in use, for the battle to be bound to; None if it is already."""
        if scenario is None or scenario == self._recorded or not self.is_named:
            return None
        from calculator.roll import OrderOfBattle

        return OrderOfBattle.of_file(scenario.path)

    def correct(
        self, scenario: Scenario | None, unit: str, values: Mapping[str, str], reason: str = ""
    ) -> None:
        """Record what stands on the table of a unit. Raises `CalculatorError`."""
        from calculator.roll import read_correction

        order = self._order(scenario)
        roll = self.umpire.roll_by(order)
        if roll is None:
            raise CalculatorError(
                "a battle without a name has no roll, so there is nothing to correct"
            )
        self.umpire.correct(read_correction(roll, unit, values), reason, order)

    def news(self, scenario: Scenario | None = None) -> News:
        """Every copy's entries since the last look, or the trouble in reading them; the roll of a
        battle without a name is that of the scenario in use, at this sitting. Before there is
        anything of the battle nothing is opened: many only ask for odds."""
        needed = self.is_named or self._is_open
        if not needed and not files.is_begun(files.journal_path(self._battle)):
            return News(roll=self._at_this_sitting(scenario, []))
        from calculator.journal.entry import EntryKind

        try:
            recorded = self.umpire.roll() if self.is_named else None
            limit = None if self._seen else SHOWN_AT_FIRST
            entries = self.umpire.recent(self._seen, limit)
            if recorded:  # what has come since is told with the roll that has it
                entries = [one for one in entries if one.number <= recorded.last]
            roll = recorded or self._at_this_sitting(scenario, entries)
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
        others = (one.kind for one in entries if one.copy != self.umpire.copy)
        may_be_bound = not self._has_looked or EntryKind.ORDER_OF_BATTLE in others
        self._has_looked, bound = True, None
        if recorded:
            bound = recorded.scenario if may_be_bound and not self._recorded else None
            self._recorded = recorded.scenario
        return News(
            tuple(self.umpire.shown(entries)),
            self.umpire.warning,
            self.umpire.pending,
            turn,
            roll,
            self._disclosure,
            bound,
        )

    def _at_this_sitting(self, scenario: Scenario | None, fresh: list[Entry]) -> Roll | None:
        """The roll of the order of battle in use, to which nothing is bound."""
        if scenario is None:
            return None
        from calculator.roll import Roll

        if self._sitting is None or self._sitting.scenario is not scenario:
            self._sitting = Roll(scenario)
        elif fresh:  # what is known of a roll is kept as long as that stays the same
            self._sitting = self._sitting.after(fresh)
        return self._sitting

    def close(self) -> None:
        """Write what is still waiting, if possible."""
        if self._is_open:
            self.umpire.close()

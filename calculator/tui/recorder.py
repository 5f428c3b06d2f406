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

if TYPE_CHECKING:
    from calculator.journal.entry import Entry
    from calculator.roll import OrderOfBattle, Roll
    from calculator.rules.question import Odds, Question, Result
    from calculator.scenarios import Scenario
    from calculator.umpire import Named, Umpire

SHOWN_AT_FIRST: Final = 60
"""Entries of the battle that a newly opened copy shows; the umpire's screen shows them all."""


class Logged(NamedTuple):
    """One entry of the battle as the log shows it; `number` is 0 while it waits to be written."""

    number: int
    time: str
    turn: int
    copy: str
    own: bool
    text: str
    subject: str = ""
    """Who did what, in names: "Guiton's cuirassiers: assault, Bylandt's brigade"."""
    who: str = ""
    """Whose entry it is: the player and the side, or where neither has a name the copy."""

    @property
    def brief(self) -> str:
        """Whose it is and what it tells, on one line."""
        return f"{self.who}, #{self.number}: {self.subject or self.text}"


class News(NamedTuple):
    """What has come in since the last look, and what the player should know about the record."""

    entries: tuple[Logged, ...] = ()
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
        return self._battle.rpartition("#")[2].rpartition("/")[2] or "no battle named"

    @cached_property
    def umpire(self) -> Umpire:
        """The umpire of the battle, opened when first needed."""
        from calculator.umpire import Umpire

        return Umpire.open(self._battle, copy=self._name, side=self.side, player=self.player)

    def adjudicate(
        self,
        question: Question,
        units: Mapping[str, Named],
        odds: Odds | None = None,
        side: str = "",
    ) -> Result:
        """Draw a result and record it, with the units concerned by role.

        `odds` are those that the screen shows already; `side` is whose army is checked. A battle
        that has a name is bound to the order of battle that these are from. Raises
        `CalculatorError` if that is not allowed.
        """
        order = self._order_of(self._scenario) if units or side else None
        whose = side or self._side_of(units)
        ruling = self.umpire.adjudicate(question, units=units, odds=odds, side=whose, order=order)
        return ruling.result

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

    def _side_of(self, units: Mapping[str, Named]) -> str | None:
        """Whose ruling it is: this copy's side, or where it has none the acting unit's."""
        actor = units.get("actor")
        if self.side or actor is None or isinstance(actor, str):
            return None
        return actor.side

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
            raise CalculatorError("a battle without a name keeps no roll: nothing to correct")
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
            warning = f"{trouble} {self.umpire.warning}".strip()
            return News(warning=warning, waiting=self.umpire.pending)
        if entries:
            self._seen = entries[-1].number
        return News(
            tuple(map(self._logged, self.umpire.shown(entries))),
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

    def _logged(self, entry: Entry) -> Logged:
        return Logged(
            entry.number,
            entry.clock(),
            entry.turn,
            entry.copy,
            entry.copy == self.umpire.copy,
            _summary(entry),
            subject_of(entry),
            ", ".join(filter(None, (entry.player, entry.side))) or entry.copy,
        )


def _summary(entry: Entry) -> str:
    """The entry in one line; of a turn, with the head of the record as the last one ended."""
    if entry.kind.value != "turn" or entry.number == 1:
        return entry.summary
    from calculator.journal.heads import grouped

    return f"{entry.summary}. Head of the record till then: {grouped(entry.previous)}"


def subject_of(entry: Entry) -> str:
    """Who did what to whom, as far as a ruling names it; nothing of other entries."""
    if not entry.is_ruling:
        return ""
    from calculator.rules.catalog import find_system

    units = entry.body["units"]
    names = {role: u if isinstance(u, str) else u["name"] for role, u in units.items()}
    try:
        system = find_system(entry.system)
        action = system.action(entry.action).label
        if system.checks_morale(entry.action) and entry.side:
            names = {"actor": entry.side}
    except CalculatorError:
        action = entry.action.replace("-", " ")
    return subject(action, names)


def subject(action: str, names: Mapping[str, str]) -> str:
    """An action with the units it concerns: "Guiton's cuirassiers: assault, Bylandt's brigade"."""
    target = f", {names['target']}" if "target" in names else ""
    return f"{names['actor']}: {action.lower()}{target}" if "actor" in names else action

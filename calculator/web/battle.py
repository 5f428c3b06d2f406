"""The battle that is served: its record, its order of battle, and everyone who follows it."""

from __future__ import annotations

import asyncio
import contextlib
from datetime import UTC, datetime

from calculator.desk.asking import Asking
from calculator.desk.chronicle import Chronicle, EntryLine, facts
from calculator.desk.turns import TurnView, befallen, to_act, turn_view
from calculator.errors import CalculatorError
from calculator.journal.amendments import WITHIN
from calculator.journal.entry import Entry
from calculator.journal.files import DEFAULT, CopyName
from calculator.paths import home
from calculator.roll import OrderOfBattle, Roll
from calculator.rules import catalog, question
from calculator.rules.system import RuleSystem
from calculator.scenarios import Scenario
from calculator.umpire import Ruling, Umpire
from calculator.web.seats import Follower, Seat


class Battle:
    """One battle. What may have to wait for the disk is awaited, in a thread of its own."""

    def __init__(self, battle: str, order: OrderOfBattle | None = None, system: str = "") -> None:
        """Bind the battle to an order of battle, if one is given; without any, players begin with
        the rules called `system`, or the main ones. Raises `CalculatorError` for what can be no
        battle's name, and where it is bound to another."""
        self._plain = catalog.find_system(system) if system else catalog.main_system()
        self._claimed = CopyName.claim(home() / "copies", "")
        self.umpire = Umpire.open(battle, copy=self._claimed)
        if order:
            self.umpire.bind(order)
        self.name = self.umpire.battle
        self.roll: Roll | None = None
        """The units as the record leaves them, if the battle has an order of battle."""
        self.turn = TurnView(1)
        """The turn in force: its number, whose it is, who has the initiative and has yet to act."""
        self.chronicle = Chronicle()
        self.numbers: dict[str, int] = {}
        """The number of every entry by the key that it was recorded under."""
        self.trouble = ""
        """What is wrong with the record just now, for everybody to read; else nothing."""
        self.streams: set[Follower] = set()
        """The pages that follow the record."""
        self._untold: list[EntryLine] = []
        self._reading = asyncio.Lock()
        self._ruling: dict[str, asyncio.Task[Ruling]] = {}
        self._last_of: dict[str, int] = {}
        """The number of the last ruling of each seat, by its key."""

    @property
    def title(self) -> str:
        """What players call it: by its name, or without one by its order of battle."""
        if self.name != DEFAULT:
            return self.name
        return self.scenario.title if self.scenario else "unnamed battle"

    @property
    def system(self) -> RuleSystem:
        """The rule system that players begin with."""
        return self.scenario.system if self.scenario else self._plain

    @property
    def scenario(self) -> Scenario | None:
        """The order of battle in force, if the battle is bound to one."""
        return self.roll.scenario if self.roll else None

    def to_act(self, side: str) -> str:
        """How many of a side's units, named by key or name, have yet to act; "" of none."""
        return to_act(self.roll, self.roll.side_key(side)) if self.roll and side else ""

    def befallen(self, seat: Seat) -> list[EntryLine]:
        """What others ruled on the units of a seat's side, and it has not looked at."""
        if (roll := self.roll) is None or not (own := roll.side_key(seat.side)):
            return []
        lines = self.chronicle.after(seat.looked_at)
        return [line for line in befallen(roll, own, lines) if roll.side_key(line.side) != own]

    def side_called(self, side: str) -> str:
        """A side as people call it: as the order of battle does, or what was typed for it."""
        found = self.scenario.side_called(side) if self.scenario else None
        return found.called if found else side

    def facts(self, line: EntryLine) -> list[str]:
        """What stands before a line where there are no columns, its side as people call it."""
        return facts(line._replace(side=self.side_called(line.side)))

    def who(self, whose: Seat | EntryLine | Entry) -> str:
        """Whose a seat or an entry is: the player and the side, as far as they are known."""
        return ", ".join(filter(None, [whose.player, self.side_called(whose.side)]))

    def as_seated(self, seat: Seat) -> Umpire:
        """The umpire who records for one seat."""
        return self.umpire.on_behalf_of(seat.side, seat.player or seat.role.value)

    async def adjudicate(self, seat: Seat, asked: Asking, odds: question.Odds, key: str) -> Ruling:
        """Draw and record a result; whoever asks under the same key meanwhile gets the same."""
        if key not in self._ruling:
            drawing = asyncio.to_thread(asked.put_to, self.as_seated(seat), odds, key=key)
            task = asyncio.get_running_loop().create_task(drawing)
            self._ruling[key] = task
            task.add_done_callback(lambda _: self._ruling.pop(key))
        ruling = await asyncio.shield(self._ruling[key])
        if ruling.entry:
            self._last_of[seat.key] = ruling.entry.number
        await self.look()
        return ruling

    def may_withdraw(self, seat: Seat, slip: Entry) -> bool:
        """Whether this is the last ruling of a seat, and not too old to be withdrawn."""
        age = datetime.now(UTC) - datetime.fromisoformat(slip.time)
        is_last = self._last_of.get(seat.key) == slip.number
        return is_last and age < WITHIN and self.chronicle.amendments.of(slip.number).counts

    async def look(self) -> None:
        """Take in what has been written since the last look, by whatever copy."""
        umpire = self.umpire
        async with self._reading:
            newest = self.chronicle.newest
            try:
                fresh = await asyncio.to_thread(lambda: list(umpire.shown(umpire.recent(newest))))
                if fresh or not self.chronicle.lines:
                    self.roll = await asyncio.to_thread(self.umpire.roll)
            except CalculatorError as trouble:
                self.trouble = str(trouble)
                return
            self.trouble = self.umpire.warning
            self._untold += self.chronicle.add(fresh)
            self.turn = turn_view(self.roll) if self.roll else TurnView(self.chronicle.turn)
            self.numbers |= {entry.key: entry.number for entry in fresh}

    async def read_anew(self) -> None:
        """Take in the whole record again: it is another than the one that was read."""
        self.chronicle, self.numbers = Chronicle(), {}
        await self.look()

    async def follow(self) -> None:
        """Look again and again, until cancelled, and tell the pages that follow what is new."""
        while True:
            await self.look()
            if self._untold:
                fresh, self._untold = self._untold, []
                for stream in self.streams:
                    stream.take(fresh)
            await asyncio.sleep(0.25)

    def close(self) -> None:
        """Write what is pending, and give back the copy's name."""
        with contextlib.suppress(CalculatorError):
            self.umpire.close()
        self._claimed.release()

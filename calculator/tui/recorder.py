"""The battle's record as the screen uses it: rulings written, and everyone's rulings read.

The umpire, and SQLite behind it, are imported when first needed, which is after the first paint.
Every method may have to wait for the disk or for another copy, so screens call them in a thread.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from calculator.errors import CalculatorError
from calculator.journal.copies import CopyName

if TYPE_CHECKING:
    from calculator.journal.entry import Entry
    from calculator.rules.question import Question, Result
    from calculator.umpire import Umpire

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


class News(NamedTuple):
    """What has come in since the last look, and what the player should know about the record."""

    entries: tuple[Logged, ...] = ()
    warning: str = ""
    waiting: int = 0


class Recorder:
    """One copy's way to the record of one battle."""

    def __init__(
        self,
        name: CopyName,
        *,
        battle: str = "",
        side: str = "",
        player: str = "",
        read_only: bool = False,
    ) -> None:
        self._name = name
        self._battle = battle
        self._side = side
        self._player = player
        self._read_only = read_only
        self._seen = 0

    @cached_property
    def umpire(self) -> Umpire:
        """The umpire of the battle, opened when first needed."""
        from calculator.umpire import Umpire

        return Umpire.open(
            self._battle,
            copy=self._name,
            side=self._side,
            player=self._player,
            read_only=self._read_only,
        )

    def adjudicate(self, question: Question, units: Mapping[str, str]) -> Result:
        """Draw a result and record it, with the names of the units concerned by role.

        Raises `CalculatorError` if that is not allowed.
        """
        return self.umpire.adjudicate(question, units=units).result

    def news(self) -> News:
        """Every copy's entries since the last look; trouble in reading is news too."""
        try:
            limit = None if self._seen else SHOWN_AT_FIRST
            entries = self.umpire.recent(self._seen, limit)
        except CalculatorError as trouble:
            return News(warning=str(trouble))
        if entries:
            self._seen = entries[-1].number
        return News(
            tuple(self._logged(entry) for entry in entries),
            self.umpire.warning,
            self.umpire.pending,
        )

    def close(self) -> None:
        """Write what is still waiting, if possible."""
        if "umpire" in self.__dict__:
            self.umpire.close()

    def _logged(self, entry: Entry) -> Logged:
        return Logged(
            entry.number,
            local_time(entry.time),
            entry.turn,
            entry.copy,
            entry.copy == self.umpire.copy,
            entry.told,
        )


def local_time(utc: str) -> str:
    """The clock on the wall for a time of the record."""
    return datetime.fromisoformat(utc).astimezone().strftime("%H:%M")

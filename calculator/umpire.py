"""The one door for front ends: puts questions, records what is ruled, reads and checks the record.

>>> umpire = Umpire.open("quatre-bras", side="French")
>>> ruling = umpire.adjudicate(Question.read("there-stand-empires", "assault", {}))
>>> ruling.result.words.headline, ruling.entry.number, ruling.warning
"""

from __future__ import annotations

import platform
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import attrs

from calculator.errors import Fault, FaultsError, JournalError
from calculator.home import home
from calculator.journal.copies import CopyName
from calculator.journal.entry import Draft, Entry, Kind
from calculator.journal.journal import Journal
from calculator.journal.one_line import one_line
from calculator.journal.opening import open_journal
from calculator.journal.record import Record
from calculator.journal.ruling import ruling_body
from calculator.journal.selection import MOST
from calculator.journal.standing import check_overridable, check_voidable
from calculator.rules.question import Question, Result


@attrs.frozen
class Ruling:
    """A result, the entry that records it, and what the player should know about the record.

    `entry` is None while the journal cannot be written; `warning` then says why.
    """

    result: Result
    entry: Entry | None
    warning: str


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
        return CopyName.claim(home() / "copies", _told(self._wanted_copy))

    def adjudicate(
        self,
        question: Question,
        seed: str | None = None,
        *,
        units: Mapping[str, str] | None = None,
        side: str | None = None,
    ) -> Ruling:
        """Draw a result, from `seed` or a fresh one, and record it.

        `units` names the units concerned, by role ("actor", "target"), for those who read of it.
        `side` is whose result it is, if not that of this copy.

        Raises `ForbiddenError` if the rules do not allow it, and nothing is drawn. A journal that
        cannot be written never holds a result back: see `Ruling.warning`.
        """
        self._may_write()
        result = question.result(seed)
        named = {role: _told(name) for role, name in (units or {}).items()}
        body = ruling_body(result, given=seed is not None, units=named)
        entry = self._record(Kind.RULING, body, tables=question.tables.content, side=side)
        return Ruling(result, entry, self.warning)

    def note(self, text: str, subject: str = "") -> Entry | None:
        """Record a remark; `subject` is a word by which a front end finds its notes again."""
        body = {"text": _said(text, "note"), "subject": _told(subject)}
        return self._record(Kind.NOTE, body)

    def turn(self, turn: int) -> Entry | None:
        """Record that turn number `turn` begins, 1 to `MOST`. Raises `FaultsError` for others."""
        if not 0 < turn <= MOST:
            allowed = f"a whole number from 1 to {MOST:,}"
            raise FaultsError([Fault("turn", f"there is no turn {turn}", allowed)])
        return self._record(Kind.TURN, {"turn": turn}, turn=turn)

    def void(self, number: int, reason: str) -> Entry | None:
        """Record that entry `number` does not count, and why; it stays where it is.

        Raises `JournalError` if that is void already, or cannot be voided.
        """
        voided = self.entry(number)
        voids = self.journal.storage.of_kind(Kind.VOID, after=number)
        before = next((void for void in voids if void.about == number), None)
        check_voidable(number, voided.kind, before)
        body = {"entry": number, "reason": _said(reason, "reason")}
        return self._record(Kind.VOID, body, about=voided.key)

    def override(self, number: int, ruled: str, reason: str) -> Entry | None:
        """Record that something else was ruled than entry `number` drew, and why.

        Raises `JournalError` if that is no ruling.
        """
        drawn = self.entry(number)
        check_overridable(number, drawn.kind)
        body = {
            "entry": number,
            "drawn": drawn.body["label"],
            "ruled": _said(ruled, "ruled"),
            "reason": _said(reason, "reason"),
        }
        return self._record(Kind.OVERRIDE, body, about=drawn.key)

    def close(self) -> None:
        """Write what is pending if possible, and give back the name of this copy."""
        self.journal.close()
        if "_claimed" in self.__dict__:
            self._claimed.release()

    def __enter__(self) -> Umpire:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _record(
        self,
        kind: Kind,
        body: dict[str, Any],
        *,
        turn: int | None = None,
        tables: str = "",
        side: str | None = None,
        about: str = "",
    ) -> Entry | None:
        self._may_write()
        draft = Draft(
            kind=kind,
            body=body,
            copy=self.copy,
            side=_told(self.side if side is None else side),
            player=_told(self.player),
            turn=turn,
            tables=tables,
            about=about,
        )
        return self.journal.record(draft)

    def _may_write(self) -> None:
        if self.read_only:
            raise JournalError("this copy only watches: it was opened with --read-only")


def _told(text: str) -> str:
    """What someone typed, as it is recorded: on one line."""
    return one_line(text).strip()


def _said(text: str, what: str) -> str:
    """What has to be said. Raises `FaultsError` if it is not."""
    if not (said := _told(text)):
        raise FaultsError([Fault(what, "is missing", "a few words")])
    return said

"""Is the record what it was? The chain is followed and every result computed again.

What that proves, and what it cannot, stands in docs/journal.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from datetime import datetime, timedelta
from functools import partial
from typing import Final, TypeAlias
from uuid import uuid4

import attrs

from calculator.cores import spread
from calculator.errors import JournalError
from calculator.journal.entry import GENESIS, EntryKind, StoredRow
from calculator.journal.heads import Head
from calculator.journal.judging import BadEntryError, Finding, Precedents, demand, judge
from calculator.journal.recompute import Recomputer, RulesGoneError
from calculator.journal.storage import Storage
from calculator.journal.witness import Seen

Progress: TypeAlias = Callable[[int, int], None]
"""Called now and then with how many entries are done, and of how many."""

_PORTION: Final = 250

LONG_RECORD: Final = 2_000
"""Entries from which on several processes are worth starting."""

MOST_CLOCK_SKEW: Final = timedelta(minutes=10)
"""By how much the clocks of those who play one battle may differ."""


@attrs.frozen
class Complaint:
    """What is wrong with an entry, or why it could not be checked."""

    number: int
    why: str


@attrs.define(kw_only=True)
class Verification:
    """What `verify` found, as far as it has come.

    Of so many `entries` those of `wrong` are not as they were written, and `bad` is the first of
    them; `rulings` were computed again; `unchecked` are chained rightly, but the rules behind them
    are not to be had, or not the code that ruled. `reworded` counts rulings of other code that
    compute again, but are narrated otherwise than here: their words are not checked. `doubts` are
    entries of a time long before those they follow: they waited, or a clock was wrong, or somebody
    wrote them later.
    `unlocked` says which locks of the tables against changes are not as they were made.
    `head` is the hash of the last entry: noted down elsewhere, it shows later that nothing up to
    there was taken away or written anew. `noted` says whether a hash noted earlier was met, and
    `noted_at` at which entry. `differs` is the number of the first entry known to be another than
    this copy saw, 0 for none.
    """

    entries: int = 0
    rulings: int = 0
    head: str = GENESIS
    wrong: list[Complaint] = attrs.field(factory=list)
    unchecked: list[Complaint] = attrs.field(factory=list)
    reworded: int = 0
    doubts: list[Complaint] = attrs.field(factory=list)
    unlocked: str = ""
    noted: bool | None = None
    noted_at: int = 0
    differs: int = 0

    @property
    def bad(self) -> Complaint | None:
        """The first entry that is not as it was written, if there is one."""
        return self.wrong[0] if self.wrong else None

    @property
    def is_changed(self) -> bool:
        """Whether it is not the record that was written: its head is not worth noting down."""
        return bool(self.wrong or self.differs) or self.noted is False

    @property
    def clean(self) -> bool:
        """Whether every entry was checked and nothing is wrong with any."""
        wrong = self.wrong or self.unchecked or self.unlocked or self.differs
        return not wrong and self.noted is not False


def verify(
    storage: Storage,
    recomputer: Recomputer,
    *,
    noted: Head | None = None,
    seen: Seen | None = None,
    all_cores: bool = False,
    progress: Progress | None = None,
) -> Verification:
    """Check every entry, in order; a bad one is counted, and the next held against it as it is.

    `noted` is a head that some entry should be, `seen` what this copy saw of them.
    With `all_cores` several processes take part in a long record, else this one does everything.
    """
    total = storage.last()
    found = Verification(unlocked=storage.unlocked(), noted=None if noted is None else False)
    precedents = Precedents(recomputer, storage)
    checker = _Checker(found, precedents, storage.battle, noted, seen)
    work: Callable[[StoredRow], Finding] = partial(judge, recomputer)
    shared = all_cores and total >= LONG_RECORD
    if shared:
        work = partial(_at_work, uuid4().hex, storage.kept_rules())
    with closing(spread(work, storage.rows(), _PORTION, None if shared else 1)) as findings:
        for finding in findings:
            checker.check(finding)
            if progress and found.entries % _PORTION == 0:
                progress(found.entries, max(total, found.entries))
    if progress:
        progress(found.entries, found.entries)
    if not found.differs and seen and seen.last > checker.last:
        found.differs = checker.last + 1
    return found


_RECOMPUTERS: Final[dict[str, Recomputer]] = {}


def _at_work(task: str, kept: Mapping[str, str], row: StoredRow) -> Finding:
    """What a worker finds of an entry; within one task it remembers questions."""
    if task not in _RECOMPUTERS:
        # Of one check alone: with a single core this is the process that checks again and again.
        _RECOMPUTERS.clear()
        _RECOMPUTERS[task] = Recomputer(kept.get)
    return judge(_RECOMPUTERS[task], row)


@attrs.define
class _Checker:
    """Follows the chain, and holds each entry against those before it."""

    found: Verification
    _precedents: Precedents
    _battle: str
    _noted: Head | None
    _seen: Seen | None
    _format: int = 1
    _turn: int = 1
    _highest_turn: int = 1
    _turn_began: str = ""
    _latest: str = ""
    last: int = 0
    """The number of the last entry."""

    def check(self, finding: Finding) -> None:
        """Check one more entry in every respect, and complain of it once if it is wrong in any."""
        number, hash_ = finding.number, finding.hash
        known = self._seen.hash(number) if self._seen else ""
        if not self.found.differs and known not in {"", hash_}:
            self.found.differs = number
        faults = [finding.unreadable] if finding.unreadable else [*self._faults(finding)]
        if faults:
            self.found.wrong.append(Complaint(number, faults[0]))
        self.found.entries += 1
        self.found.head, self.last = hash_, number
        self._precedents.hashes[number] = hash_
        noted = self._noted
        met = noted and hash_.startswith(noted.hash) and noted.number in {0, number}
        if met and not self.found.wrong:
            self.found.noted, self.found.noted_at = True, number

    def _faults(self, finding: Finding) -> Iterator[str]:
        """What is wrong with an entry that can be read; what it says is remembered all the same."""
        parts = self._check_place, self._check_turn, self._check_result, self._check_precedents
        for part in parts:
            try:
                part(finding)
            except (BadEntryError, JournalError) as fault:
                yield str(fault)

    def _check_place(self, finding: Finding) -> None:
        fields = finding.entry
        before = self.last
        follows = finding.number == before + 1
        demand(follows, f"it follows entry {before}: what stood between is gone")
        demand(fields["previous"] == self.found.head, "it does not follow from the entry before it")
        self._battle = self._battle or fields["battle"]
        other = f"it belongs to another battle, {fields['battle']!r}, than {self._battle!r}"
        demand(fields["battle"] == self._battle, other)
        before, self._format = self._format, fields["format"]
        demand(self._format >= before, "it is of an older format than an entry before it")

    def _check_turn(self, finding: Finding) -> None:
        """Only what was drawn up before the turn in force began may be of one that was before."""
        fields = finding.entry
        turn, time = fields["turn"], fields["time"]
        if fields["kind"] == EntryKind.TURN.value:
            self._turn, self._turn_began = turn, time
            self._highest_turn = max(self._highest_turn, turn)
        elif turn != self._turn and (turn > self._highest_turn or time >= self._turn_began):
            in_force, self._turn = self._turn, turn
            self._highest_turn = max(self._highest_turn, turn)
            raise BadEntryError(f"it is of turn {turn}, and turn {in_force} was in force")
        latest, self._latest = self._latest or time, max(self._latest, time)
        before = datetime.fromisoformat(latest) - datetime.fromisoformat(time)
        if before > MOST_CLOCK_SKEW:
            why = f"its time is {str(before).partition('.')[0]} before that of an earlier entry"
            self.found.doubts.append(Complaint(fields["number"], why))

    def _check_result(self, finding: Finding) -> None:
        demand(not finding.bad, finding.bad)
        self.found.reworded += finding.reworded
        if finding.gone:
            self.found.unchecked.append(Complaint(finding.number, finding.gone))
        elif finding.entry["kind"] == EntryKind.RULING.value:
            self.found.rulings += 1

    def _check_precedents(self, finding: Finding) -> None:
        number, kind, body = (finding.entry[name] for name in ("number", "kind", "body"))
        try:
            self._precedents.check(number, EntryKind(kind), body)
        except RulesGoneError as gone:
            self.found.unchecked.append(Complaint(number, str(gone)))

"""Whether what another copy has left can be entered: it is held against the record first, as
`verify` will, and a ruling is computed again.

What cannot be computed here, because another version or a system that is not installed ruled it,
goes on waiting.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from typing import Final

from calculator.errors import JournalError
from calculator.journal.entry import EntryDraft, Tip, link
from calculator.journal.judging import BadEntryError, judge
from calculator.journal.precedents import Precedents
from calculator.journal.recompute import Recomputer, RulesGoneError
from calculator.journal.storage import Storage

_ANY_NUMBER: Final = 2**40
"""Stands for the number that an entry will have, above all that it may be about."""


class Adoption:
    """Judges entries that waited by the record of `storage`, which is read where it has to be."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._left: dict[str, str] = {}
        """The tables that rulings which wait have left, by digest."""
        self._recomputer = Recomputer(self._tables)
        self._next = 1

    def why_not(self, draft: EntryDraft) -> str | None:
        """Why an entry cannot be entered; "" where it can, and None where it has been.

        Raises `ValueError` for what no entry could be made of, whoever left it there.
        """
        if draft.tables:
            self._left[draft.body.get("rules", "")] = draft.tables
        entry = link("", Tip(number=_ANY_NUMBER), draft)
        try:
            found = judge(self._recomputer, entry.row)
            if found.unreadable:
                raise ValueError(found.unreadable)
            if (fitted := self._storage.fitted(draft)) is None:
                return None
            if found.bad or found.gone:
                return found.bad or found.gone
            self._precedents.check(self._next, fitted.kind, fitted.body)
        except (BadEntryError, RulesGoneError, JournalError) as fault:
            return str(fault)
        self._next += 1
        return ""

    def _tables(self, name: str) -> str | None:
        kept = self._storage.kept_rules().get(name)
        return kept or self._left.get(name, kept)

    @cached_property
    def _precedents(self) -> Precedents:
        """Every entry of the record, right or wrong."""
        precedents = Precedents(self._recomputer, self._storage)
        for entry in self._storage.entries():
            with suppress(BadEntryError, RulesGoneError):
                precedents.check(entry.number, entry.kind, entry.body)
            precedents.hashes[entry.number] = entry.hash
            self._next = entry.number + 1
        return precedents

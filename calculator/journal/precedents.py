"""What an entry says of earlier ones, held against what those say: for `verify`, and for what
another copy has left, before it is entered."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any, Final

from calculator.errors import FaultsError, JournalError
from calculator.journal.amendments import FINAL
from calculator.journal.entry import EntryDraft, EntryKind, Tip, digest, link
from calculator.journal.heads import SEEN, read_noted
from calculator.journal.judging import BadEntryError, demand, judge, recompute, recompute_override
from calculator.journal.recompute import Recomputer, RulesGoneError
from calculator.journal.ruling import as_answered
from calculator.journal.storage import Storage

_NAMING: Final = ("system", "action", "units")
"""What an answer repeats of its ruling; early ones only the units."""


class Precedents:
    """What earlier entries have that later ones may point at; `hashes` are theirs, by number."""

    def __init__(self, recomputer: Recomputer, storage: Storage) -> None:
        self.hashes: dict[int, str] = {}
        self._recomputer = recomputer
        self._storage = storage
        self._order_of_battle = 0
        self._labels: dict[int, str] = {}
        self._seeds: dict[str, int] = {}
        self._final: dict[int, str] = {}
        self._void: dict[int, bool] = {}

    def check(self, number: int, kind: EntryKind, body: Mapping[str, Any]) -> None:
        """Hold one more entry against those before it, and remember it for those after it.

        Raises `BadEntryError`, and `RulesGoneError` where it overrides what cannot be computed.
        """
        if kind in FINAL:
            self._final[number] = kind.label
        match kind:
            case EntryKind.RULING:
                self._labels[number] = body["label"]
                self._check_seed(number, body)
            case EntryKind.VOID:
                what = self._final.get(body["entry"])
                demand(not what, f"it voids a {what}, which cannot be voided")
                self._void[body["entry"]] = bool(body.get("withdrawn"))
            case EntryKind.OVERRIDE | EntryKind.ANSWER:
                self._check_instead(kind, body)
            case EntryKind.ORDER_OF_BATTLE:
                self._check_order_of_battle(number, body)
            case EntryKind.NOTE if body.get("subject") == SEEN:
                self._check_seen(body["text"])

    def _check_seed(self, number: int, body: Mapping[str, Any]) -> None:
        """A fresh seed was never there before, but for that of a ruling since withdrawn."""
        before = self._seeds.get(body["seed"], 0)
        self._seeds[body["seed"]] = number
        fresh = not before or body["seed-given"] or self._void.get(before)
        demand(fresh, f"its seed is that of entry {before}, and says that it is fresh")

    def _check_instead(self, kind: EntryKind, body: Mapping[str, Any]) -> None:
        about, verb = body["entry"], "overrides" if kind is EntryKind.OVERRIDE else "answers"
        overridden = f"entry {about}, which it {verb},"
        demand(self._labels.get(about) == body["drawn"], f"{overridden} drew something else")
        demand(about not in self._void, f"{overridden} was void already")
        ruling = self._storage.entry(about)
        if ruling and kind is EntryKind.ANSWER:
            named = all(body.get(key, ruling.body[key]) == ruling.body[key] for key in _NAMING)
            demand(named, f"{overridden} is of another action or other units")
            recompute(self._recomputer, as_answered(ruling.body, body))
        elif ruling and "outcome" in body:
            recompute_override(self._recomputer, ruling.body, body)

    def _check_order_of_battle(self, number: int, body: Mapping[str, Any]) -> None:
        before, self._order_of_battle = self._order_of_battle, number
        follows = body["replaces"] == before
        demand(follows, "it does not replace the order of battle that was in force")
        same = digest(body["content"]) == body["digest"]
        demand(same, "its digest is not that of the order of battle it holds")

    def _check_seen(self, text: str) -> None:
        """What another copy says it saw must be what is there."""
        try:
            seen = read_noted(text)
        except FaultsError as fault:
            raise BadEntryError(f"it does not say what a copy saw: {fault}") from None
        there = seen.number in self.hashes
        demand(there, f"it says that a copy saw entry {seen.number}, which was not there")
        same = self.hashes[seen.number] == seen.hash
        demand(same, f"the copy that wrote it saw another entry {seen.number}")


_ANY_NUMBER: Final = 2**40
"""Stands for the number that an entry will have, above all that it may be about."""


class Adoption:
    """Judges entries that waited as `verify` will, by the record of `storage`, which is read where
    it has to be.

    What cannot be computed here, because another version or a system that is not installed ruled
    it, goes on waiting.
    """

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

"""Whether what another copy has left can be entered: it is held against the record first.

A ruling is computed again from its seed and form, and its seed must be fresh. What cannot be
computed here, because another version or a system that is not installed ruled it, goes on waiting.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from calculator.errors import FaultsError
from calculator.journal.entry import Entry, EntryDraft, EntryKind, digest
from calculator.journal.heads import SEEN, read_noted
from calculator.journal.judging import BadEntryError, demand, recompute, recompute_override
from calculator.journal.recompute import Recomputer, RulesGoneError
from calculator.journal.storage import Storage


class Adoption:
    """Judges entries that waited by the record of `storage`, which is read where it has to be.

    Every method raises `JournalError` where it cannot be.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._seeds: dict[str, int] | None = None
        """The seeds of rulings in force as drawn, each with the number of its entry."""

    def missing(self, drafts: Iterable[EntryDraft]) -> list[EntryDraft]:
        """Those that are not in the record yet."""
        return [draft for draft in drafts if self._storage.with_key(draft.key) is None]

    def sort(self, drafts: Iterable[EntryDraft]) -> tuple[list[EntryDraft], list[str]]:
        """Those not in the record that can be entered, and why each other one cannot."""
        fit: list[EntryDraft] = []
        faults: list[str] = []
        for draft in self.missing(drafts):
            if why := self.why_not(draft):
                faults.append(why)
                continue
            fit.append(draft)
            if draft.kind is EntryKind.RULING and self._seeds is not None:
                self._seeds[draft.body["seed"]] = 0
        return fit, faults

    def why_not(self, draft: EntryDraft) -> str:
        """Why an entry cannot be entered; "" where it can."""
        try:
            match draft.kind:
                case EntryKind.RULING:
                    self._check_ruling(draft)
                case EntryKind.OVERRIDE:
                    self._check_override(draft)
                case EntryKind.ORDER_OF_BATTLE:
                    same = digest(draft.body["content"]) == draft.body["digest"]
                    demand(same, "its digest is not that of the order of battle it holds")
                case EntryKind.NOTE if draft.body.get("subject") == SEEN:
                    self._check_seen(draft.body["text"])
        except (BadEntryError, RulesGoneError) as fault:
            return str(fault)
        return ""

    def _check_ruling(self, draft: EntryDraft) -> None:
        recompute(self._recomputer(draft), draft.body)
        if not draft.body["seed-given"]:
            before = self._drawn_before().get(draft.body["seed"])
            demand(before is None, f"its seed is that of entry {before}, and says that it is fresh")

    def _check_override(self, draft: EntryDraft) -> None:
        body = draft.body
        ruling = self._storage.entry(body["entry"])
        if ruling is None or ruling.key != draft.about:
            return  # of an earlier record: it is kept as a note
        same = ruling.body.get("label") == body["drawn"]
        demand(same, f"entry {ruling.number}, which it overrides, drew something else")
        if "outcome" in body:
            recompute_override(self._recomputer(draft), ruling.body, body)

    def _check_seen(self, text: str) -> None:
        found: Entry | None = None
        with suppress(FaultsError):
            head = read_noted(text)
            found = self._storage.entry(head.number)
        same = found is not None and found.hash == head.hash
        demand(same, "it says that a copy saw what is not in the record")

    def _recomputer(self, draft: EntryDraft) -> Recomputer:
        kept = self._storage.kept_rules()
        if draft.tables:
            kept[draft.body["rules"]] = draft.tables
        return Recomputer(kept.get)

    def _drawn_before(self) -> dict[str, int]:
        if self._seeds is None:
            drawn: dict[int, str] = {}
            withdrawn: set[int | None] = set()
            for entry in self._storage.entries():
                if entry.is_ruling:
                    drawn[entry.number] = entry.body["seed"]
                elif entry.body.get("withdrawn"):
                    withdrawn.add(entry.about)
            self._seeds = {seed: n for n, seed in drawn.items() if n not in withdrawn}
        return self._seeds

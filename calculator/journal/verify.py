"""Is the record what it was? The chain is followed and every result computed again.

What that proves, and what it cannot, stands in docs/journal.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias

import attrs

from calculator.errors import CalculatorError, JournalError
from calculator.journal.entry import GENESIS, PROGRAM, Kind, Row, digest, read_canonical
from calculator.journal.recompute import Recomputer, RulesGoneError

Progress: TypeAlias = Callable[[int, int], None]
"""Called now and then with how many entries are done, and of how many."""

_EVERY: Final = 500


@attrs.frozen
class Complaint:
    """What is wrong with an entry, or why it could not be checked."""

    number: int
    why: str


@attrs.frozen(kw_only=True)
class Verdict:
    """What `verify` found.

    `entries` were looked at, `rulings` of them computed again; `bad` is the first that is not as
    it was written; `unchecked` are chained rightly, but the rules behind them are not to be had.
    `head` is the hash of the last entry: noted down elsewhere, it shows later that nothing up to
    there was taken away or written anew. `noted` says whether a hash noted earlier was met.
    """

    entries: int
    rulings: int
    head: str
    bad: Complaint | None = None
    unchecked: tuple[Complaint, ...] = ()
    noted: bool | None = None

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong with anything that could be checked."""
        return self.bad is None and self.noted is not False


class BadEntryError(Exception):
    """An entry is not as it was written; the text says in what."""


def verify(
    rows: Iterable[Row],
    recomputer: Recomputer,
    *,
    total: int = 0,
    noted: str = "",
    progress: Progress | None = None,
) -> Verdict:
    """Check entries in order up to the first bad one.

    `total` is how many are expected, for `progress`; `noted` the beginning of a hash (8 digits or
    more) that some entry should have.
    """
    checker = _Checker(recomputer)
    met = None if not noted else False
    done = 0
    for done, row in enumerate(rows, start=1):
        try:
            checker.check(row)
        except BadEntryError as bad:
            return checker.verdict(done - 1, met, Complaint(row[0], str(bad)))
        if noted and checker.head.startswith(noted.lower()):
            met = True
        if progress and done % _EVERY == 0:
            progress(done, max(total, done))
    if progress:
        progress(done, done)
    return checker.verdict(done, met)


class _Checker:
    """Follows the chain, remembering what later entries may point at."""

    def __init__(self, recomputer: Recomputer) -> None:
        self.head = GENESIS
        self._recomputer = recomputer
        self._number = 0
        self._battle = ""
        self._labels: dict[int, str] = {}
        self._unchecked: list[Complaint] = []

    def verdict(self, entries: int, met: bool | None, bad: Complaint | None = None) -> Verdict:
        return Verdict(
            entries=entries,
            rulings=len(self._labels) - len(self._unchecked),
            head=self.head,
            bad=bad,
            unchecked=tuple(self._unchecked),
            noted=met,
        )

    def check(self, row: Row) -> None:
        """Check one more entry. Raises `BadEntryError`."""
        number, _, _, content, hash_ = row
        if digest(content) != hash_:
            raise BadEntryError("its content is not what its hash was made of")
        told = _told(content)
        self._check_place(told, row)
        try:
            self._check_body(told)
        except (KeyError, TypeError, ValueError, AttributeError) as missing:
            raise BadEntryError(f"it does not say what such an entry says: {missing}") from None
        self._number, self.head = number, hash_

    def _check_place(self, told: Mapping[str, Any], row: Row) -> None:
        number, key, kind, _, _ = row
        if number != self._number + 1:
            raise BadEntryError(f"it follows entry {self._number}: what stood between is gone")
        if told.get("previous") != self.head:
            raise BadEntryError("it does not follow from the entry before it")
        self._battle = self._battle or str(told.get("battle"))
        if told.get("battle") != self._battle:
            raise BadEntryError(f"it belongs to another battle, {told.get('battle')!r}")
        if (told.get("number"), told.get("key"), told.get("kind")) != (number, key, kind):
            raise BadEntryError("it is filed under another number, key or kind than it has")

    def _check_body(self, told: Mapping[str, Any]) -> None:
        kind, number, body = told["kind"], told["number"], told["body"]
        if kind == Kind.RULING.value:
            self._labels[number] = body["label"]
            self._compute(number, body, told["program"])
        elif kind == Kind.VOID.value and not 0 < body["entry"] < number:
            raise BadEntryError(f"it voids entry {body['entry']}, which was not there")
        elif kind == Kind.OVERRIDE.value and self._labels.get(body["entry"]) != body["drawn"]:
            raise BadEntryError(f"entry {body['entry']}, which it overrides, drew something else")

    def _compute(self, number: int, body: Mapping[str, Any], program: str) -> None:
        try:
            recompute(self._recomputer, body)
        except RulesGoneError as gone:
            self._unchecked.append(Complaint(number, str(gone)))
        except BadEntryError as bad:
            if program == PROGRAM:
                raise
            raise BadEntryError(
                f"{bad} (but {program} wrote it, this is {PROGRAM}: it may rule otherwise)"
            ) from None


def recompute(recomputer: Recomputer, body: Mapping[str, Any]) -> None:
    """Compute a ruling again; `BadEntryError` says in what the record differs.

    Raises `RulesGoneError`, and `JournalError` if the rules that were kept cannot be read.
    """
    try:
        asked = recomputer.asked(body)
        outcome, draws = asked.result(body["seed"])
    except (RulesGoneError, JournalError):
        raise
    except CalculatorError as refused:
        raise BadEntryError(f"the rules do not take what it says was asked: {refused}") from None
    if draws != [(draw["roll"], draw["total"]) for draw in body["draws"]]:
        raise BadEntryError("its draws are not those of its seed")
    told, probability = asked.told(outcome)
    if told != body["outcome"]:
        raise BadEntryError(
            f"its seed and form give {outcome.label!r}, the record has {body['label']!r}"
        )
    if probability != body["probability"]:
        raise BadEntryError(
            f"its outcome had the probability {probability}, the record has {body['probability']}"
        )


def _told(content: str) -> dict[str, Any]:
    try:
        return read_canonical(content)
    except ValueError:
        raise BadEntryError("its content is not canonical JSON") from None

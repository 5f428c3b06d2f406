"""Is the record what it was? The chain is followed and every result computed again.

What that proves, and what it cannot, stands in docs/journal.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import attrs

from calculator.chance.interface import Draw
from calculator.errors import CalculatorError, JournalError
from calculator.journal.entry import GENESIS, PROGRAM, Kind, Row, digest, read_canonical
from calculator.journal.recompute import (
    Asked,
    Recomputer,
    RulesAlteredError,
    RulesGoneError,
    making_sense,
)
from calculator.journal.ruling import recorded_value, recorded_words
from calculator.journal.shape import check_shape
from calculator.rules.system import Words

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

    `entries` are in order, `rulings` of them computed again; `bad` is the first that is not as it
    was written; `unchecked` are chained rightly, but the rules behind them are not to be had.
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
        """Whether every entry was checked and nothing is wrong with any."""
        return self.bad is None and not self.unchecked and self.noted is not False


class BadEntryError(Exception):
    """An entry is not as it was written; the text says in what."""


def verify(
    rows: Iterable[Row],
    recomputer: Recomputer,
    *,
    battle: str = "",
    total: int = 0,
    noted: str = "",
    progress: Progress | None = None,
) -> Verdict:
    """Check entries in order up to the first bad one.

    `battle` is the name that all should bear, if not that of the first; `total` how many are
    expected, for `progress`; `noted` the beginning of a hash (8 digits or more) that some entry
    should have.
    """
    checker = _Checker(recomputer, battle)
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

    def __init__(self, recomputer: Recomputer, battle: str) -> None:
        self.head = GENESIS
        self._recomputer = recomputer
        self._number = 0
        self._battle = battle
        self._labels: dict[int, str] = {}
        self._final: dict[int, str] = {}
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
        told = _told(content, hash_)
        self._check_place(told, row)
        self._check_body(told)
        self._number, self.head = number, hash_

    def _check_place(self, told: Mapping[str, Any], row: Row) -> None:
        number, key, kind, _, _ = row
        if number != self._number + 1:
            raise BadEntryError(f"it follows entry {self._number}: what stood between is gone")
        if told["previous"] != self.head:
            raise BadEntryError("it does not follow from the entry before it")
        self._battle = self._battle or told["battle"]
        if told["battle"] != self._battle:
            raise BadEntryError(
                f"it belongs to another battle, {told['battle']!r}, than {self._battle!r}"
            )
        if (told["number"], told["key"], told["kind"]) != (number, key, kind):
            raise BadEntryError("it is filed under another number, key or kind than it has")

    def _check_body(self, told: Mapping[str, Any]) -> None:
        number, body = told["number"], told["body"]
        match Kind(told["kind"]):
            case Kind.RULING:
                self._compute(number, body, told["program"])
                self._labels[number] = body["label"]
            case Kind.VOID:
                if what := self._final.get(body["entry"]):
                    raise BadEntryError(f"it voids a {what}, which can only be followed")
                self._final[number] = "void"
            case Kind.OVERRIDE:
                about = body["entry"]
                if self._labels.get(about) != body["drawn"]:
                    raise BadEntryError(f"entry {about}, which it overrides, drew something else")
            case Kind.TURN:
                self._final[number] = "turn"

    def _compute(self, number: int, body: Mapping[str, Any], program: str) -> None:
        try:
            recompute(self._recomputer, body, program)
        except RulesGoneError as gone:
            self._unchecked.append(Complaint(number, str(gone)))
        except BadEntryError as bad:
            if program == PROGRAM:
                raise
            raise BadEntryError(
                f"{bad} (but {program} wrote it, this is {PROGRAM}: it may rule otherwise)"
            ) from None


def recompute(recomputer: Recomputer, body: Mapping[str, Any], program: str = "") -> None:
    """Compute a ruling again; `BadEntryError` says in what the record differs.

    `program` is what wrote it: only of this very one the words must be the same as well. Raises
    `RulesGoneError`, and `JournalError` if the journal cannot be read.
    """
    try:
        asked = recomputer.asked(body)
        with making_sense():
            outcome, draws = asked.result(body["seed"])
            told, probability = asked.told(outcome)
            words = asked.words(outcome, draws) if program == PROGRAM else None
    except (RulesGoneError, JournalError):
        raise
    except RulesAlteredError as altered:
        raise BadEntryError(str(altered)) from None
    except CalculatorError as refused:
        raise BadEntryError(f"the rules do not take what it says was asked: {refused}") from None
    drawn = [(draw["roll"], draw["total"]) for draw in body["draws"]]
    if drawn != [(str(draw.roll), str(draw.total)) for draw in draws]:
        raise BadEntryError("its draws are not those of its seed")
    if told != body["outcome"] or outcome.label != body["label"]:
        raise BadEntryError(
            f"its seed and form give {outcome.label!r}, the record has {body['label']!r}"
        )
    if probability != body["probability"]:
        raise BadEntryError(
            f"its outcome had the probability {probability}, the record has {body['probability']}"
        )
    _check_overrides(asked, body["overrides"], ours=program == PROGRAM)
    if words:
        _check_words(words, draws, body)


def _check_overrides(asked: Asked, overrides: Mapping[str, Any], *, ours: bool) -> None:
    """What is named must be in force; what this very program ships and is not, must be named."""
    tables = asked.question.tables
    in_force = all(
        key in tables and recorded_value(tables.entry(key).value) == value
        for key, value in overrides.items()
    )
    if not in_force or (ours and not asked.departures.keys() <= overrides.keys()):
        raise BadEntryError("its overrides are not those of the table values it was ruled by")


def _check_words(words: Words, draws: Sequence[Draw], body: Mapping[str, Any]) -> None:
    for key, rightly in recorded_words(words).items():
        if body[key] != rightly:
            raise BadEntryError(f"its outcome is told otherwise ({key}) than the rules tell it")
    if [draw.ask for draw in draws] != [draw["ask"] for draw in body["draws"]]:
        raise BadEntryError("what its draws decided is told otherwise than the rules tell it")


def _told(content: str, hash: str) -> dict[str, Any]:
    """What an entry says, if that is what its hash was made of and has all that entries have."""
    if type(content) is not str or type(hash) is not str:
        raise BadEntryError("its content or its hash is not text")
    try:
        if digest(content) != hash:
            raise BadEntryError("its content is not what its hash was made of")
        told = read_canonical(content)
    except UnicodeEncodeError:
        raise BadEntryError("its content is not text in UTF-8") from None
    except ValueError:
        raise BadEntryError("its content is not canonical JSON") from None
    try:
        check_shape(told)
    except ValueError as fault:
        raise BadEntryError(f"it does not say what such an entry says: {fault}") from None
    return told

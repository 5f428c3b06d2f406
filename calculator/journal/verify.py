"""Is the record what it was? The chain is followed and every result computed again.

What that proves, and what it cannot, stands in docs/journal.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

import attrs

from calculator.chance.interface import Draw
from calculator.errors import CalculatorError, JournalError
from calculator.journal.entry import GENESIS, EntryKind, Row, digest, read_canonical
from calculator.journal.recompute import (
    Asked,
    Recomputer,
    Recorded,
    RulesAlteredError,
    RulesGoneError,
    SenselessError,
    making_sense,
)
from calculator.journal.ruling import recorded_narration, recorded_value
from calculator.journal.shape import check_shape

Progress: TypeAlias = Callable[[int, int], None]
"""Called now and then with how many entries are done, and of how many."""

_EVERY: Final = 500
_OTHER_CODE: Final = "another version of the rules' code ruled it, which is not at hand"


@attrs.frozen
class Complaint:
    """What is wrong with an entry, or why it could not be checked."""

    number: int
    why: str


@attrs.frozen(kw_only=True)
class Verdict:
    """What `verify` found.

    `entries` are in order, `rulings` of them computed again; `bad` is the first that is not as it
    was written; `unchecked` are chained rightly, but the rules behind them are not to be had, or
    not the code that ruled. `reworded` counts rulings of other code that compute again, but are
    narrated otherwise than here: their words are not checked.
    `head` is the hash of the last entry: noted down elsewhere, it shows later that nothing up to
    there was taken away or written anew. `noted` says whether a hash noted earlier was met.
    """

    entries: int
    rulings: int
    head: str
    bad: Complaint | None = None
    unchecked: tuple[Complaint, ...] = ()
    reworded: int = 0
    noted: bool | None = None

    @property
    def clean(self) -> bool:
        """Whether every entry was checked and nothing is wrong with any."""
        return self.bad is None and not self.unchecked and self.noted is not False


class BadEntryError(Exception):
    """An entry is not as it was written; the text says in what."""


RulingBody: TypeAlias = Callable[[int], Mapping[str, Any]]
"""Finds the body of a ruling by its number."""


def verify(
    rows: Iterable[Row],
    recomputer: Recomputer,
    ruling: RulingBody,
    *,
    battle: str = "",
    total: int = 0,
    noted: str = "",
    progress: Progress | None = None,
) -> Verdict:
    """Check entries in order up to the first bad one.

    `ruling` finds what an override is about; `battle` is the name that all should bear, if not that
    of the first; `total` how many are expected, for `progress`; `noted` the beginning of a hash (8
    digits or more) that some entry should have.
    """
    checker = _Checker(recomputer, ruling, battle)
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

    def __init__(self, recomputer: Recomputer, ruling: RulingBody, battle: str) -> None:
        self.head = GENESIS
        self._recomputer = recomputer
        self._ruling = ruling
        self._format = 1
        self._order_of_battle = 0
        self._reworded = 0
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
            reworded=self._reworded,
            noted=met,
        )

    def check(self, row: Row) -> None:
        """Check one more entry. Raises `BadEntryError`."""
        number, _, _, content, hash_ = row
        fields = _fields(content, hash_)
        self._check_place(fields, row)
        self._check_body(fields)
        self._number, self.head = number, hash_

    def _check_place(self, fields: Mapping[str, Any], row: Row) -> None:
        number, key, kind, _, _ = row
        if number != self._number + 1:
            raise BadEntryError(f"it follows entry {self._number}: what stood between is gone")
        if fields["previous"] != self.head:
            raise BadEntryError("it does not follow from the entry before it")
        self._battle = self._battle or fields["battle"]
        if fields["battle"] != self._battle:
            raise BadEntryError(
                f"it belongs to another battle, {fields['battle']!r}, than {self._battle!r}"
            )
        if (fields["number"], fields["key"], fields["kind"]) != (number, key, kind):
            raise BadEntryError("it is filed under another number, key or kind than it has")
        if fields["format"] < self._format:
            raise BadEntryError("it is of an older format than an entry before it")
        self._format = fields["format"]

    def _check_body(self, fields: Mapping[str, Any]) -> None:
        number, body = fields["number"], fields["body"]
        match EntryKind(fields["kind"]):
            case EntryKind.RULING:
                self._compute(number, body)
                self._labels[number] = body["label"]
            case EntryKind.VOID:
                if what := self._final.get(body["entry"]):
                    raise BadEntryError(f"it voids a {what}, which can only be followed")
                self._final[number] = "void"
            case EntryKind.OVERRIDE:
                about = body["entry"]
                if self._labels.get(about) != body["drawn"]:
                    raise BadEntryError(f"entry {about}, which it overrides, drew something else")
                if "outcome" in body:
                    self._compute_override(number, body)
            case EntryKind.ORDER_OF_BATTLE:
                self._check_order_of_battle(number, body)
            case EntryKind.TURN:
                self._final[number] = "turn"

    def _compute(self, number: int, body: Mapping[str, Any]) -> None:
        try:
            self._reworded += recompute(self._recomputer, body)
        except RulesGoneError as gone:
            self._unchecked.append(Complaint(number, str(gone)))

    def _compute_override(self, number: int, body: Mapping[str, Any]) -> None:
        try:
            recompute_override(self._recomputer, self._ruling(body["entry"]), body)
        except RulesGoneError as gone:
            self._unchecked.append(Complaint(number, str(gone)))

    def _check_order_of_battle(self, number: int, body: Mapping[str, Any]) -> None:
        if digest(body["content"]) != body["digest"]:
            raise BadEntryError("its digest is not that of the order of battle it holds")
        if body["replaces"] != self._order_of_battle:
            raise BadEntryError("it does not replace the order of battle that was in force")
        self._order_of_battle = number
        self._final[number] = "order of battle"


def recompute(recomputer: Recomputer, body: Mapping[str, Any]) -> bool:
    """Compute a ruling again; `BadEntryError` says in what the record differs.

    Raises `RulesGoneError` where rules or code of it are not to be had, and `JournalError` if the
    journal cannot be read. Whether it is narrated otherwise than here: by other code alone it may.
    """
    with _judged(recomputer, body) as asked:
        outcome, draws = asked.result(body["seed"])
        recorded = asked.drawn_as_recorded(outcome, draws)
        narration = recorded_narration(asked.narration(outcome, draws))
        drawn = [(draw["roll"], draw["total"]) for draw in body["draws"]]
        if drawn != [(str(draw.roll), str(draw.total)) for draw in draws]:
            raise BadEntryError("its draws are not those of its seed")
        if recorded.outcome != body["outcome"] or outcome.label != body["label"]:
            raise BadEntryError(
                f"its seed and form give {outcome.label!r}, the record has {body['label']!r}"
            )
        _check_leavings(recorded, body, ours=_is_ours(asked, body))
        _check_overrides(asked, body["overrides"], ours=_is_ours(asked, body))
        fault = _narration_fault(narration, draws, body)
        if fault and _is_ours(asked, body):
            raise BadEntryError(fault)
        return bool(fault)


def recompute_override(
    recomputer: Recomputer, ruling: Mapping[str, Any], override: Mapping[str, Any]
) -> None:
    """Compute again what an override chose from the outcomes of a ruling; raises as `recompute`."""
    with _judged(recomputer, ruling) as asked:
        outcome = asked.outcome_recorded_as(override["outcome"])
        if outcome is None or outcome.label != override["ruled"]:
            raise BadEntryError("what it rules is none of the outcomes that there could have been")
        _check_leavings(asked.as_recorded(outcome), override, ours=_is_ours(asked, ruling))


@contextmanager
def _judged(recomputer: Recomputer, body: Mapping[str, Any]) -> Iterator[Asked]:
    """The question of a ruling; what differs counts against it only if this very code ruled it."""
    ours = False
    try:
        asked = recomputer.asked(body)
        ours = _is_ours(asked, body)
        with making_sense():
            yield asked
    except (RulesGoneError, JournalError):
        raise
    except RulesAlteredError as altered:
        if isinstance(altered, SenselessError) and not recomputer.has_code_of(body):
            raise RulesGoneError(f"{_OTHER_CODE}: here {altered}") from None
        raise BadEntryError(str(altered)) from None
    except CalculatorError as refused:
        if not recomputer.has_code_of(body):
            raise RulesGoneError(f"{_OTHER_CODE}: here {refused}") from None
        raise BadEntryError(f"the rules do not take what it says was asked: {refused}") from None
    except BadEntryError as differs:
        if ours:
            raise
        raise RulesGoneError(f"{_OTHER_CODE}: here {differs}") from None


def _is_ours(asked: Asked, body: Mapping[str, Any]) -> bool:
    return bool(body.get("code") == asked.code)


def _check_leavings(recorded: Recorded, body: Mapping[str, Any], *, ours: bool) -> None:
    """How likely it was and what it leaves; an entry of the first format does not say what."""
    _check_probability(recorded.probability, body.get("probability"), ours=ours)
    says_what_it_leaves = "code" in body or "aftermath" in body
    if says_what_it_leaves and recorded.aftermath != body.get("aftermath"):
        raise BadEntryError("what it leaves of units and sides is not what the rules leave")


def _check_probability(computed: str | None, recorded: str | None, *, ours: bool) -> None:
    """Whether it is recorded depends on the budget for exact odds, which other versions may set
    otherwise."""
    if computed == recorded or (not ours and recorded is None):
        return
    if computed is None and not ours:
        raise RulesGoneError("its exact odds take more paths than this empires counts")
    raise BadEntryError(
        f"its outcome had {_probability(computed)}, the record has {_probability(recorded)}"
    )


def _probability(share: str | None) -> str:
    return f"the probability {share}" if share else "no probability"


def _check_overrides(asked: Asked, overrides: Mapping[str, Any], *, ours: bool) -> None:
    """What is named must be in force; what this very program ships and is not, must be named."""
    tables = asked.question.tables
    in_force = all(
        key in tables and recorded_value(tables.entry(key).value) == value
        for key, value in overrides.items()
    )
    if not in_force or (ours and not asked.departures.keys() <= overrides.keys()):
        raise BadEntryError("its overrides are not those of the table values it was ruled by")


def _narration_fault(
    narration: Mapping[str, Any], draws: Sequence[Draw], body: Mapping[str, Any]
) -> str:
    """In what a ruling is narrated otherwise than by the rules, if in anything."""
    for key, rightly in narration.items():
        if body[key] != rightly:
            return f"its outcome is narrated otherwise ({key}) than by the rules"
    if [draw.ask for draw in draws] != [draw["ask"] for draw in body["draws"]]:
        return "what its draws decided is worded otherwise than by the rules"
    return ""


def _fields(content: str, hash: str) -> dict[str, Any]:
    """What an entry says, if that is what its hash was made of and has all that entries have."""
    if type(content) is not str or type(hash) is not str:
        raise BadEntryError("its content or its hash is not text")
    try:
        if digest(content) != hash:
            raise BadEntryError("its content is not what its hash was made of")
        fields = read_canonical(content)
    except UnicodeEncodeError:
        raise BadEntryError("its content is not text in UTF-8") from None
    except ValueError:
        raise BadEntryError("its content is not canonical JSON") from None
    try:
        check_shape(fields)
    except ValueError as fault:
        raise BadEntryError(f"it does not say what such an entry says: {fault}") from None
    return fields

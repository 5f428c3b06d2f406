"""Is a ruling what its seed, its form and its rules make of it? And is what an entry says of
earlier ones what those say? For `verify`, and for what another copy left, before it is entered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import Any, Final, NamedTuple

from calculator.chance.one_path import Stream
from calculator.errors import CalculatorError, FaultsError, JournalError
from calculator.journal.amendments import FINAL
from calculator.journal.entry import (
    EntryDraft,
    EntryKind,
    StoredRow,
    Tip,
    digest,
    link,
    read_canonical,
)
from calculator.journal.heads import SEEN, read_noted
from calculator.journal.recompute import (
    AskedQuestion,
    Recomputer,
    RulesAlteredError,
    RulesGoneError,
    SenselessError,
    making_sense,
)
from calculator.journal.ruling import as_answered, names_told, recorded_value
from calculator.journal.shape import check_shape
from calculator.journal.storage import Storage


class BadEntryError(Exception):
    """An entry is not as it was written; the text says in what."""


def demand(holds: object, why: str) -> None:
    """Raise `BadEntryError` unless something holds that does of every entry as it was written."""
    if not holds:
        raise BadEntryError(why)


class Finding(NamedTuple):
    """An entry by itself: its number as filed, its hash, what it says, what is wrong with it.

    Of a ruling's body there is only what later entries may be compared with. `unreadable` says why
    it cannot be read, `bad` what else is wrong, `gone` why it could not be computed.
    """

    number: int
    hash: str
    entry: Mapping[str, Any]
    unreadable: str = ""
    bad: str = ""
    gone: str = ""
    reworded: bool = False


_COMPARED: Final = ("label", "seed", "seed-given")


def judge(recomputer: Recomputer, row: StoredRow) -> Finding:
    """What is found of an entry by itself."""
    number, key, kind, content, hash_ = row
    try:
        fields = _fields(content, hash_)
    except BadEntryError as fault:
        return Finding(number, hash_, {}, unreadable=str(fault))
    found = Finding(number, hash_, fields)
    if (fields["number"], fields["key"], fields["kind"]) != (number, key, kind):
        return found._replace(bad="it is filed under another number, key or kind than it has")
    if kind != EntryKind.RULING.value:
        return found
    body = fields["body"]
    found = found._replace(entry={**fields, "body": {name: body[name] for name in _COMPARED}})
    try:
        return found._replace(reworded=recompute(recomputer, body))
    except BadEntryError as bad:
        return found._replace(bad=str(bad))
    except RulesGoneError as gone:
        return found._replace(gone=str(gone), bad=_stream_fault(body))


def _fields(content: str, hash: str) -> dict[str, Any]:
    """What an entry says, if it has its hash, is spelled as entries are and has all they have."""
    demand(type(content) is type(hash) is str, "its content or its hash is not text")
    try:
        demand(digest(content) == hash, "its content is not what its hash was made of")
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


_WORDS: Final = ("headline", "on-table", "how", "draws", "awaits")


def recompute(recomputer: Recomputer, body: Mapping[str, Any]) -> bool:
    """Compute a ruling again; `BadEntryError` says in what the record differs.

    Raises `RulesGoneError` where rules or code of it are not to be had, and `JournalError` if the
    journal cannot be read. Whether it is narrated otherwise than here: by other code alone it may.
    """
    ours = recomputer.has_code_of(body)
    with _judged(recomputer, body, ours=ours) as asked:
        rightly = asked.ruled(body["seed"], names_told(body))
        draws = [[(d["roll"], d["total"]) for d in each["draws"]] for each in (rightly, body)]
        demand(draws[0] == draws[1], "its seed and form give other draws than it has")
        fault = f"its seed and form give {rightly['label']!r}, the record has {body['label']!r}"
        demand(all(rightly[key] == body[key] for key in ("outcome", "label")), fault)
        _check_leavings(rightly, body, ours=ours)
        _check_rules(asked, body, ours=ours)
        otherwise = ", ".join(key for key in _WORDS if rightly.get(key) != body.get(key))
        fault = f"its outcome is narrated otherwise ({otherwise}) than by the rules"
        demand(not (otherwise and ours), fault)
        return bool(otherwise)


def recompute_override(
    recomputer: Recomputer, ruling: Mapping[str, Any], override: Mapping[str, Any]
) -> None:
    """Compute again what an override chose from the outcomes of a ruling; raises as `recompute`."""
    ours = recomputer.has_code_of(ruling)
    with _judged(recomputer, ruling, ours=ours) as asked:
        outcome = asked.outcome_recorded_as(override["outcome"])
        could_be = outcome is not None and outcome.label == override["ruled"]
        demand(could_be, "what it rules is not one of the possible outcomes")
        _check_leavings(asked.as_recorded(outcome), override, ours=ours)


@contextmanager
def _judged(
    recomputer: Recomputer, body: Mapping[str, Any], *, ours: bool
) -> Iterator[AskedQuestion]:
    """The question of a ruling; what differs counts against it only if this very code ruled it.

    Table values that were altered in the journal count in any case.
    """
    try:
        with making_sense():
            yield recomputer.asked(body)
    except (RulesGoneError, JournalError):
        raise
    except (BadEntryError, CalculatorError) as fault:
        altered = isinstance(fault, RulesAlteredError)
        if not ours and (not altered or isinstance(fault, SenselessError)):
            version = f" (version {body['version']} of the rules)" if "version" in body else ""
            other = f"other code{version} ruled it, which is not installed here"
            raise RulesGoneError(f"{other}: here {fault}") from None
        refused = not (altered or isinstance(fault, BadEntryError))
        why = "the rules do not take what it says was asked: " if refused else ""
        raise BadEntryError(f"{why}{fault}") from None


def _check_leavings(rightly: Mapping[str, Any], body: Mapping[str, Any], *, ours: bool) -> None:
    """How likely it was and what it leaves; an entry of the first format does not say what.

    Whether a probability is recorded depends on the budget for exact odds, which other versions may
    set otherwise.
    """
    computed, recorded = (each.get("probability") for each in (rightly, body))
    if computed != recorded and (ours or recorded) and not (recorded is None and "sampled" in body):
        if computed is None and not ours:
            raise RulesGoneError("its exact odds take more paths than this version counts")
        had, has = (f"the probability {p}" if p else "no probability" for p in (computed, recorded))
        raise BadEntryError(f"its outcome had {had}, the record has {has}")
    says_what_it_leaves = "code" in body or "aftermath" in body
    differs = says_what_it_leaves and rightly.get("aftermath") != body.get("aftermath")
    demand(not differs, "what it leaves of units and sides is not what the rules leave")


def _check_rules(asked: AskedQuestion, body: Mapping[str, Any], *, ours: bool) -> None:
    """What is named must be in force; what this very program ships and is not, must be named, and
    this very code names its version."""
    tables, overrides = asked.question.tables, body["overrides"]
    in_force = all(
        key in tables and recorded_value(tables.entry(key).value) == value
        for key, value in overrides.items()
    )
    named = not ours or asked.departures.keys() <= overrides.keys()
    demand(in_force and named, "its overrides are not those of the table values it was ruled by")
    named, version = body.get("version"), asked.question.system.version
    fault = f"it names version {named or 'none'} of the rules, and the code of version {version}"
    demand(not ours or named == version, fault)


def _stream_fault(body: Mapping[str, Any]) -> str:
    """In what draws differ from those of their seed, whatever rules asked for them: "" if not."""
    try:
        stream = Stream(body["seed"])
        drawn = [str(stream.below(max(1, int(draw["total"])))) for draw in body["draws"]]
    except (FaultsError, ValueError) as fault:
        return f"its draws are none of a seed: {fault}"
    follow = drawn == [draw["roll"] for draw in body["draws"]]
    return "" if follow else "its draws are not those of its seed"


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
                self._labels[number], seed = body["label"], body["seed"]
                before, self._seeds[seed] = self._seeds.get(seed, 0), number
                # One drawn from before is that of a ruling since withdrawn, or was typed in.
                fresh = not before or body["seed-given"] or self._void.get(before)
                demand(fresh, f"its seed is that of entry {before}, and says that it is fresh")
            case EntryKind.VOID:
                what = self._final.get(body["entry"])
                demand(not what, f"it voids a {what}, which cannot be voided")
                self._void[body["entry"]] = bool(body.get("withdrawn"))
            case EntryKind.OVERRIDE | EntryKind.ANSWER:
                self._check_instead(kind, body)
            case EntryKind.ORDER_OF_BATTLE:
                before, self._order_of_battle = self._order_of_battle, number
                follows = body["replaces"] == before
                demand(follows, "it does not replace the order of battle that was in force")
                same = digest(body["content"]) == body["digest"]
                demand(same, "its digest is not that of the order of battle it holds")
            case EntryKind.NOTE if body.get("subject") == SEEN:
                self._check_seen(body["text"])

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

"""Is a ruling what its seed, its form and its rules make of it? One entry, by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from calculator.chance.one_path import Stream
from calculator.errors import CalculatorError, FaultsError, JournalError
from calculator.journal.entry import EntryKind, StoredRow, digest, read_canonical
from calculator.journal.recompute import (
    AskedQuestion,
    Recomputer,
    RulesAlteredError,
    RulesGoneError,
    SenselessError,
    making_sense,
)
from calculator.journal.ruling import names_told, recorded_value
from calculator.journal.shape import check_shape


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
        demand(_drawn(rightly) == _drawn(body), "its seed and form give other draws than it has")
        fault = f"its seed and form give {rightly['label']!r}, the record has {body['label']!r}"
        demand(all(rightly[key] == body[key] for key in ("outcome", "label")), fault)
        _check_leavings(rightly, body, ours=ours)
        _check_rules(asked, body, ours=ours)
        otherwise = ", ".join(key for key in _WORDS if rightly.get(key) != body.get(key))
        fault = f"its outcome is narrated otherwise ({otherwise}) than by the rules"
        demand(not (otherwise and ours), fault)
        return bool(otherwise)


def _drawn(body: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(draw["roll"], draw["total"]) for draw in body["draws"]]


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
        raise BadEntryError(
            f"its outcome had {_probability(computed)}, the record has {_probability(recorded)}"
        )
    says_what_it_leaves = "code" in body or "aftermath" in body
    differs = says_what_it_leaves and rightly.get("aftermath") != body.get("aftermath")
    demand(not differs, "what it leaves of units and sides is not what the rules leave")


def _probability(share: str | None) -> str:
    return f"the probability {share}" if share else "no probability"


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

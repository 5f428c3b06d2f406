"""Is a ruling what its seed, its form and its rules make of it? One entry, by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from calculator.chance.interface import Draw
from calculator.chance.one_path import Stream
from calculator.errors import CalculatorError, FaultsError, JournalError
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


class BadEntryError(Exception):
    """An entry is not as it was written; the text says in what."""


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
        _check_version(asked, body)
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
            raise RulesGoneError(f"{_other_code(body)}: here {altered}") from None
        raise BadEntryError(str(altered)) from None
    except CalculatorError as refused:
        if not recomputer.has_code_of(body):
            raise RulesGoneError(f"{_other_code(body)}: here {refused}") from None
        raise BadEntryError(f"the rules do not take what it says was asked: {refused}") from None
    except BadEntryError as differs:
        if ours:
            raise
        raise RulesGoneError(f"{_other_code(body)}: here {differs}") from None


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


def _check_version(asked: Asked, body: Mapping[str, Any]) -> None:
    """This very code names its version; other code may have another, or none."""
    version = asked.question.system.version
    if _is_ours(asked, body) and body.get("version") != version:
        raise BadEntryError(
            f"it names version {body.get('version', 'none')} of the rules, and the digest of the "
            f"code of version {version}"
        )


def _other_code(body: Mapping[str, Any]) -> str:
    version = f" (version {body['version']} of the rules)" if "version" in body else ""
    return f"other code{version} ruled it, which is not at hand"


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


def stream_fault(body: Mapping[str, Any]) -> str:
    """In what draws differ from those of their seed, whatever rules asked for them: "" if not."""
    try:
        stream = Stream(body["seed"])
        drawn = [str(stream.below(max(1, int(draw["total"])))) for draw in body["draws"]]
    except (FaultsError, ValueError) as fault:
        return f"its draws are none of a seed: {fault}"
    follow = drawn == [draw["roll"] for draw in body["draws"]]
    return "" if follow else "its draws are not those of its seed"

"""When a field matters, found out by asking the form itself.

A form declares the condition as a function; what it says is read off by trying every answer of the
other fields that have a list of answers or take a whole number, so that the words cannot drift from
the code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations, product
from typing import Any, TypeAlias

from calculator.conditions import always
from calculator.errors import FaultsError
from calculator.forms import Field, Form, fields_of
from calculator.kinds import Optional, Whole

Setting: TypeAlias = tuple[str, ...]
Group: TypeAlias = tuple[Field, ...]


def when_it_matters(form: type[Form], field: Field) -> str:
    """In words, "when ..." or "unless ...": the answers of one or two other fields that decide it.

    Nothing for a field that always matters. The rest are at their defaults while some are tried.
    """
    if field.matters is always:
        return ""
    others = [other for other in fields_of(form) if other.key != field.key and other.kind.choices]
    by_default = field.matters(form())
    conditions = _by_choices(form, field, others) + _by_numbers(form, field)
    # What switches it off must hold together; each thing that switches it on suffices.
    joined = (", and " if by_default else "; or ").join(conditions)
    return joined or ("" if by_default else _by_what_it_reads(form, field))


def _by_what_it_reads(form: type[Form], field: Field) -> str:
    """Which other answers decide it, where these are no words of a list and no numbers."""
    watched = _WatchedForm(form())
    field.matters(watched)
    keys = [other.key for other in fields_of(form) if other.attribute in watched.read]
    return f"by what {' and '.join(keys)} says" if keys else "in more involved cases"


class _WatchedForm:
    """A form that notes which of its answers are looked at."""

    def __init__(self, form: Form) -> None:
        self._form = form
        self.read: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        self.read.add(name)
        return getattr(self._form, name)


def _by_choices(form: type[Form], field: Field, others: list[Field]) -> list[str]:
    """The fields with a list of answers that decide it, each alone or, if none does, in pairs."""
    for count in (1, 2):
        tried = {
            group: _tried(form, field, group, [other.kind.choices for other in group])
            for group in combinations(others, count)
        }
        if deciding := {group: found for group, found in tried.items() if _decides(found)}:
            return [_worded(group, found) for group, found in deciding.items()]
    return []


def _tried(
    form: type[Form], field: Field, group: Group, answers: Iterable[Iterable[str]]
) -> dict[Setting, bool]:
    """Whether the field matters, by the answers of the other fields of `group` that fit."""
    tried: dict[Setting, bool] = {}
    for setting in product(*answers):
        values = {
            other.attribute: other.kind.parse(text)
            for other, text in zip(group, setting, strict=True)
        }
        try:
            tried[setting] = field.matters(form(**values))
        except FaultsError:
            continue
    return tried


def _decides(tried: Mapping[Setting, bool]) -> bool:
    return len(set(tried.values())) > 1


def _worded(group: Group, tried: Mapping[Setting, bool]) -> str:
    """The answers with which it matters, or, if they cannot be listed apart, those without."""
    for word, wanted in (("when", True), ("unless", False)):
        columns = [
            dict.fromkeys(words[place] for words, matters in tried.items() if matters is wanted)
            for place in range(len(group))
        ]
        if all(tried.get(words, wanted) is wanted for words in product(*columns)):
            answers = [
                f"{other.key} is {' or '.join(column)}"
                for other, column in zip(group, columns, strict=True)
                if len(column) < len(other.kind.choices)
            ]
            return f"{word} {' and '.join(answers)}"
    return f"depending on {' and '.join(other.key for other in group)}"


def _by_numbers(form: type[Form], field: Field) -> list[str]:
    """The fields of whole numbers that decide it, each alone."""
    conditions = []
    for other in fields_of(form):
        kind = other.kind.kind if isinstance(other.kind, Optional) else other.kind
        if other.key != field.key and isinstance(kind, Whole):
            numbers = map(str, range(kind.low, kind.high + 1))
            tried = _tried(form, field, (other,), [numbers])
            if _decides(tried):
                conditions.append(_limits(other, tried))
    return conditions


def _limits(other: Field, tried: Mapping[Setting, bool]) -> str:
    """From which number on, or up to which, a field matters."""
    mattering = [int(number) for (number,), matters in tried.items() if matters]
    rest = [int(number) for (number,), matters in tried.items() if not matters]
    if max(rest) < min(mattering):
        if isinstance(other.kind, Optional):
            return f"unless {other.key} is {max(rest)}{' or less' * (len(rest) > 1)}"
        return f"when {other.key} is {min(mattering)} or more"
    if max(mattering) < min(rest):
        return f"when {other.key} is {max(mattering)}{' or less' * (len(mattering) > 1)}"
    return f"depending on {other.key}"

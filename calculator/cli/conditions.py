"""When a field matters, found out by asking the form itself.

A form declares the condition as a function; what it says is read off by trying every answer of the
other fields that have a list of answers, so that the words cannot drift from the code.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import TypeAlias

from calculator.errors import FaultsError
from calculator.forms import Field, Form, always, fields_of, parse_form

Words: TypeAlias = tuple[str, ...]


def when_it_matters(form: type[Form], field: Field) -> str:
    """In words: nothing for always, else the answers of one or two other fields that decide it."""
    if field.matters is always:
        return ""
    others = [other for other in fields_of(form) if other.key != field.key and other.kind.choices]
    by_default = field.matters(form())
    for count in (1, 2):
        told = [
            _told(yes, group)
            for group in combinations(others, count)
            if (yes := _deciding(form, field, group))
        ]
        if told:
            # What switches it off must hold together; each thing that switches it on suffices.
            return (", and " if by_default else "; or ").join(told)
    return "" if by_default else "in more involved cases"


def _deciding(form: type[Form], field: Field, group: tuple[Field, ...]) -> list[Words]:
    """The answers of `group` with which the field matters, if some do and some do not."""
    tried: dict[Words, bool] = {}
    for words in product(*(other.kind.choices for other in group)):
        try:
            given = {other.key: word for other, word in zip(group, words, strict=True)}
            tried[words] = field.matters(parse_form(form, given))
        except FaultsError:
            continue
    return [] if all(tried.values()) else [words for words, matters in tried.items() if matters]


def _told(deciding: list[Words], group: tuple[Field, ...]) -> str:
    parts = []
    for place, other in enumerate(group):
        words = dict.fromkeys(setting[place] for setting in deciding)
        if len(words) < len(other.kind.choices):
            parts.append(f"{other.key} is {' or '.join(words)}")
    return " and ".join(parts)

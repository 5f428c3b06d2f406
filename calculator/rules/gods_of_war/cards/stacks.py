"""A deck or a stack of tiles as a player types it: what is in it, and how many of each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

from calculator.errors import hint
from calculator.kinds import BadValueError, Choice, Text, Word

W = TypeVar("W", bound=Word)

Stack = tuple[tuple[W, int], ...]
"""Each word in it and how many there are, in the order of the list that it comes from."""

ALL: Final = "all"
NONE: Final = "none"
MOST: Final = 99
_PART: Final = re.compile(r"(\D+?)\s*x?\s*(\d*)")


def one_of_each(words: Iterable[W]) -> Stack[W]:
    """A stack that holds every word once."""
    return tuple((word, 1) for word in words)


def size(stack: Stack[W]) -> int:
    """How many there are in all."""
    return sum(number for _, number in stack)


def without(stack: Stack[W], drawn: Iterable[W]) -> Stack[W]:
    """A stack once some words have been drawn from it."""
    gone = Counter(drawn)
    return tuple((word, number - gone[word]) for word, number in stack if number > gone[word])


def stack_kind(words: type[W], example: str) -> Text[Stack[W]]:
    """The kind of a field that takes such a stack."""
    return Text(
        lambda text: _read_stack(words, text),
        lambda stack: _write_stack(words, stack),
        f"{ALL} for one of each, {NONE}, or names with numbers, e.g. {example}",
        type=tuple,
    )


def list_kind(words: type[W], example: str) -> Text[tuple[W, ...]]:
    """The kind of a field that takes some of the words, separated by commas."""
    return Text(
        lambda text: _read_list(words, text),
        lambda chosen: ", ".join(str(word.value) for word in chosen),
        f"one or more of {Choice(words).allowed}, e.g. {example}",
        type=tuple,
    )


def _read_list(words: type[W], text: str) -> tuple[W, ...]:
    """Words from text; ValueError names everything that is wrong with it."""
    chosen = tuple(word for word, _ in _read_stack(words, text))
    if not chosen:
        raise ValueError(f"{text!r} names nothing")
    return chosen


def _read_stack(words: type[W], text: str) -> Stack[W]:
    """A stack from text; ValueError names everything that is wrong with it."""
    if text.strip().lower() == NONE:
        return ()
    parts = [part.strip() for part in text.lower().split(",") if part.strip()]
    every = parts[:1] == [ALL]
    named: dict[W, int] = {}
    problems: list[str] = []
    for part in parts[every:]:
        try:
            word, number = _read_part(words, part)
        except ValueError as problem:
            problems.append(str(problem))
            continue
        if word in named:
            problems.append(f"{str(word.value)!r} is named twice")
        named[word] = number
    if problems:
        raise ValueError("; ".join(problems))
    numbers = dict.fromkeys(words, int(every)) | named
    stack = tuple((word, number) for word, number in numbers.items() if number)
    if not stack:
        raise ValueError(f"{text!r} names nothing")
    return stack


def _read_part(words: type[W], part: str) -> tuple[W, int]:
    if part == ALL:
        raise ValueError(f"{ALL!r} comes before what differs from it, and once")
    match = _PART.fullmatch(part)
    if match is None:
        raise ValueError(f"{part!r} is no name with a number after it")
    try:
        word = Choice(words).parse(match[1].replace("!", ""))
    except BadValueError as bad:
        raise ValueError(f"{match[1]!r} is not known{hint(bad.near)}") from None
    number = int(match[2] or 1)
    if number > MOST:
        raise ValueError(f"{number} of {word.value} are too many, {MOST} at most")
    return word, number


def _write_stack(words: type[W], stack: Stack[W]) -> str:
    """A stack as it is typed: as what differs from one of each, where that is shorter."""
    if not stack:
        return NONE
    there = dict(stack)
    differing = {word: there.get(word, 0) for word in words if there.get(word, 0) != 1}
    whole = [ALL, *_listed(differing.items())]
    listed = list(_listed(stack))
    return ", ".join(whole if len(whole) < len(listed) else listed)


def _listed(stack: Iterable[tuple[W, int]]) -> Iterator[str]:
    return (f"{word.value} {number}" for word, number in stack)

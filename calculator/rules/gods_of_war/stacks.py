"""A deck or a stack of tiles as a player types it: what is in it, and how many of each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from functools import partial
from typing import Final, TypeVar, Unpack

from calculator.errors import hint
from calculator.forms import Described, entry
from calculator.kinds import BadValueError, Choice, Text, Word, read_each

W = TypeVar("W", bound=Word)

Stack = tuple[tuple[W, int], ...]
"""Each word in it and how many there are, in the order of the list that it comes from."""

ALL: Final = "all"
NONE: Final = "none"
MOST_OF_A_WORD: Final = 99
_PART: Final = re.compile(r"(\D+?)\s*x?\s*(\d*)")


def size(stack: Stack[W]) -> int:
    """How many there are in all."""
    return sum(number for _, number in stack)


def without(stack: Stack[W], drawn: Iterable[W]) -> Stack[W]:
    """A stack once some words have been drawn from it."""
    gone = Counter(drawn)
    return tuple((word, number - gone[word]) for word, number in stack if number > gone[word])


def asked_stack(
    words: type[W], label: str, example: str, **described: Unpack[Described]
) -> Stack[W]:
    """A field that takes such a stack, of one of each word unless another is stated."""
    kind: Text[Stack[W]] = Text(
        partial(_read_stack, words),
        partial(_write_stack, words),
        f"{ALL} for one of each, {NONE}, or names with numbers, e.g. {example}",
        type=tuple,
    )
    return entry(kind, label, default=tuple((word, 1) for word in words), **described)


def list_kind(words: type[W], example: str) -> Text[tuple[W, ...]]:
    """The kind of a field that takes some of the words, separated by commas."""
    return Text(
        partial(_read_list, words),
        lambda chosen: ", ".join(str(word.value) for word in chosen),
        f"one or more of {Choice(words).allowed}, e.g. {example}",
        type=tuple,
    )


def _read_list(words: type[W], text: str) -> tuple[W, ...]:
    """Words from text; ValueError names everything that is wrong with it."""
    if chosen := _read_stack(words, text):
        return tuple(word for word, _ in chosen)
    raise ValueError(f"{text!r} names nothing")


def _read_stack(words: type[W], text: str) -> Stack[W]:
    """A stack from text; ValueError names everything that is wrong with it."""
    if text.strip().lower() == NONE:
        return ()
    parts = [part.strip() for part in text.lower().split(",") if part.strip()]
    every = parts[:1] == [ALL]
    named: dict[W, int] = {}

    def add(part: str) -> None:
        word, number = _read_part(words, part, named)
        named[word] = number

    read_each(parts[every:], add)
    numbers = dict.fromkeys(words, int(every)) | named
    stack = tuple((word, number) for word, number in numbers.items() if number)
    if not stack:
        raise ValueError(f"{text!r} names nothing")
    return stack


def _read_part(words: type[W], part: str, named: Collection[W]) -> tuple[W, int]:
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
    if number > MOST_OF_A_WORD:
        raise ValueError(f"{number} of {word.value} are too many, {MOST_OF_A_WORD} at most")
    if word in named:
        raise ValueError(f"{str(word.value)!r} is named twice")
    return word, number


def _write_stack(words: type[W], stack: Stack[W]) -> str:
    """A stack as it is typed: as what differs from one of each, where that is shorter."""
    if not stack:
        return NONE
    numbers = dict.fromkeys(words, 0) | dict(stack)
    listed = [f"{word.value} {number}" for word, number in stack]
    differing = [f"{word.value} {number}" for word, number in numbers.items() if number != 1]
    shorter = min(listed, [ALL, *differing], key=len)
    return ", ".join(shorter)

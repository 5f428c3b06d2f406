"""Answers as people type them, on a command line or after an action: key=value."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, TypeVar

from calculator.errors import Fault, every, raise_any
from calculator.forms import normal_key

Made = TypeVar("Made")

PAIRS: Final = "pairs such as cover=hard"
"""What a question is filled in with."""


def read_line(text: str) -> dict[str, str]:
    """The answers in a line such as `bases=3 at="Bossu wood"`.

    Raises `FaultsError`, at "values", with every word that is no pair.
    """
    import shlex

    try:
        words = shlex.split(text)
    except ValueError:  # a quotation mark that is never closed
        words = [text]
    return read_answers(
        words, dict, lambda word: Fault("values", f"{word!r} is not key=value", "such as acted=yes")
    )


def read_answers(
    words: Iterable[str],
    make: Callable[[dict[str, str]], Made],
    amiss: Callable[[str], Fault] = lambda word: Fault(word, "this is not key=value"),
) -> Made:
    """What `make` makes of answers typed as key=value; `amiss` says what a word without = is.

    It is called whatever is wrong, to find what else is, and so records nothing. Raises
    `FaultsError` with every word that is no pair, every key that has two values, and with what
    `make` raises of the rest.
    """
    answers: dict[str, str] = {}
    faults: list[Fault] = []
    for word in words:
        typed, equals, value = word.partition("=")
        if not equals:
            faults.append(amiss(word))
        elif not (key := normal_key(typed)):
            faults.append(Fault(repr(word), "has no key before its =", PAIRS))
        elif (before := answers.setdefault(key, value)) != value:
            faults.append(Fault(key, f"given twice, as {before!r} and as {value!r}"))
    _, made = every(partial(raise_any, faults), partial(make, answers))
    return made  # type: ignore[no-any-return]

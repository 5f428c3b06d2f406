"""Answers as people type them, on a command line or after an action: key=value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from calculator.errors import Fault, FaultsError
from calculator.forms import normal_key

PAIRS: Final = "pairs such as cover=hard"
"""What a question is filled in with."""


def read_pairs(
    words: Iterable[str],
    amiss: Callable[[str], Fault] = lambda word: Fault(word, "this is no key=value"),
) -> tuple[dict[str, str], list[Fault]]:
    """The answers that words give, and what is wrong with the words; `amiss` of one without =."""
    answers: dict[str, str] = {}
    faults: list[Fault] = []
    for word in words:
        key, equals, value = word.partition("=")
        key = normal_key(key)
        if not equals:
            faults.append(amiss(word))
        elif not key:
            faults.append(Fault(repr(word), "has no key before its =", PAIRS))
        elif (before := answers.setdefault(key, value)) != value:
            faults.append(Fault(key, f"given twice, as {before!r} and as {value!r}"))
    return answers, faults


def read_line(text: str) -> dict[str, str]:
    """The answers in a line such as `bases=3 at="Bossu wood"`.

    Raises `FaultsError`, at "values", with every word that is no pair.
    """
    import shlex

    try:
        words = shlex.split(text)
    except ValueError:  # a quotation mark that is never closed
        words = [text]
    answers, faults = read_pairs(
        words, lambda word: Fault("values", f"{word!r} is not key=value", "such as acted=yes")
    )
    if faults:
        raise FaultsError(faults)
    return answers


def read_answers(
    words: Iterable[str], check: Callable[[Mapping[str, str]], object]
) -> dict[str, str]:
    """Answers typed as key=value, which `check` has found to be right.

    Raises `FaultsError` with every word that is no pair, every key that has two values, and with
    what `check` raises of the rest.
    """
    answers, faults = read_pairs(words)
    try:
        check(answers)
    except FaultsError as error:
        raise FaultsError([*faults, *error.faults]) from None
    if faults:
        raise FaultsError(faults)
    return answers

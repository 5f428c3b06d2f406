"""Answers as a designer types them after an action: key=value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from calculator.errors import Fault, FaultsError
from calculator.forms import normal_key


def read_answers(
    words: Sequence[str], check: Callable[[Mapping[str, str]], object]
) -> dict[str, str]:
    """Answers typed as key=value, which `check` has found to be right.

    Raises `FaultsError` with every word that is none, every key that is given two values, and with
    what `check` raises of the rest.
    """
    answers: dict[str, str] = {}
    faults: list[Fault] = []
    for word in words:
        key, equals, value = word.partition("=")
        key = normal_key(key)
        if not equals:
            faults.append(Fault(word, "this is no key=value"))
        elif (before := answers.setdefault(key, value)) != value:
            faults.append(Fault(key, f"given twice, as {before!r} and as {value!r}"))
    try:
        check(answers)
    except FaultsError as error:
        raise FaultsError([*faults, *error.faults]) from None
    if faults:
        raise FaultsError(faults)
    return answers

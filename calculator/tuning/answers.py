"""Answers as a designer types them after an action: key=value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from calculator.errors import Fault, FaultsError


def read_answers(
    words: Sequence[str], check: Callable[[Mapping[str, str]], object]
) -> dict[str, str]:
    """Answers typed as key=value, which `check` has found to be right.

    Raises `FaultsError` with every word that is none, and with what `check` raises of the rest.
    """
    answers = dict(word.split("=", 1) for word in words if "=" in word)
    loose = [Fault(word, "this is no key=value") for word in words if "=" not in word]
    try:
        check(answers)
    except FaultsError as error:
        raise FaultsError([*loose, *error.faults]) from None
    if loose:
        raise FaultsError(loose)
    return answers

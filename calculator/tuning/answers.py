"""Answers as a designer types them after an action: key=value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from calculator.errors import FaultsError
from calculator.pairs import read_pairs


def read_answers(
    words: Sequence[str], check: Callable[[Mapping[str, str]], object]
) -> dict[str, str]:
    """Answers typed as key=value, which `check` has found to be right.

    Raises `FaultsError` with every word that is none, every key that is given two values, and with
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

"""What is ruled instead of what was drawn: an outcome in the words of the odds, or free words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from calculator.errors import Fault, nearest, raise_any
from calculator.journal.recompute import AskedQuestion
from calculator.roll.corrections import OF_THE_ROLL, Correction
from calculator.roll.unit_fields import known_keys
from calculator.rules.phrases import counted

_PAIR: Final = re.compile(r"(?<!\S)([a-z][\w-]*)=\S*", re.IGNORECASE)
_NUMBER: Final = re.compile(r"\d+")
_LISTED: Final = 6
"""Outcomes that are listed of those that words are a part of."""

_PARTS: Final = re.compile(r"[:,] ")
"""What stands between the parts of an outcome in the odds."""

_A_SLIP: Final = 0.85
"""How alike two texts are, by difflib, of which one is taken for the other misspelt."""


def ruled_instead(
    ruled: str, corrections: Sequence[Correction], asked: AskedQuestion | None
) -> dict[str, Any]:
    """What an override records of what is `ruled`, and of what that means for units.

    `asked` is what the ruling was about, None where its rules are not to be had. Raises
    `FaultsError` for what can only be an outcome misspelt, or what stands on the table of a unit:
    nobody means that as free words.
    """
    faults = [*_misplaced(ruled, asked)]
    labels = {_plain(outcome.label): outcome for outcome in asked.outcomes} if asked else {}
    outcome = labels.get(_plain(ruled))
    if outcome is None:
        words = {label: one.label for label, one in labels.items()}
        faults += _half_meant(ruled, words, alone=not corrections)
    raise_any(faults)
    body: dict[str, Any] = {"ruled": ruled}
    if corrections:
        body["corrections"] = [one.recorded for one in corrections]
    if asked and outcome is not None:
        body |= {**asked.as_recorded(outcome), "ruled": outcome.label}
    return body


def _half_meant(ruled: str, words: Mapping[str, str], *, alone: bool) -> Iterator[Fault]:
    """Words that are nearly an outcome or, with no corrections beside them, part of several.

    `words` are those of the odds by how they compare.
    """
    parts = (part for label in words.values() for part in _PARTS.split(label)) if alone else ()
    if alone and (whole := _whole(ruled, words)):
        allowed = "; ".join(words[label] for label in whole[:_LISTED])
        problem = f"{ruled!r} is only part of {counted(len(whole), 'outcome')}"
        yield Fault("ruled", problem, f"{allowed}; or these words with a correction")
    elif near := _slip(ruled, [*words.values(), *parts]):
        allowed = "an outcome as the odds name it, or words unlike any of them"
        yield Fault("ruled", f"{ruled!r} is not one of the outcomes", allowed, near)


def _whole(ruled: str, labels: Iterable[str]) -> list[str]:
    """The outcomes of which the words are a part, as a row of the odds is."""
    part = re.compile(rf"(?<!\w){re.escape(_plain(ruled))}(?!\w)")
    return [label for label in labels if part.search(label)]


def _misplaced(ruled: str, asked: AskedQuestion | None) -> Iterator[Fault]:
    """What among the words is no word: key=value, which is said of a unit."""
    known = (*(known_keys(asked.question.system) if asked else ()), *OF_THE_ROLL)
    for pair in _PAIR.finditer(ruled):
        near = "" if pair[1] in known else nearest(pair[1], known)
        problem = f"{pair[0]} needs the name of the unit that it is about"
        yield Fault("ruled", problem, "an outcome as the odds name it, or your own words", near)


def _slip(text: str, known: Iterable[str]) -> str:
    """Which of the known texts this one is but for a letter or two, if any.

    Who rules 4 inches instead of 3 means 4.
    """
    numbers = _NUMBER.findall(text)
    return nearest(text, (one for one in known if _NUMBER.findall(one) == numbers), _A_SLIP)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())

"""One letter for each thing that can be picked, the same letter every time."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from string import ascii_lowercase, ascii_uppercase
from typing import Final, NamedTuple

COMMANDS: Final = frozenset("rptqvxRN!?>*,.;-+=")
"""Keys that mean the same on every form and so never name a field."""

ACTION_KEY: Final = "a"
"""The key of the row that chooses the action."""


class Wanted(NamedTuple):
    """Something in want of a letter: the letter it was declared with, if any, and its label."""

    key: str
    label: str
    wish: str = ""


def assign(
    wanted: Sequence[Wanted],
    taken: Collection[str] = (),
    together: Sequence[Collection[str]] | None = None,
) -> dict[str, str]:
    """A letter for each key, distinct among those seen together, or none when all run out.

    Declared letters come first, in order; then each of the others takes the first free letter of
    its label, initials before the rest, and at last any letter at all. `together` holds groups of
    keys that are seen at the same time; without it all are.
    """
    letters: dict[str, str] = {}
    groups = together if together is not None else [[one.key for one in wanted]]

    def free(one: Wanted, letter: str) -> bool:
        beside = (key for group in groups if one.key in group for key in group)
        return letter not in taken and all(letters.get(key) != letter for key in beside)

    for one in wanted:
        if one.wish and free(one, one.wish):
            letters[one.key] = one.wish
    for one in wanted:
        if one.key not in letters:
            candidates = _candidates(one)
            letters[one.key] = next((letter for letter in candidates if free(one, letter)), "")
    return letters


def without_common_start(labels: Sequence[str]) -> list[str]:
    """Labels less the words that all begin with: of "up to 3" and "up to 6", "3" and "6"."""
    words = [label.split() for label in labels]
    while len(words) > 1 and all(len(line) > 1 and line[0] == words[0][0] for line in words):
        words = [line[1:] for line in words]
    return [" ".join(line) for line in words]


def _candidates(one: Wanted) -> Iterator[str]:
    label = one.label.lower()
    signs = [sign for sign in label if sign.isalnum()]
    yield from (word[0] for word in label.replace("-", " ").split() if word[0].isalnum())
    yield from signs
    yield from ascii_lowercase
    yield from (sign.upper() for sign in signs)
    yield from ascii_uppercase

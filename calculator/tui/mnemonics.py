"""One letter for each thing that can be picked, the same letter every time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from string import ascii_lowercase, ascii_uppercase
from typing import Final, NamedTuple

COMMANDS: Final = frozenset("rptqvxR?,.;-+=")
"""Keys that mean the same on every form and so never name a field."""

ACTION_KEY: Final = "a"
"""The key of the row that chooses the action."""


class Wanted(NamedTuple):
    """Something in want of a letter: the letter it was declared with, if any, and its label."""

    key: str
    label: str
    wish: str = ""


def assign(wanted: Sequence[Wanted], taken: Collection[str] = ()) -> dict[str, str]:
    """A distinct letter for each key, or none when even the capitals run out.

    Declared letters come first, in order; then each of the others takes the first free letter of
    its label, initials before the rest, and at last any letter at all.
    """
    letters: dict[str, str] = {}
    used = set(taken)
    for one in wanted:
        if one.wish and one.wish not in used:
            letters[one.key] = one.wish
            used.add(one.wish)
    for one in wanted:
        if one.key not in letters:
            letters[one.key] = next((sign for sign in _candidates(one) if sign not in used), "")
            used.add(letters[one.key])
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


def letters_of_system(
    buttons: Iterable[Wanted], fields: Iterable[Wanted]
) -> tuple[dict[str, str], dict[str, str]]:
    """The letters of a system's buttons and of all its fields, none of them used twice."""
    reserved = COMMANDS | {ACTION_KEY}
    of_buttons = assign(list(buttons), reserved)
    return of_buttons, assign(list(fields), reserved | set(of_buttons.values()))

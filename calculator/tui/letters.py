"""How everything on a form is answered by keys: a letter for each thing that can be picked, the
same every time and whatever is being asked of a system; and what may be typed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from string import ascii_lowercase, ascii_uppercase
from typing import Any, Final, NamedTuple

from calculator.answering import label_of
from calculator.forms import Form, fields_of, keys_of
from calculator.kinds import Kind, Length, Optional, Text, Whole
from calculator.rules.action import Place
from calculator.rules.system import RuleSystem

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


class Answer(NamedTuple):
    """One of the answers a field can take: as typed, as shown, the letter that picks it, and why it
    is a dead end, if it is."""

    text: str
    label: str
    letter: str = ""
    ended: str = ""


@lru_cache(maxsize=256)
def answers_of(kind: Kind[Any]) -> tuple[Answer, ...]:
    """The answers to choose from, or nothing where a number or text is typed."""
    if not kind.choices:
        return ()
    return lettered(tuple(Answer(text, label_of(kind, text)) for text in kind.choices))


def lettered(answers: tuple[Answer, ...]) -> tuple[Answer, ...]:
    """The answers, each with a letter; letters they have already are kept."""
    short = without_common_start([answer.label for answer in answers])
    wanted = [
        Wanted(answer.text, label, answer.letter)
        for answer, label in zip(answers, short, strict=True)
    ]
    letters = assign(wanted)
    return tuple(answer._replace(letter=letters[answer.text]) for answer in answers)


@lru_cache(maxsize=256)
def extremes_of(kind: Kind[Any]) -> tuple[str, ...]:
    """The ends of a range of numbers as shown, and the word for none, or nothing."""
    inner = kind.kind if isinstance(kind, Optional) else kind
    if not isinstance(inner, Whole | Length):
        return ()
    ends = [inner.show(end) for end in (inner.low, inner.high)]  # type: ignore[arg-type]
    shown = [label_of(inner, end) for end in ends]
    return (*shown, kind.blank) if isinstance(kind, Optional) else tuple(shown)


def takes(kind: Kind[Any], sign: str) -> bool:
    """Whether a typed character can be part of an answer."""
    inner = kind.kind if isinstance(kind, Optional) else kind
    if isinstance(inner, Text):
        return sign.isprintable()
    if isinstance(inner, Length):
        return sign.isdigit() or sign in "./ "
    return sign.isdigit() or (sign == "-" and isinstance(inner, Whole) and inner.low < 0)


class Letters:
    """`pressed` are the actions with a button, `buttons` their letters; `actions` those of the
    list."""

    def __init__(self, system: RuleSystem) -> None:
        self._system = system
        self._reserved = COMMANDS | {ACTION_KEY}
        self.pressed = tuple(one for one in system.listed if one.place is Place.BUTTON)
        wanted = [Wanted(one.key, one.label, one.mnemonic) for one in self.pressed]
        self.buttons = assign(wanted, self._reserved)
        listed = (one for one in system.listed if one.place is not Place.BUTTON)
        self.actions = lettered(tuple(Answer(one.key, one.label, one.mnemonic) for one in listed))

    def of(self, form: type[Form]) -> Mapping[str, str]:
        """The letter of each field of a form.

        Where all are declared, the forms of other actions need not even be imported.
        """
        declared = self._system.letters
        return declared if declared.keys() >= set(keys_of(form)) else self._of_all

    @cached_property
    def _of_all(self) -> Mapping[str, str]:
        forms = [fields_of(action.asks) for action in self._system.actions]
        wanted = {
            field.key: Wanted(field.key, field.label, self._system.letters.get(field.key, ""))
            for form in forms
            for field in form
        }
        together = [{field.key for field in form} for form in forms]
        taken = self._reserved | set(self.buttons.values())
        return assign(list(wanted.values()), taken, together)


@lru_cache(maxsize=16)
def letters_of(system: RuleSystem) -> Letters:
    """The letters of a system, found out once."""
    return Letters(system)

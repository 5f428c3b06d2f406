"""The kinds of answer that a field takes: a word, yes or no, a number, a length, a text, a blank.

A kind reads text a person typed, says what is wrong with it, checks a value given from Python, and
writes a value back as text. Forms, the command line and the screen know no others.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from contextlib import suppress
from enum import Enum
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final, Generic, Self, TypeVar

import attrs

from calculator.errors import FaultsError, hint, nearest
from calculator.lengths import read_length, shown_length

T = TypeVar("T")
V = TypeVar("V")

_LONGEST_QUOTE: Final = 60
"""Characters of a wrong text that a message repeats."""


class Word(Enum):
    """A list of words to choose from; each value is the word as typed, in kebab-case.

    Behind it may stand what it means, in words: `ROUT = "rout", "routing"`. A word that once went
    by another name goes on being read by it: `_missing_` finds it.
    """

    meaning: str
    if TYPE_CHECKING:

        @property
        def value(self) -> str: ...

    def __new__(cls, word: str, meaning: str = "") -> Self:
        """A word, with what it means where that is said."""
        made = object.__new__(cls)
        made._value_, made.meaning = word, meaning
        return made

    __hash__ = object.__hash__  # one of a kind; Enum's own goes through the name, in Python

    @cached_property
    def rank(self) -> int:
        """Its place in the list, from 0."""
        return list(type(self)).index(self)

    @property
    def label(self) -> str:
        """The word as shown: spaces for hyphens."""
        return str(self.value).replace("-", " ")

    def __str__(self) -> str:
        return self.label


W = TypeVar("W", bound=Word)


class BadValueError(Exception):
    """Text that a kind cannot read: what is wrong, what is allowed, the nearest right word."""

    def __init__(self, problem: str, allowed: str, near: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.allowed = allowed
        self.near = near


def quoted(text: str) -> str:
    """Typed text as a message repeats it: in quotes, and no more of it than one can take in."""
    return repr(text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "...")


class Kind(ABC, Generic[V]):
    """How one sort of value is read, checked and written."""

    blank: str = ""
    """The word shown and accepted for None, where it may be left blank."""

    @property
    def choices(self) -> tuple[str, ...]:
        """The words to choose from, or nothing where any number or text will do."""
        return ()

    @property
    def inner(self) -> Kind[Any]:
        """The kind itself, or the one that may be left blank."""
        return self

    @property
    def first(self) -> V:
        """What stands where neither a form nor an answer says: the first word, no, the least."""
        raise TypeError(f"no answer comes first, so a default must be given: {self.allowed}")

    @property
    @abstractmethod
    def allowed(self) -> str:
        """What may be answered, in words."""

    @abstractmethod
    def parse(self, text: str) -> V:
        """The value of a typed text. Raises `BadValueError`."""

    def parse_at(self, place: str, text: str) -> V:
        """The value of a text typed at some place. Raises `FaultsError`, naming the place."""
        try:
            return self.parse(text)
        except BadValueError as bad:
            raise FaultsError.at(place, bad.problem, bad.allowed, bad.near) from None

    @abstractmethod
    def accepts(self, value: Any) -> bool:
        """Whether a value given from Python is right as it stands."""

    def show(self, value: V) -> str:
        """The value as text that `parse` reads back."""
        return str(value)

    def plain(self, value: V) -> object:
        """The value as JSON has it."""
        return self.show(value)


@lru_cache(maxsize=256)
def _values_of(words: type[Word]) -> tuple[str, ...]:
    return tuple(str(word.value) for word in words)


@attrs.frozen(repr=False)
class Choice(Kind[W]):
    """One word of an enumeration."""

    words: type[W]

    @property
    def choices(self) -> tuple[str, ...]:
        return _values_of(self.words)

    @property
    def first(self) -> W:
        return next(iter(self.words))

    @property
    def allowed(self) -> str:
        return f"{'bands up to ' * self._is_of_bands}{', '.join(self.choices)}"

    @property
    def _is_of_bands(self) -> bool:
        """Whether the words are the far edges of bands: "3" for "up to 3 inches"."""
        return all(word.label.startswith(f"up to {word.value}") for word in self.words)

    def parse(self, text: str) -> W:
        word = "-".join(text.lower().replace("_", " ").replace("-", " ").split())
        try:
            return self.words(word)
        except ValueError:
            what = "bands" if self._is_of_bands else "words"
            raise BadValueError(
                f"{quoted(text)} is not one of the {what}", self.allowed, self._nearest(word)
            ) from None

    def _nearest(self, word: str) -> str:
        if self._is_of_bands:
            with suppress(ValueError):
                number = read_length(word)
                return next((edge for edge in self.choices if number <= Fraction(edge)), "")
        begun = [choice for choice in self.choices if word and choice.startswith(word)]
        return begun[0] if begun else nearest(word, self.choices)

    def accepts(self, value: Any) -> bool:
        return isinstance(value, self.words)

    def show(self, value: W) -> str:
        return str(value.value)


@attrs.frozen(repr=False)
class YesNo(Kind[bool]):
    """Yes or no."""

    @property
    def choices(self) -> tuple[str, ...]:
        return ("no", "yes")

    @property
    def first(self) -> bool:
        return False

    @property
    def allowed(self) -> str:
        return "yes or no"

    def parse(self, text: str) -> bool:
        word = text.strip().lower()
        if word in {"yes", "y", "true", "on", "1"}:
            return True
        if word in {"no", "n", "false", "off", "0"}:
            return False
        raise BadValueError(f"{quoted(text)} is not yes or no", self.allowed)

    def accepts(self, value: Any) -> bool:
        return isinstance(value, bool)

    def show(self, value: bool) -> str:
        return "yes" if value else "no"

    def plain(self, value: bool) -> object:
        return value


@attrs.frozen(repr=False)
class Whole(Kind[int]):
    """A whole number from `low` to `high`, of some `unit`; `one` is the unit where there is one.

    Left open, that is the unit without its s.
    """

    low: int
    high: int
    unit: str = ""
    one: str = ""

    @property
    def first(self) -> int:
        return self.low

    @property
    def allowed(self) -> str:
        return f"a whole number from {self.low} to {self.high}{self.unit and ' ' + self.unit}"

    def parse(self, text: str) -> int:
        try:
            number = int(text.strip())
        except ValueError:
            raise BadValueError(f"{quoted(text)} is not a whole number", self.allowed) from None
        if not self.accepts(number):
            raise BadValueError(f"{number} is out of range", self.allowed)
        return number

    def accepts(self, value: Any) -> bool:
        return type(value) is int and self.low <= value <= self.high

    def plain(self, value: int) -> object:
        return value

    def unit_of(self, number: int) -> str:
        """The unit as it stands behind a number: 1 base, 1 man, 2 hexes."""
        return (self.one or self.unit.removesuffix("s")) if number == 1 else self.unit


@attrs.frozen(repr=False)
class Length(Kind[Fraction]):
    """A length in inches (or another unit) from `low` to `high`: 5, 5.5, 5 1/2 or 5½."""

    low: Fraction
    high: Fraction
    unit: str = "inches"

    @property
    def allowed(self) -> str:
        return f"{shown_length(self.low)} to {shown_length(self.high)} {self.unit}, e.g. 5 1/2"

    def parse(self, text: str) -> Fraction:
        try:
            length = read_length(text)
        except ValueError:
            raise BadValueError(f"{quoted(text)} is not a length", self.allowed) from None
        if not self.accepts(length):
            raise BadValueError(f"{shown_length(length)} is out of range", self.allowed)
        return length

    def accepts(self, value: Any) -> bool:
        return isinstance(value, Fraction) and self.low <= value <= self.high

    def show(self, value: Fraction) -> str:
        return shown_length(value)


@attrs.define(eq=False, repr=False)
class Text(Kind[V]):
    """Text with a grammar of its own: `read` raises ValueError with the fault in plain words."""

    read: Callable[[str], V]
    write: Callable[[V], str]
    allowed: str
    """What may be written, with an example."""
    type: Any = str
    pieces: tuple[tuple[str, ...], ...] = ()
    """The words it is built from, where it is of such, for buttons that add them: group by group,
    as they stand in one part of the text, such as a hex of a path; commas set parts apart."""

    def parse(self, text: str) -> V:
        try:
            return self.read(text)
        except ValueError as fault:
            raise BadValueError(str(fault), self.allowed) from None

    def accepts(self, value: Any) -> bool:
        return isinstance(value, self.type)

    def show(self, value: V) -> str:
        return self.write(value)


def by_commas(text: str) -> list[str]:
    """The items of a list with commas or semicolons between, in small letters; no empty ones."""
    items = (" ".join(part.split()) for part in re.split("[,;]", text.lower()))
    return list(filter(None, items))


def listed(
    read: Callable[[Any], V],
    allowed: str,
    none: str = "",
    pieces: tuple[tuple[str, ...], ...] = (),
    split: Callable[[str], Iterable[Any]] = by_commas,
) -> Text[tuple[V, ...]]:
    """A list, written item by item with commas between: what `read` makes of each that a text
    `split` up gives. Of an empty list, where there may be one, `none` is the word."""

    def read_all(text: str) -> tuple[V, ...]:
        return () if none and text.strip().lower() in {"", none} else read_each(split(text), read)

    def write(items: tuple[V, ...]) -> str:
        return ", ".join(map(str, items)) or none

    return Text(read_all, write, allowed, type=tuple, pieces=pieces)


_LONGEST_NAME: Final = 60


def _read_name(text: str) -> str:
    name = " ".join(text.split())
    if len(name) > _LONGEST_NAME or not name.isprintable():
        raise ValueError(f"a name has {_LONGEST_NAME} letters at most, all on one line")
    return name


NAME: Final = Text(_read_name, str, f"a name of {_LONGEST_NAME} letters at most")
"""The name of somebody, such as a general."""


def read_each(items: Iterable[T], read: Callable[[T], V]) -> tuple[V, ...]:
    """What `read` makes of each item of a text, for a `Text` that is a list.

    Raises ValueError with the faults of all items that `read` raises that for, or `BadValueError`.
    """
    found: list[V] = []
    faults: list[str] = []
    for item in items:
        try:
            found.append(read(item))
        except BadValueError as bad:
            faults.append(bad.problem + hint(bad.near))
        except ValueError as fault:
            faults.append(str(fault))
    if faults:
        raise ValueError("; ".join(faults))
    return tuple(found)


@attrs.frozen(repr=False)
class Optional(Kind[V | None]):
    """Another kind, or a word (or nothing at all) that stands for None."""

    kind: Kind[V]
    blank: str

    @property
    def inner(self) -> Kind[Any]:
        return self.kind

    @property
    def choices(self) -> tuple[str, ...]:
        return (self.blank, *self.kind.choices) if self.kind.choices else ()

    @property
    def first(self) -> None:
        return None

    @property
    def allowed(self) -> str:
        return f"{self.kind.allowed}, or {self.blank!r}"

    def parse(self, text: str) -> V | None:
        if text.strip().lower().replace("-", " ") in {"", self.blank.replace("-", " ")}:
            return None
        try:
            return self.kind.parse(text)
        except BadValueError as bad:
            raise BadValueError(bad.problem, self.allowed, bad.near) from None

    def accepts(self, value: Any) -> bool:
        return value is None or self.kind.accepts(value)

    def show(self, value: V | None) -> str:
        return self.blank if value is None else self.kind.show(value)

    def plain(self, value: V | None) -> object:
        return None if value is None else self.kind.plain(value)

"""Answers as people read and change them, the same on every screen and page, and as they type them
on a command line or after an action: key=value."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, Final, TypeVar

from calculator.errors import Fault, every, raise_any
from calculator.forms import Field, Form, mattering, normal_key
from calculator.kinds import BadValueError, Choice, Kind, Length, Text, Whole, YesNo


@lru_cache(maxsize=1024)
def label_of(kind: Kind[Any], text: str) -> str:
    """A text that the kind reads, as shown to a player."""
    value = kind.parse(text)
    inner = kind.inner
    if isinstance(inner, Choice) and value is not None:
        return str(value.label)
    if isinstance(inner, Length) and value is not None and inner.unit == "inches":
        return f'{inner.show(value)}"'
    is_word = isinstance(inner, YesNo) or value is None
    return kind.show(value).replace("-", " ") if is_word else kind.show(value)


def with_unit(kind: Kind[Any], value: Any) -> str:
    """A value as shown where its label is not beside it: "veteran", "4 bases"."""
    inner = kind.inner
    unit = inner.unit_of(value) if isinstance(inner, Whole) and value is not None else ""
    return f"{label_of(kind, kind.show(value))} {unit}".strip()


def rated(form: Form) -> str:
    """What a system knows of a unit, in a few words: "infantry, veteran, 4 bases"."""
    return in_a_line((field, getattr(form, field.attribute)) for field in mattering(form))


def in_a_line(answers: Iterable[tuple[Field, Any]]) -> str:
    """Answers in one line without their labels, but for a yes; what is not so or not known is left
    out, and nothing, in a word or, as usual, in a number."""
    words = [
        field.label.lower() if value is True else with_unit(field.kind, value)
        for field, value in answers
        if value is not None and value is not False and (value or value != field.default)
        if str(value) not in {"none", "nothing"}
    ]
    return ", ".join(dict.fromkeys(words))


def reads(kind: Kind[Any], text: str) -> bool:
    """Whether the kind can read a text."""
    return not fault_of(kind, text)


def fault_of(kind: Kind[Any], text: str) -> str:
    """What is wrong with a text, or nothing."""
    try:
        kind.parse(text)
    except BadValueError as bad:
        return f"{bad}: {bad.allowed}"
    return ""


def takes(kind: Kind[Any], sign: str) -> bool:
    """Whether a typed character can be part of an answer."""
    inner = kind.inner
    if isinstance(inner, Text):
        return sign.isprintable()
    if isinstance(inner, Length):
        return sign.isdigit() or sign in "./ "
    return sign.isdigit() or (sign == "-" and isinstance(inner, Whole) and inner.low < 0)


def added(kind: Text[Any], text: str, word: str) -> str:
    """A text with one more of the words that it is put together from.

    The word joins the last part if it comes after what stands there, in the order of the kind's
    pieces, and can stand there; else it begins another part.
    """
    is_blank = not text.strip() or (reads(kind, text) and not kind.parse(text))
    if not kind.pieces or is_blank:
        return word
    part = text.rpartition(",")[2]
    there = [n for n, words in enumerate(kind.pieces) if _holds_any(part, words)]
    place = next(n for n, words in enumerate(kind.pieces) if word in words)
    together, apart = f"{text} {word}", f"{text}, {word}"
    follows = not _holds_any(part, (word,)) and place >= max(there, default=0)
    if (follows and reads(kind, together)) or not reads(kind, apart):
        return together
    return apart


def shortened(kind: Text[Any], text: str) -> str:
    """A text without its last part."""
    return text.rpartition(",")[0].strip() if kind.pieces else ""


def _holds_any(part: str, words: Iterable[str]) -> bool:
    """Whether any of the words, of which some are two, stands in a part."""
    return any(f" {word} " in f" {part.strip().replace(',', ' ')} " for word in words)


def stepped(kind: Kind[Any], text: str, by: int) -> str:
    """The next answer, or the one before: words go round, numbers stop at their limits."""
    if words := kind.choices:
        return words[(words.index(kind.show(kind.parse(text))) + by) % len(words)]
    value = kind.parse(text)
    inner = kind.inner
    if not isinstance(inner, Whole | Length):
        return text
    if value is None:
        return inner.show(inner.low) if by > 0 else text  # type: ignore[arg-type]
    # A ruler on the table is read to the half inch.
    moved = value + by * (1 if isinstance(inner, Whole) else Fraction(1, 2))
    if moved < inner.low and inner is not kind:
        return kind.show(None)
    return inner.show(min(max(moved, inner.low), inner.high))


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

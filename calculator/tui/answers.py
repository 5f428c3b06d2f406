"""How each kind of field is answered by keys and taps: letters, steps, or typing."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from calculator.forms import Form, mattering
from calculator.kinds import BadValueError, Choice, Kind, Optional, Text, YesNo
from calculator.numbers import Measure, Whole
from calculator.tui.mnemonics import Wanted, assign, without_common_start

HALF_INCH: Final = Fraction(1, 2)
"""A ruler on the table is read to the half inch, so a step of a length is one."""


class Answer(NamedTuple):
    """One of the answers a field can take: as typed, as shown, and the letter that picks it."""

    text: str
    label: str
    letter: str = ""


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


@lru_cache(maxsize=1024)
def label_of(kind: Kind[Any], text: str) -> str:
    """A text that the kind reads, as shown to a player."""
    value = kind.parse(text)
    inner = kind.kind if isinstance(kind, Optional) else kind
    if isinstance(inner, Choice) and value is not None:
        return str(value.label)
    if isinstance(inner, Measure) and value is not None and inner.unit == "inches":
        return f'{inner.show(value)}"'
    return kind.show(value).replace("-", " ") if isinstance(inner, YesNo) else kind.show(value)


def with_unit(kind: Kind[Any], value: Any) -> str:
    """A value as told where its label is not beside it: "veteran", "4 bases"."""
    inner = kind.kind if isinstance(kind, Optional) else kind
    unit = inner.unit_of(value) if isinstance(inner, Whole) and value is not None else ""
    return f"{label_of(kind, kind.show(value))} {unit}".strip()


def rated(form: Form) -> str:
    """What a system knows of a unit, in a few words: "infantry, veteran, 4 bases"."""
    values = ((field, getattr(form, field.attribute)) for field in mattering(form))
    told = [
        field.label.lower() if value is True else with_unit(field.kind, value)
        for field, value in values
        if value is not None and value is not False
    ]
    return ", ".join(dict.fromkeys(told))


@lru_cache(maxsize=256)
def extremes_of(kind: Kind[Any]) -> tuple[str, ...]:
    """The ends of a range of numbers as shown, and the word for none, or nothing."""
    inner = kind.kind if isinstance(kind, Optional) else kind
    if not isinstance(inner, Whole | Measure):
        return ()
    ends = [inner.show(end) for end in (inner.low, inner.high)]  # type: ignore[arg-type]
    shown = [label_of(inner, end) for end in ends]
    return (*shown, kind.blank) if isinstance(kind, Optional) else tuple(shown)


def reads(kind: Kind[Any], text: str) -> bool:
    """Whether the kind can read a text."""
    try:
        kind.parse(text)
    except BadValueError:
        return False
    return True


def fault_of(kind: Kind[Any], text: str) -> str:
    """What is wrong with a text, or nothing."""
    try:
        kind.parse(text)
    except BadValueError as bad:
        return f"{bad}: {bad.allowed}"
    return ""


def takes(kind: Kind[Any], sign: str) -> bool:
    """Whether a typed character can be part of an answer."""
    inner = kind.kind if isinstance(kind, Optional) else kind
    if isinstance(inner, Text):
        return sign.isprintable()
    if isinstance(inner, Measure):
        return sign.isdigit() or sign in "./ "
    return sign.isdigit() or (sign == "-" and isinstance(inner, Whole) and inner.low < 0)


def stepped(kind: Kind[Any], text: str, by: int) -> str:
    """The next answer, or the one before: words go round, numbers stop at their limits."""
    words = [answer.text for answer in answers_of(kind)]
    if words:
        return words[(words.index(kind.show(kind.parse(text))) + by) % len(words)]
    value = kind.parse(text)
    inner = kind.kind if isinstance(kind, Optional) else kind
    if not isinstance(inner, Whole | Measure):
        return text
    if value is None:
        return inner.show(inner.low) if by > 0 else text  # type: ignore[arg-type]
    moved = value + by * (1 if isinstance(inner, Whole) else HALF_INCH)
    if moved < inner.low and inner is not kind:
        return kind.show(None)
    return inner.show(min(max(moved, inner.low), inner.high))

"""How each kind of field is answered by keys: the letters of its words, and what may be typed."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from calculator.answering import label_of
from calculator.kinds import Kind, Length, Optional, Text, Whole
from calculator.tui.mnemonics import Wanted, assign, without_common_start


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

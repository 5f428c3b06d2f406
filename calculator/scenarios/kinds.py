"""What the keys of a scenario file may hold, over and above what forms know; and TOML's own types.

A form reads what people type, where 7 and "7" are one; a file is read strictly, so that quotes
around a number are told and not guessed at.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any, Final

import attrs

from calculator.forms import as_text
from calculator.kinds import BadValueError, Choice, Kind, Measure, Optional, Text, Whole, YesNo


@attrs.frozen
class Listed(Kind[tuple[str, ...]]):
    """A list of texts, each one line."""

    form: str

    @property
    def allowed(self) -> str:
        return self.form

    def parse(self, text: str) -> tuple[str, ...]:
        return tuple(line.strip() for line in text.splitlines() if line.strip())

    def accepts(self, value: Any) -> bool:
        return isinstance(value, tuple) and all(isinstance(line, str) for line in value)


@attrs.frozen
class Like(Kind[Any]):
    """Any value at all: what it must be like is known elsewhere, and said in `form`."""

    form: str

    @property
    def allowed(self) -> str:
        return self.form

    def parse(self, text: str) -> Any:
        return text

    def accepts(self, value: Any) -> bool:
        return True


def _one_line(text: str) -> str:
    line = text.strip()
    if not line or any(unicodedata.category(letter) == "Cc" for letter in line):
        raise ValueError("must be one line of text, and not empty")
    return line


def _slug(text: str) -> str:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", text):
        raise ValueError(f"{text!r} is no short name")
    return text


def _clock(text: str) -> str:
    if not re.fullmatch(r"([01]?\d|2[0-3]):[0-5]\d", text):
        raise ValueError(f"{text!r} is no time of day")
    return text


LINE: Final = Text(_one_line, str, "text of one line")
PROSE: Final = Text(str.strip, str, "text, also of several lines")
SLUG: Final = Text(_slug, str, "small letters, digits and hyphens, e.g. quatre-bras")
CLOCK: Final = Text(_clock, str, 'hours and minutes, e.g. "14:00"')
DAY: Final = Text(_one_line, str, 'a date such as 1815-06-16, or text such as "16-19 October 1813"')
LIST: Final = Listed('a list of texts, e.g. ["Siborne, History of the War (1844)"]')

_TYPES: Final[Mapping[type[Kind[Any]], tuple[type, ...]]] = {
    Choice: (str,),
    Whole: (int,),
    Measure: (int, float, str),
    YesNo: (bool,),
    Text: (str,),
}

_NAMES: Final = (
    (bool, "true or false"),
    (int, "a number"),
    (float, "a number"),
    (str, "text in quotes"),
    (list, "a list"),
    (dict, "a table"),
    (datetime, "a date and time"),
    (date, "a date"),
    (time, "a time"),
)


def type_name(value: object) -> str:
    """What a TOML value is, in words."""
    return next(name for kind, name in _NAMES if isinstance(value, kind))


def read_value(kind: Kind[Any], value: object) -> Any:
    """The value that a TOML value stands for. Raises `BadValueError`."""
    if isinstance(kind, Optional):
        if value == kind.blank:
            return None
        return read_value(kind.kind, value)
    if isinstance(kind, Like):
        return value
    if isinstance(kind, Listed):
        return _read_list(kind, value)
    types = (date, str) if kind is DAY else _TYPES[type(kind)]
    if type(value) not in types:
        raise BadValueError(f"is {type_name(value)}, {_shortened(value)}", kind.allowed)
    return kind.parse(as_text(value))


def _read_list(kind: Listed, value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise BadValueError(f"is {type_name(value)}, {_shortened(value)}", kind.allowed)
    for line in value:
        if not isinstance(line, str) or not line.strip():
            raise BadValueError(f"holds {type_name(line)}, {_shortened(line)}", kind.allowed)
    return tuple(value)


def _shortened(value: object) -> str:
    """A value in a message; a table or a list, which may be huge, only by what it is."""
    if isinstance(value, dict | list):
        return "not a single value"
    told = repr(value) if isinstance(value, str) else as_text(value)
    return told if len(told) <= 40 else f"{told[:37]}..."
